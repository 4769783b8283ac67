// Which octants hold which objects: the structure of the octree, without boxes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/world/comparison/detail/octant.h"
#include "graze/world/comparison/detail/small_lists.h"

namespace graze::inline v1::detail {

// An object is held by octants that cover its range of voxels without overlapping. All octants are allocated
// at once, and objects know theirs (the octant arrays of Zachmann 2000, 3.8.4).
class Octree {
  public:
    Octree() { reset(0, 0); }
    void reset(unsigned depth, std::size_t objects);  // an empty one
    void extend(std::size_t objects) { octants_of_.extend(objects); }

    // Changes only what the old and the new range, empty or not, do not have in common.
    void move(std::uint32_t object, const CellRange& from, const CellRange& to);

    const Octants& octants() const { return octants_; }
    std::span<const std::uint32_t> occupants(std::size_t octant) const { return occupants_[octant]; }
    // Whether smaller octants inside hold an object.
    bool any_inside(std::size_t octant) const { return inside_[octant] > 0; }
    // Packed.
    std::span<const std::uint32_t> octants_of(std::uint32_t object) const { return octants_of_[object]; }
    double crowding() const { return occupants_.crowding(); }
    std::size_t memory() const;

  private:
    void insert(std::uint32_t object, const CellRange& range, const Octant& octant);
    void insert(std::uint32_t object, const CellRange& range);
    void take_out(std::uint32_t object, const Octant& octant);
    void count_occupant(Octant octant, std::uint32_t change);
    void leave_all(std::uint32_t object);
    void leave_outside(std::uint32_t object, const CellRange& range);

    Octants octants_;
    SmallLists occupants_;               // of octants
    SmallLists octants_of_;              // of objects
    std::vector<std::uint32_t> inside_;  // number of entries in smaller octants inside an octant
    std::vector<std::uint32_t> held_;    // scratch
};

}  // namespace graze::inline v1::detail
