#include "graze/world/comparison/detail/octree.h"

namespace graze::inline v1::detail {
namespace {

// Moves leave an object in smaller octants than it needs. When it is in more octants than this, it is removed
// and inserted again.
constexpr std::size_t most_octants = 64;

}  // namespace

void Octree::reset(unsigned depth, std::size_t objects) {
    octants_.depth = depth;
    occupants_.reset(octants_.count());
    octants_of_.reset(objects);
    inside_.assign(octants_.count(), 0);
    inside_.shrink_to_fit();
}

void Octree::move(std::uint32_t object, const CellRange& from, const CellRange& to) {
    if (from == to) return;
    if (from.empty() || to.empty() || !from.meets(to) || octants_of_[object].size() > most_octants) {
        leave_all(object);
        if (!to.empty()) insert(object, to);
        return;
    }
    leave_outside(object, to);
    for_each_range_outside(to, from, [&](const CellRange& entering) { insert(object, entering); });
}

void Octree::insert(std::uint32_t object, const CellRange& range) {
    insert(object, range, octants_.around(range));
}

void Octree::insert(std::uint32_t object, const CellRange& range, const Octant& octant) {
    const CellRange own = octants_.range(octant);
    if (!own.meets(range)) return;
    if (range.contains(own)) {
        occupants_.add(Octants::index(octant), object);
        octants_of_.add(object, octant.packed());
        count_occupant(octant, 1);
        return;
    }
    for (unsigned i = 0; i < 8; ++i) insert(object, range, octant.child(i));
}

void Octree::count_occupant(Octant octant, std::uint32_t change) {
    while (octant.level > 0) {
        octant = octant.parent();
        inside_[Octants::index(octant)] += change;
    }
}

void Octree::take_out(std::uint32_t object, const Octant& octant) {
    occupants_.remove(Octants::index(octant), object);
    count_occupant(octant, ~std::uint32_t{0});  // one less
}

void Octree::leave_all(std::uint32_t object) {
    for (const std::uint32_t bits : octants_of_[object]) take_out(object, Octant::unpacked(bits));
    octants_of_.clear(object);
}

// Removes the object from the octants that are not wholly in the range. If an octant is partly in the range,
// the object is added to those parts of it.
void Octree::leave_outside(std::uint32_t object, const CellRange& range) {
    const auto octants = octants_of_[object];
    held_.assign(octants.begin(), octants.end());
    octants_of_.clear(object);
    for (const std::uint32_t bits : held_) {
        const Octant octant = Octant::unpacked(bits);
        const CellRange own = octants_.range(octant);
        if (range.contains(own)) {
            octants_of_.add(object, bits);
            continue;
        }
        take_out(object, octant);
        if (range.meets(own)) insert(object, common_range(range, own), octant);
    }
}

std::size_t Octree::memory() const {
    return occupants_.memory() + octants_of_.memory() +
           (inside_.capacity() + held_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace graze::inline v1::detail
