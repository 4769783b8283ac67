#include "graze/query/kinds/detail/placed_convex.h"

#include <algorithm>
#include <cmath>

#include "graze/tree/traverse/tree_segment.h"

namespace graze::inline v1::detail {
namespace {

double sum_of_magnitudes(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// The direction in the frame of the shape: R^T d, so that d . (R p + t) = (R^T d) . p + d . t.
Vec3 turned_back(const Pose& pose, const Vec3& d) {
    const auto& m = pose.matrix();
    return {m[0][0] * d.x + m[1][0] * d.y + m[2][0] * d.z, m[0][1] * d.x + m[1][1] * d.y + m[2][1] * d.z,
            m[0][2] * d.x + m[1][2] * d.y + m[2][2] * d.z};
}

// Hulls with more corners are climbed, those with fewer are looked through.
constexpr std::size_t climb_from = 160;

std::uint32_t furthest(std::span<const Vec3> points, const Vec3& direction) {
    std::uint32_t best = 0;
    double most = dot(points[0], direction);
    for (std::uint32_t i = 1; i < points.size(); ++i)
        if (const double h = dot(points[i], direction); h > most) best = i, most = h;
    return best;
}

}  // namespace

PlacedConvex::PlacedConvex(std::span<const Vec3> points) {
    take_points(points);
}

void PlacedConvex::take_points(std::span<const Vec3> world) {
    std::ranges::copy(world, few_.begin());
    local_ = {few_.data(), world.size()};
    middle_ = few_[0] * 0.5 + few_[world.size() - 1] * 0.5;
    for (const Vec3& p : world) largest_ = std::max(largest_, largest_coordinate(p));
}

void PlacedConvex::take_hull(const ConvexHull& hull) {
    core_ = Core::hull;
    hull_ = &hull;
    local_ = hull.corners();
    carried_ = true;
    middle_ = pose_(hull.box().lower * 0.5 + hull.box().upper * 0.5);
    largest_ = std::max({largest_coordinate(hull.box().lower), largest_coordinate(hull.box().upper)}) * 2 +
               largest_coordinate(pose_.translation());
}

PlacedConvex::PlacedConvex(const ConvexHull& hull, const Pose& pose) : pose_(pose) {
    take_hull(hull);
}

PlacedConvex::PlacedConvex(const Shape& shape, const Pose& pose) : pose_(pose) {
    const auto line = [&](const Vec3& from, const Vec3& to) {
        take_points(std::array{pose(from), pose(to)});
        axis_[0] =
            normalized((few_[1] - few_[0]) / std::max(largest_coordinate(few_[1] - few_[0]), 0x1p-1022));
    };
    if (const auto* box = shape.as<OrientedBox>()) {
        std::array<Vec3, 8> corners;
        for (std::size_t i = 0; i < 8; ++i) corners[i] = pose(box->corners()[i]);
        take_points(corners);
    } else if (const auto* hull = shape.as<ConvexHull>()) {
        take_hull(*hull);
    } else if (const auto* sphere = shape.as<Sphere>()) {
        take_points(std::array{pose(sphere->center)});
        radius_ = sphere->radius;
    } else if (const auto* capsule = shape.as<Capsule>()) {
        line(capsule->from, capsule->to);
        radius_ = capsule->radius;
    } else if (const auto* cylinder = shape.as<Cylinder>()) {
        core_ = Core::cylinder;
        line(cylinder->from, cylinder->to);
        round_radius_ = cylinder->radius;
    } else if (const auto* cone = shape.as<Cone>()) {
        core_ = Core::cone;
        line(cone->base, cone->apex);
        round_radius_ = cone->radius;
    } else if (const auto* ellipsoid = shape.as<Ellipsoid>()) {
        core_ = Core::ellipsoid;
        take_points(std::array{pose(ellipsoid->center)});
        axis_ = {pose.rotate(ellipsoid->u), pose.rotate(ellipsoid->v), pose.rotate(ellipsoid->w)};
        for (const Vec3& axis : axis_) round_radius_ += largest_coordinate(axis);
    }
    if (core_ == Core::few || is_round()) local_ = {few_.data(), local_.size()};
    largest_ += 2 * round_radius_;
}

void PlacedConvex::scale_by(double unit) {
    unit_ = unit;
    for (double* length : {&radius_, &largest_, &round_radius_}) *length *= unit;
    middle_ *= unit;
    for (Vec3& p : few_) p *= unit;
    if (core_ == Core::ellipsoid)
        for (Vec3& axis : axis_) axis *= unit;
}

Vec3 PlacedConvex::direction_to_shape(const Vec3& d) const {
    return turned_back(pose_, d);
}

SupportPoint PlacedConvex::support(const Vec3& direction) const {
    if (core_ == Core::hull) {
        const Vec3 d = turned_back(pose_, direction);
        const std::uint32_t corner =
            local_.size() < climb_from ? hull_->highest(d).corner : hull_->support(d);
        return {pose_(local_[corner]) * unit_, corner};
    }
    if (is_round()) return {support_of_round(direction), 0};
    return support_of_few(direction);
}

SupportPoint PlacedConvex::support_of_few(const Vec3& direction) const {
    const std::uint32_t best = furthest({few_.data(), local_.size()}, direction);
    return {few_[best], best};
}

Vec3 PlacedConvex::support_of_round(const Vec3& direction) const {
    const double size = largest_coordinate(direction);
    const Vec3 d = size > 0 ? direction / size : Vec3{1, 0, 0};
    if (core_ == Core::ellipsoid) {
        const double u = dot(axis_[0], d), v = dot(axis_[1], d), w = dot(axis_[2], d);
        const double most = std::max({std::abs(u), std::abs(v), std::abs(w)});
        if (!(most > 0)) return few_[0];
        const Vec3 share = normalized(Vec3{u, v, w} / most);
        return few_[0] + (axis_[0] * share.x + axis_[1] * share.y + axis_[2] * share.z);
    }
    const double along = dot(axis_[0], d);
    // Twice, since rounding leaves a direction along the axis that is all there is of a short vector.
    Vec3 across = d - axis_[0] * along;
    across -= axis_[0] * dot(axis_[0], across);
    const Vec3 rim = length(across) > 0x1p-50 ? normalized(across) * round_radius_ : Vec3{};
    if (core_ == Core::cylinder) return (along >= 0 ? few_[1] : few_[0]) + rim;
    const Vec3 on_base = few_[0] + rim;
    return dot(on_base - few_[1], d) > 0 ? on_base : few_[1];
}

double PlacedConvex::extent() const {
    if (hull_ != nullptr) return 2 * largest_coordinate(hull_->box().upper - hull_->box().lower) * unit_;
    double result = 0;
    for (const Vec3& p : local_) result = std::max(result, 2 * largest_coordinate(p - few_[0]));
    return result;
}

double height_error(const Vec3& direction, double largest) {
    // Products and sums of at most a dozen roundings, each of at most this many units.
    return 0x1p-48 * sum_of_magnitudes(direction) * largest + 0x1p-1000;
}

double PlacedConvex::height(const Vec3& direction, const Vec3& origin) const {
    const double error = height_error(direction, largest_ + largest_coordinate(origin));
    if (core_ == Core::hull) {
        const Vec3 d = turned_back(pose_, direction);
        double highest = 0;
        bool is_certain = false;
        if (local_.size() >= climb_from) {
            const double rounding = 0x1p-50 * sum_of_magnitudes(d) * hull_->largest();
            const ConvexHull::Summit summit = hull_->climb(d, hull_->start_for(d), rounding);
            highest = summit.height, is_certain = summit.certain;
        }
        if (!is_certain) highest = hull_->highest(d).height;
        return highest * unit_ + dot(direction, pose_.translation() * unit_ - origin) + error;
    }
    // The support point of a round core is off by rounding, in a direction in which the core is flat.
    if (is_round()) return dot(direction, support_of_round(direction) - origin) + 4 * error;
    double most = dot(direction, few_[0] - origin);
    for (const Vec3& p : local_.subspan(1)) most = std::max(most, dot(direction, p - origin));
    return most + error;
}

}  // namespace graze::inline v1::detail
