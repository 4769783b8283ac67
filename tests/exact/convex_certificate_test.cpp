// Pairs of hulls, random and adversarial: each answer leaves evidence, and integers confirm it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/query/depth/convex_depth.h"
#include "graze/query/intersect/intersect.h"
#include "tests/exact/rational_convex.h"
#include "tests/soak.h"

namespace graze::test {
namespace {

struct HullPair {
    Shape a, b;
    Pose pose_a, pose_b;
};

Shape hull_of_random_points(Random& r, const Vec3& scale) {
    std::vector<Vec3> points(4 + r.below(12));
    for (Vec3& p : points) {
        p = r.in_box({-1, -1, -1}, {1, 1, 1});
        p = {p.x * scale.x, p.y * scale.y, p.z * scale.z};
    }
    return Shape(ConvexHull(points));
}

Shape hull_of_grid_points(Random& r) {
    std::vector<Vec3> points(4 + r.below(8));
    for (Vec3& p : points)
        p = {static_cast<double>(r.below(4)), static_cast<double>(r.below(4)),
             static_cast<double>(r.below(4))};
    return Shape(ConvexHull(points));
}

// So many corners that support functions climb.
Shape hull_of_many_points(Random& r) {
    std::vector<Vec3> points(50 + r.below(60));
    for (Vec3& p : points) p = r.on_sphere();
    return Shape(ConvexHull(points));
}

Shape solid_of_any_form(Random& r) {
    if (r.below(40) == 0) return hull_of_many_points(r);
    switch (r.below(4)) {
        case 0:
            return Shape(OrientedBox({0.1 + r.uniform(), 0.1 + r.uniform(), 0.1 + r.uniform()}));
        case 1:  // a needle or a plate
            return hull_of_random_points(r, {1, r.below(2) == 0 ? 1 : 1e-9, 1e-9});
        default:
            return hull_of_random_points(r, {1, 1, 1});
    }
}

Pose anywhere(Random& r, double far) {
    return Pose(r.rotation(), r.in_box({-far, -far, -far}, {far, far, far}));
}

// Moved by the signed distance, so that only rounding decides.
HullPair moved_to_touch(Random& r) {
    HullPair pair{solid_of_any_form(r), solid_of_any_form(r), anywhere(r, 1), anywhere(r, 1)};
    const SignedDistance d = convex_depth(pair.a, pair.pose_a, pair.b, pair.pose_b);
    pair.pose_b = Pose::translation(d.normal * -d.distance) * pair.pose_b;
    return pair;
}

HullPair on_a_grid(Random& r) {
    const auto step = [&] { return static_cast<double>(r.below(7)) - 3; };
    const auto turn = [&] {
        return Pose::rotation_turns(std::array{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}[r.below(3)],
                                    0.25 * static_cast<double>(r.below(4)));
    };
    return {hull_of_grid_points(r), hull_of_grid_points(r), turn(),
            Pose::translation({step(), step(), step()}) * turn()};
}

HullPair copies(Random& r) {
    const Shape shape = solid_of_any_form(r);
    const Pose pose = anywhere(r, 1);
    const double by = std::ldexp(1.0, -static_cast<int>(r.below(60)));
    return {shape, shape, pose, r.below(3) == 0 ? pose : Pose::translation(r.on_sphere() * by) * pose};
}

HullPair drawn(Random& r) {
    switch (r.below(5)) {
        case 0:
            return on_a_grid(r);
        case 1:
            return moved_to_touch(r);
        case 2:
            return copies(r);
        default:
            return {solid_of_any_form(r), solid_of_any_form(r), anywhere(r, 1), anywhere(r, 1)};
    }
}

bool has_inside(const Shape& shape) {
    const auto* hull = shape.as<ConvexHull>();
    return hull == nullptr || hull->dimension() == 3;
}

TEST(ConvexCertificate, proves_every_answer_in_integers) {
    constexpr std::uint64_t seed = 20270;
    Random r(seed);
    int by_kind[5] = {}, flat = 0;
    for (std::int64_t i = 0, pairs = std::int64_t{100'000} * soak_factor(); i < pairs; ++i) {
        const HullPair pair = drawn(r);
        const ConvexCertificate c = certified_intersects(pair.a, pair.pose_a, pair.b, pair.pose_b);
        ++by_kind[static_cast<int>(c.kind)];
        ASSERT_EQ(c.answer == Answer::yes, intersects(pair.a, pair.pose_a, pair.b, pair.pose_b))
            << "pair " << i << " of seed " << seed;
        if (c.kind == ConvexCertificate::Kind::none && !(has_inside(pair.a) || has_inside(pair.b))) {
            ++flat;  // all in one plane, or in two
            continue;
        }
        ASSERT_EQ(fault_of(c, world_corners(pair.a, pair.pose_a), world_corners(pair.b, pair.pose_b)), "")
            << "pair " << i << " of seed " << seed;
    }
    EXPECT_EQ(by_kind[0], flat);
    EXPECT_GT(by_kind[1], 1000);  // no, in doubles
    EXPECT_GT(by_kind[2], 20);    // no, exactly
    EXPECT_GT(by_kind[3], 1000);  // yes, in doubles
    EXPECT_GT(by_kind[4], 1000);  // yes, exactly
}

TEST(ConvexCertificate, is_for_boxes_and_hulls) {
    const Shape box(OrientedBox({1, 1, 1})), ball(Sphere{{}, 1});
    EXPECT_EQ(certified_intersects(box, {}, ball, {}).answer, Answer::unsupported);
    EXPECT_EQ(certified_intersects(box, {}, box, {}).answer, Answer::yes);
}

}  // namespace
}  // namespace graze::test
