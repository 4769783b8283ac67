// Tetrahedra in the corners of a tetrahedron, recursively.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects/recipes.h"

namespace graze::inline v1 {
namespace {

constexpr double edge_length = 2, ratio = 0.49;
constexpr std::uint32_t highest_level = 10;

using Tetrahedron = std::array<Vec3, 4>;

// On one side, about the origin. Each side is counter-clockwise as seen from outside.
Tetrahedron whole() {
    const double up = std::sqrt(2.0 / 3), back = 1 / std::sqrt(3.0);
    return {{{-1, -1.5 * back, -up}, {1, -1.5 * back, -up}, {0, 1.5 * back, -up}, {0, -0.5 * back, up}}};
}
constexpr std::array<std::array<std::size_t, 3>, 4> sides{{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};

// The tetrahedron with a number whose digits to the base of four say, level by level, which corner it shares
// with its parent.
Tetrahedron within(Tetrahedron t, std::uint64_t digits, std::uint32_t level) {
    for (std::uint32_t l = 0; l < level; ++l, digits /= 4) {
        const Vec3 corner = t[digits % 4];
        for (Vec3& p : t) p = corner + (p - corner) * ratio;
    }
    return t;
}

// Each side is cut into n^2 triangles. Points are numbered by side, then row by row. Points on edges and
// corners belong to the first side that has them.
void add_tetrahedron(SolidBuilder& builder, const Tetrahedron& t, std::uint32_t n) {
    struct Known {
        std::size_t from, to;
        std::vector<VertexId> points;  // on the edge from one corner to the other
    };
    std::array<VertexId, 4> corners{};
    for (std::size_t c = 0; c < 4; ++c) corners[c] = builder.add_vertex(t[c]);
    std::vector<Known> edges;
    for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = a + 1; b < 4; ++b) {
            Known edge{a, b, {corners[a]}};
            for (std::uint32_t i = 1; i < n; ++i)
                edge.points.push_back(
                    builder.add_vertex(t[a] + (t[b] - t[a]) * (static_cast<double>(i) / n)));
            edge.points.push_back(corners[b]);
            edges.push_back(std::move(edge));
        }
    const auto on_edge = [&](std::size_t a, std::size_t b, std::uint32_t i) {
        const auto edge = std::ranges::find_if(
            edges, [&](const Known& e) { return e.from == std::min(a, b) && e.to == std::max(a, b); });
        return edge->points[a < b ? i : n - i];
    };
    for (const auto& [a, b, c] : sides) {
        std::vector<VertexId> below, row;
        for (std::uint32_t j = 0; j <= n; ++j, below = std::move(row)) {
            row.clear();
            for (std::uint32_t i = 0; i + j <= n; ++i) {
                if (j == 0)
                    row.push_back(on_edge(a, b, i));
                else if (i == 0)
                    row.push_back(on_edge(a, c, j));
                else if (i + j == n)
                    row.push_back(on_edge(b, c, j));
                else
                    row.push_back(builder.add_vertex(t[a] + (t[b] - t[a]) * (static_cast<double>(i) / n) +
                                                     (t[c] - t[a]) * (static_cast<double>(j) / n)));
            }
            if (j == 0) continue;
            for (std::size_t i = 0; i < row.size(); ++i) {
                builder.add_triangle(below[i], below[i + 1], row[i]);
                if (i + 1 < row.size()) builder.add_triangle(below[i + 1], row[i + 1], row[i]);
            }
        }
    }
}

}  // namespace

// Cuts are distributed among the tetrahedra. So their number grows by one when the edge gets a little
// shorter, not by one in each tetrahedron.
void build_tetraflake(SolidBuilder& builder, std::uint32_t level) {
    const std::uint64_t count = std::uint64_t{1} << (2 * level);
    const double wanted = edge_length / static_cast<double>(std::uint64_t{1} << level) / builder.edge();
    const double cuts = std::clamp(wanted, 1.0, 4096.0);
    const double whole_cuts = std::floor(cuts), more = cuts - whole_cuts;
    const auto few = static_cast<std::uint64_t>(whole_cuts);
    const auto with_more = static_cast<std::uint64_t>(more * static_cast<double>(count));
    const std::uint64_t squares = few * few * (count - with_more) + (few + 1) * (few + 1) * with_more;
    if (!builder.begin_surface(2 * squares + 2 * count, 4 * squares)) return;
    for (std::uint64_t i = 0; i < count; ++i) {
        const bool one_more = (i + 1) * with_more / count > i * with_more / count;
        add_tetrahedron(builder, within(whole(), i, level),
                        static_cast<std::uint32_t>(few) + (one_more ? 1 : 0));
    }
}

// A level has four times as many triangles as the level below: as many as if that level were cut once more.
void build_tetraflake(SolidBuilder& builder) {
    std::uint32_t level = 1;
    while (level < highest_level &&
           builder.edge() * static_cast<double>(std::uint64_t{2} << level) <= edge_length)
        ++level;
    build_tetraflake(builder, level);
}

Mesh make_tetraflake(std::uint32_t level, std::uint32_t triangles) {
    if (level > highest_level) throw Error("a tetraflake has a level from 0 to 10");
    return fitted(triangles, [level](SolidBuilder& builder) { build_tetraflake(builder, level); });
}

}  // namespace graze::inline v1
