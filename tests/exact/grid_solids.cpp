#include "tests/exact/grid_solids.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace graze::test {
namespace {

using Place = std::array<int, 3>;
using Simplex = std::array<Place, 4>;

Vec3 to_point(const Place& p) {
    return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

std::int64_t six_volumes(const Simplex& s) {
    std::int64_t d[3][3];
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) d[i][k] = s[i + 1][k] - s[0][k];
    return (d[0][1] * d[1][2] - d[0][2] * d[1][1]) * d[2][0] +
           (d[0][2] * d[1][0] - d[0][0] * d[1][2]) * d[2][1] +
           (d[0][0] * d[1][1] - d[0][1] * d[1][0]) * d[2][2];
}

Simplex wound(Simplex s) {
    if (six_volumes(s) < 0) std::swap(s[2], s[3]);
    return s;
}

GridSolid solid(const std::vector<Simplex>& simplices) {
    GridSolid g;
    std::map<Place, VertexId> number;
    for (const Simplex& s : simplices) {
        std::array<VertexId, 4> t{};
        for (std::size_t i = 0; i < 4; ++i) {
            const auto [at, is_new] = number.try_emplace(s[i], static_cast<VertexId>(g.vertices.size()));
            if (is_new) g.vertices.push_back(to_point(s[i]));
            t[i] = at->second;
        }
        g.tetrahedra.push_back(t);
    }
    return g;
}

// Six to a cell, one for each order of the axes; those of all cells fit together (Kuhn 1960).
std::vector<Simplex> kuhn(const Place& size) {
    std::vector<Simplex> all;
    Place c;
    for (c[0] = 0; c[0] < size[0]; ++c[0])
        for (c[1] = 0; c[1] < size[1]; ++c[1])
            for (c[2] = 0; c[2] < size[2]; ++c[2]) {
                std::array<std::size_t, 3> axes{0, 1, 2};
                do {
                    Simplex s{c, c, c, c};
                    for (std::size_t i = 0; i < 3; ++i)
                        for (std::size_t k = i + 1; k < 4; ++k) ++s[k][axes[i]];
                    all.push_back(wound(s));
                } while (std::next_permutation(axes.begin(), axes.end()));
            }
    return all;
}

std::size_t common_corners(const Simplex& s, const Simplex& t) {
    return static_cast<std::size_t>(
        std::ranges::count_if(s, [&](const Place& p) { return std::ranges::find(t, p) != t.end(); }));
}

// A piece of the grid that hangs together in faces.
std::vector<Simplex> grown(const std::vector<Simplex>& all, std::vector<bool>& used, std::size_t count,
                           Random& r) {
    std::vector<Simplex> piece;
    for (int attempt = 0; attempt < 200 && piece.size() < count; ++attempt) {
        const std::size_t i = r.below(all.size());
        if (used[i]) continue;
        const bool fits = piece.empty() || std::ranges::any_of(piece, [&](const Simplex& s) {
                              return common_corners(s, all[i]) == 3;
                          });
        if (!fits) continue;
        used[i] = true;
        piece.push_back(all[i]);
    }
    return piece;
}

Place random_place(int size, Random& r) {
    Place p;
    for (int& x : p) x = static_cast<int>(r.below(static_cast<std::uint64_t>(size) + 1));
    return p;
}

Simplex random_simplex(int size, Random& r) {
    while (true) {
        const Simplex s{random_place(size, r), random_place(size, r), random_place(size, r),
                        random_place(size, r)};
        if (six_volumes(s) != 0) return wound(s);
    }
}

// With some corners at those of the other, or halfway between two of them.
Simplex simplex_at(const Simplex& other, int size, Random& r) {
    while (true) {
        Simplex s = random_simplex(size, r);
        const std::uint64_t shared = r.below(4);
        for (std::size_t i = 0; i < shared; ++i) {
            const Place &p = other[r.below(4)], &q = other[r.below(4)];
            for (std::size_t k = 0; k < 3; ++k) s[i][k] = (p[k] + q[k]) / 2;
        }
        if (six_volumes(s) != 0) return wound(s);
    }
}

std::vector<Simplex> cells(const Place& lo, const Place& size) {
    std::vector<Simplex> all = kuhn(size);
    for (Simplex& s : all)
        for (Place& p : s)
            for (std::size_t k = 0; k < 3; ++k) p[k] += lo[k];
    return all;
}

using Pieces = std::array<std::vector<Simplex>, 2>;

// Pieces of one grid: what they have in common they have corner by corner.
Pieces of_one_grid(Random& r) {
    const std::vector<Simplex> all = kuhn({2, 2, static_cast<int>(1 + r.below(2))});
    std::vector<bool> used(all.size());
    Pieces p;
    p[0] = grown(all, used, 1 + r.below(6), r);
    if (r.chance(0.2)) used.assign(all.size(), false);  // they may overlap
    while (p[1].empty()) p[1] = grown(all, used, 1 + r.below(6), r);
    return p;
}

Pieces of_tetrahedra(int size, Random& r) {
    const Simplex a = random_simplex(size, r);
    return {std::vector{a}, std::vector{simplex_at(a, size, r)}};
}

// Boxes, and boxes with steps.
Pieces of_cells(Random& r) {
    const auto box = [&] {
        return cells(random_place(3, r),
                     {static_cast<int>(1 + r.below(2)), static_cast<int>(1 + r.below(2)), 1});
    };
    const auto steps = [&] {
        const std::vector<Simplex> all = kuhn({2, 2, 1});
        const std::size_t missing = r.below(4);
        std::vector<Simplex> kept;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (i / 6 != missing) kept.push_back(all[i]);
        return kept;
    };
    return {r.chance(0.5) ? box() : steps(), r.chance(0.5) ? box() : steps()};
}

Pieces of_box_and_tetrahedron(Random& r) {
    const Place lo{1, 1, 1};
    return {cells(lo, {1, 1, static_cast<int>(1 + r.below(2))}), {random_simplex(4, r)}};
}

// All cells of a cube but the one in its middle, and something in the hollow or across its wall.
Pieces of_hollow(Random& r) {
    const std::vector<Simplex> all = kuhn({3, 3, 3});
    std::vector<Simplex> shell, core;
    for (std::size_t i = 0; i < all.size(); ++i) (i / 6 == 13 ? core : shell).push_back(all[i]);
    if (r.chance(0.5)) return {shell, {random_simplex(3, r)}};
    return {shell, core};
}

// The same for both: slanted, and with cells of very different sizes.
struct Warp {
    int shear[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double spacing[3][2] = {{1, 1}, {1, 1}, {1, 1}};  // of the first and of further cells
    double scale = 1;

    explicit Warp(Random& r) {
        if (r.chance(0.5)) {
            for (int n = 0; n < 2; ++n) {
                const std::size_t i = r.below(3), k = (i + 1 + r.below(2)) % 3;
                const int by = static_cast<int>(r.below(5)) - 2;
                for (int j = 0; j < 3; ++j) shear[i][j] += by * shear[k][j];
            }
        }
        if (r.chance(0.4)) {
            constexpr double some[] = {1, 1e-3, 1e-6, 1e-9, 1e-14, 1000, 0.1, 1.0 / 3};
            for (auto& axis : spacing)
                for (double& s : axis) s = some[r.below(std::size(some))];
        }
        constexpr double scales[] = {0.1, 1.0 / 3, 1e-5, 1e5, 1e30, 1e90, 1e-30, 1e-100, 1e-300, 0x1p-1060};
        if (r.chance(0.4)) scale = scales[r.below(std::size(scales))];
    }
    double stretched(std::size_t axis, double x) const {
        return x <= 1 ? x * spacing[axis][0] : spacing[axis][0] + (x - 1) * spacing[axis][1];
    }
    Vec3 operator()(const Vec3& p) const {
        const Vec3 q{stretched(0, p.x), stretched(1, p.y), stretched(2, p.z)};
        Vec3 result;
        for (std::size_t i = 0; i < 3; ++i)
            result[i] = (shear[i][0] * q.x + shear[i][1] * q.y + shear[i][2] * q.z) * scale;
        return result;
    }
};

Vec3 awkward_way(double scale, Random& r) {
    constexpr double some[] = {0.1, 1.0 / 3, 1e5 + 0.1, -0.7, 12.3, 1e-3, 0, 1e9 / 7};
    const auto one = [&] { return some[r.below(std::size(some))] * scale; };
    const double x = one();
    return r.chance(0.5) ? Vec3{x, x, x} : Vec3{x, one(), one()};
}

void by_an_ulp(GridSolid& g, Random& r) {
    for (Vec3& p : g.vertices)
        for (std::size_t k = 0; k < 3; ++k)
            if (r.chance(0.3)) p[k] = std::nextafter(p[k], r.chance(0.5) ? INFINITY : -INFINITY);
}

void move_to_awkward_places(SolidPair& pair, double scale, Random& r) {
    const Vec3 way = awkward_way(scale, r);
    const auto bake = [&](GridSolid& g) {
        for (Vec3& p : g.vertices) p = p + way;
    };
    switch (r.below(4)) {
        case 0:
            pair.a.pose = pair.b.pose = Pose::translation(way);
            break;
        case 1:
            bake(pair.a);
            bake(pair.b);
            break;
        case 2:
            bake(pair.a);
            pair.b.pose = Pose::translation(way);
            break;
        case 3:
            pair.a.pose = pair.b.pose =
                Pose::translation(way) * Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1));
            break;
    }
    if (r.chance(0.2)) by_an_ulp(r.chance(0.5) ? pair.a : pair.b, r);
    pair.what += " moved by " + std::to_string(way.x) + " " + std::to_string(way.y) + " " +
                 std::to_string(way.z) + " scale " + std::to_string(std::log10(scale));
}

