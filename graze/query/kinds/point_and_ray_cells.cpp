// Points and rays against convex solids, by formula where there is one.
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "graze/query/detail/contacts.h"
#include "graze/query/kinds/detail/convex_cells.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/tree/traverse/tree_segment.h"

namespace graze::inline v1::detail {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

// ---- Points.

// A point outside by `value` from `nearest`, or inside by -value.
PointDistance point_result(const Vec3& point, const Vec3& nearest, double value, bool with_sign,
                           double rounding) {
    PointDistance result;
    if (value <= 0 && !with_sign) {
        result.value = result.at_least = 0;
        result.nearest = point;
        return result;
    }
    result.value = value;
    result.at_least = std::max(0.0, std::abs(value) - rounding);
    result.nearest = nearest;
    return result;
}

// Any direction across another one.
Vec3 some_across(const Vec3& axis) {
    const Vec3 other = std::abs(axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    return normalized(cross(axis, other));
}

// Spheres and capsules: exactly inside or not, by the distance from the core.
PointDistance point_to_swept(const Shape& shape, const Pose& pose, const Vec3& point, bool with_sign,
                             const QueryOptions&) {
    Vec3 from, to;
    double radius = 0;
    if (const auto* sphere = shape.as<Sphere>()) from = to = pose(sphere->center), radius = sphere->radius;
    if (const auto* capsule = shape.as<Capsule>())
        from = pose(capsule->from), to = pose(capsule->to), radius = capsule->radius;
    const Triangle line{{from, to, to}};
    const ClosestPoints closest = distance(point, line);
    const bool inside = distance_within({{point, point, point}}, line, {radius});
    const Vec3 direction = closest.value > 0 ? normalized((point - closest.point_b) / closest.value)
                                             : some_across(normalized(to - from));
    const double rounding = 0x1p-49 * (largest_coordinate(point) + largest_coordinate(from) + radius);
    double value = closest.value - radius;
    // The sign is exact.
    if (inside) value = std::min(value, 0.0);
    if (!inside) value = std::max(value, rounding);
    return point_result(point, closest.point_b + direction * radius, value, with_sign, rounding);
}

// A point in the half-plane of an axis: how far along, how far from it.
struct OnProfile {
    double along, from_axis;
};

// The nearest point of a convex polygon's border to the right of the axis, and the signed distance. The
// polygon is given by the border from the axis to the axis.
struct ProfileDistance {
    double value;
    OnProfile nearest;
};
ProfileDistance distance_from_profile(std::span<const OnProfile> border, const OnProfile& p) {
    ProfileDistance best{no_limit, {}};
    bool inside = true;
    for (std::size_t i = 0; i + 1 < border.size(); ++i) {
        const OnProfile &s = border[i], &t = border[i + 1];
        const double ex = t.along - s.along, ey = t.from_axis - s.from_axis;
        const double px = p.along - s.along, py = p.from_axis - s.from_axis;
        const double squared = ex * ex + ey * ey;
        const double share = squared > 0 ? std::clamp((px * ex + py * ey) / squared, 0.0, 1.0) : 0;
        const OnProfile q{s.along + ex * share, s.from_axis + ey * share};
        const double dx = p.along - q.along, dy = p.from_axis - q.from_axis;
        if (const double d = std::sqrt(dx * dx + dy * dy); d < best.value) best = {d, q};
        if (ex * py - ey * px > 0) inside = false;  // the border turns to the right
    }
    if (inside) best.value = -best.value;
    return best;
}

PointDistance point_to_turned(const Shape& shape, const Pose& pose, const Vec3& point, bool with_sign,
                              const QueryOptions&) {
    const auto* cylinder = shape.as<Cylinder>();
    const auto* cone = shape.as<Cone>();
    const Vec3 from = pose(cylinder != nullptr ? cylinder->from : cone->base);
    const Vec3 to = pose(cylinder != nullptr ? cylinder->to : cone->apex);
    const double radius = cylinder != nullptr ? cylinder->radius : cone->radius;
    const Vec3 axis = normalized(to - from);
    const double height = length(to - from), along = dot(point - from, axis);
    const Vec3 off = (point - from) - axis * along;
    const double from_axis = length(off);
    const Vec3 outwards = from_axis > 0 ? off / from_axis : some_across(axis);
    const std::array<OnProfile, 4> of_cylinder{{{0, 0}, {0, radius}, {height, radius}, {height, 0}}};
    const std::array<OnProfile, 3> of_cone{{{0, 0}, {0, radius}, {height, 0}}};
    const ProfileDistance d = distance_from_profile(
        cylinder != nullptr ? std::span<const OnProfile>(of_cylinder) : of_cone, {along, from_axis});
    const double rounding =
        0x1p-46 * (largest_coordinate(point) + largest_coordinate(from) + height + radius);
    return point_result(point, from + axis * d.nearest.along + outwards * d.nearest.from_axis, d.value,
                        with_sign, rounding);
}

// By bisection on the multiplier of the nearest point (Eberly 2013), in the frame of the half axes.
PointDistance point_to_ellipsoid(const Shape& shape, const Pose& pose, const Vec3& point, bool with_sign,
                                 const QueryOptions&) {
    const auto* ellipsoid = shape.as<Ellipsoid>();
    const std::array<Vec3, 3> half{pose.rotate(ellipsoid->u), pose.rotate(ellipsoid->v),
                                   pose.rotate(ellipsoid->w)};
    const Vec3 center = pose(ellipsoid->center), d = point - center;
    std::array<double, 3> e{}, y{}, x{};
    std::array<Vec3, 3> axis;
    double squared = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        e[k] = length(half[k]);
        axis[k] = half[k] / e[k];
        y[k] = std::abs(dot(d, axis[k]));
        squared += (y[k] / e[k]) * (y[k] / e[k]);
    }
    const double least = std::min({e[0], e[1], e[2]}),
                 rounding = 0x1p-44 * (largest_coordinate(point) + length(d) + e[0] + e[1] + e[2]);
    const bool inside = squared <= 1;
    // Nearest: x_k = e_k^2 y_k / (t + e_k^2) for the root t > -least^2 of the sum of (x_k / e_k)^2 = 1.
    const auto excess = [&](double t) {
        double sum = -1;
        for (std::size_t k = 0; k < 3; ++k) {
            const double ratio = e[k] * y[k] / (t + e[k] * e[k]);
            sum += ratio * ratio;
        }
        return sum;
    };
    double low = -least * least, high = length(d) * std::max({e[0], e[1], e[2]});
    for (std::size_t k = 0; k < 3; ++k)
        if (e[k] == least) low = std::max(low, -least * least + least * y[k] * (1 - 0x1p-50));
    for (int i = 0; i < 200 && low < high; ++i) {
        const double middle = low + (high - low) / 2;
        if (!(middle > low && middle < high)) break;
        (excess(middle) > 0 ? low : high) = middle;
    }
    double sum = 0;
    std::size_t shortest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        if (e[k] < e[shortest]) shortest = k;
        const double denominator = high + e[k] * e[k];
        x[k] = y[k] == 0 || !(denominator > 0) ? 0 : e[k] * e[k] * y[k] / denominator;
        sum += (x[k] / e[k]) * (x[k] / e[k]);
    }
    // In the plane across the shortest half axis, the nearest point of an inner point is off that plane.
    if (sum < 1 && y[shortest] == 0) {
        x[shortest] = e[shortest] * std::sqrt(1 - sum);
    }
    Vec3 nearest = center;
    double value = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        nearest += axis[k] * (dot(d, axis[k]) < 0 ? -x[k] : x[k]);
        value += (x[k] - y[k]) * (x[k] - y[k]);
    }
    value = std::sqrt(value);
    return point_result(point, nearest, inside ? -value : std::max(value, 0x1p-52 * least), with_sign,
                        rounding);
}

