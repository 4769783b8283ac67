// The exact comparison of one pair of parts.
#pragma once

#include <optional>

#include "graze/clash/finding.h"
#include "graze/clash/rules/rules.h"
#include "graze/query/relation/relation.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

struct PlacedShape {
    Shape shape;
    Pose world_from_shape;
    Box box;  // in world coordinates
};

struct CompareOptions {
    double touch = 0;
    OpenMeshes open_meshes = OpenMeshes::refuse;
    Budget budget{};               // of the whole comparison
    Progress* progress = nullptr;  // cancelling it ends the comparison; nothing is reported
    bool as_tessellated = false;   // the triangles are the parts
};

// A point that both parts have in common; nullopt if there is none, or out of budget.
std::optional<Vec3> common_point(const PlacedShape& a, const PlacedShape& b, Meter& meter);

// The finding about two parts, without its id, status and the numbers of the parts. nullopt: the parts are
// far enough apart.
std::optional<ClashFinding> compare_pair(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms,
                                         const CompareOptions& options);

}  // namespace graze::inline v1::detail
