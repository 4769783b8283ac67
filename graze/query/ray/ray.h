// Where does a ray meet a shape at a pose?
//
// Exact: a ray hits a triangle, placed in the world by its pose, as ray_triangle.h defines. So a line that
// passes through an edge or a corner of a closed mesh meets the triangles there, and never slips through. All
// answers are the same on every machine and for any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/threads.h"
#include "graze/query/ray/ray_triangle.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct RayHit {
    TriangleId triangle = 0;  // Mesh::polygon_of() and part_of() give its polygon and part
    RaySide side = RaySide::front;
    double t = 0;  // see TriangleHit
    Vec3 point;    // ray.at(t)
    // The barycentric coordinates of the point: three weights from 0 to 1 with the sum 1, one per corner.
    // Rounded. For a triangle without area, the weights of the nearest corner.
    std::array<double, 3> weight{};
};

// Which triangles count. The query calls the filter for triangles that are hit or nearly so, before it
// decides the hit. The filter must not throw.
using TriangleFilter = std::function<bool(TriangleId)>;

// What a query did.
struct RayCounts {
    std::uint64_t nodes = 0;      // opened, of eight boxes each
    std::uint64_t leaves = 0;     // opened
    std::uint64_t triangles = 0;  // that passed the filter in floats
    std::uint64_t exact = 0;      // ... and that the filter could not decide

    friend bool operator==(const RayCounts&, const RayCounts&) = default;
};

struct RayOptions {
    TriangleFilter filter{};      // default: all
    RayCounts* counts = nullptr;  // the query adds to these counts
};

// The hit with the lowest t. Of several hits with the same t, the one with the lowest triangle number.
// Allocates nothing.
std::optional<RayHit> first_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                                const RayOptions& options = {});

// Is any triangle hit? Stops at the first hit. Allocates nothing.
bool any_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
             const RayOptions& options = {});

// Reports each triangle that is hit, once, in an order that is the same on every machine, but is not the
// order of t. Returning false ends the query. Allocates nothing. True if there was any hit.
using HitCollector = std::function<bool(const RayHit& hit)>;
bool visit_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray, const HitCollector& collect,
                const RayOptions& options = {});

// All hits in ascending order of (t, triangle). A ray through an edge of a mesh has two hits, or more, at
// almost the same t.
std::vector<RayHit> all_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                             const RayOptions& options = {});

// One shape, many rays: out[i] is for rays[i]. `out` has the size of `rays`. Coherent rays are a little
// faster than random ones.
void first_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                std::span<std::optional<RayHit>> out, const Threads& threads = {});
void any_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
              std::span<std::uint8_t> out, const Threads& threads = {});

}  // namespace graze::inline v1