PointDistance point_to_half_space(const Shape& shape, const Pose& pose, const Vec3& point, bool with_sign,
                                  const QueryOptions& options) {
    // A sphere of radius 0 knows whether it meets the half-space, exactly.
    const Shape at(Sphere{point, 0});
    const Vec3 normal = normalized(pose.rotate(shape.as<HalfSpace>()->normal));
    const double height = dot(normal, point - pose(shape.as<HalfSpace>()->point));
    const bool inside = intersects(shape, pose, at, {}, options) == Answer::yes;
    const double rounding =
        0x1p-48 * (largest_coordinate(point) + largest_coordinate(pose(shape.as<HalfSpace>()->point)));
    const double value = inside ? std::min(height, 0.0) : std::max(height, rounding);
    return point_result(point, point - normal * height, value, with_sign, rounding);
}

PointDistance point_to_hull(const Shape& shape, const Pose& pose, const Vec3& point, bool with_sign,
                            const QueryOptions&) {
    PlacedConvex hull(shape, pose);
    const std::array<Vec3, 1> points{point};
    PlacedConvex at(points);
    CoreDistance known = core_distance(hull, at, 0);
    const bool inside = cores_meet(hull, at, known);
    const double rounding = 0x1p-48 * (hull.largest() + at.largest());
    if (inside && !with_sign) return point_result(point, point, 0, false, 0);
    if (!inside) {
        known = core_distance(hull, at, no_limit);
        const ClosestPoints closest = closest_of(known);
        PointDistance result = point_result(point, closest.point_a, closest.value, with_sign, rounding);
        result.at_least = std::min(closest.value, known.at_least);
        result.feature = feature_of(shape, known.found, true);
        return result;
    }
    // The nearest face, by the planes of the faces of the exact hull.
    const PointDistance to_border = distance(Shape(world_hull(hull).mesh()), {}, point);
    return point_result(point, to_border.nearest, -to_border.value, true, rounding);
}

