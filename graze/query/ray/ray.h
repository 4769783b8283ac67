// Where does a ray meet a shape at a pose?
//
// Exact: a ray hits a triangle, placed in the world by its pose, as ray_triangle.h defines. So a line that
// passes through an edge or a corner of a closed mesh meets the triangles there, and never slips through. All
// answers are the same on every machine and for any number of threads.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <span>

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_options.h"
#include "graze/query/ray/ray_triangle.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct RayHit {
    FeatureId feature;  // the face that is hit; trace() gives its polygon and part
    RaySide side = RaySide::front;
    double t = std::numeric_limits<double>::quiet_NaN();  // see TriangleHit
    Vec3 point;                                           // ray.at(t)
    // The barycentric coordinates of the point: three weights from 0 to 1 with the sum 1, one per corner.
    // Rounded. For a triangle without area, the weights of the nearest corner.
    std::array<double, 3> weight{};
};

// The hit with the lowest t, if there is one. If the search was not completed, the answer is `undecided`; if
// it has a t then, there may be hits before that one.
struct FirstHit : RayHit {
    Answer answer = Answer::no;

    bool found() const { return answer == Answer::yes; }
};

// What holds for all ray queries: options.filter gets the triangle, as a face, and FeatureId{}. It is called
// for triangles that are hit or nearly so, before the hit is decided. Of the counts, box_pairs are boxes
// tested, leaf_pairs leaves opened, triangle_pairs the triangles that passed the filter in floats, and
// exact_pairs those that it could not decide. There is no use for a cache.

// Of several hits with the same t, the one with the lowest triangle number. Allocates nothing.
FirstHit first_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray);
FirstHit first_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                   const QueryOptions& options);

// Is any triangle hit? Stops at the first hit. Allocates nothing.
bool any_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray);
Answer any_hit(const Shape& shape, const Pose& world_from_shape, const Ray& ray, const QueryOptions& options);

// Reports each triangle that is hit, once, in an order that is the same on every machine, but is not the
// order of t. Returning false ends the query. Allocates nothing. Says whether there was any hit; `undecided`
// if the search was not completed.
using HitCollector = std::function<bool(const RayHit& hit)>;
Answer visit_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                  const HitCollector& collect, const QueryOptions& options = {});

// All hits in ascending order of (t, triangle). A ray through an edge of a mesh has two hits, or more, at
// almost the same t.
Listed<RayHit> all_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                        const QueryOptions& options = {});
// The same in the caller's memory; allocates nothing. If there are more hits than `out` has room for, it
// holds those found first.
Filled all_hits(const Shape& shape, const Pose& world_from_shape, const Ray& ray, std::span<RayHit> out,
                const QueryOptions& options = {});

// One shape, many rays: out[i] is for rays[i]. `out` has the size of `rays`; otherwise nothing is written,
// and the status is `bad_input`. The budget is for each ray. Undecided if one of the answers is. Coherent
// rays are a little faster than random ones.
QueryStatus first_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                       std::span<FirstHit> out, const QueryOptions& options = {});
QueryStatus any_hits(const Shape& shape, const Pose& world_from_shape, std::span<const Ray> rays,
                     std::span<Answer> out, const QueryOptions& options = {});

}  // namespace graze::inline v1
