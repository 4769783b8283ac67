#include "graze/query/relation/detail/surface_contacts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "graze/base/predicates.h"

namespace graze::inline v1::detail {
namespace {

using Kind = Feature::Kind;

constexpr unsigned all_three = 7;

// The edges of its triangle that a feature lies on, as bits.
unsigned edges_of(Feature f) {
    if (f.kind == Kind::face) return 0;
    const unsigned bit = 1u << f.index;
    return f.kind == Kind::edge ? bit : all_three & ~bit;
}

// The common set of two triangles, relative to one of them.
struct View {
    unsigned corners = 0;      // that are in the common set
    unsigned edges_along = 0;  // that have more than a point in the common set
    bool inside = false;       // does the common set reach the inside of the triangle?
};

template <class FeatureOf>
View view(const TriangleIntersection& common, const FeatureOf& feature_of) {
    View v;
    unsigned once = 0, twice = 0, always = all_three;
    for (const CommonPoint& p : common.points()) {
        const Feature f = feature_of(p);
        if (f.kind == Kind::corner) v.corners |= 1u << f.index;
        const unsigned edges = edges_of(f);
        twice |= once & edges;
        once |= edges;
        always &= edges;
    }
    v.edges_along = twice;
    // A convex part of a triangle's border lies in one of its edges.
    v.inside = always == 0;
    return v;
}

struct CornerSides {
    bool front = false, behind = false;
    bool both() const { return front && behind; }
};

CornerSides sides(const Triangle& plane, const Triangle& t) {
    CornerSides s;
    for (const Vec3& p : t.corner) {
        const int side = graze::orient3d(plane[0], plane[1], plane[2], p);
        s.front |= side > 0;
        s.behind |= side < 0;
    }
    return s;
}

// A point of t near `p` with no weight zero.
WeightedPoint nearby(const Triangle& t, const Vec3& p) {
    const auto axis = static_cast<std::size_t>(std::max(0, projection_axis(t)));
    const auto area = [&](const Vec3& q, const Vec3& r) { return std::abs(cross(q - p, r - p)[axis]); };
    const double share[3] = {area(t[1], t[2]), area(t[2], t[0]), area(t[0], t[1])};
    const double all = share[0] + share[1] + share[2];
    WeightedPoint x{t, {1, 1, 1}};
    if (!(all > 0) || !std::isfinite(all)) return x;  // underflow: any point is valid
    for (std::size_t i = 0; i < 3; ++i) x.weight[i] = 1 + static_cast<std::uint32_t>(share[i] / all * 0x1p20);
    return x;
}

// The point of a common set that is a corner or part of an edge of t.
template <class FeatureOf>
Touch touch(TriangleId id, const Triangle& t, const TriangleIntersection& common,
            const FeatureOf& feature_of) {
    Touch result{id, {}};
    if (common.kind == CommonKind::point && feature_of(common.points()[0]).kind == Kind::corner) {
        result.weight[feature_of(common.points()[0]).index] = 1;
        return result;
    }
    unsigned edges = all_three;
    for (const CommonPoint& p : common.points()) edges &= edges_of(feature_of(p));
    const auto k = static_cast<std::size_t>(std::countr_zero(edges));
    const Vec3 &u = t[(k + 1) % 3], &v = t[(k + 2) % 3], along = v - u;
    // Along the axis on which the edge is longest; so the edge has a length on this axis.
    std::size_t axis = 0;
    for (const std::size_t i : {1, 2}) {
        if (std::abs(along[i]) > std::abs(along[axis])) axis = i;
    }
    const double share = std::clamp((common.middle()[axis] - u[axis]) / along[axis], 0.0, 1.0);
    result.weight[(k + 2) % 3] = 1 + static_cast<std::uint32_t>(share * 0x1p30);
    result.weight[(k + 1) % 3] = 1 + static_cast<std::uint32_t>((1 - share) * 0x1p30);
    return result;
}

ContactTriangle contact(TriangleId id, const View& v, bool coplanar) {
    const auto along = static_cast<std::uint8_t>(v.edges_along);
    return {.triangle = id,
            .corners_on = static_cast<std::uint8_t>(v.corners),
            .edges_on = along,
            .edges_off_plane = coplanar ? std::uint8_t{0} : along};
}

// For pairs with a triangle without area: features of these name only some of several equal corners, so each
// corner is tested.
ContactTriangle contact_of_flat_pair(TriangleId id, const Triangle& t, const Triangle& other) {
    ContactTriangle c{.triangle = id,
                      .edges_on = all_three,
                      .edges_off_plane = all_three,
                      .flat = collinear(t[0], t[1], t[2])};
    for (std::size_t i = 0; i < 3; ++i) {
        if (in_triangle(t[i], other)) c.corners_on |= static_cast<std::uint8_t>(1u << i);
    }
    return c;
}

}  // namespace

void ContactList::add(const ContactTriangle& c) {
    triangles_.push_back(c);
    if (triangles_.size() < merge_at_) return;
    // A triangle is added once for each triangle that it meets; merging now and then keeps the list short.
    merge_triangles();
    merge_at_ = std::max<std::size_t>(4096, 2 * triangles_.size());
}

void ContactList::finish() {
    merge_triangles();
    // Triangles that share a corner touch in one place.
    std::sort(touches_.begin(), touches_.end());
    touches_.erase(std::unique(touches_.begin(), touches_.end()), touches_.end());
}

void ContactList::merge_triangles() {
    std::sort(triangles_.begin(), triangles_.end(),
              [](const ContactTriangle& p, const ContactTriangle& q) { return p.triangle < q.triangle; });
    std::size_t count = 0;
    for (const ContactTriangle& c : triangles_) {
        if (count == 0 || triangles_[count - 1].triangle != c.triangle) {
            triangles_[count++] = c;
            continue;
        }
        ContactTriangle& merged = triangles_[count - 1];
        merged.corners_on |= c.corners_on;
        merged.edges_on |= c.edges_on;
        merged.edges_off_plane |= c.edges_off_plane;
    }
    triangles_.resize(count);
}

PairFinding SurfaceContacts::add(TriangleId id_a, const Triangle& ta, TriangleId id_b, const Triangle& tb) {
    PairFinding finding;
    if (collinear(ta[0], ta[1], ta[2]) || collinear(tb[0], tb[1], tb[2])) {
        a.add(contact_of_flat_pair(id_a, ta, tb));
        b.add(contact_of_flat_pair(id_b, tb, ta));
        return finding;
    }
    const TriangleIntersection common = intersection(ta, tb);
    const auto on_a = [](const CommonPoint& p) { return p.on_a; };
    const auto on_b = [](const CommonPoint& p) { return p.on_b; };
    const View of_a = view(common, on_a), of_b = view(common, on_b);
    if (common.kind == CommonKind::polygon) {
        finding.flush = nearby(ta, common.middle());
    } else if (!common.coplanar && (of_a.inside || of_b.inside)) {
        const CornerSides a_of_b = sides(tb, ta), b_of_a = sides(ta, tb);
        finding.crossing = (of_b.inside && a_of_b.both()) || (of_a.inside && b_of_a.both());
        if (finding.crossing) return finding;
        if (of_a.inside) b.add(touch(id_b, tb, common, on_b));
        if (of_b.inside) a.add(touch(id_a, ta, common, on_a));
    }
    a.add(contact(id_a, of_a, common.coplanar));
    b.add(contact(id_b, of_b, common.coplanar));
    return finding;
}

bool cross_properly(const Triangle& a, const Triangle& b) {
    return sides(a, b).both() && sides(b, a).both() && intersection(a, b).kind == CommonKind::segment;
}

}  // namespace graze::inline v1::detail
