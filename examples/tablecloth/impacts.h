// Keeps a cloth from passing through a table and through itself in a step: repulsions where it is near,
// impulses at each contact, and where these do not settle it, zones that move rigidly (Provot 1997; Bridson,
// Fedkiw, Anderson 2002; Harmon et al. 2008). When it is done, the step has no contact at all, which exact
// tests say.
#pragma once

#include <graze/graze.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "graze/eigen.h"

namespace tablecloth {

using graze::Vec3;
using graze::VertexId;

struct ImpactCounts {
    std::size_t contacts = 0;     // that were answered by impulses
    std::size_t in_zones = 0;     // that were left for zones
    std::size_t rigid_zones = 0;  // that moved rigidly or rested
    std::size_t most_rounds = 0;  // of looking for contacts in a step
};

class Impacts {
  public:
    // Without rounds of impulses, all is left to the zones.
    Impacts(graze::Shape table, double thickness, double friction, std::size_t impulse_rounds)
        : table_(std::move(table)),
          thickness_(thickness),
          friction_(friction),
          impulse_rounds_(impulse_rounds) {}

    // Changes `to` until the way from the shape's vertices to there has no contact. At the start, nothing
    // touches; then nothing will touch at the end either.
    void resolve(const graze::Shape& cloth, std::vector<Vec3>& to) {
        repel(cloth, to);
        std::size_t rounds = 0;
        std::vector<Hit> hits = find(cloth, to);
        for (; !hits.empty() && rounds < impulse_rounds_; ++rounds) {
            counts.contacts += hits.size();
            for (const Hit& hit : hits) push_apart(cloth, hit, to);
            hits = find(cloth, to);
        }
        if (!hits.empty()) rounds += move_zones(cloth, to);
        counts.most_rounds = std::max(counts.most_rounds, rounds);
    }

    ImpactCounts counts;

  private:
    // A point of the cloth and one of the cloth or the table: weights of four vertices, of which the first
    // `mine` belong to the first point. Vertices of the table do not move.
    struct Corner {
        VertexId vertex;
        bool of_table;
        double weight;  // of a point; negative for those of the second
    };
    struct Hit {
        std::array<Corner, 4> corners;
        Vec3 normal;        // from the second point to the first
        double wanted = 0;  // gap along the normal at the end
    };

    const Vec3& start(const graze::Shape& cloth, const Corner& c) const {
        return c.of_table ? table_.mesh().vertices()[c.vertex] : cloth.mesh().vertices()[c.vertex];
    }
    const Vec3& end(const std::vector<Vec3>& to, const Corner& c) const {
        return c.of_table ? table_.mesh().vertices()[c.vertex] : to[c.vertex];
    }

    std::vector<Hit> find(const graze::Shape& cloth, const std::vector<Vec3>& to) const {
        std::vector<Hit> hits;
        const graze::QueryOptions options{.threads = threads_};
        const auto itself = graze::step_contacts(cloth, to, options);
        const auto at_table = graze::step_contacts(cloth, to, table_, table_.mesh().vertices(), options);
        for (const graze::StepContact& c : itself) hits.push_back(hit_of(cloth, to, c, false));
        for (const graze::StepContact& c : at_table) hits.push_back(hit_of(cloth, to, c, true));
        return hits;
    }

    Hit hit_of(const graze::Shape& cloth, const std::vector<Vec3>& to, const graze::StepContact& contact,
               bool with_table) const {
        using Kind = graze::FeatureId::Kind;
        const auto corner = [&](graze::FeatureId of, unsigned k, bool of_table) {
            const graze::Mesh& mesh = of_table ? table_.mesh() : cloth.mesh();
            return Corner{mesh.triangles()[of.index][(of.corner + k) % 3], of_table, 0};
        };
        Hit hit{};
        const double time = contact.at_most;
        if (contact.a.kind == Kind::edge) {
            hit.corners = {corner(contact.a, 1, false), corner(contact.a, 2, false),
                           corner(contact.b, 1, with_table), corner(contact.b, 2, with_table)};
        } else {
            const bool vertex_first = contact.a.kind == Kind::vertex;
            const graze::FeatureId v = vertex_first ? contact.a : contact.b,
                                   f = vertex_first ? contact.b : contact.a;
            const bool v_table = with_table && !vertex_first, f_table = with_table && vertex_first;
            hit.corners = {corner(v, 0, v_table), corner(f, 0, f_table), corner(f, 1, f_table),
                           corner(f, 2, f_table)};
        }
        std::array<Vec3, 4> p;
        for (std::size_t i = 0; i < 4; ++i) {
            const Vec3 from = start(cloth, hit.corners[i]);
            p[i] = from + (end(to, hit.corners[i]) - from) * time;
        }
        if (contact.a.kind == Kind::edge)
            weigh_edges(p, hit);
        else
            weigh_face(p, hit);
        // The side on which the two are at the start.
        const double before = gap(hit, [&](const Corner& c) { return start(cloth, c); });
        if (before < 0) hit.normal = hit.normal * -1.0;
        hit.wanted = std::min(std::abs(before), 0.1 * thickness_);
        return hit;
    }

