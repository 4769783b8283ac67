// Asking for a relation in every way that must not change it.
#pragma once

#include <gtest/gtest.h>

#include <ostream>

#include "graze/query/relation/relation.h"
#include "tests/query/solids.h"

namespace graze::inline v1 {

// So that a failure names it.
inline void PrintTo(Relation r, std::ostream* out) {
    *out << name_of(r);
}

}  // namespace graze::inline v1

namespace graze::test {

inline Relation mirrored(Relation r) {
    if (r == Relation::a_in_b) return Relation::b_in_a;
    return r == Relation::b_in_a ? Relation::a_in_b : r;
}

// The relation, after checking that it is mirrored when A and B change places.
inline Relation both_ways(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) {
    const Relation r = relation(a, pa, b, pb);
    EXPECT_EQ(relation(b, pb, a, pa), mirrored(r));
    return r;
}

// Both ways round, and with either mesh or both turned inside out, which changes nothing about the solids.
inline Relation relation_of(const Mesh& a, const Mesh& b, const Pose& pose_a = {}, const Pose& pose_b = {}) {
    const Shape sa(a), sb(b), ra(inside_out(a)), rb(inside_out(b));
    const Relation r = both_ways(sa, pose_a, sb, pose_b);
    EXPECT_EQ(both_ways(ra, pose_a, sb, pose_b), r) << "A inside out";
    EXPECT_EQ(both_ways(sa, pose_a, rb, pose_b), r) << "B inside out";
    EXPECT_EQ(both_ways(ra, pose_a, rb, pose_b), r) << "both inside out";
    return r;
}

}  // namespace graze::test
