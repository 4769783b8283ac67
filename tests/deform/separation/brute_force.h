// Collisions of all features of two meshes, or of one: by looking at all pairs.
#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "graze/deform/separation/kinetic_separation_list.h"
#include "graze/query/sweep/detail/impact_ticks.h"
#include "graze/query/sweep/linear_impact.h"

namespace graze::test {

// The features of a mesh, each with the name that collisions use: that of the first triangle.
struct NamedFeatures {
    struct Corner {
        VertexId v;
        FeatureId name;
    };
    struct Edge {
        VertexId v, w;
        FeatureId name;
    };
    std::vector<Corner> corners;
    std::vector<Edge> edges;

    explicit NamedFeatures(const Mesh& mesh) {
        std::map<VertexId, FeatureId> first;
        std::map<std::pair<VertexId, VertexId>, FeatureId> first_edge;
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
            const auto& v = mesh.triangles()[t];
            for (std::uint8_t i = 0; i < 3; ++i) {
                first.insert({v[i], {FeatureId::Kind::vertex, i, t}});
                const auto ends = std::minmax(v[(i + 1) % 3], v[(i + 2) % 3]);
                if (ends.first != ends.second) first_edge.insert({ends, {FeatureId::Kind::edge, i, t}});
            }
        }
        for (const auto& [v, name] : first) corners.push_back({v, name});
        for (const auto& [v, name] : first_edge) edges.push_back({v.first, v.second, name});
    }
};

// Calls visit(a, b, edges, {points}) for each pair of features without a common vertex; `b` null: of one
// mesh. Points are pairs: on which mesh, and which vertex.
template <class Visit>
void visit_all_features(const Mesh& a, const Mesh* b, Visit&& visit) {
    using Point = std::pair<KineticSide, VertexId>;
    using Points = std::array<Point, 4>;
    const auto A = KineticSide::a, B = b ? KineticSide::b : KineticSide::a;
    const Mesh& other = b ? *b : a;
    const NamedFeatures fa(a), fb(other);
    const auto vertices_and_faces = [&](const NamedFeatures& of, KineticSide side, const Mesh& faces,
                                        KineticSide face_side, bool turn) {
        for (const auto& corner : of.corners) {
            for (TriangleId t = 0; t < faces.triangle_count(); ++t) {
                const auto& f = faces.triangles()[t];
                if (!b && std::ranges::find(f, corner.v) != f.end()) continue;
                const Points points{Point{side, corner.v}, Point{face_side, f[0]}, Point{face_side, f[1]},
                                    Point{face_side, f[2]}};
                const FeatureId face = FeatureId::face(t);
                visit(turn ? face : corner.name, turn ? corner.name : face, false, points);
            }
        }
    };
    vertices_and_faces(fa, A, other, B, false);
    if (b) vertices_and_faces(fb, B, a, A, true);
    for (const auto& e : fa.edges) {
        for (const auto& f : fb.edges) {
            if (!b && (!(e.name < f.name) || e.v == f.v || e.v == f.w || e.w == f.v || e.w == f.w)) continue;
            visit(e.name, f.name, true, Points{Point{A, e.v}, Point{A, e.w}, Point{B, f.v}, Point{B, f.w}});
        }
    }
}

// All collisions of one step, from rest, if nobody is redirected.
inline std::vector<KineticCollision> all_collisions(const Mesh& a, std::span<const Vec3> a_to, const Mesh* b,
                                                    std::span<const Vec3> b_to) {
    std::vector<KineticCollision> all;
    visit_all_features(a, b, [&](FeatureId p, FeatureId q, bool edges, const auto& points) {
        std::array<detail::TimedPoint, 4> timed;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto [side, v] = points[i];
            const bool second = b && side == KineticSide::b;
            timed[i] = {(second ? *b : a).vertices()[v], (second ? b_to : a_to)[v], 0};
        }
        const std::span<const detail::TimedPoint, 4> t = timed;
        const detail::ImpactTicks found =
            edges ? detail::edge_edge_ticks(t.template first<2>(), t.template last<2>())
                  : detail::vertex_face_ticks(timed[0], t.template subspan<1, 3>());
        if (found.at_begin) all.push_back({0, p, q});
        if (found.after != detail::tick_never && !(found.at_begin && found.after == 0))
            all.push_back({static_cast<double>(found.after) * 0x1p-53, p, q});
    });
    std::ranges::sort(all, [](const KineticCollision& x, const KineticCollision& y) {
        return std::tie(x.time, x.a, x.b) < std::tie(y.time, y.a, y.b);
    });
    return all;
}

}  // namespace graze::test
