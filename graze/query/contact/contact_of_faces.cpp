// Contacts of two faces that are nearly parallel: the corners of what they have in common, seen along the
// direction midway between their normals.
//
// Each corner weighs half the area of the two triangles between it, its neighbours and the centroid, times
// its closeness. Where corners come together, as when a vertex moves across an edge, the sum of their weights
// does not change; so sums over all corners change by no more than the area and its border do.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "graze/query/contact/detail/contact_search.h"
#include "graze/query/detail/contacts.h"

namespace graze::inline v1::detail {
namespace {

// A corner of a polygon that triangles are clipped to. `edge` is the side from here to the next corner.
struct ClippedCorner {
    double x = 0, y = 0;
    double height = 0;  // of B above A here
    FeatureId::Kind on_a = FeatureId::Kind::face, on_b = FeatureId::Kind::face;
    unsigned number_a = 0, number_b = 0;
    // Of the side: 0 to 2: of A's triangle, 3 to 5: of B's; 6: where the height is the limit.
    unsigned edge = 6;
};

struct ClippedPolygon {
    std::array<ClippedCorner, 12> corner;
    std::size_t size = 0;
    void add(const ClippedCorner& c) {
        if (size < corner.size()) corner[size++] = c;
    }
};

ClippedCorner between(const ClippedCorner& p, const ClippedCorner& q, double value_p, double value_q) {
    const double s = value_p / (value_p - value_q);
    ClippedCorner r;
    r.x = p.x + (q.x - p.x) * s;
    r.y = p.y + (q.y - p.y) * s;
    r.height = p.height + (q.height - p.height) * s;
    return r;
}

// Names the point where the side `side` of the polygon meets edge `line`.
void name_corner(ClippedCorner& r, unsigned side, unsigned line) {
    if (line == 6 || side == 6) return;  // at the limit: in the faces, and of no weight
    if (side < 3) {                      // an edge of A and one of B
        r.on_a = r.on_b = FeatureId::Kind::edge;
        r.number_a = side;
        r.number_b = line - 3;
        return;
    }
    // Two edges of B: the vertex between them. Edge i is opposite corner i.
    r.on_b = FeatureId::Kind::vertex;
    r.number_b = 3 - (side - 3) - (line - 3);
}

// Keeps what has a value of at least 0 by a function that is linear.
template <class Value>
ClippedPolygon clip(const ClippedPolygon& polygon, unsigned line, const Value& value) {
    ClippedPolygon result;
    for (std::size_t i = 0; i < polygon.size; ++i) {
        const ClippedCorner &p = polygon.corner[i], &q = polygon.corner[(i + 1) % polygon.size];
        const double at_p = value(p), at_q = value(q);
        if (at_p >= 0) {
            result.add(p);
            if (at_q < 0) {
                ClippedCorner r = between(p, q, at_p, at_q);
                name_corner(r, p.edge, line);
                r.edge = line;
                result.add(r);
            }
        } else if (at_q >= 0) {
            ClippedCorner r = between(p, q, at_p, at_q);
            name_corner(r, p.edge, line);
            r.edge = p.edge;
            result.add(r);
        }
    }
    return result;
}

double twice_area(const ClippedCorner& a, const ClippedCorner& b, const ClippedCorner& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Half of what lies between the centroid and the two sides at each corner; nothing if the polygon is no wider
// than rounding. False without an area.
bool share_area(const ClippedPolygon& polygon, double rounding, ClippedCorner& centroid,
                std::array<double, 12>& share) {
    centroid = polygon.corner[0];
    double sum = 0, x = 0, y = 0, around = 0;
    for (std::size_t i = 1; i + 1 < polygon.size; ++i) {
        const ClippedCorner &p = polygon.corner[i], &q = polygon.corner[i + 1];
        const double area = twice_area(polygon.corner[0], p, q);
        sum += area;
        x += area * (p.x - centroid.x + q.x - centroid.x);
        y += area * (p.y - centroid.y + q.y - centroid.y);
    }
    if (!(sum > 0)) return false;
    centroid.x += x / (3 * sum);
    centroid.y += y / (3 * sum);
    share.fill(0);
    for (std::size_t i = 0; i < polygon.size; ++i) {
        const ClippedCorner &p = polygon.corner[i], &q = polygon.corner[(i + 1) % polygon.size];
        around += std::abs(q.x - p.x) + std::abs(q.y - p.y);
    }
    if (!(sum > rounding * around)) return true;
    for (std::size_t i = 0; i < polygon.size; ++i) {
        const std::size_t next = (i + 1) % polygon.size;
        const double area = std::abs(twice_area(centroid, polygon.corner[i], polygon.corner[next]));
        share[i] += 0.25 * area;
        share[next] += 0.25 * area;
    }
    return true;
}

// Two nearly parallel faces, seen along the direction midway between their normals.
struct FaceFrame {
    Vec3 out_a, out_b;  // normals, of which the first points to B and the second to A
    Vec3 on_a, on_b;    // a point of each plane
    Vec3 normal, ex, ey;

    FaceFrame(const Vec3& of_a, const Vec3& of_b, const Vec3& through_a, const Vec3& through_b)
        : out_a(of_a), out_b(of_b), on_a(through_a), on_b(through_b), normal(normalized(of_a - of_b)) {
        std::size_t least = 0;
        for (std::size_t k = 1; k < 3; ++k)
            if (std::abs(normal[k]) < std::abs(normal[least])) least = k;
        Vec3 axis{};
        axis[least] = 1;
        ex = normalized(cross(normal, axis));
        ey = cross(normal, ex);
    }

    ClippedCorner flattened(const Vec3& p) const {
        ClippedCorner c;
        c.x = dot(p - on_a, ex);
        c.y = dot(p - on_a, ey);
        return c;
    }
    Vec3 at(const ClippedCorner& c) const { return on_a + ex * c.x + ey * c.y; }
    // Where the planes are along the normal.
    double level_a(const ClippedCorner& c) const { return dot(on_a - at(c), out_a) / dot(normal, out_a); }
    double level_b(const ClippedCorner& c) const { return dot(on_b - at(c), out_b) / dot(normal, out_b); }
    Vec3 lifted_to_a(const ClippedCorner& c) const { return at(c) + normal * level_a(c); }
    Vec3 lifted_to_b(const ClippedCorner& c) const { return at(c) + normal * level_b(c); }
};

// A quick look before anything is clipped: may the triangles be this close, along the normal?
bool may_be_near(const FaceFrame& frame, const Triangle& a, const Triangle& b, double above, double below) {
    double lowest[2] = {0, 0}, highest[2] = {0, 0};
    for (int which = 0; which < 2; ++which) {
        const Triangle& t = which == 0 ? a : b;
        for (unsigned k = 0; k < 3; ++k) {
            const double h = dot(t[k] - frame.on_a, frame.normal);
            lowest[which] = k == 0 ? h : std::min(lowest[which], h);
            highest[which] = k == 0 ? h : std::max(highest[which], h);
        }
    }
    return lowest[1] - highest[0] < above && lowest[0] - highest[1] < below;
}

// What the triangles have in common where B is less than `above` above A and less than `below` below it.
ClippedPolygon common_polygon(const FaceFrame& frame, const Triangle& a, const Triangle& b, double above,
                              double below) {
    std::array<ClippedCorner, 3> of_a, of_b;
    for (unsigned k = 0; k < 3; ++k) of_a[k] = frame.flattened(a[k]), of_b[k] = frame.flattened(b[k]);
    const bool turned_a = twice_area(of_a[0], of_a[1], of_a[2]) < 0;
    const bool turned_b = twice_area(of_b[0], of_b[1], of_b[2]) < 0;
    ClippedPolygon polygon;
    for (unsigned i = 0; i < 3; ++i) {
        const unsigned k = turned_a ? 2 - i : i, next = turned_a ? (k + 2) % 3 : (k + 1) % 3;
        ClippedCorner c = of_a[k];
        c.on_a = FeatureId::Kind::vertex;
        c.number_a = k;
        c.edge = 3 - k - next;
        c.height = frame.level_b(c) - frame.level_a(c);
        polygon.add(c);
    }
    for (unsigned j = 0; j < 3 && polygon.size > 2; ++j) {
        const unsigned k = turned_b ? 2 - j : j, next = turned_b ? (k + 2) % 3 : (k + 1) % 3;
        const ClippedCorner &p = of_b[k], &q = of_b[next];
        polygon =
            clip(polygon, 3 + (3 - k - next), [&](const ClippedCorner& c) { return twice_area(p, q, c); });
    }
    if (polygon.size > 2)
        polygon = clip(polygon, 6, [&](const ClippedCorner& c) { return above - c.height; });
    if (polygon.size > 2)
        polygon = clip(polygon, 6, [&](const ClippedCorner& c) { return below + c.height; });
    return polygon;
}

// Where an edge ends within rounding of a corner, the corner is the vertex.
void name_vertex(const std::array<ClippedCorner, 3>& corners, const ClippedCorner& at, FeatureId::Kind& kind,
                 unsigned& number) {
    if (kind != FeatureId::Kind::edge) return;
    const ClippedCorner &from = corners[(number + 1) % 3], &to = corners[(number + 2) % 3];
    const auto square = [](const ClippedCorner& p, const ClippedCorner& q) {
        return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
    };
    const double least = 1e-20 * square(from, to);
    if (square(at, from) > least && square(at, to) > least) return;
    kind = FeatureId::Kind::vertex;
    number = (number + (square(at, from) <= least ? 1 : 2)) % 3;
}

// What is below is judged by a point near the lowest corner. `sign` turns heights.
bool below_is_there(const FaceFrame& frame, const ClippedPolygon& polygon, const ClippedCorner& centroid,
                    int sign, InsideTest& inside) {
    ClippedCorner low = polygon.corner[0];
    for (std::size_t i = 1; i < polygon.size; ++i)
        if (polygon.corner[i].height * sign < low.height * sign) low = polygon.corner[i];
    if (!InsideTest::is_below(low.height * sign, frame.on_a)) return true;
    low.x += 0.1 * (centroid.x - low.x);
    low.y += 0.1 * (centroid.y - low.y);
    const double height = frame.level_b(low) - frame.level_a(low);
    return !InsideTest::is_below(height * sign, frame.on_a) ||
           inside.is_between(frame.lifted_to_a(low), frame.lifted_to_b(low));
}

FeatureId feature_of_corner(const FeatureTable& table, TriangleId t, FeatureId::Kind kind, unsigned number) {
    if (kind == FeatureId::Kind::vertex) return table.owner_of_vertex(t, number);
    return kind == FeatureId::Kind::edge ? table.owner_of_edge(t, number) : table.face_of(t);
}

}  // namespace

void ContactSearch::faces(const Placed& a, const Placed& b) {
    if (!(dot(a.normal, a.normal) > 0.5) || !(dot(b.normal, b.normal) > 0.5)) return;
    const double parallel = facing(a.normal, a_.outward, b.normal, b_.outward);
    if (!(parallel > 0)) return;
    Vec3 out_a = a.normal * (a_.outward < 0 ? -1 : 1), out_b = b.normal * (b_.outward < 0 ? -1 : 1);
    if (dot(out_a, out_b) > 0) (a_.two_sided() ? out_a : out_b) *= -1;
    const bool any_side = a_.two_sided() && b_.two_sided();
    const FaceFrame frame(out_a, out_b, a.corners[0], b.corners[0]);
    const double below = any_side ? limit_ : below_;
    if (!may_be_near(frame, a.corners, b.corners, limit_, below)) return;
    const ClippedPolygon polygon = common_polygon(frame, a.corners, b.corners, limit_, below);
    std::array<double, 12> share;
    ClippedCorner centroid;
    const double rounding = 0x1p-46 * (largest_of(a.corners) + largest_of(b.corners));
    if (polygon.size < 3 || !share_area(polygon, rounding, centroid, share)) return;

    int sign = 1;
    if (any_side) {
        double mean = 0;
        for (std::size_t i = 0; i < polygon.size; ++i) mean += share[i] * polygon.corner[i].height;
        sign = mean < 0 ? -1 : 1;
        const ClippedCorner& c = polygon.corner[0];
        if (signs_.last_free != nullptr)
            sign = side_seen_before(frame.lifted_to_a(c), frame.lifted_to_b(c), frame.normal);
    }
    std::array<ClippedCorner, 3> of_a, of_b;
    for (unsigned k = 0; k < 3; ++k)
        of_a[k] = frame.flattened(a.corners[k]), of_b[k] = frame.flattened(b.corners[k]);
    const bool below_counts = below_is_there(frame, polygon, centroid, sign, inside_);
    const bool guessed = signs_.unsure && (a_.table.outward() == 0 || b_.table.outward() == 0);
    for (std::size_t i = 0; i < polygon.size; ++i) {
        ClippedCorner c = polygon.corner[i];
        if (!(c.height < limit_ && c.height > -below)) continue;
        if (!below_counts && InsideTest::is_below(c.height * sign, frame.on_a)) continue;
        if (c.on_a == FeatureId::Kind::face && c.on_b == FeatureId::Kind::face) continue;  // at the limit
        name_vertex(of_a, c, c.on_a, c.number_a);
        name_vertex(of_b, c, c.on_b, c.number_b);
        // A vertex above a flat edge is above the face.
        if (c.on_b == FeatureId::Kind::vertex && c.on_a == FeatureId::Kind::edge &&
            a_.table.is_flat(a.id, c.number_a))
            c.on_a = FeatureId::Kind::face;
        if (c.on_a == FeatureId::Kind::vertex && c.on_b == FeatureId::Kind::edge &&
            b_.table.is_flat(b.id, c.number_b))
            c.on_b = FeatureId::Kind::face;
        Contact contact;
        contact.point_a = c.on_a == FeatureId::Kind::vertex ? a.corners[c.number_a] : frame.lifted_to_a(c);
        contact.point_b = c.on_b == FeatureId::Kind::vertex ? b.corners[c.number_b] : frame.lifted_to_b(c);
        contact.normal = frame.normal * sign;
        contact.distance = c.height * sign;
        contact.feature_a = feature_of_corner(a_.table, a.id, c.on_a, c.number_a);
        contact.feature_b = feature_of_corner(b_.table, b.id, c.on_b, c.number_b);
        contact.certainty = guessed ? NormalCertainty::unsure : NormalCertainty::certain;
        const bool on_flat_edge = (c.on_a == FeatureId::Kind::edge && a_.table.is_flat(a.id, c.number_a)) ||
                                  (c.on_b == FeatureId::Kind::edge && b_.table.is_flat(b.id, c.number_b));
        add(contact, ContactKind::face_face, share[i] * parallel * closeness(contact.distance), on_flat_edge);
    }
}

}  // namespace graze::inline v1::detail
