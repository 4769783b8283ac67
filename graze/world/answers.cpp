#include "graze/world/detail/answers.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t first_places = 16, ways = 4;

// The last step of splitmix64. Versions are not hashed: a pair that has changed finds its old place.
std::uint64_t hash_of(const PairAsked& asked) {
    const auto number = [](ObjectId id) { return std::uint64_t{id.generation} << 32 | id.index; };
    std::uint64_t h = number(asked.a) * 0x9e3779b97f4a7c15u + number(asked.b);
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

}  // namespace

// The upper bits choose the shelf, the lower bits the place on the shelf.
std::size_t Answers::shelf_of(std::uint64_t hash) {
    return hash >> (64 - std::countr_zero(shelf_count));
}

std::size_t Answers::places_for(std::size_t objects) {
    const std::size_t all = std::min(objects, most_places / places_per_object) * places_per_object;
    return all == 0 ? 0 : std::bit_ceil(all) / shelf_count;
}

std::span<Answers::Place> Answers::four_of(std::uint64_t hash, Shelf& shelf) {
    return std::span(shelf.places).subspan(hash * ways & (shelf.places.size() - 1), ways);
}

template <class Result>
std::optional<Result> Answers::kept(const PairAsked& asked, std::optional<Result> Place::* result) const {
    const std::uint64_t hash = hash_of(asked);
    Shelf& shelf = shelves_[shelf_of(hash)];
    const std::scoped_lock lock(shelf.mutex);
    if (shelf.places.empty()) return std::nullopt;
    for (const Place& place : four_of(hash, shelf))
        if (place.asked == asked) return place.*result;
    return std::nullopt;
}

std::optional<bool> Answers::touching(const PairAsked& asked) const {
    return kept(asked, &Place::touching);
}

std::optional<Distance> Answers::distance(const PairAsked& asked) const {
    return kept(asked, &Place::distance);
}

// Doubles the number of places when half of them are taken, as long as the world is large enough.
void Answers::make_room(Shelf& shelf, std::size_t most) {
    if (!shelf.places.empty() && (2 * shelf.taken < shelf.places.size() || 2 * shelf.places.size() > most))
        return;
    std::vector<Place> before(shelf.places.empty() ? std::min(first_places, most) : 2 * shelf.places.size());
    before.swap(shelf.places);
    shelf.taken = 0;
    for (auto place = before.rbegin(); place != before.rend(); ++place)  // the latest last
        if (place->asked != PairAsked{}) take(place->asked, hash_of(place->asked), shelf) = *place;
}

Answers::Place& Answers::take(const PairAsked& asked, std::uint64_t hash, Shelf& shelf) {
    const auto four = four_of(hash, shelf);
    std::size_t i = 0;
    while (i + 1 < ways && !four[i].asked.is_of_same(asked)) ++i;
    std::rotate(four.begin(), four.begin() + static_cast<std::ptrdiff_t>(i),
                four.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    if (four[0].asked == asked) return four[0];
    shelf.taken += four[0].asked == PairAsked{} ? 1 : 0;
    four[0] = {asked, {}, {}};
    return four[0];
}

void Answers::keep(const PairAsked& asked, bool touching, std::size_t objects) {
    const std::uint64_t hash = hash_of(asked);
    Shelf& shelf = shelves_[shelf_of(hash)];
    const std::scoped_lock lock(shelf.mutex);
    make_room(shelf, std::max(places_for(objects), ways));
    take(asked, hash, shelf).touching = touching;
}

void Answers::keep(const PairAsked& asked, const Distance& distance, std::size_t objects) {
    const std::uint64_t hash = hash_of(asked);
    Shelf& shelf = shelves_[shelf_of(hash)];
    const std::scoped_lock lock(shelf.mutex);
    make_room(shelf, std::max(places_for(objects), ways));
    take(asked, hash, shelf).distance = distance;
}

// Keeps up to twice the right number of places, so that a number of objects that goes up and down costs
// nothing.
void Answers::shrink(std::size_t objects) {
    const std::size_t most = 2 * places_for(objects);
    for (Shelf& shelf : shelves_) {
        const std::scoped_lock lock(shelf.mutex);
        if (shelf.places.size() <= most) continue;
        std::vector<Place>().swap(shelf.places);
        shelf.taken = 0;
    }
}

std::size_t Answers::places() const {
    std::size_t all = 0;
    for (Shelf& shelf : shelves_) {
        const std::scoped_lock lock(shelf.mutex);
        all += shelf.places.size();
    }
    return all;
}

}  // namespace graze::inline v1::detail