std::pair<Pieces, const char*> make_pieces(Random& r) {
    const std::uint64_t kind = r.below(64);
    if (kind == 0) return {of_hollow(r), "hollow"};
    if (kind < 24) return {of_one_grid(r), "one grid"};
    if (kind < 40) return {of_tetrahedra(4, r), "tetrahedra"};
    if (kind < 48) return {of_tetrahedra(r.chance(0.5) ? 40 : 1000, r), "needles"};
    if (kind < 52) return {of_cells(r), "cells"};
    return {of_box_and_tetrahedron(r), "box and tetrahedron"};
}

}  // namespace

Mesh GridSolid::surface() const {
    static constexpr std::size_t corners[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    std::map<std::array<VertexId, 3>, std::array<VertexId, 3>> faces;
    for (const auto& t : tetrahedra) {
        for (const auto& c : corners) {
            const std::array<VertexId, 3> face{t[c[0]], t[c[1]], t[c[2]]};
            std::array<VertexId, 3> key = face;
            std::ranges::sort(key);
            if (const auto [at, is_new] = faces.try_emplace(key, face); !is_new) faces.erase(at);
        }
    }
    std::vector<std::array<VertexId, 3>> triangles;
    for (auto& [key, face] : faces) {
        triangles.push_back(face);
        if (inside_out) std::swap(triangles.back()[1], triangles.back()[2]);
    }
    return Mesh(vertices, std::move(triangles));
}

Tetrahedra GridSolid::placed() const {
    Tetrahedra all;
    for (const auto& t : tetrahedra) {
        const Tetrahedron c{pose(vertices[t[0]]), pose(vertices[t[1]]), pose(vertices[t[2]]),
                            pose(vertices[t[3]])};
        if (orientation(c) < 0) return {};
        all.push_back(c);
    }
    return all;
}

SolidPair make_bar_pair(Random& r) {
    const int cells_along = static_cast<int>(20 + r.below(40));
    SolidPair pair{solid(kuhn({cells_along, 2, 1})), solid({random_simplex(4, r)}), "bar"};
    constexpr double widths[] = {1, 1e-2, 1e-4, 1e-6, 1e-8};
    const double width = widths[r.below(std::size(widths))];
    for (Vec3& p : pair.a.vertices) p = {p.x, p.y * width, p.z * width};
    Vec3 middle;
    for (const Vec3& p : pair.b.vertices) middle += p / 4;
    // Most of the bar inside, so that whole parts of its tree are.
    const double size = r.uniform(5, 40);
    for (Vec3& p : pair.b.vertices) p = (p - middle) * size;
    pair.a.pose = Pose::translation(r.in_box({-10, -10, -10}, {10, 10, 10})) *
                  Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1));
    pair.b.pose = Pose::translation(pair.a.pose(Vec3{r.uniform(0, cells_along), width, width / 2})) *
                  Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1));
    pair.what += " of width " + std::to_string(width) + " cut at " + std::to_string(size);
    return pair;
}

SolidPair make_solid_pair(Random& r) {
    const auto [pieces, name] = make_pieces(r);
    SolidPair pair{solid(pieces[0]), solid(pieces[1]), name};
    const Warp warp(r);
    for (GridSolid* g : {&pair.a, &pair.b}) {
        for (Vec3& p : g->vertices) p = warp(p);
        g->inside_out = r.chance(0.1);
    }
    move_to_awkward_places(pair, warp.scale, r);
    if (r.chance(0.5)) std::swap(pair.a, pair.b);
    return pair;
}

}  // namespace graze::test
