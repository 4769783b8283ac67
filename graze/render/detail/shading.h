// The colour of a surface at a place in the picture.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/render/detail/primitives.h"
#include "graze/render/detail/scene.h"

namespace graze::inline v1::detail {

// Red, green and blue from 0 to 1, and the opacity.
struct Shade {
    float r = 0, g = 0, b = 0, opacity = 0;
};

// The colour of a lit surface. `normal` is a unit vector in camera space on the visible side.
Vec3 lit(const Vec3& color, const Vec3& normal);

// Shades primitives of one scene. A Shader remembers triangles that it has shaded, so each thread has its
// own.
class Shader {
  public:
    Shader(const Scene& scene, const DrawOptions& options);

    // At the pixel whose middle is x, y.
    Shade shade(const Primitive& primitive, double x, double y);

  private:
    struct Surface {
        std::uint32_t item = ~std::uint32_t{0};
        TriangleId triangle = 0;
        bool flat = true;
        Shade shade;                  // if the triangle is shaded flat
        std::array<Vec3, 3> corners;  // in camera space
        std::array<Vec3, 3> normals;  // at the corners, on the visible side
    };
    const Surface& surface(const Primitive& primitive);
    void find_surface(const Primitive& primitive, Surface& surface) const;

    const Scene* scene_;
    std::vector<Shade> caps_;  // one per item, if there is a section, and one for where they overlap
    Vec3 line_color_;
    float line_opacity_;
    std::vector<Surface> remembered_;  // by a hash of the triangle
};

}  // namespace graze::inline v1::detail
