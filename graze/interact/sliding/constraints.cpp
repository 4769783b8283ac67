#include "graze/interact/sliding/detail/constraints.h"

#include <array>
#include <cmath>

#include "graze/tree/companion.h"

namespace graze::inline v1::detail {
namespace {

constexpr double lean = 0.2;       // radians
constexpr double parallel = 0.98;  // the cosine of it

const CompanionSlot<Edges>& edges_slot() {
    static const CompanionSlot<Edges> slot(
        {.name = "edges", .make = [](const Shape& s) -> std::shared_ptr<const void> {
             return std::make_shared<const Edges>(s.mesh());
         }});
    return slot;
}

// Does all that is adjacent to the feature lie behind the plane through `p` with this normal, up to `lean`?
class Behind {
  public:
    Behind(const PlacedSurface& surface, const Vec3& p, const Vec3& normal)
        : surface_(surface), p_(p), normal_(normal) {}

    bool around(FeatureId feature) const {
        const auto& points = surface_.edges.points_of(feature.index);
        switch (feature.kind) {
            case FeatureId::Kind::vertex:
                return around_point(points[feature.corner]);
            case FeatureId::Kind::edge:
                return around_edge(points[(feature.corner + 1) % 3], points[(feature.corner + 2) % 3]);
            default:
                return true;
        }
    }

  private:
    bool is_behind(const Vec3& away) const { return dot(away, normal_) <= lean * length(away); }

    bool around_point(VertexId point) const {
        for (const TriangleId t : surface_.edges.triangles_at(point)) {
            const auto& points = surface_.edges.points_of(t);
            for (std::size_t i = 0; i < 3; ++i) {
                if (points[i] == point) continue;
                if (!is_behind(surface_.vertex(surface_.shape.mesh().triangles()[t][i]) - p_)) return false;
            }
        }
        return true;
    }

    bool around_edge(VertexId p0, VertexId p1) const {
        for (const TriangleId t : surface_.edges.triangles_at(p0)) {
            const auto& points = surface_.edges.points_of(t);
            const auto& vertices = surface_.shape.mesh().triangles()[t];
            std::size_t at0 = 3, at1 = 3;
            for (std::size_t i = 0; i < 3; ++i) {
                if (points[i] == p0) at0 = i;
                if (points[i] == p1) at1 = i;
            }
            if (at1 == 3 || at0 == 3) continue;
            const Vec3 start = surface_.vertex(vertices[at0]);
            const Vec3 along = normalized(surface_.vertex(vertices[at1]) - start);
            const Vec3 across = surface_.vertex(vertices[3 - at0 - at1]) - start;
            if (!is_behind(across - dot(across, along) * along)) return false;
        }
        return true;
    }

    const PlacedSurface& surface_;
    const Vec3 &p_, &normal_;
};

// The corners of what two triangles have in common, seen along a direction: a convex polygon of at most six
// (Sutherland, Hodgman 1974). Corners are on the first triangle.
struct CommonCorners {
    std::array<Vec3, 9> corner;
    std::size_t count = 0;

    CommonCorners(const Triangle& a, const Triangle& b, const Vec3& direction) {
        for (const Vec3& v : a.corner) corner[count++] = v;
        const double turn = dot(cross(b[1] - b[0], b[2] - b[0]), direction) < 0 ? -1 : 1;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 inwards = cross(direction, b[(i + 1) % 3] - b[i]) * turn;
            clip(b[i], inwards);
        }
    }

  private:
    void clip(const Vec3& start, const Vec3& inwards) {
        std::array<Vec3, 9> kept;
        std::size_t kept_count = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3 &p = corner[i], &q = corner[(i + 1) % count];
            const double at_p = dot(p - start, inwards), at_q = dot(q - start, inwards);
            if (at_p >= 0) kept[kept_count++] = p;
            if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0))
                kept[kept_count++] = p + (q - p) * (at_p / (at_p - at_q));
        }
        corner = kept;
        count = kept_count;
    }
};

Vec3 unit_normal(const Triangle& t) {
    return normalized(cross(t[1] - t[0], t[2] - t[0]));
}

}  // namespace

const Edges& edges_of(const Shape& mesh) {
    return mesh.companion(edges_slot());
}

PlacedSurface::PlacedSurface(const Shape& s, const Pose& w) : shape(s), world(w), edges(edges_of(s)) {}

void PlaneGatherer::add(const Contact& contact) {
    if (contact.certainty == NormalCertainty::none) return;
    const Vec3 normal = -contact.normal;
    if (!Behind(obstacle_, contact.point_b, normal).around(contact.feature_b)) return;
    if (!Behind(part_, contact.point_a, contact.normal).around(contact.feature_a)) return;
    const Triangle a = part_.triangle(contact.feature_a.index),
                   b = obstacle_.triangle(contact.feature_b.index);
    const Vec3 normal_b = unit_normal(b);
    if (std::abs(dot(unit_normal(a), normal)) >= parallel && std::abs(dot(normal_b, normal)) >= parallel) {
        const CommonCorners common(a, b, normal);
        for (std::size_t i = 0; i < common.count; ++i) {
            const Vec3& p = common.corner[i];
            // Along the normal, to the plane of the obstacle's triangle.
            add_plane(contact, p, normal, dot(p - b[0], normal_b) / dot(normal, normal_b));
        }
        if (common.count > 0) return;
    }
    add_plane(contact, contact.point_a, normal, contact.distance);
}

}  // namespace graze::inline v1::detail
