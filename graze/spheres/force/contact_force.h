// Forces and torques on two solids that overlap, from the volume that they share (Weller 2012, 5.4).
//
// The force is a stiffness times the common volume. Each bit of it pushes along the normals of the surface
// nearest to it, so that deep in a solid, where the line between two centres may point anywhere, the way out
// is still the way out. Forces change continuously with the poses.
#pragma once

#include <cstdint>
#include <memory>

#include "graze/spheres/proximity/proximity.h"

namespace graze::inline v1 {

// Whose normals say where to push.
enum class ForceNormals : std::uint8_t {
    other,    // each solid is pushed out of the other along the other's normals; the forces need not be
              // opposite
    a,        // along A's normals: the force on A is the opposite of that on B
    b,        // along B's normals, in the same way; for a body B that is fixed, and larger
    centres,  // from sphere to sphere, as a comparison: flips where solids overlap deeply
};

struct BodyVelocity {
    Vec3 linear;   // of the centre, in the world
    Vec3 angular;  // in radians per unit of time, about the centre
};

// What one query keeps for the next one about the same two shapes. One per pair of shapes and thread.
class ForceCache {
  public:
    ForceCache();
    ~ForceCache();
    ForceCache(ForceCache&&) noexcept;
    ForceCache& operator=(ForceCache&&) noexcept;

  private:
    friend struct ForceQuery;
    struct Kept;
    std::unique_ptr<Kept> kept_;
};

struct ForceOptions {
    double stiffness = 1;  // force per common volume
    ForceNormals normals = ForceNormals::other;
    // Torques are about these points, in local coordinates. None: the centroids of the solids.
    std::optional<Vec3> center_a{}, center_b{};
    // Coulomb friction: against the sliding of each contact, as large as `friction` times its force; in
    // proportion to the speed below `slow`, so that it is continuous too.
    double friction = 0;
    BodyVelocity velocity_a{}, velocity_b{};
    double slow = 1e-3;
    // In pairs of balls. Pairs that were not looked into count with the volume to expect of them. With a
    // cache, such forces follow the true ones no faster than the stiffness of the answer times the motion.
    Budget budget{};
    ForceCache* cache = nullptr;
};

struct ContactForce {
    Vec3 force_a, torque_a;  // on A, in the world
    Vec3 force_b, torque_b;
    double volume = 0;  // the estimate that the force is made of, gaps filled
    Vec3 center;        // of that volume, in the world
    // A bound on the change of either force per motion of the solids, here: per length that the fastest point
    // of the ball around a solid moves. Friction is not included.
    double stiffness = 0;
    std::uint64_t tests = 0;
    QueryStatus status = QueryStatus::complete;  // `undecided`: the budget was used up
};

// Both shapes are closed meshes; the sphere trees are those that they keep.
ContactForce contact_force(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                           const ForceOptions& options = {});
ContactForce contact_force(const Shape& a, const SphereTree& tree_a, const Pose& world_from_a, const Shape& b,
                           const SphereTree& tree_b, const Pose& world_from_b,
                           const ForceOptions& options = {});

// One contact, to be drawn or looked at.
struct SphereContact {
    Vec3 point;               // the middle of the lens, in the world
    Vec3 normal_a, normal_b;  // outward normals of A and of B there; shorter than 1 where several meet
    double volume = 0;
    std::uint32_t leaf_a = 0, leaf_b = 0;
};
// All pairs of spheres that overlap, in the order of the trees; in the caller's memory as far as it goes.
Filled sphere_contacts(const SphereTree& tree_a, const Pose& world_from_a, const SphereTree& tree_b,
                       const Pose& world_from_b, std::span<SphereContact> out);
// Pairs of triangles that intersect, found among the triangles nearest to spheres that overlap: some of all
// those that intersecting_triangles() finds, sorted.
Listed<TrianglePair> some_intersecting_triangles(const Shape& a, const SphereTree& tree_a,
                                                 const Pose& world_from_a, const Shape& b,
                                                 const SphereTree& tree_b, const Pose& world_from_b);

}  // namespace graze::inline v1