    static void weigh_face(const std::array<Vec3, 4>& p, Hit& hit) {
        const Vec3 e = p[2] - p[1], f = p[3] - p[1], w = p[0] - p[1], n = cross(e, f);
        const double nn = dot(n, n);
        double s = 1.0 / 3, t = 1.0 / 3;
        if (nn > 0) {
            s = std::clamp(dot(cross(w, f), n) / nn, 0.0, 1.0);
            t = std::clamp(dot(cross(e, w), n) / nn, 0.0, 1.0 - s);
            hit.normal = n / std::sqrt(nn);
        } else {
            hit.normal = {0, 0, 1};
        }
        hit.corners[0].weight = 1;
        hit.corners[1].weight = -(1 - s - t);
        hit.corners[2].weight = -s;
        hit.corners[3].weight = -t;
    }

    static void weigh_edges(const std::array<Vec3, 4>& p, Hit& hit) {
        const Vec3 a = p[1] - p[0], b = p[3] - p[2], w = p[0] - p[2], n = cross(a, b);
        const double aa = dot(a, a), bb = dot(b, b), ab = dot(a, b), nn = dot(n, n);
        double s = 0.5, t = 0.5;
        if (nn > 1e-20 * aa * bb) {
            s = std::clamp((ab * dot(b, w) - bb * dot(a, w)) / nn, 0.0, 1.0);
            t = std::clamp((aa * dot(b, w) - ab * dot(a, w)) / nn, 0.0, 1.0);
            hit.normal = n / std::sqrt(nn);
        } else {
            hit.normal = {0, 0, 1};
        }
        hit.corners[0].weight = 1 - s;
        hit.corners[1].weight = s;
        hit.corners[2].weight = t - 1;
        hit.corners[3].weight = -t;
    }

    template <class Place>
    static Vec3 difference(const Hit& hit, const Place& place) {
        Vec3 sum;
        for (const Corner& c : hit.corners) sum += place(c) * c.weight;
        return sum;
    }
    template <class Place>
    static double gap(const Hit& hit, const Place& place) {
        return dot(hit.normal, difference(hit, place));
    }

    // An inelastic impulse with friction, as a change of where the vertices go.
    void push_apart(const graze::Shape& cloth, const Hit& hit, std::vector<Vec3>& to) const {
        const Vec3 after = difference(hit, [&](const Corner& c) { return end(to, c); });
        const double lacking = hit.wanted - dot(hit.normal, after);
        if (!(lacking > 0)) return;
        double weights = 0;
        for (const Corner& c : hit.corners) weights += c.of_table ? 0 : c.weight * c.weight;
        if (weights < 1e-9) return;
        const Vec3 way = after - difference(hit, [&](const Corner& c) { return start(cloth, c); });
        const Vec3 along = way - hit.normal * dot(way, hit.normal);
        const double slide = length(along);
        const Vec3 brake = slide > 0 ? along * (std::min(friction_ * lacking, slide) / slide) : Vec3{};
        const Vec3 change = (hit.normal * lacking - brake) / weights;
        for (const Corner& c : hit.corners)
            if (!c.of_table) to[c.vertex] += change * c.weight;
    }

    // Where surfaces are nearer than the thickness of the cloth, they do not come nearer, and part slowly.
    void repel(const graze::Shape& cloth, std::vector<Vec3>& to) const {
        const auto triangles = cloth.mesh().triangles();
        const auto strangers = [&](graze::FeatureId a, graze::FeatureId b) {
            if (a.index >= b.index) return false;
            for (const VertexId p : triangles[a.index])
                for (const VertexId q : triangles[b.index])
                    if (p == q) return false;
            return true;
        };
        const graze::Pose here;
        const auto near_itself = graze::close_triangles(cloth, here, cloth, here, thickness_,
                                                        {.filter = strangers, .threads = threads_});
        const auto near_table =
            graze::close_triangles(cloth, here, table_, here, thickness_, {.threads = threads_});
        for (const graze::Contact& c : near_itself) repel_pair(cloth, c, false, to);
        for (const graze::Contact& c : near_table) repel_pair(cloth, c, true, to);
    }

