#include <algorithm>
#include <array>

#include "graze/base/error.h"
#include "graze/render/camera.h"
#include "graze/render/detail/view_axes.h"
#include "graze/render/draw.h"

namespace graze::inline v1 {
namespace {

using detail::ViewAxes;

// The extent of points in one direction across the view, above and below its middle. In a perspective view a
// point that is nearer to the eye reaches further, by the tangent of the view's half angle.
class Extent {
  public:
    explicit Extent(double tangent) : tangent_(tangent) {}

    void add(double across, double towards_eye) {
        above_ = std::max(above_, across + tangent_ * towards_eye);
        below_ = std::max(below_, tangent_ * towards_eye - across);
    }
    double middle() const { return (above_ - below_) / 2; }
    double half() const { return (above_ + below_) / 2; }
    // The least distance of the eye from which all points are in the picture.
    double distance() const { return half() / tangent_; }

  private:
    double tangent_;
    double above_ = -10 * max_coordinate, below_ = -10 * max_coordinate;
};

// Collects all points that must be in the picture, then gives the camera.
class Fitter {
  public:
    Fitter(const Box& box, const Vec3& from, std::uint32_t width, std::uint32_t height,
           const FitOptions& options)
        : options_(options),
          axes_(detail::axes_along(-detail::unit(from), options.up)),
          middle_(box.center()),
          size_(detail::largest(box.size())),
          aspect_(static_cast<double>(width) / height),
          used_(1 - 2 * options.margin),
          // Lines of sight of an orthographic view are parallel.
          tangent_(options.projection == Projection::perspective
                       ? detail::half_height_at_one(options.field_of_view_degrees) * used_
                       : 0),
          across_(tangent_ * aspect_),
          along_(tangent_) {}

    void add(const Vec3& p) {
        const Vec3 d = p - middle_;
        const double towards_eye = -dot(d, axes_.forward);
        nearest_ = std::max(nearest_, towards_eye);
        across_.add(dot(d, axes_.right), towards_eye);
        along_.add(dot(d, axes_.up), towards_eye);
    }

    Camera camera() const {
        Camera camera;
        camera.up = options_.up;
        camera.projection = options_.projection;
        camera.field_of_view_degrees = options_.field_of_view_degrees;
        camera.target = middle_ + axes_.right * across_.middle() + axes_.up * along_.middle();
        double distance = 2 * size_;  // beyond the box's diagonal
        if (options_.projection == Projection::orthographic) {
            camera.view_height =
                2 * std::max({along_.half(), across_.half() / aspect_, 1e-6 * size_}) / used_;
        } else {
            // A wide view of a pointed object would put the eye at its tip. A flat object, seen edge on, has
            // no size across the view.
            distance = std::max({across_.distance(), along_.distance(), nearest_ + 0.1 * size_});
        }
        camera.eye = camera.target - axes_.forward * distance;
        return camera;
    }

  private:
    FitOptions options_;
    ViewAxes axes_;
    Vec3 middle_;
    double size_, aspect_, used_, tangent_;
    double nearest_ = -10 * max_coordinate;
    Extent across_, along_;
};

void check(const Vec3& from, std::uint32_t width, std::uint32_t height, const FitOptions& options) {
    if (!is_in_range(from) || !is_in_range(options.up) || from == Vec3{})
        throw Error("there is no direction to look from", "camera", "give one like 1,-1,1");
    if (!(options.margin >= 0 && options.margin < 0.5))
        throw Error("the margin is not from 0 to half of the picture", "camera");
    if (options.section && (!is_in_range(options.section->point) || !is_in_range(options.section->normal)))
        throw Error("the section plane is out of range", "camera");
    if (width == 0 || height == 0) throw Error("a picture without pixels shows nothing", "camera");
    if (options.projection == Projection::perspective)
        detail::check_field_of_view(options.field_of_view_degrees);
}

bool is_point(const Box& box) {
    return detail::largest(box.size()) == 0;
}

// The box to look at if the given one is empty or a point.
Box some_box(const Box& box) {
    if (box.empty()) return {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
    const Vec3 c = box.center();
    const double half = std::max(1e-6 * detail::largest(c), 1e-6);
    return {c - Vec3{half, half, half}, c + Vec3{half, half, half}};
}

void add_used_vertices(const DrawItem& item, Fitter& fitter) {
    const auto add = [&](const Vec3& p) { fitter.add(item.world_from_mesh(p)); };
    if (item.mesh->unused_vertex_count() == 0) {
        for (const Vec3& p : item.mesh->vertices()) add(p);
    } else {
        for (const auto& corners : item.mesh->triangles())
            for (const VertexId v : corners) add(item.mesh->vertices()[v]);
    }
}

// Collects what the section leaves of the triangles: their corners, and the points where it cuts their sides.
// False if it leaves nothing.
bool add_kept(const DrawItem& item, const SectionPlane& section, Fitter& fitter) {
    const Vec3 normal = detail::unit(section.normal);
    bool some = false;
    for (TriangleId t = 0; t < item.mesh->triangle_count(); ++t) {
        const Triangle world = item.world_from_mesh(item.mesh->triangle(t));
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 &a = world[i], &b = world[(i + 1) % 3];
            const double beyond_a = dot(a - section.point, normal), beyond_b = dot(b - section.point, normal);
            if (beyond_a <= 0) fitter.add(a);
            if ((beyond_a <= 0) != (beyond_b <= 0))
                fitter.add(a + (b - a) * (beyond_a / (beyond_a - beyond_b)));
            some = some || beyond_a <= 0;
        }
    }
    return some;
}

}  // namespace

Camera fit(const Box& box, const Vec3& from, std::uint32_t width, std::uint32_t height,
           const FitOptions& options) {
    check(from, width, height, options);
    const Box seen = box.empty() || is_point(box) ? some_box(box) : box;
    Fitter fitter(seen, from, width, height, options);
    for (unsigned i = 0; i < 8; ++i)
        fitter.add({(i & 1U) != 0 ? seen.upper.x : seen.lower.x, (i & 2U) != 0 ? seen.upper.y : seen.lower.y,
                    (i & 4U) != 0 ? seen.upper.z : seen.lower.z});
    return fitter.camera();
}

Camera fit(std::span<const DrawItem> items, const Vec3& from, std::uint32_t width, std::uint32_t height,
           const FitOptions& options) {
    const Box box = box_of(items);
    if (box.empty() || is_point(box)) return fit(box, from, width, height, options);
    check(from, width, height, options);
    Fitter fitter(box, from, width, height, options);
    bool some = false;
    for (const DrawItem& item : items) {
        if (!is_seen(item)) continue;
        if (options.section) {
            some = add_kept(item, *options.section, fitter) || some;
        } else {
            add_used_vertices(item, fitter);
        }
    }
    // If the section leaves nothing, the camera is the one without the section.
    return options.section && !some ? fit(box, from, width, height, options) : fitter.camera();
}

}  // namespace graze::inline v1
