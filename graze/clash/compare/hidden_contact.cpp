#include "graze/clash/compare/detail/hidden_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "graze/clash/compare/detail/faceting.h"
#include "graze/query/distance/distance.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

// Axes of CAD files that are meant to be parallel differ by rounding only.
constexpr double parallel_axes = 1e-7;
// Places on an edge belong to both triangles, whatever rounding says. Of lengths, relative.
constexpr double edge_slack = 1e-9;

bool is_ball(const SurfaceFace& face) {
    return face.kind == SurfaceKind::sphere && !face.concave;
}
bool is_shaft(const SurfaceFace& face) {
    return face.kind == SurfaceKind::cylinder && !face.concave;
}
bool is_known(const SurfaceFace& face) {
    return face.kind == SurfaceKind::plane || is_ball(face) || is_shaft(face);
}
bool hides(const SurfaceFace& face) {
    return (is_ball(face) || is_shaft(face)) && face.inward > face.tolerance;
}

// Does the line through a point meet the triangle?
bool line_meets(const Vec3& point, const Vec3& direction, const Triangle& t) {
    double least = 0, most = 0, size = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 p = t[i] - point, q = t[(i + 1) % 3] - point;
        const double side = dot(direction, cross(p, q));
        least = std::min(least, side);
        most = std::max(most, side);
        size = std::max(size, length(p) * length(q - p));
    }
    const double slack = edge_slack * size * length(direction);
    return least >= -slack || most <= slack;
}

// From the inside of a convex face, seen in this direction, the triangle covers the place.
bool covers(const Vec3& inside, const Vec3& direction, const Triangle& t) {
    const Vec3 middle = (t[0] + t[1] + t[2]) / 3.0 - inside;
    return dot(middle, direction) > 0 && line_meets(inside, direction, t);
}

struct Range {
    double from = 0, to = -1;
    void add(double z) {
        if (to < from)
            from = to = z;
        else
            from = std::min(from, z), to = std::max(to, z);
    }
};
Range common(const Range& r, const Range& s) {
    return {std::max(r.from, s.from), std::min(r.to, s.to)};
}

// Where the half-plane from the axis of a shaft in a direction across it cuts a triangle: along `along`, from
// `origin`.
Range cut(const SurfaceFace& shaft, const Vec3& direction, const Triangle& t, const Vec3& origin,
          const Vec3& along) {
    const Vec3 normal = cross(shaft.axis, direction);
    std::array<double, 3> side{};
    double size = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        side[i] = dot(t[i] - shaft.point, normal);
        size = std::max(size, length(t[i] - t[(i + 1) % 3]));
    }
    Range range;
    const auto add = [&](const Vec3& p) {
        if (dot(p - shaft.point, direction) > 0) range.add(dot(p - origin, along));
    };
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        if (std::abs(side[i]) <= edge_slack * size)
            add(t[i]);
        else if (std::abs(side[j]) > edge_slack * size && (side[i] < 0) != (side[j] < 0))
            add(t[i] + (t[j] - t[i]) * (side[i] / (side[i] - side[j])));
    }
    return range;
}

// Where a line, seen along the normal of a triangle, runs over it.
Range over(const Vec3& origin, const Vec3& along, const Triangle& t) {
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    Range range{-1e300, 1e300};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 inwards = cross(normal, t[(i + 1) % 3] - t[i]);
        const double start = dot(origin - t[i], inwards), growth = dot(along, inwards);
        const double slack = edge_slack * length(inwards) * length(t[(i + 1) % 3] - t[i]);
        if (std::abs(growth) <= edge_slack * length(inwards)) {
            if (start < -slack) return {};
        } else if (growth > 0) {
            range.from = std::max(range.from, -start / growth);
        } else {
            range.to = std::min(range.to, -start / growth);
        }
    }
    return range;
}

// A place of face A, and its height above face B there.
struct Place {
    Vec3 point;
    double gap = 0;
};
using MaybePlace = std::optional<Place>;

MaybePlace ball_on_plane(const SurfaceFace& ball, const Triangle& of_ball, const SurfaceFace& plane,
                         const Triangle& of_plane) {
    const double height = dot(ball.point - plane.point, plane.axis);
    const Vec3 lowest = ball.point - plane.axis * ball.radius;
    if (!(height > 0) || !covers(ball.point, -plane.axis, of_ball) ||
        !line_meets(lowest, plane.axis, of_plane))
        return std::nullopt;
    return Place{lowest, height - ball.radius};
}

MaybePlace shaft_on_plane(const SurfaceFace& shaft, const Triangle& of_shaft, const SurfaceFace& plane,
                          const Triangle& of_plane) {
    if (std::abs(dot(shaft.axis, plane.axis)) > parallel_axes) return std::nullopt;
    const Vec3 down = -plane.axis, origin = shaft.point + down * shaft.radius;
    const Range range =
        common(cut(shaft, down, of_shaft, origin, shaft.axis), over(origin, shaft.axis, of_plane));
    if (!(range.to - range.from > edge_slack * shaft.radius)) return std::nullopt;
    const Vec3 lowest = origin + shaft.axis * ((range.from + range.to) / 2);
    const double gap = dot(lowest - plane.point, plane.axis);
    if (!(gap + shaft.radius > 0)) return std::nullopt;
    return Place{lowest, gap};
}

