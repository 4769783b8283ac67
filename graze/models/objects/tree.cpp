#include "graze/models/objects/tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "graze/base/trig.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t pieces = 8;  // that a branch is taken to consist of, straight each
constexpr int levels = 4, leaf_rounds = 30;
constexpr double leaf_length = 0.036, leaf_width = 0.022;

// The form of the branches of a level. Lengths are fractions of the parent's length.
struct Growth {
    int children;
    double length, radius, tilt, lift;
};
constexpr std::array<Growth, levels> growth{{{0, 0.9, 0.07, 0, 0},
                                             {13, 0.85, 0.024, 0.17, 0.1},
                                             {9, 0.36, 0.01, 0.15, 0.05},
                                             {6, 0.19, 0.0042, 0.15, 0.02}}};

double radius_at(const TreePlan::Branch& branch, double t) {
    return branch.radius + (branch.end_radius - branch.radius) * t;
}

Vec3 middle_at(const TreePlan::Branch& branch, double t) {
    const double along = t * pieces;
    const auto i = std::min(static_cast<std::size_t>(along), pieces - 1);
    return branch.points[i] + (branch.points[i + 1] - branch.points[i]) * (along - static_cast<double>(i));
}

double distance_from(const Vec3& p, const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    const double t = std::clamp(dot(p - from, way) / dot(way, way), 0.0, 1.0);
    return length(from + way * t - p);
}

// The distance of two segments: from an end of one to the other, or between the nearest points of their lines
// if both segments contain these points.
double distance_between(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    double least = std::min(
        {distance_from(a, c, d), distance_from(b, c, d), distance_from(c, a, b), distance_from(d, a, b)});
    const Vec3 u = b - a, v = d - c, w = c - a, normal = cross(u, v);
    const double square = dot(normal, normal);
    const double s = dot(cross(w, v), normal) / square, t = dot(cross(w, u), normal) / square;
    // Parallel lines (NaN) also have their nearest points at an end.
    if (s > 0 && s < 1 && t > 0 && t < 1) least = std::min(least, length(a + u * s - c - v * t));
    return least;
}

}  // namespace

TreePlan::TreePlan(std::uint64_t seed) : random_(seed) {
    Branch trunk{{}, growth[0].radius, 0.02, 0};
    const double sway = random_.uniform();
    const SinCos to = sin_cos_turns(sway);
    for (std::size_t i = 0; i <= pieces; ++i) {
        const double t = static_cast<double>(i) / pieces;
        const double bend = 0.06 * t * t + 0.02 * sin_cos_turns(0.9 * t).sin;
        trunk.points.push_back({bend * to.cos, bend * to.sin, -1 + 1.5 * t});
    }
    branches.push_back(std::move(trunk));
    std::size_t first = 0;
    for (int level = 1; level < levels; ++level) {
        const std::size_t last = branches.size();
        for (std::size_t parent = first; parent < last; ++parent)
            grow(level, parent, growth[static_cast<std::size_t>(level)].children);
        first = last;
    }
    add_leaves();
}

// The distance of a segment from everything that has grown so far.
double TreePlan::clearance(const Vec3& from, const Vec3& to) const {
    double least = HUGE_VAL;
    for (const Branch& branch : branches) {
        // Further than any clearance that is needed.
        const Vec3 middle = branch.points[pieces / 2];
        const double reach =
            std::max(length(branch.points.front() - middle), length(branch.points.back() - middle));
        if (length(from - middle) - length(to - from) > reach + branch.radius + 0.06) continue;
        for (std::size_t i = 0; i < pieces; ++i) {
            const double wide = radius_at(branch, static_cast<double>(i) / pieces);
            least =
                std::min(least, distance_between(from, to, branch.points[i], branch.points[i + 1]) - wide);
        }
    }
    return least;
}

