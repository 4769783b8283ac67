// How near are two solids, or how much do they share? From their inner sphere trees (Weller 2012, 5.3), with
// bounds that hold.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_cache.h"
#include "graze/spheres/tree/sphere_tree.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// How a distance that was found between spheres is made better.
enum class DistanceRefinement : std::uint8_t {
    spheres,    // not at all
    triangles,  // by the triangles that are nearest to the two closest spheres
    exact,      // the very result of distance(), which is asked first: it is quicker than the spheres
};

// Where the common volume comes from.
enum class VolumeMethod : std::uint8_t {
    // The exact query for small meshes (see `exact_volume_triangles`) unless there is a budget, else the
    // spheres. The choice depends on the shapes, not on their poses, so that volumes have no jumps.
    automatic,
    spheres,
    exact,  // overlap_volume(); the spheres only if a budget ends before it is done
};
// Both meshes together; up to here the exact volume is the quicker one.
inline constexpr std::size_t exact_volume_triangles = 12'000;

// What one query keeps for the next one about the same two shapes: the closest spheres, and the memory that
// queries need. One per pair of shapes and thread.
class ProximityCache {
  public:
    ProximityCache();
    ~ProximityCache();
    ProximityCache(ProximityCache&&) noexcept;
    ProximityCache& operator=(ProximityCache&&) noexcept;

  private:
    friend struct ProximityQuery;
    struct Kept;
    std::unique_ptr<Kept> kept_;
};

struct ProximityOptions {
    // In balls tested, and in boxes and triangles for the exact distance. Used up: bounds hold, and the
    // status is `undecided`.
    Budget budget{};
    // How many balls to test for the volume before its estimate is good enough, the most uncertain first; 0:
    // all. 40 000 take a fraction of a millisecond.
    std::uint64_t effort = 40'000;
    // The volume need not be known better than this: the search ends when the width of the bounds is at most
    // this part of the upper one. 0: as good as
    // the effort allows.
    double accuracy = 0;
    DistanceRefinement refinement = DistanceRefinement::exact;
    VolumeMethod volume = VolumeMethod::automatic;
    ProximityCache* cache = nullptr;
};

struct Proximity {
    // Have the solids a volume in common? `no` if they are certainly apart, `undecided` if the spheres or the
    // budget cannot tell.
    Answer overlap = Answer::undecided;

    // The common volume, in the cube of the coordinates' unit: an estimate with the gaps between the spheres
    // filled, and bounds. 0 if the solids are apart. Of the exact query: its volume and error.
    double volume = 0, volume_at_least = 0, volume_at_most = 0;
    Vec3 center;  // of the common volume: an estimate, in the world

    // Where no spheres overlap, the closest points found: `distance` between them is an upper bound of the
    // distance between the solids. Spheres are inside, so that they are further apart than the solids (the
    // source has this the other way round). If spheres overlap, or the solids are nested: 0 and no contact.
    Contact contact;
    double distance = 0, distance_at_least = 0;

    std::uint64_t tests = 0;  // of balls
    QueryStatus status = QueryStatus::complete;

    double width() const { return volume_at_most - volume_at_least; }
};

// Both shapes are closed meshes (`not_closed`, `unsupported`). The sphere trees are those that the shapes
// keep; the first query makes them, which takes seconds (see sphere_tree()). (A, B) gives the same volumes as
// (B, A). Volumes count the parts of a mesh as overlap_volume() does. Without a cache, memory is taken from
// the heap for each query of spheres; with one, a loop soon takes no more (the exact volume always does).
Proximity proximity(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                    const ProximityOptions& options = {});
// The same with trees of the caller's.
Proximity proximity(const Shape& a, const SphereTree& tree_a, const Pose& world_from_a, const Shape& b,
                    const SphereTree& tree_b, const Pose& world_from_b, const ProximityOptions& options = {});

// Only whether the solids have a volume in common: ends with the first two spheres that overlap. `no` is
// certain, and so is `yes`; `undecided` if the material around the spheres may overlap, but no spheres do.
Answer solids_overlap(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const ProximityOptions& options = {});

}  // namespace graze::inline v1