MaybePlace ball_on_ball(const SurfaceFace& a, const Triangle& of_a, const SurfaceFace& b,
                        const Triangle& of_b) {
    const Vec3 way = b.point - a.point;
    const double apart = length(way);
    if (!(apart > 0) || !covers(a.point, way, of_a) || !covers(b.point, -way, of_b)) return std::nullopt;
    return Place{a.point + way * (a.radius / apart), apart - a.radius - b.radius};
}

MaybePlace ball_on_shaft(const SurfaceFace& ball, const Triangle& of_ball, const SurfaceFace& shaft,
                         const Triangle& of_shaft) {
    const Vec3 on_axis = shaft.point + shaft.axis * dot(ball.point - shaft.point, shaft.axis);
    const Vec3 way = on_axis - ball.point;
    const double apart = length(way);
    if (!(apart > 0) || !covers(ball.point, way, of_ball) || !covers(on_axis, -way, of_shaft))
        return std::nullopt;
    return Place{ball.point + way * (ball.radius / apart), apart - ball.radius - shaft.radius};
}

MaybePlace parallel_shafts(const SurfaceFace& a, const Triangle& of_a, const SurfaceFace& b,
                           const Triangle& of_b) {
    const Vec3 way = (b.point - a.point) - a.axis * dot(b.point - a.point, a.axis);
    const double apart = length(way);
    if (!(apart > 0)) return std::nullopt;
    const Vec3 towards = way / apart;
    const Range range =
        common(cut(a, towards, of_a, a.point, a.axis), cut(b, -towards, of_b, a.point, a.axis));
    if (!(range.to - range.from > edge_slack * a.radius)) return std::nullopt;
    return Place{a.point + a.axis * ((range.from + range.to) / 2) + towards * a.radius,
                 apart - a.radius - b.radius};
}

MaybePlace crossing_shafts(const SurfaceFace& a, const Triangle& of_a, const SurfaceFace& b,
                           const Triangle& of_b) {
    // The feet of the common perpendicular of the axes.
    const double cosine = dot(a.axis, b.axis), sine_squared = 1 - cosine * cosine;
    const Vec3 between = b.point - a.point;
    const double along_a = dot(between, a.axis), along_b = dot(between, b.axis);
    const Vec3 foot_a = a.point + a.axis * ((along_a - cosine * along_b) / sine_squared);
    const Vec3 foot_b = b.point + b.axis * ((cosine * along_a - along_b) / sine_squared);
    const Vec3 way = foot_b - foot_a;
    const double apart = length(way);
    if (!(apart > 0) || !covers(foot_a, way, of_a) || !covers(foot_b, -way, of_b)) return std::nullopt;
    return Place{foot_a + way * (a.radius / apart), apart - a.radius - b.radius};
}

MaybePlace place_between(const SurfaceFace& a, const Triangle& of_a, const SurfaceFace& b,
                         const Triangle& of_b) {
    if (is_ball(a)) {
        if (b.kind == SurfaceKind::plane) return ball_on_plane(a, of_a, b, of_b);
        return is_ball(b) ? ball_on_ball(a, of_a, b, of_b) : ball_on_shaft(a, of_a, b, of_b);
    }
    if (is_shaft(a) && b.kind == SurfaceKind::plane) return shaft_on_plane(a, of_a, b, of_b);
    if (is_shaft(a) && is_shaft(b)) {
        const double sine = length(cross(a.axis, b.axis));
        if (sine <= parallel_axes) return parallel_shafts(a, of_a, b, of_b);
        return sine > 1e-3 ? crossing_shafts(a, of_a, b, of_b) : std::nullopt;
    }
    return is_known(b) ? place_between(b, of_b, a, of_a) : std::nullopt;
}

// How far the triangles of a face may be off, apart from what the source leaves open.
double deviation(const SurfaceFace& face) {
    return std::max(face.outward, face.inward) - face.tolerance;
}

// Pieces of one surface, such as the halves of a cylinder: the border between them is none of the surface.
bool are_one_surface(const SurfaceFace& a, const SurfaceFace& b) {
    if (a.kind != b.kind || a.concave != b.concave) return false;
    const double sure = a.tolerance + b.tolerance;
    if (std::abs(a.radius - b.radius) > sure) return false;
    if (a.kind == SurfaceKind::sphere) return length(a.point - b.point) <= sure;
    if (length(cross(a.axis, b.axis)) > parallel_axes) return false;
    if (a.kind == SurfaceKind::plane)
        return dot(a.axis, b.axis) > 0 && std::abs(dot(b.point - a.point, a.axis)) <= sure;
    return a.kind == SurfaceKind::cylinder && length(cross(b.point - a.point, a.axis)) <= sure;
}

// The faces of a part, in world coordinates where they are asked for.
class WorldFaces {
  public:
    explicit WorldFaces(const PlacedShape& part)
        : part_(part), known_(*part.shape.mesh().faces()), world_(known_.faces.size()) {}