// ---- Rays.

// Where a line is inside a solid: from `in` to `out`. Empty: in > out.
struct Span {
    double in = no_limit, out = -no_limit;

    bool empty() const { return !(in <= out); }
    Span cut(const Span& other) const { return {std::max(in, other.in), std::min(out, other.out)}; }
    Span hull(const Span& other) const {
        if (empty()) return other;
        return other.empty() ? *this : Span{std::min(in, other.in), std::max(out, other.out)};
    }
};

// Where a t^2 + 2 b t + c <= 0, for a > 0 or a = 0 and b = 0.
Span below_zero(double a, double b, double c) {
    if (!(a > 0)) return c <= 0 ? Span{-no_limit, no_limit} : Span{};
    const double discriminant = b * b - a * c;
    if (!(discriminant >= 0)) return {};
    const double root = std::sqrt(discriminant), q = -(b + std::copysign(root, b));
    const double s = q / a, t = q != 0 ? c / q : s;
    return {std::min(s, t), std::max(s, t)};
}

// Where low <= from + slope t <= high.
Span between(double from, double slope, double low, double high) {
    if (slope == 0) return from >= low && from <= high ? Span{-no_limit, no_limit} : Span{};
    const double s = (low - from) / slope, t = (high - from) / slope;
    return {std::min(s, t), std::max(s, t)};
}

Span in_ball(const Vec3& o, const Vec3& d, const Vec3& center, double radius) {
    // From the point of the line that is nearest to the centre, so that far origins do not cancel.
    const double shift = dot(center - o, d) / dot(d, d);
    const Vec3 from = o + d * shift - center;
    const Span s = below_zero(dot(d, d), dot(from, d), dot(from, from) - radius * radius);
    return {s.in + shift, s.out + shift};
}

Span in_tube(const Vec3& o, const Vec3& d, const Vec3& from, const Vec3& axis, double height, double radius) {
    const Vec3 across = d - axis * dot(axis, d), off = (o - from) - axis * dot(axis, o - from);
    const double squared = dot(across, across);
    const double shift = squared > 0 ? -dot(off, across) / squared : 0;
    const Vec3 nearest = off + across * shift;
    Span s = below_zero(squared, dot(nearest, across), dot(nearest, nearest) - radius * radius);
    if (!s.empty()) s = {s.in + shift, s.out + shift};
    return s.cut(between(dot(o - from, axis), dot(d, axis), 0, height));
}

