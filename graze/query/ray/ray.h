// Where does a ray meet a shape at a pose?
//
// Exact: a ray hits a triangle, carried to the world by its pose, as ray_triangle.h says. So a line that
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
    TriangleId triangle = 0;  // Mesh::polygon_of() and part_of() lead on from here
    RaySide side = RaySide::front;
    double t = 0;  // see TriangleHit
    Vec3 point;    // ray.at(t)
    // The point as a mix of the triangle's corners: three weights from 0 to 1 with the sum 1. Rounded; for a
    // triangle without area those of the corner that is nearest.
    std::array<double, 3> weight{};
};

// Which triangles count. Called for triangles that are hit or nearly so, before that is decided; must not
// throw.
using TriangleFilter = std::function<bool(TriangleId)>;

// What a query did.
struct RayCounts {
    std::uint64_t nodes = 0;      // opened, of eight boxes each
    std::uint64_t leaves = 0;     // opened
    std::uint64_t triangles = 0;  // that the filter in floats let pass
    std::uint64_t exact = 0;      // ... and of which it did not know whether they are hit

    friend bool operator==(const RayCounts&, const RayCounts&) = default;
};

struct RayOptions {
    TriangleFilter filter{};      // default: all
    RayCounts* counts = nullptr;  // added to
};

// The hit with the lowest t, and of several with the same t that in the triangle of the lowest number.
// Allocates nothing.
std::optional<RayHit> first_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                                const RayOptions& options = {});

// Is anything hit at all? Stops at the first triangle that is. Allocates nothing.
bool any_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
             const RayOptions& options = {});

// Each triangle that is hit, once, in an order that is the same on every machine, but not that of t.
// Returning false ends the query. Allocates nothing. True if there was any hit.
using HitCollector = std::function<bool(const RayHit& hit)>;
bool visit_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray, const HitCollector& collect,
                const RayOptions& options = {});

// All of them, in ascending order of (t, triangle). Through an edge of a mesh there are two hits, or more, at
// almost the same t.
std::vector<RayHit> all_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                             const RayOptions& options = {});

// One shape, many rays: out[i] is for rays[i]. `out` has the size of `rays`. Rays that follow one another
// closely are a little faster than rays at random.
void first_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                std::span<std::optional<RayHit>> out, const Threads& threads = {});
void any_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
              std::span<std::uint8_t> out, const Threads& threads = {});

}  // namespace graze::inline v1
