// Small solids with corners on a grid, so that they meet exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/mesh/mesh.h"

namespace graze::test {

inline Mesh from_quads(const std::vector<std::array<Vec3, 4>>& quads) {
    PolygonSoup soup;
    for (const auto& quad : quads) {
        for (const Vec3& p : quad) {
            soup.corners.push_back(static_cast<VertexId>(soup.vertices.size()));
            soup.vertices.push_back(p);
        }
        soup.corner_counts.push_back(4);
    }
    return Mesh(std::move(soup));
}

// An upright prism over a polygon that is given counter-clockwise; with an inner polygon of as many corners,
// a tube.
inline Mesh prism(const std::vector<Vec2>& outline, double bottom, double top) {
    PolygonSoup soup;
    const auto n = static_cast<VertexId>(outline.size());
    for (const double z : {bottom, top}) {
        for (const Vec2& p : outline) soup.vertices.push_back({p.x, p.y, z});
    }
    for (VertexId i = 0; i < n; ++i) soup.corners.push_back(n - 1 - i);
    for (VertexId i = 0; i < n; ++i) soup.corners.push_back(n + i);
    soup.corner_counts = {n, n};
    for (VertexId i = 0; i < n; ++i) {
        const VertexId j = (i + 1) % n;
        soup.corners.insert(soup.corners.end(), {i, j, n + j, n + i});
        soup.corner_counts.push_back(4);
    }
    return Mesh(std::move(soup));
}

inline Mesh tube(const std::vector<Vec2>& outer, const std::vector<Vec2>& inner, double bottom, double top) {
    std::vector<std::array<Vec3, 4>> quads;
    for (std::size_t i = 0; i < outer.size(); ++i) {
        const std::size_t j = (i + 1) % outer.size();
        const auto at = [](const Vec2& p, double z) { return Vec3{p.x, p.y, z}; };
        const Vec2 p = outer[i], q = outer[j], r = inner[i], s = inner[j];
        quads.push_back({at(p, bottom), at(q, bottom), at(q, top), at(p, top)});
        quads.push_back({at(s, bottom), at(r, bottom), at(r, top), at(s, top)});
        quads.push_back({at(p, top), at(q, top), at(s, top), at(r, top)});
        quads.push_back({at(q, bottom), at(p, bottom), at(r, bottom), at(s, bottom)});
    }
    return from_quads(quads);
}

inline Mesh block(const Vec3& lo, const Vec3& hi) {
    return prism({{lo.x, lo.y}, {hi.x, lo.y}, {hi.x, hi.y}, {lo.x, hi.y}}, lo.z, hi.z);
}

inline const Mesh unit = block({0, 0, 0}, {1, 1, 1});
inline const Mesh four = block({0, 0, 0}, {4, 4, 4});

// Points up, with its apex there and its square base below.
inline Mesh pyramid(const Vec3& apex, double half, double height) {
    const Vec3 a = apex + Vec3{-half, -half, -height}, b = apex + Vec3{half, -half, -height};
    const Vec3 c = apex + Vec3{half, half, -height}, d = apex + Vec3{-half, half, -height};
    return Mesh({a, b, c, d, apex}, {{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
}

// All meshes as one.
inline Mesh joined(std::initializer_list<Mesh> meshes) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (const Mesh& m : meshes) {
        const auto first = static_cast<VertexId>(vertices.size());
        vertices.insert(vertices.end(), m.vertices().begin(), m.vertices().end());
        for (const auto& t : m.triangles()) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

inline Mesh inside_out(const Mesh& m) {
    std::vector<std::array<VertexId, 3>> triangles;
    for (const auto& t : m.triangles()) triangles.push_back({t[0], t[2], t[1]});
    return Mesh({m.vertices().begin(), m.vertices().end()}, std::move(triangles));
}

// A block with a block cut out of its inside.
inline Mesh hollow_block(const Vec3& lo, const Vec3& hi, const Vec3& void_lo, const Vec3& void_hi) {
    return joined({block(lo, hi), inside_out(block(void_lo, void_hi))});
}

// ---- Sets of unit cells

using Cell = std::array<int, 3>;  // from c to c + 1 in each coordinate
using Cells = std::set<Cell>;

// The squares between a cell of the set and one that is not, wound outwards, in whole numbers.
inline std::vector<std::array<Cell, 4>> border(const Cells& cells) {
    std::vector<std::array<Cell, 4>> squares;
    for (const Cell& c : cells) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const int step : {0, 1}) {
                Cell neighbour = c;
                neighbour[axis] += step == 1 ? 1 : -1;
                if (cells.contains(neighbour)) continue;
                const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
                std::array<Cell, 4> square{c, c, c, c};
                for (Cell& p : square) p[axis] += step;
                ++square[1][u], ++square[2][u], ++square[2][v], ++square[3][v];
                if (step == 0) std::swap(square[1], square[3]);
                squares.push_back(square);
            }
        }
    }
    return squares;
}

inline Vec3 point(const Cell& c) {
    return {static_cast<double>(c[0]), static_cast<double>(c[1]), static_cast<double>(c[2])};
}

// Each square cut along one of its diagonals at random, vertices not shared.
inline Mesh polycube(const Cells& cells, Random& r) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (const auto& square : border(cells)) {
        const auto v = static_cast<VertexId>(vertices.size());
        const std::size_t turn = r.below(2);
        for (std::size_t i = 0; i < 4; ++i) vertices.push_back(point(square[(i + turn) % 4]));
        triangles.push_back({v, v + 1, v + 2});
        triangles.push_back({v, v + 2, v + 3});
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

// Of all cells in a cube of edge `size`, each with the given chance, but at least one.
inline Cells random_cells(int size, double chance, Random& r) {
    Cells cells;
    while (cells.empty()) {
        for (int x = 0; x < size; ++x)
            for (int y = 0; y < size; ++y)
                for (int z = 0; z < size; ++z)
                    if (r.chance(chance)) cells.insert({x, y, z});
    }
    return cells;
}

}  // namespace graze::test