// The line meets the border of a cone in its side or in its base; what it has in common with the cone lies
// between the first and the last such place.
Span in_cone(const Vec3& o, const Vec3& d, const Vec3& base, const Vec3& axis, double height, double radius) {
    const double k = radius / height;
    const Vec3 from = o - base;
    const double depth = height - dot(from, axis), deeper = -dot(d, axis);  // below the apex
    const Vec3 off = from - axis * dot(from, axis), across = d - axis * dot(d, axis);
    Span found;
    const auto add = [&](double t) { found = found.hull({t, t}); };
    // The side is where |off + t across| = k (depth + t deeper), above the base.
    const double a = dot(across, across) - k * k * deeper * deeper,
                 b = dot(off, across) - k * k * depth * deeper, c = dot(off, off) - k * k * depth * depth;
    const auto add_root = [&](double t) {
        const double below = depth + t * deeper;
        if (below >= 0 && below <= height) add(t);
    };
    const double discriminant = b * b - a * c;
    if (discriminant >= 0) {
        const double q = -(b + std::copysign(std::sqrt(discriminant), b));
        if (a != 0) add_root(q / a);
        if (q != 0) add_root(c / q);
    }
    if (deeper != 0) {
        const double t = (height - depth) / deeper;
        const Vec3 p = off + across * t;
        if (dot(p, p) <= radius * radius) add(t);
    }
    return found;
}

Span span_of(const Shape& shape, const Pose& pose, const Vec3& o, const Vec3& d) {
    if (const auto* sphere = shape.as<Sphere>()) return in_ball(o, d, pose(sphere->center), sphere->radius);
    if (const auto* capsule = shape.as<Capsule>()) {
        const Vec3 from = pose(capsule->from), to = pose(capsule->to);
        return in_ball(o, d, from, capsule->radius)
            .hull(in_ball(o, d, to, capsule->radius))
            .hull(from == to
                      ? Span{}
                      : in_tube(o, d, from, normalized(to - from), length(to - from), capsule->radius));
    }
    if (const auto* cylinder = shape.as<Cylinder>()) {
        const Vec3 from = pose(cylinder->from), to = pose(cylinder->to);
        return in_tube(o, d, from, normalized(to - from), length(to - from), cylinder->radius);
    }
    if (const auto* cone = shape.as<Cone>()) {
        const Vec3 base = pose(cone->base), apex = pose(cone->apex);
        return in_cone(o, d, base, normalized(apex - base), length(apex - base), cone->radius);
    }
    if (const auto* ellipsoid = shape.as<Ellipsoid>()) {
        const Vec3 center = pose(ellipsoid->center);
        const std::array<Vec3, 3> half{pose.rotate(ellipsoid->u), pose.rotate(ellipsoid->v),
                                       pose.rotate(ellipsoid->w)};
        Vec3 from, direction;
        for (std::size_t k = 0; k < 3; ++k) {
            const double squared = dot(half[k], half[k]);
            from[k] = dot(o - center, half[k]) / squared;
            direction[k] = dot(d, half[k]) / squared;
        }
        return in_ball(from, direction, {}, 1);
    }
    const auto* half_space = shape.as<HalfSpace>();
    const Vec3 normal = normalized(pose.rotate(half_space->normal));
    const double from = dot(normal, o - pose(half_space->point)), slope = dot(normal, d);
    if (slope == 0) return from <= 0 ? Span{-no_limit, no_limit} : Span{};
    return slope > 0 ? Span{-no_limit, -from / slope} : Span{-from / slope, no_limit};
}