void TreePlan::grow(int level, std::size_t parent, int children) {
    const Growth& how = growth[static_cast<std::size_t>(level)];
    double turn = random_.uniform();
    for (int child = 0; child < children; ++child) {
        // A few attempts each. A branch that would grow into something else is left out.
        for (int attempt = 0; attempt < 12; ++attempt) {
            const double low = level == 1 ? 0.38 : 0.25;
            const double t = low + (0.98 - low) * (child + random_.uniform(0.2, 0.8)) / children;
            turn += 0.382 + random_.uniform(-0.05, 0.05);
            const Branch& from = branches[parent];
            const Vec3 at = middle_at(from, t);
            const Vec3 ahead =
                normalized(middle_at(from, std::min(1.0, t + 0.05)) - middle_at(from, t - 0.05));
            const Pose frame = from_to(at, at + ahead);
            const SinCos round = sin_cos_turns(turn),
                         tilt = sin_cos_turns(how.tilt * random_.uniform(0.85, 1.25));
            const Vec3 out = frame.rotate({round.cos, round.sin, 0});
            const Vec3 direction = normalized(ahead * tilt.cos + out * tilt.sin);
            Branch branch{{}, how.radius * random_.uniform(0.85, 1.1), 0.35 * how.radius, level};
            const double crown = level == 1 ? 1.15 - 0.75 * t : 1;
            const double long_enough = how.length * crown * random_.uniform(0.8, 1.1);
            // So far out that the branch's round end does not touch the parent.
            const Vec3 start =
                at + out * (radius_at(from, t) + branch.radius + 0.003) + ahead * (0.6 * branch.radius);
            for (std::size_t i = 0; i <= pieces; ++i) {
                const double s = static_cast<double>(i) / pieces;
                branch.points.push_back(start + direction * (long_enough * s) +
                                        Vec3{0, 0, how.lift * s * s * (direction.z < 0.3 ? 1.5 : 1)});
            }
            double clear = HUGE_VAL;
            for (std::size_t i = 0; i < pieces; ++i)
                clear = std::min(clear, clearance(branch.points[i], branch.points[i + 1]) -
                                            radius_at(branch, static_cast<double>(i) / pieces));
            const Vec3 end = branch.points.back();
            if (clear < 0.0015 || end.z < -0.5 || length(end - Vec3{0, 0, 0.1}) > 0.86) continue;
            branches.push_back(std::move(branch));
            break;
        }
    }
}

void TreePlan::add_leaves() {
    const double reach = std::sqrt(leaf_length * leaf_length + leaf_width * leaf_width) / 2;
    // Leaves in the cells of a grid. A cell is wider than the distance that two leaves need.
    constexpr int side = 64;
    std::vector<std::vector<std::size_t>> cells(std::size_t{side} * side * side);
    const auto cell = [](double v) {
        return std::clamp(static_cast<int>((v + 1.1) * (side / 2.2)), 1, side - 2);
    };
    const auto number = [](int x, int y, int z) {
        const auto n = [](int v) { return static_cast<std::size_t>(v); };
        return (n(z) * side + n(y)) * side + n(x);
    };
    const auto free = [&](const Vec3& p) {
        for (int z = cell(p.z) - 1; z <= cell(p.z) + 1; ++z)
            for (int y = cell(p.y) - 1; y <= cell(p.y) + 1; ++y)
                for (int x = cell(p.x) - 1; x <= cell(p.x) + 1; ++x)
                    for (const std::size_t other : cells[number(x, y, z)])
                        if (length(leaves[other].middle - p) < 2 * reach + 0.001) return false;
        return clearance(p, p + Vec3{0, 0, 1e-9}) > reach + 0.001;
    };
    for (int round = 0; round < leaf_rounds; ++round)
        for (const Branch& branch : branches) {
            if (branch.level < levels - 1) continue;
            // One random number per statement, so that their order is the same for every compiler.
            const Vec3 near = middle_at(branch, random_.uniform(0.2, 1));
            const Vec3 away = random_.on_sphere();
            const Vec3 middle = near + away * random_.uniform(reach + 0.006, 0.085);
            const Vec3 outwards = normalized(middle - near + random_.on_sphere() * 0.03);
            const Vec3 any = random_.on_sphere();
            if (!free(middle)) continue;
            const Vec3 across = normalized(cross(outwards, any));
            cells[number(cell(middle.x), cell(middle.y), cell(middle.z))].push_back(leaves.size());
            leaves.push_back({middle, outwards * (leaf_length / 2), across * (leaf_width / 2)});
        }
}

