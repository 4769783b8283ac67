// All contacts of a step by testing every pair of features, without boxes or filters.
#pragma once

#include <algorithm>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "graze/deform/continuous/step_contacts.h"
#include "graze/query/sweep/linear_impact.h"

namespace graze::test {

// The vertices, edges and faces of a mesh; each has the name that the lowest of its triangles gives it.
struct MovingFeatures {
    struct Vertex {
        VertexId vertex;
        FeatureId id;
    };
    struct Edge {
        std::array<VertexId, 2> ends;
        FeatureId id;
    };
    std::span<const Vec3> from, to;
    std::vector<Vertex> vertices;
    std::vector<Edge> edges;
    std::span<const std::array<VertexId, 3>> faces;

    MovingFeatures(const Mesh& mesh, std::span<const Vec3> end)
        : from(mesh.vertices()), to(end), faces(mesh.triangles()) {
        std::set<VertexId> seen;
        std::set<std::set<VertexId>> seen_edges;
        for (TriangleId t = 0; t < faces.size(); ++t) {
            for (std::uint8_t k = 0; k < 3; ++k) {
                if (seen.insert(faces[t][k]).second)
                    vertices.push_back({faces[t][k], {FeatureId::Kind::vertex, k, t}});
                const VertexId p = faces[t][(k + 1U) % 3], q = faces[t][(k + 2U) % 3];
                if (p != q && seen_edges.insert({p, q}).second)
                    edges.push_back({{p, q}, {FeatureId::Kind::edge, k, t}});
            }
        }
    }
    MovingPoint point(VertexId v) const { return {from[v], to[v]}; }
    std::array<MovingPoint, 2> edge(const Edge& e) const { return {point(e.ends[0]), point(e.ends[1])}; }
    std::array<MovingPoint, 3> face(TriangleId t) const {
        return {point(faces[t][0]), point(faces[t][1]), point(faces[t][2])};
    }
};

inline std::vector<StepContact> in_order_of_time(std::vector<StepContact> contacts) {
    std::ranges::sort(contacts, [](const StepContact& p, const StepContact& q) {
        return std::tie(p.at_least, p.at_most, p.a, p.b) < std::tie(q.at_least, q.at_most, q.a, q.b);
    });
    return contacts;
}

inline std::vector<StepContact> contacts_by_brute_force(const Mesh& mesh, std::span<const Vec3> to) {
    const MovingFeatures m(mesh, to);
    std::vector<StepContact> all;
    const auto add = [&](FeatureId a, FeatureId b, const LinearImpact& hit) {
        if (hit.answer == Answer::yes) all.push_back({a, b, hit.at_least, hit.at_most});
    };
    for (const auto& v : m.vertices)
        for (TriangleId t = 0; t < m.faces.size(); ++t)
            if (std::ranges::find(m.faces[t], v.vertex) == m.faces[t].end())
                add(v.id, FeatureId::face(t), vertex_face_impact(m.point(v.vertex), m.face(t)));
    for (const auto& a : m.edges)
        for (const auto& b : m.edges)
            if (a.id < b.id && std::ranges::find(b.ends, a.ends[0]) == b.ends.end() &&
                std::ranges::find(b.ends, a.ends[1]) == b.ends.end())
                add(a.id, b.id, edge_edge_impact(m.edge(a), m.edge(b)));
    return in_order_of_time(std::move(all));
}

inline std::vector<StepContact> contacts_by_brute_force(const Mesh& a, std::span<const Vec3> a_to,
                                                        const Mesh& b, std::span<const Vec3> b_to) {
    const MovingFeatures p(a, a_to), q(b, b_to);
    std::vector<StepContact> all;
    const auto add = [&](FeatureId of_a, FeatureId of_b, const LinearImpact& hit) {
        if (hit.answer == Answer::yes) all.push_back({of_a, of_b, hit.at_least, hit.at_most});
    };
    for (const auto& v : p.vertices)
        for (TriangleId t = 0; t < q.faces.size(); ++t)
            add(v.id, FeatureId::face(t), vertex_face_impact(p.point(v.vertex), q.face(t)));
    for (const auto& v : q.vertices)
        for (TriangleId t = 0; t < p.faces.size(); ++t)
            add(FeatureId::face(t), v.id, vertex_face_impact(q.point(v.vertex), p.face(t)));
    for (const auto& e : p.edges)
        for (const auto& f : q.edges) add(e.id, f.id, edge_edge_impact(p.edge(e), q.edge(f)));
    return in_order_of_time(std::move(all));
}

}  // namespace graze::test
