// What a packing asks of the thing that it fills: the closest point of its surface, and which side is inside.
#pragma once

#include <cstdint>
#include <limits>

#include "graze/base/box.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// Derive from this to fill what is not a Shape: a point cloud with normals, an implicit function, a
// subdivision surface. All functions are called from several threads at once, must not throw, and give the
// same answer for the same point, always.
class PackingSurface {
  public:
    static constexpr std::uint32_t no_triangle = 0xffffffff;

    struct Nearest {
        double distance = 0;  // from the surface; never more than `distance_error()` off
        Vec3 point;           // of the surface, at that distance
        // The triangle that the point lies in. Surfaces without triangles say `no_triangle`.
        std::uint32_t triangle = no_triangle;
    };

    virtual ~PackingSurface() = default;

    // Holds all that is inside.
    virtual Box box() const = 0;
    virtual Nearest nearest(const Vec3& p) const = 0;
    virtual bool is_inside(const Vec3& p) const = 0;
    // A bound of the error of any distance in the box, as a share of the distance and in units. Radii are
    // smaller by that much, so that spheres are certainly inside.
    virtual double relative_error() const = 0;
    virtual double absolute_error() const = 0;
    // Of the inside, and a bound of its error; NaN if not known.
    virtual double volume() const { return std::numeric_limits<double>::quiet_NaN(); }
    virtual double volume_error() const { return std::numeric_limits<double>::quiet_NaN(); }
};

// A closed mesh, or a solid of another kind that signed_distance() answers for. Inside a mesh are the points
// with a winding number other than zero, however its pieces are wound. Where a mesh runs through itself,
// parts of its volume count twice, and the fill rate comes out too small.
class ShapeSurface final : public PackingSurface {
  public:
    // Throws Error for shapes that are empty, unbounded, not closed (naming the boundary loops), or of a kind
    // without an inside.
    explicit ShapeSurface(const Shape& shape, const Threads& threads = {});

    Box box() const override { return shape_.box(); }
    Nearest nearest(const Vec3& p) const override;
    bool is_inside(const Vec3& p) const override;
    double relative_error() const override { return 1.1e-12; }
    double absolute_error() const override { return absolute_error_; }
    double volume() const override { return volume_; }
    double volume_error() const override { return volume_error_; }

  private:
    Shape shape_;
    double absolute_error_ = 0;
    double volume_ = std::numeric_limits<double>::quiet_NaN();
    double volume_error_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace graze::inline v1
