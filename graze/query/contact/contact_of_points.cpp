// Contacts of vertices and edges. A vertex is in contact with the part of the other surface that is nearest
// to it among all nearby: with a face if it is above the face, with an edge if it is above no face there,
// with a vertex if it is above none of that vertex's edges. So a vertex that moves across a convex edge hands
// over from face to edge to face, with the same point and normal at each change.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/query/contact/detail/contact_search.h"

namespace graze::inline v1::detail {
namespace {

// Below this part of the margin, a normal that is not that of a plane turns too fast with motion to be
// certain.
constexpr double turning_part = 0.125;
// Edges closer to parallel than the first, as a sine, have no normal across both. The weight of others rises
// from the second to the third. Below the fourth, the normal turns too fast with motion to be certain.
constexpr double edges_are_parallel = 1e-6, edges_cross_from = 0.001, edges_cross_to = 0.02,
                 edges_cross_surely = 0.1;

// How far the point lies inside the triangle, from one of its edges; seen along the normal.
double inside_of_edge(const Triangle& t, unsigned edge, const Vec3& p) {
    return dot(p - t[(edge + 1) % 3], ContactSide::into_face(t, edge));
}

}  // namespace

void ContactSearch::look_at(TriangleId ia, TriangleId ib) {
    const Placed a{a_, ia, a_.triangle(ia), a_.normal(ia), true};
    const Placed b{b_, ib, b_.triangle(ib), b_.normal(ib), false};
    faces(a, b);
    for (unsigned k = 0; k < 3; ++k)
        if (a_.table.owns_vertex(ia, k)) vertex_and_triangle({a, k}, b);
    for (unsigned k = 0; k < 3; ++k) {
        if (!b_.table.owns_vertex(ib, k)) continue;
        vertex_and_face({b, k}, a);
        for (unsigned e = 0; e < 3; ++e)
            if (a_.table.owns_edge(ia, e)) vertex_and_edge({b, k}, a, e);
    }
    for (unsigned i = 0; i < 3; ++i) {
        if (!a_.table.owns_edge(ia, i) || a_.table.is_flat(ia, i)) continue;
        for (unsigned j = 0; j < 3; ++j)
            if (b_.table.owns_edge(ib, j) && !b_.table.is_flat(ib, j)) edge_and_edge(a, i, b, j);
    }
}

void ContactSearch::vertex_and_triangle(const Vertex& v, const Placed& other) {
    vertex_and_face(v, other);
    for (unsigned e = 0; e < 3; ++e)
        if (other.side.table.owns_edge(other.id, e)) vertex_and_edge(v, other, e);
    for (unsigned k = 0; k < 3; ++k)
        if (other.side.table.owns_vertex(other.id, k)) vertex_and_vertex(v, other, k);
}

int ContactSearch::side_seen_before(const Vec3& point_a, const Vec3& point_b, const Vec3& normal) const {
    if (signs_.last_free == nullptr) return dot(point_b - point_a, normal) < 0 ? -1 : 1;
    // Each point moves with its shape, the normal with A (Zachmann 2000, 4.5.4).
    const Pose then_from_now_a = signs_.last_free->a * a_.pose.inverse();
    const Pose then_from_now_b = signs_.last_free->b * b_.pose.inverse();
    const Vec3 before = then_from_now_b(point_b) - then_from_now_a(point_a);
    return dot(before, then_from_now_a.rotate(normal)) < 0 ? -1 : 1;
}

// A concave edge is no contact of its own. A face beyond it is seen a little before the vertex is above it,
// so that its contact does not begin with full weight.
double ContactSearch::apron(const Placed& face, const double (&inside)[3], const Vec3& v,
                            double height) const {
    unsigned outside = 3;
    for (unsigned e = 0; e < 3; ++e) {
        if (inside[e] > 0) continue;
        if (outside != 3) return 0;
        outside = e;
    }
    if (outside == 3) return 1;
    const double width = 0.5 * margin_;
    if (-inside[outside] >= width || face.side.table.is_flat(face.id, outside)) return 0;
    const FeatureTable::Use here{face.id, outside};
    const FeatureTable::Use other = face.side.table.next(here);
    if (other == here || face.side.table.next(other) != here) return 0;
    const Triangle beyond = face.side.triangle(other.triangle);
    const double rises = dot(beyond[other.edge] - face.corners[(outside + 1) % 3], face.normal);
    if (!(rises * height > 0) || !(dot(v - beyond[0], v - beyond[0]) > 0)) return 0;
    return 1 + inside[outside] / width;
}

bool ContactSearch::near_crease(const Placed& face, const double (&inside)[3]) const {
    for (unsigned e = 0; e < 3; ++e)
        if (inside[e] < turning_part * margin_ && !face.side.table.is_flat(face.id, e)) return true;
    return false;
}

void ContactSearch::vertex_and_face(const Vertex& v, const Placed& face) {
    if (!(dot(face.normal, face.normal) > 0.5)) return;
    const double height = dot(v.at() - face.corners[0], face.normal);
    if (!is_near(height * (face.side.outward < 0 ? -1 : 1), face.side.two_sided())) return;
    double inside[3];
    for (unsigned e = 0; e < 3; ++e) {
        inside[e] = inside_of_edge(face.corners, e, v.at());
        if (inside[e] < -0.5 * margin_) return;
    }
    const double depth = -height * face.side.outward;
    if (face.side.outward != 0 && !InsideTest::is_below(depth, v.at()) &&
        std::min({inside[0], inside[1], inside[2]}) >= 0)
        depths_.push_back({v.of.is_a, v.id(), std::max(depth, 0.0)});
    double factor = apron(face, inside, v.at(), height);
    if (!(factor > 0)) return;
    int sign = face.side.outward;
    if (sign == 0) {
        const Vec3 foot = v.at() - face.normal * height;
        sign = v.of.is_a ? -side_seen_before(v.at(), foot, face.normal)
                         : side_seen_before(foot, v.at(), face.normal);
    }
    const Touch touch{v.at(), face.normal * sign, height * sign};
    const bool sure =
        factor == 1 && !(std::abs(height) < turning_part * margin_ && near_crease(face, inside));
    factor *= 1 - parallel_at(v, face, {}, touch.direction);
    add_point(v, face, face.side.table.face_of(face.id), ContactKind::vertex_face, touch, factor, sure);
}

void ContactSearch::vertex_and_edge(const Vertex& v, const Placed& other, unsigned edge) {
    const Vec3 &from = other.corners[(edge + 1) % 3], &to = other.corners[(edge + 2) % 3];
    const Vec3 along = to - from, to_v = v.at() - from;
    const double square = dot(along, along), at = dot(to_v, along);
    if (!(at > 0 && at < square)) return;
    const Vec3 apart = to_v - along * (at / square);
    const double distance = length(apart);
    if (!(distance < limit_)) return;
    // Above none of the faces at the edge. Inside a solid, the edge is seen from behind them.
    const FeatureTable& table = other.side.table;
    const FeatureTable::Use first{other.id, edge};
    FeatureTable::Use use = first;
    Vec3 normals{};
    do {
        const Triangle t = use == first ? other.corners : other.side.triangle(use.triangle);
        if (inside_of_edge(t, use.edge, v.at()) > 0) return;
        normals += other.side.normal(use.triangle);
        use = table.next(use);
    } while (use != first);
    const bool flat = table.is_flat(other.id, edge);
    Touch touch{v.at(), {}, distance};
    if (distance > 0) touch.direction = apart / distance;
    if (!(distance > 1e-12 * std::sqrt(square)) && dot(normals, normals) > 0)
        touch.direction = normalized(normals) * (other.side.outward < 0 ? -1 : 1);
    if (!(dot(touch.direction, touch.direction) > 0)) return;
    if (other.side.outward != 0 && dot(normals, touch.direction) * other.side.outward < 0) {
        touch.direction = -touch.direction;
        touch.height = -distance;
        depths_.push_back({v.of.is_a, v.id(), distance});
    }
    const FeatureId feature =
        flat ? table.face_of(other.id)
             : FeatureId{FeatureId::Kind::edge, static_cast<std::uint8_t>(edge), other.id};
    add_point(v, other, feature, flat ? ContactKind::vertex_face : ContactKind::vertex_edge, touch,
              1 - parallel_at(v, other, edge, touch.direction), flat || distance >= turning_part * margin_);
}

void ContactSearch::vertex_and_vertex(const Vertex& v, const Placed& other, unsigned corner) {
    const Vec3 apart = v.at() - other.corners[corner];
    const double distance = length(apart);
    if (!(distance < limit_)) return;
    // Above none of the edges and faces there: nothing of either surface rises towards the other's vertex.
    if (other.side.slope_at(other.id, corner, apart) > 0) return;
    if (v.of.side.slope_at(v.of.id, v.corner, -apart) > 0) return;
    const VertexId point = other.side.table.edges().points_of(other.id)[corner];
    Vec3 normals{};
    for (const TriangleId t : other.side.table.edges().triangles_at(point)) normals += other.side.normal(t);
    Touch touch{v.at(), {}, distance};
    if (distance > 0) {
        touch.direction = apart / distance;
    } else if (dot(normals, normals) > 0) {
        touch.direction = normalized(normals) * (other.side.outward < 0 ? -1 : 1);
    } else {
        touch.direction = {0, 0, 1};
    }
    if (other.side.outward != 0 && dot(normals, touch.direction) * other.side.outward < 0) {
        touch.direction = -touch.direction;
        touch.height = -distance;
    }
    add_point(v, other, {FeatureId::Kind::vertex, static_cast<std::uint8_t>(corner), other.id},
              ContactKind::vertex_vertex, touch, 1, distance >= turning_part * margin_);
}

// Faces at a vertex that are parallel to a face of the other shape across `out`: those are a contact of
// faces.
double ContactSearch::parallel_at(const Vertex& v, const Placed& other, std::optional<unsigned> edge,
                                  const Vec3& out) const {
    const ContactSide &mine = v.of.side, &theirs = other.side;
    const auto across = [&](const Vec3& normal) {
        return dot(normal, normal) > 0.5 ? fade(length(cross(normal, out)), parallel_from, parallel_to) : 0.0;
    };
    double of_theirs = 0;
    if (!edge) {
        of_theirs = 1;
    } else {
        const FeatureTable::Use first{other.id, *edge};
        FeatureTable::Use use = first;
        do {
            of_theirs = std::max(of_theirs, across(theirs.normal(use.triangle)));
            use = theirs.table.next(use);
        } while (use != first);
    }
    if (of_theirs == 0) return 0;
    double of_mine = 0;
    const VertexId point = mine.table.edges().points_of(v.of.id)[v.corner];
    for (const TriangleId t : mine.table.edges().triangles_at(point)) {
        const Vec3 normal = mine.normal(t);
        if (dot(normal, out) * mine.outward > 0) continue;  // it looks the other way
        of_mine = std::max(of_mine, across(normal));
    }
    return of_theirs * of_mine;
}

void ContactSearch::add_point(const Vertex& v, const Placed& other, FeatureId feature, ContactKind kind,
                              const Touch& touch, double factor, bool sure) {
    const double slope = v.of.side.slope_at(v.of.id, v.corner, -touch.direction);
    if (slope > (touch.height < 0 ? slope_to : steepest)) return;
    Contact contact;
    const Vec3 foot = touch.point - touch.direction * touch.height;
    contact.distance = touch.height;
    if (v.of.is_a) {
        contact.point_a = touch.point, contact.point_b = foot;
        contact.feature_a = v.id(), contact.feature_b = feature;
        contact.normal = -touch.direction;
    } else {
        contact.point_a = foot, contact.point_b = touch.point;
        contact.feature_a = feature, contact.feature_b = v.id();
        contact.normal = touch.direction;
    }
    const bool guessed = signs_.unsure && other.side.table.outward() == 0;
    contact.certainty = sure && !guessed ? NormalCertainty::certain : NormalCertainty::unsure;
    add(contact, kind, margin_ * margin_ * closeness(touch.height) * factor * fade(slope, 0, slope_to));
}

double ContactSearch::parallel_at(const Placed& a, unsigned edge_a, const Placed& b, unsigned edge_b,
                                  const Vec3& normal) const {
    const auto most = [&](const Placed& placed, unsigned edge, int sign) {
        double result = 0;
        const FeatureTable::Use first{placed.id, edge};
        FeatureTable::Use use = first;
        do {
            const Vec3 n = placed.side.normal(use.triangle);
            if (dot(n, n) > 0.5 && dot(n, normal) * sign * placed.side.outward >= 0)
                result = std::max(result, fade(length(cross(n, normal)), parallel_from, parallel_to));
            use = placed.side.table.next(use);
        } while (use != first);
        return result;
    };
    const double of_a = most(a, edge_a, 1);
    return of_a == 0 ? 0 : of_a * most(b, edge_b, -1);
}

void ContactSearch::edge_and_edge(const Placed& a, unsigned edge_a, const Placed& b, unsigned edge_b) {
    const Vec3 &pa = a.corners[(edge_a + 1) % 3], &pb = b.corners[(edge_b + 1) % 3];
    const Vec3 u = a.corners[(edge_a + 2) % 3] - pa, v = b.corners[(edge_b + 2) % 3] - pb, w = pb - pa;
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v);
    const Vec3 across = cross(u, v);
    const double square = dot(across, across);
    if (!(square > edges_are_parallel * edges_are_parallel * uu * vv)) return;
    // The closest points of the two lines.
    const double s = (dot(w, u) * vv - dot(w, v) * uv) / square,
                 t = (dot(w, u) * uv - dot(w, v) * uu) / square;
    if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
    const Vec3 on_a = pa + u * s, on_b = pb + v * t;
    Vec3 normal = across / std::sqrt(square);
    double distance = dot(w, normal);
    if (!is_near(distance, true) && !is_near(-distance, true)) return;
    if (a_.is_concave(a.id, edge_a) || b_.is_concave(b.id, edge_b)) return;
    int sign = 0;
    if (a_.two_sided() || b_.two_sided()) {
        sign = side_seen_before(on_a, on_b, normal);
    } else {
        const Vec3 out_a = a_.out_at(a.id, edge_a), out_b = b_.out_at(b.id, edge_b);
        sign = dot(out_a - out_b, normal) < 0 ? -1 : 1;
    }
    if (sign < 0) normal = -normal, distance = -distance;
    const double slope =
        std::max(a_.slope_at_edge(a.id, edge_a, normal), b_.slope_at_edge(b.id, edge_b, -normal));
    if (slope > (distance < 0 ? slope_to : steepest)) return;
    const double length_a = std::sqrt(uu), length_b = std::sqrt(vv);
    const double from_end = std::min({s * length_a, (1 - s) * length_a, t * length_b, (1 - t) * length_b});
    const double sine = std::sqrt(square / (uu * vv));
    const double factor = std::min(1.0, from_end / (0.5 * margin_)) * fade(slope, 0, slope_to) *
                          (1 - fade(sine, edges_cross_from, edges_cross_to)) *
                          (1 - parallel_at(a, edge_a, b, edge_b, normal));
    Contact contact;
    contact.point_a = on_a;
    contact.point_b = on_a + normal * distance;
    contact.normal = normal;
    contact.distance = distance;
    contact.feature_a = {FeatureId::Kind::edge, static_cast<std::uint8_t>(edge_a), a.id};
    contact.feature_b = {FeatureId::Kind::edge, static_cast<std::uint8_t>(edge_b), b.id};
    contact.certainty =
        signs_.unsure || sine < edges_cross_surely ? NormalCertainty::unsure : NormalCertainty::certain;
    add(contact, ContactKind::edge_edge, margin_ * margin_ * closeness(distance) * factor);
}

void ContactSearch::add(Contact contact, ContactKind kind, double weight, bool on_flat_edge) {
    // Constraints of no weight are for shapes that do not overlap.
    if (contact.distance < 0 && !(weight > 0)) return;
    contact.distance -= a_.radius + b_.radius;
    if (!(contact.distance < margin_)) return;
    contact.point_a += contact.normal * a_.radius;
    contact.point_b -= contact.normal * b_.radius;
    contact.normal = Vec3{} + normalized(contact.normal);  // no -0
    ContactPoint& point = found_.emplace_back();
    static_cast<Contact&>(point) = contact;
    point.kind = kind;
    point.weight = weight;
    point.id = on_flat_edge ? on_flat_edge_id : 0;
}

}  // namespace graze::inline v1::detail
