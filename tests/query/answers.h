// Everything that can be asked about whether two shapes touch, and what brute force says to it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
#include <vector>

#include "graze/query/intersect/brute_force.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"
#include "tests/query/relations.h"
#include "tests/query/scenes.h"

namespace graze::inline v1 {

// So that a failure names them.
inline void PrintTo(Answer a, std::ostream* out) {
    *out << name_of(a);
}
inline void PrintTo(const TrianglePair& p, std::ostream* out) {
    *out << p.a << "-" << p.b;
}

}  // namespace graze::inline v1

namespace graze::test {

using Pairs = std::vector<TrianglePair>;

// In the order in which the query finds them.
inline Pairs visited_pairs(const Scene& s, const QueryOptions& options = {}) {
    Pairs pairs;
    const auto keep = [&pairs](TriangleId a, TriangleId b) {
        pairs.push_back({a, b});
        return true;
    };
    const Answer answer = visit_intersecting_triangles(s.a, s.pose_a, s.b, s.pose_b, keep, options);
    EXPECT_EQ(answer, pairs.empty() ? Answer::no : Answer::yes);
    return pairs;
}

inline Pairs sorted(Pairs pairs) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

inline Pairs exchanged(Pairs pairs) {
    for (TrianglePair& p : pairs) p = {p.b, p.a};
    return sorted(std::move(pairs));
}

inline Scene exchanged(const Scene& s) {
    return {s.name + ", exchanged", s.b, s.pose_b, s.a, s.pose_a, s.touching};
}

// For B, so that its box is well beside A's.
inline Pose pose_beside(const Scene& s) {
    const Box a = s.pose_a(s.a.mesh().box()), b = s.pose_b(s.b.mesh().box());
    const double sizes = a.size().x + b.size().x;
    return at(2 * (std::abs(a.upper.x) + std::abs(b.lower.x) + sizes)) * s.pose_b;
}

// ---- One question each

inline void expect_yes_or_no(const Scene& s, bool touching) {
    const Answer answer = touching ? Answer::yes : Answer::no;
    ASSERT_EQ(intersects(s.a, s.pose_a, s.b, s.pose_b), touching);
    ASSERT_EQ(intersects(s.a, s.pose_a, s.b, s.pose_b, {}), answer);
    if (touching) {
        ASSERT_TRUE(boxes_overlap(s.a, s.pose_a, s.b, s.pose_b));
    }
    const PosePair here{s.pose_a, s.pose_b}, beside{s.pose_a, pose_beside(s)};
    std::array<Answer, 3> out{Answer::bad_input, Answer::bad_input, Answer::bad_input};
    ASSERT_EQ(intersects_batch(s.a, s.b, std::array{here, beside, here}, out), QueryStatus::complete);
    ASSERT_EQ(out, (std::array{answer, Answer::no, answer}));
}

// A budget may leave the answer open, but must not make it a wrong one.
inline void expect_right_or_undecided_on_a_budget(const Scene& s, bool touching) {
    const Answer answer = touching ? Answer::yes : Answer::no;
    for (const std::uint64_t tests : {0, 1, 8, 40, 200, 1000}) {
        QueryCounts counts;
        const Answer found =
            intersects(s.a, s.pose_a, s.b, s.pose_b, {.budget = Budget::of_tests(tests), .counts = &counts});
        ASSERT_TRUE(found == answer || found == Answer::undecided) << tests << " tests";
    }
}

// The point lies in the boxes of both triangles, but for the error that CommonPoint states and that of taking
// the middle of up to six points.
inline void expect_point_in_both(const Witness& w, const Triangle& a, const Triangle& b) {
    double largest = 0;
    for (const Triangle* t : {&a, &b}) {
        for (const Vec3& p : t->corner)
            largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    const double error = (std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest) * 16;
    for (const Box& box : {bounds(a), bounds(b)}) {
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_GE(w.point_a[k], box.lower[k] - error);
            ASSERT_LE(w.point_a[k], box.upper[k] + error);
        }
    }
}

inline void expect_true_witness(const Scene& s, bool touching) {
    const Witness w = witness(s.a, s.pose_a, s.b, s.pose_b);
    ASSERT_EQ(w.answer, touching ? Answer::yes : Answer::no);
    if (!w.found()) return;
    const Triangle a = s.pose_a(s.a.mesh().triangle(w.feature_a.index)),
                   b = s.pose_b(s.b.mesh().triangle(w.feature_b.index));
    ASSERT_TRUE(intersects(a, b));
    expect_point_in_both(w, a, b);
    ASSERT_EQ(w.point_a, w.point_b);
    ASSERT_EQ(w.distance, 0);
    if (w.certainty == NormalCertainty::none) {
        ASSERT_EQ(w.normal, Vec3{});
    } else {
        ASSERT_NEAR(length(w.normal), 1, 1e-14);
    }
}

inline void expect_pairs(const Scene& s, const Pairs& expected) {
    ASSERT_EQ(sorted(visited_pairs(s)), expected);
    const auto odd = [](TriangleId a, TriangleId b) { return (a + b) % 2 == 1; };
    Pairs kept;
    for (const TrianglePair& p : expected) {
        if (odd(p.a, p.b)) kept.push_back(p);
    }
    const auto odd_faces = [&](FeatureId a, FeatureId b) { return odd(a.index, b.index); };
    ASSERT_EQ(sorted(visited_pairs(s, {.filter = odd_faces})), kept) << "with a filter";
    Pairs found;
    for (const IntersectingPair& p : intersecting_triangles(s.a, s.pose_a, s.b, s.pose_b)) {
        found.push_back({p.a, p.b});
        ASSERT_NE(p.common.kind, CommonKind::none);
    }
    ASSERT_EQ(found, expected);
}

// What the surfaces say about the relation: solids that touch or overlap without holding each other have
// common points there, and points in common rule out `apart` and `in`.
inline void expect_relation_that_fits(const Scene& s, bool touching) {
    const Relation solids = both_ways(s.a, s.pose_a, s.b, s.pose_b);
    const Relation r = relation(s.a, s.pose_a, s.b, s.pose_b, OpenMeshes::as_surfaces);
    ASSERT_EQ(relation(s.b, s.pose_b, s.a, s.pose_a, OpenMeshes::as_surfaces), mirrored(r));
    const bool closed = s.a.closed_surface().closed() && s.b.closed_surface().closed();
    ASSERT_EQ(solids, closed ? r : Relation::not_closed);
    if (touching) {
        ASSERT_TRUE(r == Relation::touching || r == Relation::overlapping) << name_of(r);
    } else if (closed) {
        ASSERT_NE(r, Relation::touching);
    } else {
        ASSERT_EQ(r, Relation::apart);
    }
}

// ---- All of them

inline void expect_right_answers(const Scene& s) {
    SCOPED_TRACE(s.name);
    const Pairs expected = find_intersections_brute_force(s.a.mesh(), s.pose_a, s.b.mesh(), s.pose_b).pairs;
    const bool touching = !expected.empty();
    if (s.touching) {
        ASSERT_EQ(touching, *s.touching) << "the scene is not what its name says";
    }
    const Scene back = exchanged(s);
    for (const Scene* scene : {&s, &back}) {
        ASSERT_NO_FATAL_FAILURE(expect_yes_or_no(*scene, touching));
        ASSERT_NO_FATAL_FAILURE(expect_right_or_undecided_on_a_budget(*scene, touching));
        ASSERT_NO_FATAL_FAILURE(expect_true_witness(*scene, touching));
    }
    ASSERT_NO_FATAL_FAILURE(expect_pairs(s, expected));
    ASSERT_NO_FATAL_FAILURE(expect_pairs(back, exchanged(expected)));
    ASSERT_NO_FATAL_FAILURE(expect_relation_that_fits(s, touching));
}

inline void expect_right_answers(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) {
    expect_right_answers({"", a, pa, b, pb});
}

// Of at least a tenth each way, so that neither "always" nor "never" would pass.
inline void expect_right_answers(const Scenes& scenes) {
    std::size_t touching = 0;
    for (const Scene& s : scenes) {
        expect_right_answers(s);
        if (testing::Test::HasFatalFailure()) return;
        touching += intersects(s.a, s.pose_a, s.b, s.pose_b) ? 1 : 0;
    }
    EXPECT_GE(touching, scenes.size() / 10);
    EXPECT_LE(touching, scenes.size() - scenes.size() / 10);
}

// What must be the same, to the order and the last bit, wherever and by whomever it is asked.
struct Answers {
    bool touching = false;
    Witness first;
    Pairs visited;
    QueryCounts counts;
    Relation relation = Relation::apart;

    friend bool operator==(const Answers& x, const Answers& y) {
        const auto same = [](const Witness& u, const Witness& v) {
            return u.answer == v.answer && u.feature_a == v.feature_a && u.feature_b == v.feature_b &&
                   u.point_a == v.point_a;
        };
        return x.touching == y.touching && same(x.first, y.first) && x.visited == y.visited &&
               x.counts == y.counts && x.relation == y.relation;
    }
};

inline Answers ask(const Scene& s) {
    Answers answers;
    answers.touching = intersects(s.a, s.pose_a, s.b, s.pose_b);
    answers.first = witness(s.a, s.pose_a, s.b, s.pose_b);
    answers.visited = visited_pairs(s, {.counts = &answers.counts});
    answers.relation = relation(s.a, s.pose_a, s.b, s.pose_b, OpenMeshes::as_surfaces);
    return answers;
}

inline std::vector<Answers> ask_all(const Scenes& scenes) {
    std::vector<Answers> answers;
    for (const Scene& s : scenes) answers.push_back(ask(s));
    return answers;
}

}  // namespace graze::test
