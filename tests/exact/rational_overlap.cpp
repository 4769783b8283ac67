#include "tests/exact/rational_overlap.h"

#include <algorithm>

#include "tests/exact/rational_vector.h"

namespace graze::test {
namespace {

using rational::Number;
using rational::Vector;
using Polygon = std::vector<Vector>;

struct Plane {
    Vector normal;  // outwards
    Number at;

    Number height(const Vector& p) const { return dot(normal, p) - at; }
};

// Relative to some point near by, so that numbers stay short.
struct Body {
    std::array<Vector, 4> corner;
    std::array<Plane, 4> plane;

    Body(const Tetrahedron& t, const Vec3& origin) {
        for (std::size_t i = 0; i < 4; ++i) corner[i] = Vector(t[i]) - Vector(origin);
        for (std::size_t i = 0; i < 4; ++i) {
            const Polygon f = face(i);
            plane[i].normal = cross(f[1] - f[0], f[2] - f[0]);
            plane[i].at = dot(plane[i].normal, f[0]);
        }
    }
    // Opposite corner i, wound outwards.
    Polygon face(std::size_t i) const {
        static constexpr std::size_t corners[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
        return {corner[corners[i][0]], corner[corners[i][1]], corner[corners[i][2]]};
    }
    Number six_volumes() const {
        return dot(cross(corner[1] - corner[0], corner[2] - corner[0]), corner[3] - corner[0]);
    }
};

void clip(Polygon& polygon, const Plane& plane) {
    Polygon kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const Number at_p = plane.height(p), at_q = plane.height(q);
        if (at_p <= 0) kept.push_back(p);
        if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
            const Number share = at_p / (at_p - at_q);
            kept.push_back(p + (q - p) * share);
        }
    }
    polygon = std::move(kept);
}

// Six times the cone from the origin over what of a face is within the other body.
Number six_cones(Polygon face, const Body& other) {
    for (const Plane& p : other.plane) {
        clip(face, p);
        if (face.size() < 3) return 0;
    }
    Number sum = 0;
    for (std::size_t i = 2; i < face.size(); ++i) sum += dot(cross(face[0], face[i - 1]), face[i]);
    return sum;
}

bool all_beyond(const Plane& p, const Body& b) {
    return std::ranges::all_of(b.corner, [&](const Vector& c) { return p.height(c) >= 0; });
}

bool all_behind(const Plane& p, const Body& b) {
    return std::ranges::all_of(b.corner, [&](const Vector& c) { return p.height(c) <= 0; });
}

bool in_one_plane(const Plane& p, const Polygon& face) {
    return std::ranges::all_of(face, [&](const Vector& c) { return p.height(c) == 0; });
}

// What bounds the common part are the faces of each within the other; where both have one in the same plane,
// it counts once. (Back to back they have nothing in common, which is seen before.)
Number six_common_volumes(const Body& a, const Body& b) {
    for (std::size_t i = 0; i < 4; ++i)
        if (all_beyond(a.plane[i], b) || all_beyond(b.plane[i], a)) return 0;
    if (std::ranges::all_of(b.plane, [&](const Plane& p) { return all_behind(p, a); }))
        return a.six_volumes();
    Number sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        sum += six_cones(a.face(i), b);
        const Polygon face = b.face(i);
        if (std::ranges::none_of(a.plane, [&](const Plane& p) { return in_one_plane(p, face); }))
            sum += six_cones(face, a);
    }
    return sum;
}

std::vector<Body> bodies(const Tetrahedra& solid, const Vec3& origin) {
    std::vector<Body> result;
    for (const Tetrahedron& t : solid)
        if (Body b(t, origin); b.six_volumes() != 0) result.push_back(std::move(b));
    return result;
}

}  // namespace

int orientation(const Tetrahedron& t) {
    return sgn(Body(t, t[0]).six_volumes());
}

mpq_class exact_volume(const Tetrahedra& solid) {
    mpq_class sum = 0;
    for (const Tetrahedron& t : solid) sum += Body(t, t[0]).six_volumes();
    return sum / 6;
}

mpq_class exact_common_volume(const Tetrahedra& a, const Tetrahedra& b) {
    mpq_class sum = 0;
    if (a.empty() || b.empty()) return sum;
    const Vec3 origin = a[0][0];
    const std::vector<Body> bodies_a = bodies(a, origin), bodies_b = bodies(b, origin);
    for (const Body& x : bodies_a)
        for (const Body& y : bodies_b) sum += six_common_volumes(x, y);
    return sum / 6;
}

}  // namespace graze::test
