// Welds points piece by piece, so that a reader need not hold all corners of a file at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// A hash table with open addressing. Points are looked up in batches: the slots, then the vertices of a whole
// batch are prefetched, because both miss the cache for large meshes. Every welder has a new seed for its
// hash, so that no file can force collisions; the result does not depend on the seed.
class Welder {
  public:
    explicit Welder(std::size_t expected_vertices = 0);

    // Sets index[i] to the number of the vertex of points[i].
    void add(std::span<const Vec3> points, std::uint32_t* index);

    // Distinct points so far, in the order of their first occurrence.
    const std::vector<Vec3>& vertices() const { return vertices_; }
    // The welder must not be used afterwards.
    std::vector<Vec3> take_vertices() {
        slots_ = std::vector<Slot>();
        return std::move(vertices_);
    }
    // Reserves memory for this many distinct points in all.
    void reserve(std::size_t vertices);

  private:
    static constexpr std::uint32_t no_vertex = 0xffffffff;
    struct Slot {
        std::uint32_t tag = 0;  // upper half of the hash; its upper bits choose the slot
        std::uint32_t vertex = no_vertex;
    };
    std::uint32_t tag_of(const Vec3& p) const;
    std::size_t slot_of(std::uint32_t tag) const { return tag >> shift_; }
    bool too_many_for(std::size_t vertices) const;
    void make_room(std::size_t more);
    void make_slots_for(std::size_t vertices);
    void add_batch(std::span<const Vec3> points, std::uint32_t* index);
    std::uint32_t find_or_insert(const Vec3& p, std::uint32_t tag);

    std::vector<Vec3> vertices_;
    std::vector<Slot> slots_;  // 2^(32 - shift_)
    unsigned shift_;
    std::array<std::uint64_t, 3> seed_;
};

}  // namespace graze::inline v1::detail