RayPassage passage_of(const Span& span, const Ray& ray) {
    RayPassage passage;
    if (span.empty() || span.out < ray.t_min() || span.in > ray.t_max()) return passage;
    RayHit in, out;
    in.t = std::max(span.in, ray.t_min());
    in.side = span.in < ray.t_min() ? RaySide::inside : RaySide::front;
    if (std::isinf(in.t)) {  // a whole line that is inside from the beginning has no place to begin
        in.t = 0;
        in.side = RaySide::inside;
    }
    in.point = ray.at(in.t);
    passage.hit[passage.count++] = in;
    if (span.out > in.t && span.out <= ray.t_max() && std::isfinite(span.out)) {
        out.t = span.out;
        out.side = RaySide::back;
        out.point = ray.at(out.t);
        passage.hit[passage.count++] = out;
    }
    return passage;
}

RayPassage ray_through_solid(const Shape& shape, const Pose& pose, const Ray& ray,
                             const QueryOptions& options) {
    if (!lets_through(options)) return {};
    return passage_of(span_of(shape, pose, ray.origin(), ray.direction()), ray);
}

// The border of the hull of the carried corners, by its planes.
RayPassage ray_through_hull(const Shape& shape, const Pose& pose, const Ray& ray,
                            const QueryOptions& options) {
    if (!lets_through(options)) return {};
    const auto* hull = shape.as<ConvexHull>();
    Span span{-no_limit, no_limit};
    std::uint32_t face_in = 0, face_out = 0;
    if (hull->dimension() < 3) {  // a sheet, a segment or a point: where the line meets its triangles
        const FirstHit hit = first_hit(Shape(hull->mesh()), pose, ray, {});
        RayPassage passage;
        if (!hit.found()) return passage;
        passage.hit[0] = hit;
        passage.hit[0].side = RaySide::front;
        passage.hit[0].feature = {};
        passage.count = 1;
        return passage;
    }
    for (std::uint32_t f = 0; f < hull->face_count() && !span.empty(); ++f) {
        const auto c = hull->face(f);
        const Vec3 p = pose(hull->corners()[c[0]]);
        // Newell's sum: no three corners of a face need to be far from a line.
        Vec3 normal;
        for (std::size_t i = 2; i < c.size(); ++i)
            normal += cross(pose(hull->corners()[c[i - 1]]) - p, pose(hull->corners()[c[i]]) - p);
        const double above = dot(normal, ray.origin() - p), slope = dot(normal, ray.direction());
        if (slope == 0) {
            if (above > 0) return {};
            continue;
        }
        const double t = -above / slope;
        if (slope > 0 && t < span.out) span.out = t, face_out = f;
        if (slope < 0 && t > span.in) span.in = t, face_in = f;
    }
    RayPassage passage = passage_of(span, ray);
    if (passage.count > 0 && passage.hit[0].side == RaySide::front)
        passage.hit[0].feature = FeatureId::face(face_in);
    if (passage.count > 1) passage.hit[1].feature = FeatureId::face(face_out);
    return passage;
}

template <PointCell cell>
PointDistance point_to_whole(const Shape& shape, const Pose& pose, const Vec3& point, bool with_sign,
                             const QueryOptions& options) {
    return lets_through(options) ? cell(shape, pose, point, with_sign, options) : PointDistance{};
}

}  // namespace

void fill_point_and_ray_cells(QuestionTables& tables) {
    tables.point.set(kind_of<Sphere>(), point_to_whole<point_to_swept>);
    tables.point.set(kind_of<Capsule>(), point_to_whole<point_to_swept>);
    tables.point.set(kind_of<Cylinder>(), point_to_whole<point_to_turned>);
    tables.point.set(kind_of<Cone>(), point_to_whole<point_to_turned>);
    tables.point.set(kind_of<Ellipsoid>(), point_to_whole<point_to_ellipsoid>);
    tables.point.set(kind_of<HalfSpace>(), point_to_whole<point_to_half_space>);
    tables.point.set(kind_of<ConvexHull>(), point_to_whole<point_to_hull>);
    for (const ShapeKind kind : {kind_of<Sphere>(), kind_of<Capsule>(), kind_of<Cylinder>(), kind_of<Cone>(),
                                 kind_of<Ellipsoid>(), kind_of<HalfSpace>()})
        tables.ray.set(kind, ray_through_solid);
    tables.ray.set(kind_of<ConvexHull>(), ray_through_hull);
}

}  // namespace graze::inline v1::detail