    const SurfaceFace& local(TriangleId t) const { return known_.faces[known_.of_triangle[t]]; }
    const SurfaceFace& of(TriangleId t) {
        std::optional<SurfaceFace>& face = world_[known_.of_triangle[t]];
        if (!face) face = transformed(local(t), part_.world_from_shape);
        return *face;
    }
    Triangle triangle(TriangleId t) const { return part_.world_from_shape(part_.shape.mesh().triangle(t)); }

    // Whether a place on the surface of a triangle is one of the part: not so near to its border that the
    // border's chords may be what covers it. A border is off by no more than the two surfaces that meet
    // there, unless these are nearly tangent; then the other surface is as high.
    bool surely_has(const Vec3& p, TriangleId at, Meter& meter) {
        const SurfaceFace& own = local(at);
        constexpr double slanted = 2;
        const std::size_t count = known_.of_triangle.size();
        if (!meter.spend(1 + count / 4)) return false;
        const std::vector<double>& margins = margins_around(own);
        for (TriangleId t = 0; t < count; ++t) {
            const double margin = slanted * margins[known_.of_triangle[t]];
            if (!(margin > 0)) continue;
            const Triangle other = triangle(t);
            if (!grown(bounds(other), margin).contains(p)) continue;
            if (!meter.spend(16) || distance(p, other).value <= margin) return false;
        }
        return true;
    }

    // Whether the plane of a triangle has the part beneath it as deep as this point: it may be that of a
    // plate that is thinner.
    bool holds(const Vec3& p, Meter& meter) const {
        return signed_distance(part_.shape, part_.world_from_shape, p, {.budget = Budget::part_of(meter)})
                   .value < 0;
    }

  private:
    // Of each face, how far its border with this one may be off; 0 if that is none.
    const std::vector<double>& margins_around(const SurfaceFace& own) {
        if (margins_of_ == &own) return margins_;
        margins_of_ = &own;
        margins_.assign(known_.faces.size(), 0);
        for (std::size_t i = 0; i < known_.faces.size(); ++i)
            if (const SurfaceFace& other = known_.faces[i]; !are_one_surface(own, other))
                margins_[i] = deviation(own) + deviation(other);
        return margins_;
    }

    const PlacedShape& part_;
    const SurfaceFaces& known_;
    std::vector<std::optional<SurfaceFace>> world_;
    const SurfaceFace* margins_of_ = nullptr;
    std::vector<double> margins_;
};

}  // namespace

double hidden_margin(const Mesh& mesh) {
    double margin = 0;
    if (mesh.faces() != nullptr)
        for (const SurfaceFace& face : mesh.faces()->faces)
            if (hides(face)) margin = std::max(margin, face.inward);
    return margin;
}

bool can_hide_contact(const PlacedShape& a, const PlacedShape& b) {
    const Mesh &mesh_a = a.shape.mesh(), &mesh_b = b.shape.mesh();
    return mesh_a.faces() != nullptr && mesh_b.faces() != nullptr &&
           hidden_margin(mesh_a) + hidden_margin(mesh_b) > 0;
}

std::optional<HiddenContact> hidden_contact(const PlacedShape& a, const PlacedShape& b, Meter& meter) {
    if (!can_hide_contact(a, b)) return std::nullopt;
    const Mesh &mesh_a = a.shape.mesh(), &mesh_b = b.shape.mesh();
    const double margin = hidden_margin(mesh_a) + hidden_margin(mesh_b);
    const double rounding = mesh_a.rounding() + mesh_b.rounding() + coordinate_rounding(a, b);
    WorldFaces faces_a(a), faces_b(b);
    const auto can_meet = [&](FeatureId t, FeatureId u) {
        const SurfaceFace &p = faces_a.local(t.index), &q = faces_b.local(u.index);
        return is_known(p) && is_known(q) && (hides(p) || hides(q));
    };
    std::optional<HiddenContact> found;
    const auto look = [&](const Contact& pair) {
        const TriangleId t = pair.feature_a.index, u = pair.feature_b.index;
        const SurfaceFace &p = faces_a.of(t), &q = faces_b.of(u);
        const MaybePlace place = place_between(p, faces_a.triangle(t), q, faces_b.triangle(u));
        const double sure = p.tolerance + q.tolerance + rounding;
        if (!place || place->gap > sure || -place->gap > p.inward + q.inward) return true;
        if (found && found->gap <= place->gap) return true;
        const bool overlap = place->gap < -sure;
        const auto certain = [&](WorldFaces& faces, const SurfaceFace& face, TriangleId at) {
            return faces.surely_has(place->point, at, meter) &&
                   (!overlap || face.kind != SurfaceKind::plane || faces.holds(place->point, meter));
        };
        if (!certain(faces_a, p, t) || !certain(faces_b, q, u)) return true;
        found = {place->gap, sure, p.inward + q.inward, place->point};
        return true;
    };
    visit_close_triangles(a.shape, a.world_from_shape, b.shape, b.world_from_shape, margin + rounding, look,
                          {.budget = Budget::part_of(meter), .filter = can_meet});
    return found;
}

}  // namespace graze::inline v1::detail