namespace {

void add_branch(SolidBuilder& builder, const TreePlan::Branch& branch) {
    const SpaceCurve curve(branch.points);
    const double l = curve.length();
    std::vector<Station> stations;
    // A trunk is wider at its foot.
    const bool trunk = branch.level == 0;
    for (const double t : {0.0, 0.15, 0.5, 1.0}) {
        if (t == 0.15 && !trunk) continue;
        const double r = radius_at(branch, t) * (trunk && t == 0 ? 1.7 : 1);
        stations.push_back({t * l, {}, {r, r}});
    }
    // Coarse branches stay near their middle line; otherwise they would leave the space that is kept clear
    // for them.
    constexpr std::array<LoftOptions, levels> coarsest{
        {{0, 0, 8, 3}, {0, 0, 6, 3}, {0, 0, 4, 2}, {0, 0, 4, 1}}};
    LoftOptions options = coarsest[static_cast<std::size_t>(branch.level)];
    options.start = trunk ? 0 : 0.9 * branch.radius;
    options.end = branch.end_radius;
    add_loft(builder, Stations(stations), options, curve.placement());
}

void add_leaf(SolidBuilder& builder, const TreePlan::Leaf& leaf) {
    const std::uint32_t n = builder.segments(leaf_length), m = builder.segments(leaf_width);
    if (!builder.begin_surface(std::uint64_t{n + 1} * (m + 1), std::uint64_t{2} * n * m)) return;
    const VertexId first = builder.next_vertex();
    for (std::uint32_t j = 0; j <= m; ++j)
        for (std::uint32_t i = 0; i <= n; ++i)
            builder.add_vertex(leaf.middle + leaf.along * (2.0 * i / n - 1) +
                               leaf.across * (2.0 * j / m - 1));
    for (std::uint32_t j = 0; j < m; ++j)
        for (std::uint32_t i = 0; i < n; ++i) {
            const VertexId a = first + j * (n + 1) + i;
            builder.add_quadrangle(a, a + 1, a + n + 2, a + n + 1);
        }
}

}  // namespace

void build_tree(SolidBuilder& builder, const TreePlan& plan) {
    // Finer trees have more branches, level by level.
    constexpr std::array<double, levels> shown_from{HUGE_VAL, HUGE_VAL, 0.4, 0.08};
    std::array<double, levels> count{}, all{};
    for (const TreePlan::Branch& branch : plan.branches) all[static_cast<std::size_t>(branch.level)] += 1;
    constexpr std::array<const char*, levels> names{"trunk", "bough ", "branch ", "twig "};
    for (const TreePlan::Branch& branch : plan.branches) {
        const auto level = static_cast<std::size_t>(branch.level);
        if (count[level] > all[level] * (shown_from[level] / builder.edge() - 1)) continue;
        count[level] += 1;
        builder.begin_part(names[level] + (level == 0 ? "" : std::to_string(static_cast<int>(count[level]))));
        add_branch(builder, branch);
    }
    builder.begin_part("leaves");
    const double wanted = std::floor(2.2 / (builder.edge() * builder.edge())) + 200;
    const auto shown = static_cast<std::size_t>(std::min(wanted, static_cast<double>(plan.leaves.size())));
    for (std::size_t i = 0; i < shown; ++i) add_leaf(builder, plan.leaves[i]);
}

}  // namespace graze::inline v1
