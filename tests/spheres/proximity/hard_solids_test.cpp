// Solids that are hard to see through spheres: pieces wound this way and that, pieces in pieces, needles,
// places far from the origin, and sizes far from 1.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/volume.h"
#include "graze/spheres/force/contact_force.h"
#include "graze/spheres/packing/pack.h"
#include "graze/spheres/packing/validate.h"
#include "graze/spheres/proximity/proximity.h"
#include "tests/spheres/proximity/proximity_scenes.h"

namespace graze {
namespace {

using test::random_place;
using Corners = std::array<VertexId, 3>;

Mesh placed(const Mesh& mesh, const Vec3& by, double scale = 1) {
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& v : vertices) v = v * scale + by;
    return Mesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
}

Mesh inside_out(const Mesh& mesh) {
    std::vector<Corners> turned;
    for (const Corners& t : mesh.triangles()) turned.push_back({t[0], t[2], t[1]});
    return Mesh({mesh.vertices().begin(), mesh.vertices().end()}, std::move(turned));
}

Mesh together(const Mesh& a, const Mesh& b) {
    std::vector<Vec3> vertices(a.vertices().begin(), a.vertices().end());
    std::vector<Corners> triangles(a.triangles().begin(), a.triangles().end());
    const auto first = static_cast<VertexId>(vertices.size());
    vertices.insert(vertices.end(), b.vertices().begin(), b.vertices().end());
    for (const Corners& t : b.triangles()) triangles.push_back({first + t[0], first + t[1], first + t[2]});
    return Mesh(std::move(vertices), std::move(triangles));
}

struct HardSolid {
    std::string name;
    Shape shape;
    SphereTree tree;

    HardSolid(std::string solid, const Mesh& mesh, std::uint32_t count = 60)
        : name(std::move(solid)), shape(mesh), tree(shape, pack(shape, {.count = count}).packing) {}
};

const std::vector<HardSolid>& hard_solids() {
    static const std::vector<HardSolid> all = [] {
        const Mesh box = make_box({1, 1, 1}), small = make_box({0.5, 0.5, 0.5});
        std::vector<HardSolid> solids;
        solids.emplace_back("box", box);
        solids.emplace_back("ring", make_torus(1, 0.4, 24, 12));
        solids.emplace_back("one of two inside out",
                            together(placed(box, {-0.7, 0, 0}), inside_out(placed(small, {0.7, 0, 0}))));
        solids.emplace_back("box within a box", together(box, small));
        solids.emplace_back("box with a void", together(box, inside_out(small)));
        solids.emplace_back("inside out with a void", together(inside_out(box), small));
        solids.emplace_back("boxes that cross",
                            together(placed(box, {-0.3, 0, 0}), placed(box, {0.3, 0.1, 0.05})));
        solids.emplace_back("the same box twice", together(box, box));
        // A needle of less volume than a grid can tell.
        solids.emplace_back("box with a needle",
                            together(box, placed(make_box({4, 1e-8, 1e-8}), {2.6, 0.1, 0.1})));
        solids.emplace_back("thin plate", make_box({1.5, 1.5, 1e-3}), 40);
        return solids;
    }();
    return all;
}

const HardSolid& hard_solid(const std::string& name) {
    for (const HardSolid& s : hard_solids())
        if (s.name == name) return s;
    throw std::runtime_error(name);
}

Proximity ask(const HardSolid& a, const Pose& pose_a, const HardSolid& b, const Pose& pose_b,
              const ProximityOptions& options) {
    return proximity(a.shape, a.tree, pose_a, b.shape, b.tree, pose_b, options);
}

struct Truth {
    Overlap overlap;
    bool shares, apart;
    double distance;

