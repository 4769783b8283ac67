// Contacts against a search over all features, written in plain doubles and without any of the library's code
// for contacts: vertices by their coordinates, every vertex against every triangle, every edge against every
// edge.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/contact/contacts.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "tests/query/contact/contact_scenes.h"
#include "tests/query/meshes.h"

namespace graze::test {
namespace {

struct PlainSoup {
    std::vector<Vec3> points;
    std::vector<std::array<std::size_t, 3>> triangles;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> edges;  // with their triangles
    std::vector<std::set<std::size_t>> around;                                      // each point's neighbours

    PlainSoup(const Mesh& mesh, const Pose& pose) {
        std::map<std::array<double, 3>, std::size_t> numbers;
        std::vector<std::size_t> number;
        for (const Vec3& v : mesh.vertices()) {
            const auto [at, is_new] = numbers.insert({{v.x, v.y, v.z}, points.size()});
            if (is_new) points.push_back(pose(v));
            number.push_back(at->second);
        }
        around.resize(points.size());
        for (const auto& t : mesh.triangles()) {
            triangles.push_back({number[t[0]], number[t[1]], number[t[2]]});
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t p = number[t[k]], q = number[t[(k + 1) % 3]];
                edges[std::minmax(p, q)].push_back(triangles.size() - 1);
                around[p].insert(q), around[q].insert(p);
            }
        }
    }
    Vec3 normal(std::size_t t) const {
        const auto& [a, b, c] = triangles[t];
        return normalized(cross(points[b] - points[a], points[c] - points[a]));
    }
};

struct WantedContact {
    Vec3 on_a, on_b;
    double distance;
};

// How much nearer the steepest edge at a point comes to the other shape.
double rise_at_point(const PlainSoup& soup, std::size_t p, const Vec3& direction) {
    double most = -1;
    for (const std::size_t q : soup.around[p])
        most = std::max(most, dot(normalized(soup.points[q] - soup.points[p]), direction));
    return most;
}

// Vertices above the inside of a face that are nearer to it than all around them.
void add_vertices_on_faces(const PlainSoup& of_vertex, const PlainSoup& of_face, double margin,
                           bool vertex_is_a, std::vector<WantedContact>& wanted) {
    for (std::size_t p = 0; p < of_vertex.points.size(); ++p) {
        for (std::size_t t = 0; t < of_face.triangles.size(); ++t) {
            const auto& [i, j, k] = of_face.triangles[t];
            const Vec3 &a = of_face.points[i], &b = of_face.points[j], &c = of_face.points[k];
            const Vec3 n = of_face.normal(t), v = of_vertex.points[p];
            const double h = dot(v - a, n);
            if (!(std::abs(h) < 0.99 * margin && std::abs(h) > 1e-9)) continue;
            const Vec3 foot = v - n * h;
            const double area = length(cross(b - a, c - a));
            const double u = dot(cross(c - b, foot - b), n) / area, w = dot(cross(a - c, foot - c), n) / area;
            if (!(u > 1e-6 && w > 1e-6 && 1 - u - w > 1e-6)) continue;
            if (!(rise_at_point(of_vertex, p, n * (h > 0 ? -1 : 1)) < -0.001)) continue;
            wanted.push_back(vertex_is_a ? WantedContact{v, foot, std::abs(h)}
                                         : WantedContact{foot, v, std::abs(h)});
        }
    }
}

// Edges whose closest points are inside both, and nearer to each other than the faces at them.
void add_crossing_edges(const PlainSoup& a, const PlainSoup& b, double margin,
                        std::vector<WantedContact>& wanted) {
    const auto faces_rise = [](const PlainSoup& soup, const auto& edge, const Vec3& direction) {
        const auto& [p, q] = edge.first;
        const Vec3 along = normalized(soup.points[q] - soup.points[p]);
        double most = -1;
        for (const std::size_t t : edge.second) {
            for (const std::size_t corner : soup.triangles[t]) {
                if (corner == p || corner == q) continue;
                const Vec3 in = soup.points[corner] - soup.points[p];
                most = std::max(most, dot(normalized(in - along * dot(in, along)), direction));
            }
        }
        return most;
    };
    for (const auto& edge_a : a.edges) {
        for (const auto& edge_b : b.edges) {
            const Vec3 pa = a.points[edge_a.first.first], pb = b.points[edge_b.first.first];
            const Vec3 u = a.points[edge_a.first.second] - pa, v = b.points[edge_b.first.second] - pb;
            const Vec3 n = normalized(cross(u, v));
            if (length(cross(normalized(u), normalized(v))) < 0.1) continue;
            const double h = dot(pb - pa, n);
            if (!(std::abs(h) < 0.99 * margin && std::abs(h) > 1e-9)) continue;
            // pa + s u + h n = pb + t v
            const double s = dot(cross(pb - pa, v), n) / dot(cross(u, v), n);
            const double t = dot(cross(pb - pa, u), n) / dot(cross(u, v), n);
            if (!(s > 1e-6 && s < 1 - 1e-6 && t > 1e-6 && t < 1 - 1e-6)) continue;
            const Vec3 towards_b = n * (h > 0 ? 1 : -1);
            if (!(faces_rise(a, edge_a, towards_b) < -0.001 && faces_rise(b, edge_b, -towards_b) < -0.001))
                continue;
            wanted.push_back({pa + u * s, pb + v * t, std::abs(h)});
        }
    }
}

double distance_to_feature(const Mesh& mesh, const Pose& pose, FeatureId feature, const Vec3& p) {
    const Triangle t = pose(mesh.triangle(feature.index));
    if (feature.kind == FeatureId::Kind::vertex) return length(p - t[feature.corner]);
    if (feature.kind == FeatureId::Kind::edge) {
        const Vec3 a = t[(feature.corner + 1u) % 3], u = t[(feature.corner + 2u) % 3] - a;
        return length(p - a - u * std::clamp(dot(p - a, u) / dot(u, u), 0.0, 1.0));
    }
    return std::abs(dot(p - t[0], normalized(cross(t[1] - t[0], t[2] - t[0]))));
}

// B comes closer than the margin, straight to the nearest point of A.
void compare_with_all_features(const Mesh& a, const Pose& pa, const Mesh& b, const Pose& before,
                               double margin, std::size_t& compared) {
    const Shape sa(a), sb(b);
    const Distance apart = distance(sa, pa, sb, before);
    if (apart.value == 0) return;
    const double closer = std::max(0.0, apart.value - 0.4 * margin);
    const Pose pb = Pose::translation(apart.normal * -closer) * before;
    if (intersects(sa, pa, sb, pb)) return;
    std::vector<WantedContact> wanted;
    const PlainSoup all_a(a, pa), all_b(b, pb);
    add_vertices_on_faces(all_a, all_b, margin, true, wanted);
    add_vertices_on_faces(all_b, all_a, margin, false, wanted);
    add_crossing_edges(all_a, all_b, margin, wanted);
    const auto found = contacts(sa, pa, sb, pb, margin, {.reduce = false, .regions = false});
    for (const WantedContact& w : wanted) {
        const bool is_there = std::ranges::any_of(found, [&](const ContactPoint& c) {
            // Of faces that are nearly parallel, points are compared along the direction between them.
            const double tolerance = c.kind == ContactKind::face_face ? 0.07 * w.distance + 1e-9 : 1e-9;
            return length(c.point_a - w.on_a) < tolerance && length(c.point_b - w.on_b) < tolerance &&
                   std::abs(c.distance - w.distance) < tolerance;
        });
        EXPECT_TRUE(is_there) << w.on_a.x << " " << w.on_a.y << " " << w.on_a.z << " at " << w.distance;
        ++compared;
    }
    for (const ContactPoint& c : found) {
        EXPECT_LT(c.distance, margin);
        EXPECT_GT(c.distance, 0);
        const double tolerance = c.kind == ContactKind::face_face ? 0.07 * c.distance + 1e-9 : 1e-9;
        EXPECT_LT(distance_to_feature(a, pa, c.feature_a, c.point_a), tolerance) << name_of(c.kind);
        EXPECT_LT(distance_to_feature(b, pb, c.feature_b, c.point_b), tolerance) << name_of(c.kind);
        EXPECT_GE(c.weight, 0);
    }
}

TEST(ContactsBruteForce, finds_every_nearest_pair_of_features_of_solids) {
    Random r(31);
    const Mesh meshes[] = {make_box({1, 0.6, 0.4}), make_sphere(0.5, 72), make_torus(0.5, 0.2, 9, 6),
                           make_cylinder(0.3, 1.2, 9), make_tube(0.6, 0.3, 0.5, 8)};
    std::size_t compared = 0;
    for (int i = 0; i < 500; ++i) {
        SCOPED_TRACE(i);
        compare_with_all_features(meshes[r.below(5)], Pose(r.rotation(), {}), meshes[r.below(5)],
                                  Pose(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1})), r.uniform(0.02, 0.1),
                                  compared);
    }
    EXPECT_GT(compared, 150u);
}

TEST(ContactsBruteForce, finds_every_nearest_pair_of_features_of_open_and_turned_over_meshes) {
    Random r(32);
    std::size_t compared = 0;
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE(i);
        const Mesh a = with_random_winding(make_torus(0.5, 0.2, 9, 6), r.below(1000));
        const Mesh b = i % 2 == 0 ? make_sheet(1) : soup(3, r.below(1000), 0.3, false);
        compare_with_all_features(a, Pose(r.rotation(), {}), b,
                                  Pose(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1})), r.uniform(0.02, 0.2),
                                  compared);
    }
    EXPECT_GT(compared, 50u);
}

}  // namespace
}  // namespace graze::test
