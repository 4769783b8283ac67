// Cached results of World::touching and World::distance, so that a pair at rest is not tested twice.
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

// Two objects in the order of the query, as they were when it was answered. Whole ids, because indices are
// reused.
struct PairAsked {
    ObjectId a, b;
    std::uint64_t version_a = 0, version_b = 0;

    friend bool operator==(const PairAsked&, const PairAsked&) = default;
    bool is_of_same(const PairAsked& other) const { return a == other.a && b == other.b; }
};

// A table in which each pair has four possible places. Of five pairs with the same four places, the pair that
// was queried longest ago is dropped. So memory is bounded whatever the queries, and removing objects needs
// no search: results about removed objects are overwritten in time. All functions may be called from several
// threads at once.
class Answers {
  public:
    // Places per object, and the limit for all objects: 7 MB.
    static constexpr std::size_t places_per_object = 64, most_places = std::size_t{1} << 16;

    std::optional<bool> touching(const PairAsked& asked) const;
    std::optional<Distance> distance(const PairAsked& asked) const;
    // `objects`: the number of objects in the world.
    void keep(const PairAsked& asked, bool touching, std::size_t objects);
    void keep(const PairAsked& asked, const Distance& distance, std::size_t objects);
    // Frees the memory that is too much for this number of objects. The results in it have to be computed
    // again.
    void shrink(std::size_t objects);
    std::size_t places() const;

  private:
    struct Place {
        PairAsked asked;
        std::optional<bool> touching;
        std::optional<Distance> distance;
    };
    // Each shelf has a lock of its own, so that threads rarely wait for each other.
    struct Shelf {
        std::mutex mutex;
        std::vector<Place> places;  // empty, or a power of two; in sets of four, the latest of each set first
        std::size_t taken = 0;
    };
    static constexpr std::size_t shelf_count = 16;
    static std::size_t shelf_of(std::uint64_t hash);
    static std::size_t places_for(std::size_t objects);  // places on one shelf
    static std::span<Place> four_of(std::uint64_t hash, Shelf& shelf);
    // What a place holds for the pair.
    template <class Result>
    std::optional<Result> kept(const PairAsked& asked, std::optional<Result> Place::* result) const;
    static void make_room(Shelf& shelf, std::size_t most);
    static Place& take(const PairAsked& asked, std::uint64_t hash, Shelf& shelf);

    mutable std::array<Shelf, shelf_count> shelves_;
};

}  // namespace graze::inline v1::detail
