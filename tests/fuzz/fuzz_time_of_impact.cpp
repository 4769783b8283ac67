// A few triangles of any kind on any motions, within any budget: what is said about the first impact agrees
// with the exact queries at the poses of the motions.
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "graze/base/error.h"
#include "graze/query/distance/distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/sweep/time_of_impact.h"
#include "tests/fuzz/coordinates.h"

namespace {

using graze::Motion;
using graze::Pose;
using graze::Vec3;

void require(bool condition) {
    if (!condition) std::abort();
}

graze::Shape soup(graze::fuzz::Coordinates& in, std::uint32_t count) {
    std::vector<Vec3> vertices;
    std::vector<std::array<graze::VertexId, 3>> triangles;
    for (graze::VertexId first = 0; first < 3 * count; first += 3) {
        const graze::Triangle t = in.triangle();
        vertices.insert(vertices.end(), {t[0], t[1], t[2]});
        triangles.push_back({first, first + 1, first + 2});
    }
    return graze::Shape(graze::Mesh(std::move(vertices), std::move(triangles)));
}

Pose pose(graze::fuzz::Coordinates& in) {
    const Vec3 axis = in.point();
    const double turns = in.next();
    const double size = std::max({std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)});
    const bool turned = size > 1e-100 && size < 1e100 && std::abs(turns) < 1e6;
    return turned ? Pose(graze::Quat::about_turns(axis / size, turns / 16), in.point())
                  : Pose::translation(in.point());
}

// Throws Error for what is no motion.
Motion motion(graze::fuzz::Coordinates& in, unsigned kind) {
    const Pose from = pose(in);
    switch (kind & 7) {
        case 0:
            return Motion(from);
        case 1:
        case 2:
            return Motion(from, pose(in));
        case 3:
        case 4:
            return Motion::screw(from, pose(in));
        case 5:
            return Motion(from, Pose(from.rotation(), in.point()));
        default: {
            const Vec3 linear = in.point(), angular = in.point(), point = in.point();
            return (kind & 7) == 6 ? Motion::flight(from, linear, angular, point)
                                   : Motion::twist(from, linear, angular, point);
        }
    }
}

}  // namespace

// Three bytes for the question, the motions and the budget, then coordinates.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace graze;
    if (size < 3) return 0;
    fuzz::Coordinates in(data + 3, size - 3);
    const Shape a = soup(in, 1 + (data[0] & 1)), b = soup(in, 1 + (data[0] >> 1 & 1));
    Motion motion_a, motion_b;
    try {
        motion_a = motion(in, data[1]);
        motion_b = motion(in, data[1] >> 3);
    } catch (const Error&) {
        return 0;
    }
    ImpactOptions impact;
    if ((data[0] >> 2 & 3) == 2) impact.clearance = 0.25;
    if ((data[0] >> 2 & 3) == 3) impact.keep = 0.5;
    impact.stays_close = (data[0] & 16) != 0;
    constexpr std::array<std::uint64_t, 4> budgets{0, 100, 10'000, 200'000};
    const QueryOptions options{.budget = Budget::of_tests(budgets[data[2] & 3])};
    const TimeOfImpact found = time_of_impact(a, motion_a, b, motion_b, impact, options);
    if (found.answer == Answer::bad_input) {
        require(std::isnan(found.at_least) && std::isnan(found.at_most));
        return 0;
    }
    require(found.answer == Answer::yes || found.answer == Answer::no || found.answer == Answer::undecided);
    require(found.at_least >= 0 && found.at_most >= found.at_least);
    require((found.answer == Answer::no) == std::isinf(found.at_least));
    if (found.answer != Answer::yes) require(std::isinf(found.at_most));
    const auto meet = [&](double time) {
        const Pose pose_a = motion_a.at(time), pose_b = motion_b.at(time);
        if (found.question != ImpactQuestion::overlap) return within(a, pose_a, b, pose_b, found.limit);
        return relation(a, pose_a, b, pose_b, OpenMeshes::as_surfaces) == Relation::overlapping;
    };
    // Single triangles overlap as surfaces wherever they cross; how deep, the search tells.
    if (found.answer == Answer::yes && std::isfinite(found.at_most) && found.at_most > 0)
        require(meet(found.at_most));
    if (found.question == ImpactQuestion::overlap) return 0;
    for (int i = 0; i <= 8; ++i) {
        const double time = i / 8.0;
        if (time < found.at_least) require(!meet(time));
    }
    if (found.at_least > 0 && found.at_least <= 1) require(!meet(std::nextafter(found.at_least, 0.0)));
    return 0;
}