    void repel_pair(const graze::Shape& cloth, const graze::Contact& near, bool with_table,
                    std::vector<Vec3>& to) const {
        if (!(near.distance > 0)) return;
        const Vec3 normal = (near.point_a - near.point_b) / near.distance;
        const auto triangle = [&](graze::FeatureId of, bool of_table) {
            const graze::Mesh& mesh = of_table ? table_.mesh() : cloth.mesh();
            return mesh.triangles()[of.index];
        };
        const auto weights_at = [&](const std::array<VertexId, 3>& t, bool of_table, const Vec3& point) {
            const auto v = of_table ? table_.mesh().vertices() : cloth.mesh().vertices();
            Hit flat{};
            weigh_face({point, v[t[0]], v[t[1]], v[t[2]]}, flat);
            return std::array<double, 3>{-flat.corners[1].weight, -flat.corners[2].weight,
                                         -flat.corners[3].weight};
        };
        const auto a = triangle(near.feature_a, false), b = triangle(near.feature_b, with_table);
        const auto wa = weights_at(a, false, near.point_a), wb = weights_at(b, with_table, near.point_b);
        Vec3 way;
        double weights = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            way += (to[a[i]] - cloth.mesh().vertices()[a[i]]) * wa[i];
            weights += wa[i] * wa[i];
            if (with_table) continue;
            way -= (to[b[i]] - cloth.mesh().vertices()[b[i]]) * wb[i];
            weights += wb[i] * wb[i];
        }
        const double along = dot(way, normal), wanted = 0.1 * (thickness_ - near.distance);
        if (along >= wanted || weights < 1e-9) return;
        const Vec3 aside = way - normal * along;
        const double slide = length(aside), push = wanted - along;
        const Vec3 brake = slide > 0 ? aside * (std::min(friction_ * push, slide) / slide) : Vec3{};
        const Vec3 change = (normal * push - brake) / weights;
        for (std::size_t i = 0; i < 3; ++i) {
            to[a[i]] += change * wa[i];
            if (!with_table) to[b[i]] -= change * wb[i];
        }
    }

    // The fail-safe. Vertices of contacts make zones. A zone moves rigidly, keeping its momentum; one that
    // meets the table, or meets again, rests. Points of a zone pass one another nowhere: each moves along a
    // straight line, so at any time they are where a linear map has taken them. Zones only grow, so this
    // ends: at the latest when all rest.
    std::size_t move_zones(const graze::Shape& cloth, std::vector<Vec3>& to) {
        const auto from = cloth.mesh().vertices();
        std::vector<VertexId> zone(from.size());
        std::iota(zone.begin(), zone.end(), 0U);
        const auto find_zone = [&](VertexId v) {
            while (zone[v] != v) v = zone[v] = zone[zone[v]];
            return v;
        };
        std::vector<bool> rests(from.size());
        const std::vector<Vec3> wished = to;
        for (std::size_t rounds = 1;; ++rounds) {
            const std::vector<Hit> hits = find(cloth, to);
            if (hits.empty()) return rounds;
            counts.in_zones += hits.size();
            for (const Hit& hit : hits) {
                VertexId first = 0;
                bool any = false, table = false, same = true;
                for (const Corner& c : hit.corners) {
                    table = table || c.of_table;
                    if (c.of_table) continue;
                    const VertexId z = find_zone(c.vertex);
                    if (any && z != find_zone(first)) {
                        same = false;
                        const bool rest = rests[z] || rests[find_zone(first)];
                        zone[z] = find_zone(first);
                        rests[find_zone(first)] = rest;
                    }
                    if (!any) first = c.vertex;
                    any = true;
                }
                // A rigid zone meets itself only by rounding.
                if (table || (same && any)) rests[find_zone(first)] = true;
            }
            move_rigidly(from, wished, rests, find_zone, to);
        }
    }

    template <class FindZone>
    void move_rigidly(std::span<const Vec3> from, const std::vector<Vec3>& wished,
                      const std::vector<bool>& rests, const FindZone& find_zone, std::vector<Vec3>& to) {
        std::vector<std::vector<VertexId>> members(from.size());
        for (VertexId v = 0; v < from.size(); ++v) members[find_zone(v)].push_back(v);
        for (const std::vector<VertexId>& zone : members) {
            if (zone.size() < 2) continue;
            ++counts.rigid_zones;
            if (rests[find_zone(zone.front())]) {
                for (const VertexId v : zone) to[v] = from[v];
                continue;
            }
            Vec3 middle, way;
            for (const VertexId v : zone) middle += from[v] / double(zone.size());
            for (const VertexId v : zone) way += (wished[v] - from[v]) / double(zone.size());
            Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity() * 1e-12;
            Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
            for (const VertexId v : zone) {
                const Eigen::Vector3d r = graze::to_eigen(from[v] - middle);
                inertia += r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose();
                momentum += r.cross(graze::to_eigen(wished[v] - from[v]));
            }
            const Eigen::Vector3d turn = inertia.ldlt().solve(momentum);
            const double angle = std::min(turn.norm(), 1.0);
            const Eigen::Matrix3d rotation =
                angle > 0 ? Eigen::AngleAxisd(angle, turn.normalized()).toRotationMatrix()
                          : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
            for (const VertexId v : zone)
                to[v] = middle + way + graze::vec3_from(rotation * graze::to_eigen(from[v] - middle));
        }
    }

    graze::Shape table_;
    double thickness_, friction_;
    std::size_t impulse_rounds_;
    graze::Threads threads_{};
};

}  // namespace tablecloth
