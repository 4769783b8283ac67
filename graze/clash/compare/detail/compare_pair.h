// One pair of parts, looked at closely.
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
    Box box;  // in the world
};

struct CompareOptions {
    double touch = 0;
    RelationOptions relation;  // the budget is for everything
};

// A point that both have in common; none if there is none, or out of budget.
std::optional<Vec3> common_point(const PlacedShape& a, const PlacedShape& b, Meter& meter);

// What is worth reporting of two parts, without its id, status and the numbers of the parts. None: they are
// far enough apart.
std::optional<ClashFinding> compare(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms,
                                    const CompareOptions& options);

}  // namespace graze::inline v1::detail
