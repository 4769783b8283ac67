#include "graze/query/point/detail/winding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using detail::crossing;
using detail::SurfaceCrossing;
using detail::SurfacePoint;
using detail::WindingNumber;

const Triangle ground{{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}};  // seen from above

SurfacePoint at(const Vec3& p) {
    return {{{{{p, p, p}}}, {1, 0, 0}}};
}

TEST(SurfaceCrossing, tells_from_which_side) {
    EXPECT_EQ(crossing(at({1, 1, -1}), {1, 1, 1}, ground), SurfaceCrossing::from_behind);
    EXPECT_EQ(crossing(at({1, 1, 1}), {1, 1, -1}, ground), SurfaceCrossing::from_front);
    EXPECT_EQ(crossing(at({1, 1, 1}), {1, 1, 2}, ground), SurfaceCrossing::none);
    EXPECT_EQ(crossing(at({3, 3, 1}), {3, 3, -1}, ground), SurfaceCrossing::none) << "beside it";
    EXPECT_EQ(crossing(at({1, 1, 0}), {1, 1, 1}, ground), SurfaceCrossing::none) << "starts in it";
}

TEST(SurfaceCrossing, of_an_edge_or_a_corner_is_degenerate) {
    EXPECT_EQ(crossing(at({1, 0, -1}), {1, 0, 1}, ground), SurfaceCrossing::degenerate);
    EXPECT_EQ(crossing(at({2, 2, -1}), {2, 2, 1}, ground), SurfaceCrossing::degenerate);
    EXPECT_EQ(crossing(at({0, 4, -1}), {0, 4, 1}, ground), SurfaceCrossing::degenerate);
    EXPECT_EQ(crossing(at({5, 0, -1}), {5, 0, 1}, ground), SurfaceCrossing::none)
        << "in line with an edge, beside it";
    EXPECT_EQ(crossing(at({-1, 1, 0}), {9, 1, 0}, ground), SurfaceCrossing::degenerate) << "along it";
    EXPECT_EQ(crossing(at({1, 0, -1}), {1, 0, 1}, {{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}}),
              SurfaceCrossing::none)
        << "a triangle without area";
}

TEST(SurfaceCrossing, from_next_to_a_point_goes_by_the_way_inwards) {
    // An upright triangle that stands on the ground with a corner: next to that corner is above the ground.
    const Triangle upright{{{{1, 1, 0}, {1, 2, 3}, {2, 1, 3}}}};
    const detail::WeightedPoint corner{upright, {1, 0, 0}};
    EXPECT_EQ(crossing({corner, false}, {1, 1, -9}, ground), SurfaceCrossing::none);
    EXPECT_EQ(crossing({corner, true}, {1, 1, -9}, ground), SurfaceCrossing::from_front);
    EXPECT_EQ(crossing({corner, true}, {1, 1, 9}, ground), SurfaceCrossing::none);
}

TEST(WindingNumber, of_points_and_boxes_within_boxes) {
    const Mesh outer = test::block({0, 0, 0}, {8, 8, 8}), inner = test::block({2, 2, 2}, {6, 6, 6});
    Random r(95);
    for (int i = 0; i < 300; ++i) {
        // On a grid: rays along axes and diagonals would meet edges all the time.
        Vec3 p;
        for (std::size_t k = 0; k < 3; ++k) p[k] = static_cast<double>(r.below(10)) - 0.5;
        const auto in = [&](double lo, double hi) {
            return lo < std::min({p.x, p.y, p.z}) && std::max({p.x, p.y, p.z}) < hi ? 1 : 0;
        };
        const auto winding = [&](const Mesh& m) {
            Meter meter{Budget{}};
            const Pose here;
            const Shape shape(m);
            return WindingNumber(shape, here, meter).of(p).value();
        };
        SCOPED_TRACE("seed 95, " + std::to_string(i));
        ASSERT_EQ(winding(outer), in(0, 8));
        ASSERT_EQ(winding(test::inside_out(outer)), -in(0, 8));
        ASSERT_EQ(winding(test::joined({outer, inner})), in(0, 8) + in(2, 6));
        ASSERT_EQ(winding(test::joined({outer, test::inside_out(inner)})), in(0, 8) - in(2, 6));
    }
}

TEST(WindingNumber, of_points_round_a_torus_wherever_it_is) {
    Random r(96);
    const Shape torus(make_torus(2, 0.5, 200, 100));
    for (const double far : {0.0, 1.0, 1e6}) {
        const Quat turn = r.rotation();
        const Vec3 shift = r.on_sphere() * far;
        const Pose pose(turn, shift);
        Meter meter{Budget{}};
        WindingNumber winding(torus, pose, meter);
        int inside = 0;
        for (int i = 0; i < 500; ++i) {
            const Vec3 p = r.in_box({-2.6, -2.6, -0.6}, {2.6, 2.6, 0.6});
            const double from_ring = std::hypot(std::hypot(p.x, p.y) - 2, p.z);
            if (std::abs(from_ring - 0.5) < 0.01) continue;  // too near the facets
            ASSERT_EQ(winding.of(pose(p)), from_ring < 0.5 ? 1 : 0) << "seed 96, " << far << ", " << i;
            inside += from_ring < 0.5 ? 1 : 0;
        }
        EXPECT_GT(inside, 50);
    }
}

TEST(WindingNumber, beside_a_shapes_own_triangles_is_one_behind_and_none_in_front) {
    const Pose pose(Quat::about_turns({1, 2, 3}, 0.1), {4, 5, 6});
    for (const Mesh& m : {make_sphere(1, 300), make_torus(2, 0.5, 20, 10), make_box({1, 2, 3}, 3)}) {
        const Shape shape(m);
        Meter meter{Budget{}};
        WindingNumber winding(shape, pose, meter);
        for (TriangleId t = 0; t < m.triangle_count(); ++t) {
            for (const std::array<std::uint32_t, 3>& weight :
                 {std::array{1u, 1u, 1u}, {1u, 1000000u, 1u}, {1u, 7u, 3u}}) {
                const SurfacePoint p{{pose(m.triangle(t)), weight}};
                ASSERT_EQ(winding.beside(p, -1), 1) << t;
                ASSERT_EQ(winding.beside(p, +1), 0) << t;
            }
            const SurfacePoint corner{{pose(m.triangle(t)), {0, 1, 0}}, true};
            ASSERT_EQ(winding.beside(corner, -1), 1) << t;
            ASSERT_EQ(winding.beside(corner, +1), 0) << t;
        }
    }
}

TEST(WindingNumber, is_none_when_the_budget_is_used_up) {
    const Shape ball(make_sphere(1, 5000));
    const Pose here;
    Meter meter(Budget::of_tests(10));
    EXPECT_EQ(WindingNumber(ball, here, meter).of({0, 0, 0}), std::nullopt);
    EXPECT_EQ(WindingNumber(ball, here, meter).of({5, 0, 0}), 0) << "outside its box";
}

}  // namespace
}  // namespace graze
