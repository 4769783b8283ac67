// The tables of the questions about shapes of any kind. A room that has a kind of its own fills in the cells
// that it can answer; all others say `unsupported`. Two meshes are not in these tables: questions about them
// are answered without a look-up.
#pragma once

#include <array>
#include <cstddef>

#include "graze/base/pose.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/kinds/kind_table.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/ray/ray.h"
#include "graze/query/relation/relation.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

using IntersectsCell = Answer (*)(const Shape& a, const Pose& world_from_a, const Shape& b,
                                  const Pose& world_from_b, const QueryOptions& options);
// The limit is a number, not below 0.
using WithinCell = Answer (*)(const Shape& a, const Pose& world_from_a, const Shape& b,
                              const Pose& world_from_b, double limit, const QueryOptions& options);
using DistanceCell = Distance (*)(const Shape& a, const Pose& world_from_a, const Shape& b,
                                  const Pose& world_from_b, const QueryOptions& options);
using RelationCell = Relation (*)(const Shape& a, const Pose& world_from_a, const Shape& b,
                                  const Pose& world_from_b, OpenMeshes open_meshes,
                                  const QueryOptions& options);

// What a ray has in common with a convex solid.
struct RayPassage {
    QueryStatus status = QueryStatus::complete;
    std::size_t count = 0;  // 0: nothing
    // Where the ray enters, and where it leaves if it does so after that and within its limits. A ray that
    // begins inside enters at its lower limit, with the side `inside`.
    std::array<RayHit, 2> hit;
};
using RayCell = RayPassage (*)(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                               const QueryOptions& options);
// Points inside a solid have the distance 0, or with `with_sign` a value below 0. The point is finite.
using PointCell = PointDistance (*)(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                                    bool with_sign, const QueryOptions& options);

struct QuestionTables {
    PairTable<IntersectsCell> intersects;
    PairTable<WithinCell> within;
    PairTable<DistanceCell> distance;
    PairTable<RelationCell> relation;
    KindTable<RayCell> ray;
    KindTable<PointCell> point;
};

// The cells of the kinds of this room are in them. Any thread may call, at any time, also before main().
QuestionTables& question_tables();

}  // namespace graze::inline v1