    Truth(const HardSolid& a, const Pose& pose_a, const HardSolid& b, const Pose& pose_b)
        : overlap(overlap_volume(a.shape, pose_a, b.shape, pose_b)),
          distance(graze::distance(a.shape, pose_a, b.shape, pose_b).value) {
        const Relation relation = graze::relation(a.shape, pose_a, b.shape, pose_b);
        apart = relation == Relation::apart || relation == Relation::touching;
        shares = !apart;
    }
};

void expect_true(const Proximity& p, const Truth& truth) {
    const double slack = 1e-12 * truth.overlap.volume + truth.overlap.error;
    EXPECT_LE(p.volume_at_least, truth.overlap.volume + slack);
    EXPECT_GE(p.volume_at_most, truth.overlap.volume - slack);
    EXPECT_LE(p.volume_at_least, p.volume);
    EXPECT_LE(p.volume, p.volume_at_most);
    EXPECT_FALSE(p.overlap == Answer::yes && truth.apart);
    EXPECT_FALSE(p.overlap == Answer::no && truth.shares);
    if (truth.apart) {
        EXPECT_LE(p.distance_at_least, truth.distance * (1 + 1e-9));
        EXPECT_GE(p.distance, truth.distance * (1 - 1e-9));
    }
}

// However much is spent, and on whatever.
void expect_true_answers(const HardSolid& a, const Pose& pose_a, const HardSolid& b, const Pose& pose_b) {
    SCOPED_TRACE(a.name + " and " + b.name);
    const Truth truth(a, pose_a, b, pose_b);
    ASSERT_EQ(truth.overlap.status, QueryStatus::complete);
    constexpr std::uint64_t endless = 1'000'000'000;
    for (const std::uint64_t tests : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{200}, endless}) {
        for (const auto refinement : {DistanceRefinement::exact, DistanceRefinement::spheres}) {
            ProximityOptions options;
            options.volume = VolumeMethod::spheres;
            options.refinement = refinement;
            options.budget = Budget::of_tests(tests);
            SCOPED_TRACE(testing::Message()
                         << tests << " tests, refinement " << static_cast<int>(refinement));
            const Proximity p = ask(a, pose_a, b, pose_b, options);
            EXPECT_LE(p.tests, tests);
            expect_true(p, truth);
        }
    }
    const ContactForce force = contact_force(a.shape, a.tree, pose_a, b.shape, b.tree, pose_b);
    for (const Vec3& v : {force.force_a, force.force_b, force.torque_a, force.torque_b})
        EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z));
}

TEST(HardSolids, have_true_bounds_with_one_another) {
    Random r(31);
    for (const HardSolid& a : hard_solids()) {
        for (const HardSolid& b : hard_solids()) {
            expect_true_answers(a, {}, b, {});
            expect_true_answers(a, {}, b, Pose::translation({1, 0, 0}));
            for (int i = 0; i < 2; ++i) {
                SCOPED_TRACE(testing::Message() << "seed 31, case " << i);
                expect_true_answers(a, {}, b, random_place(r, 1.3));
            }
        }
    }
}

// Whatever the winding of a piece, it is material.
TEST(HardSolids, have_the_volume_of_their_pieces) {
    const auto volume = [](const char* name) {
        const SphereTree& tree = hard_solid(name).tree;
        return tree.material() * std::pow(tree.unit(), 3);
    };
    EXPECT_NEAR(volume("one of two inside out"), 1.125, 1e-5);
    EXPECT_NEAR(volume("box within a box"), 1, 1e-5);
    EXPECT_NEAR(volume("box with a void"), 0.875, 1e-5);
    EXPECT_NEAR(volume("inside out with a void"), 0.875, 1e-5);
    EXPECT_EQ(hard_solid("box within a box").tree.layers(), 1);
    EXPECT_EQ(hard_solid("boxes that cross").tree.layers(), 2);
    for (const HardSolid& s : hard_solids()) {
        const Packed packed = pack(s.shape, {.count = 60});
        EXPECT_LT(packed.packing.fill_rate, 0.8) << s.name;
        EXPECT_EQ(validate(packed.packing.spheres, s.shape).fill_rate, packed.packing.fill_rate) << s.name;
    }
}

TEST(HardSolids, overlap_where_a_needle_of_no_volume_does) {
    const HardSolid &needle = hard_solid("box with a needle"), &ring = hard_solid("ring");
    const Pose pose = Pose::translation({3.4, 0.1, 0.1});
    ASSERT_EQ(relation(needle.shape, {}, ring.shape, pose), Relation::overlapping);
    ProximityOptions options;
    options.volume = VolumeMethod::spheres;
    EXPECT_NE(ask(needle, {}, ring, pose, options).overlap, Answer::no);
}

