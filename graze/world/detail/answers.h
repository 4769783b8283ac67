// What World::touching and World::distance have found out, so that a pair at rest is not tested twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "graze/query/distance/distance.h"
#include "graze/world/object.h"

namespace graze::inline v1::detail {

// Two objects in the order of the question, as they were when it was answered. Whole ids, for an index is
// used again.
struct PairAsked {
    ObjectId a, b;
    std::uint64_t version_a = 0, version_b = 0;

    friend bool operator==(const PairAsked&, const PairAsked&) = default;
    bool is_of_same(const PairAsked& other) const { return a == other.a && b == other.b; }
};

// A table in which each pair has four places to be in; of five pairs that want the same four, the one that
// was asked about longest ago is forgotten. So memory is bounded whoever asks, and nothing has to be searched
// for when objects are removed: what is known of them is overwritten in time. All functions may be called
// from several threads at once.
class Answers {
  public:
    // Places for so many pairs per object, and never more than the most: 7 MB.
    static constexpr std::size_t places_per_object = 64, most_places = std::size_t{1} << 16;

    std::optional<bool> touching(const PairAsked& asked) const;
    std::optional<Distance> distance(const PairAsked& asked) const;
    // `objects`: how many the world has.
    void keep(const PairAsked& asked, bool touching, std::size_t objects);
    void keep(const PairAsked& asked, const Distance& distance, std::size_t objects);
    // Gives back what is too much for so many objects. What was in it has to be found out again.
    void shrink(std::size_t objects);
    std::size_t places() const;

  private:
    struct Place {
        PairAsked asked;
        std::optional<bool> touching;
        std::optional<Distance> distance;
    };
    // Each with a lock of its own, so that threads rarely meet.
    struct Shelf {
        std::mutex mutex;
        std::vector<Place> places;  // none, or a power of two; four by four, in each four the latest first
        std::size_t taken = 0;
    };
    static constexpr std::size_t shelf_count = 16;
    static std::size_t shelf_of(std::uint64_t hash);
    static std::size_t places_for(std::size_t objects);  // on a shelf
    static std::span<Place> four_of(std::uint64_t hash, Shelf& shelf);
    static const Place* find(const PairAsked& asked, std::uint64_t hash, Shelf& shelf);
    static void fatten(Shelf& shelf, std::size_t most);
    static Place& take(const PairAsked& asked, std::uint64_t hash, Shelf& shelf);

    mutable std::array<Shelf, shelf_count> shelves_;
};

}  // namespace graze::inline v1::detail
