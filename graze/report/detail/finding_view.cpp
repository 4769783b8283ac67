#include "graze/report/detail/finding_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/render/detail/view_axes.h"

namespace graze::inline v1::detail {
namespace {

constexpr double tilt = 0.45;            // tangent of the angle between line of sight and section normal
constexpr double pixels_to_be_seen = 8;  // a smaller length needs a close-up
constexpr double close_up_lengths = 7;   // a close-up is this many times as high as the smallest length

// The normal of the largest triangle through the point, or nearly through it.
Vec3 normal_at(const Vec3& world_point, const NearTriangles& near, const Pose& world_from_part) {
    const Vec3 p = world_from_part.inverse()(world_point);
    const double margin = 1e-3 * radius_of(near.mesh().box());
    Box box;
    box.grow(p);
    box = grown(box, margin);
    Vec3 best;
    for (const TriangleId t : near.find_where([&](const Box& b) { return overlap(b, box); })) {
        const Triangle triangle = near.mesh().triangle(t);
        const Vec3 normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
        if (std::fabs(dot(normal, p - triangle[0])) > margin * length(normal)) continue;
        if (dot(normal, normal) > dot(best, best)) best = normal;
    }
    return world_from_part.rotate(unit(best));
}

// The unit vector along which the parts overlap or approach each other.
Vec3 contact_direction(const ClashFinding& finding, const FoundParts& parts) {
    Vec3 direction;
    if (finding.gap) direction = finding.gap->point_b - finding.gap->point_a;
    if (!finding.regions.empty() && finding.regions[0].depth)
        direction = finding.regions[0].nearest - finding.regions[0].point;
    direction = unit(direction);
    for (std::size_t i = 0; i < 2 && direction == Vec3{}; ++i)
        direction = normal_at(finding.point, *parts.near[i], parts.world_from_part[i]);
    return direction == Vec3{} ? Vec3{0, 0, 1} : direction;
}

double extent_along(const Vec3& direction, const Box& box) {
    const Vec3 size = box.size();
    return std::fabs(direction.x) * size.x + std::fabs(direction.y) * size.y +
           std::fabs(direction.z) * size.z;
}

// The normal of the section: perpendicular to the contact and, as far as that leaves a choice, along the
// shortest side of the finding, so that the section shows as much of it as possible. It points to the side of
// `from`.
Vec3 section_normal(const Vec3& contact, const Box& box, const Vec3& from) {
    Vec3 best;
    double least = 0;
    for (const Vec3& axis : {Vec3{0, 1, 0}, Vec3{1, 0, 0}, Vec3{0, 0, 1}}) {
        const Vec3 across = axis - contact * dot(axis, contact);
        if (length(across) < 0.3) continue;
        const Vec3 normal = normalized(across);
        const double extent = extent_along(normal, box);
        if (best == Vec3{} || extent < 0.999 * least) {
            best = normal;
            least = extent;
        }
    }
    return dot(best, from) < 0 ? -best : best;
}

// Moves a plane that would only touch both boxes to where it cuts them. The deepest point of an even overlap
// and the points of flush faces are often at their rim.
Vec3 moved_inside(const Vec3& p, const Vec3& normal, const Box& a, const Box& b) {
    const auto middle = [&](const Box& box) { return dot(box.center(), normal); };
    const auto half = [&](const Box& box) { return extent_along(normal, box) / 2; };
    const double low = std::max(middle(a) - half(a), middle(b) - half(b));
    const double high = std::min(middle(a) + half(a), middle(b) + half(b));
    if (!(low < high)) return p;
    const double margin = 0.1 * (high - low), place = dot(p, normal);
    return p + normal * (std::clamp(place, low + margin, high - margin) - place);
}

Camera looking(const Vec3& at, const Vec3& from, const Vec3& up, double height, double distance) {
    Camera camera;
    camera.target = at;
    camera.eye = at + from * distance;
    camera.up = up;
    camera.projection = Projection::orthographic;
    camera.view_height = height;
    return camera;
}

}  // namespace

FindingView view_of(const ClashFinding& finding, const ClashReport& report, const FoundParts& parts,
                    const Vec3& up, std::uint32_t height) {
    const FindingFocus focus = focus_of(finding, report);
    const Vec3 contact = contact_direction(finding, parts);
    const Vec3 from = unit(up.y > 0 ? Vec3{0.6, 0.5, 0.75} : Vec3{0.6, -0.75, 0.5});
    const Vec3 normal = section_normal(contact, focus.worst, from);
    const Vec3 sideways = from - normal * dot(from, normal);
    const Box &a = report.parts[finding.a].box, &b = report.parts[finding.b].box;
    Box both = a;
    both.grow(b);
    const double smaller = std::min(radius_of(a), radius_of(b));
    // Shows some surroundings, so that people recognise the place.
    const double radius =
        std::min(std::max(1.5 * radius_of(focus.worst), 0.65 * smaller), 1.05 * radius_of(both));
    const double distance = std::max(4 * radius_of(both), std::numeric_limits<double>::min());

    FindingView view;
    Vec3 worst = focus.point;
    if (!finding.regions.empty() && finding.regions[0].depth)
        worst = (finding.regions[0].point + finding.regions[0].nearest) * 0.5;
    else if (finding.gap)
        worst = (finding.gap->point_a + finding.gap->point_b) * 0.5;
    const bool overlapping = !finding.regions.empty() && finding.regions[0].depth;
    const Vec3 place = overlapping
                           ? moved_inside(worst, normal, finding.regions[0].box, finding.regions[0].box)
                           : moved_inside(worst, normal, a, b);
    view.section = {place, normal};
    const double view_height = std::max(2 * radius, std::numeric_limits<double>::min());
    view.camera =
        looking(focus.worst.center(), unit(normal + unit(sideways) * tilt), up, view_height, distance);
    const bool is_length =
        (finding.depth && finding.depth->value > 0) || (finding.gap && finding.gap->distance > 0);
    if (is_length && focus.smallest * height < pixels_to_be_seen * view_height)
        view.close_up = looking(view.section.point, normal, up, close_up_lengths * focus.smallest, distance);
    return view;
}

}  // namespace graze::inline v1::detail
