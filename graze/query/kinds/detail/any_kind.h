// Questions about shapes of which at least one is not a mesh: the cell of the table answers. Where there is
// none, the answer is `unsupported`, and the log says so once for each question and pair of kinds.
#pragma once

#include <string_view>

#include "graze/query/kinds/question_tables.h"

namespace graze::inline v1::detail {

GRAZE_INLINE bool are_meshes(const Shape& a, const Shape& b) {
    return a.is_mesh() && b.is_mesh();
}

Answer intersects_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const QueryOptions& options);
Witness witness_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                    const QueryOptions& options);
Answer within_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  double limit, const QueryOptions& options);
Distance distance_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const QueryOptions& options);
Relation relation_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      OpenMeshes open_meshes, const QueryOptions& options);
RayPassage ray_passage(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                       const QueryOptions& options);
PointDistance point_distance_any(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                                 bool with_sign, const QueryOptions& options);

// False: a question that is about meshes only was asked about another kind, and the log says so.
bool meshes_only(std::string_view question, const Shape& a, const Shape& b);

}  // namespace graze::inline v1::detail