// Surfaces that do not touch say nothing about the other pieces.
TEST(HardSolids, are_known_to_overlap_if_one_piece_is_inside_another_solid) {
    const HardSolid big("big box", placed(make_box({2, 2, 2}), {1.4, 0, 0}));
    const HardSolid& two = hard_solid("one of two inside out");
    ASSERT_GT(distance(two.shape, {}, big.shape, {}).value, 0);
    for (const auto method : {VolumeMethod::spheres, VolumeMethod::automatic}) {
        ProximityOptions options;
        options.volume = method;
        for (const Proximity& p : {ask(two, {}, big, {}, options), ask(big, {}, two, {}, options)}) {
            EXPECT_EQ(p.overlap, Answer::yes);
            EXPECT_NEAR(p.volume, 0.125, 0.02);
            EXPECT_EQ(p.distance, 0);
        }
    }
    // And a piece in a void is apart.
    const HardSolid bead("bead", make_sphere(0.1, 100));
    EXPECT_EQ(ask(hard_solid("box with a void"), {}, bead, {}, {}).overlap, Answer::no);
}

TEST(HardSolids, have_true_bounds_far_from_the_origin) {
    Random r(32);
    for (const double far : {1e6, 1e9, 1e12, 1e15, 1e18, 1e60}) {
        SCOPED_TRACE(testing::Message() << "seed 32, " << far);
        for (const auto& [a, b] : {std::pair{"box", "box"}, {"ring", "box"}, {"boxes that cross", "ring"}}) {
            const Pose base(r.rotation(), r.on_sphere() * far);
            for (const double x : {0.0, 0.5, 1.0, 1.7})
                expect_true_answers(hard_solid(a), base, hard_solid(b),
                                    base * Pose::translation({x, 0.1, 0}));
            expect_true_answers(hard_solid(a), {}, hard_solid(b), base);
        }
    }
}

TEST(HardSolids, may_be_tiny_or_huge) {
    const HardSolid& one = hard_solid("ring");
    for (const double size : {1e-300, 1e-160, 1e-60, 1e60}) {
        SCOPED_TRACE(size);
        const HardSolid ring("scaled ring", placed(make_torus(1, 0.4, 24, 12), {}, size), 40);
        const PackingCheck check = validate(pack(ring.shape, {.count = 40}).packing.spheres, ring.shape);
        EXPECT_TRUE(check.feasible()) << check.why_not();
        EXPECT_GT(check.fill_rate, 0.5);
        for (const double x : {0.3, 0.8, 2.5})
            expect_true_answers(ring, {}, ring, Pose::translation(Vec3{x, 0.1, 0.05} * size));
        for (const double x : {0.2, 0.9}) {
            expect_true_answers(ring, {}, one, Pose::translation({x, 0.1, 0}));
            expect_true_answers(one, {}, ring, Pose::translation({x, 0.1, 0}));
        }
    }
}

// A plate has room for as many spheres of one size as its sides are longer than it is thick, squared. Along
// the axes its box is as thin as it is; askew it is not, and what has no room must be known at large.
TEST(HardSolids, plates_are_packed_without_looking_everywhere) {
    const Pose askew(Quat::about_turns({1, 2, 3}, 0.1), {});
    for (const auto& [thickness, pose] : {std::pair(1e-4, Pose()), {1e-7, Pose()}, {1e-3, askew}}) {
        const Mesh box = make_box({1, 1, thickness});
        std::vector<Vec3> vertices;
        for (const Vec3& v : box.vertices()) vertices.push_back(pose(v));
        const Shape plate(Mesh(vertices, {box.triangles().begin(), box.triangles().end()}));
        const Packed packed = pack(plate, {.count = 30, .budget = Budget::of_tests(2'000'000)});
        EXPECT_EQ(packed.end, PackEnd::count) << thickness;
        EXPECT_NEAR(packed.packing.spheres.front().radius, thickness / 2, 1e-3 * thickness);
        EXPECT_TRUE(validate(packed.packing.spheres, plate).feasible());
    }
}

}  // namespace
}  // namespace graze
