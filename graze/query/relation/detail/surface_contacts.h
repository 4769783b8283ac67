// Where two surfaces meet, in as much detail as is needed to decide whether the solids behind them overlap.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/detail/weighted_point.h"
#include "graze/query/triangle/triangle_pair.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// A triangle in contact with the other surface.
struct ContactTriangle {
    TriangleId triangle = 0;
    std::uint8_t corners_on = 0;       // bit i: corner i lies on the other surface
    std::uint8_t edges_on = 0;         // bit i: the other surface may run along edge i for some length
    std::uint8_t edges_off_plane = 0;  // the edges of these where it may do so with triangles in other planes
    bool flat = false;                 // without area
};

// A triangle of which a corner or an edge touches the inside (not the edges) of a triangle of the other
// surface, while the rest stays on one side.
struct Touch {
    TriangleId triangle = 0;
    std::array<std::uint32_t, 3> weight{};  // of the corner, or of a point of the edge that touches

    friend auto operator<=>(const Touch&, const Touch&) = default;
};

// The contacts of one of the two shapes.
class ContactList {
  public:
    // In ascending order, each once, provided that finish() was called since the last change.
    std::span<const ContactTriangle> triangles() const { return triangles_; }
    std::span<const Touch> touches() const { return touches_; }

    void add(const ContactTriangle& c);
    void add(const Touch& t) { touches_.push_back(t); }
    void finish();

  private:
    void merge_triangles();

    std::vector<ContactTriangle> triangles_;
    std::size_t merge_at_ = 4096;
    std::vector<Touch> touches_;
};

// What one pair of triangles shows by itself.
struct PairFinding {
    // The surfaces pass through each other: each has points on both sides of the other, and not only at the
    // other's edge.
    bool crossing = false;
    // The triangles lie in one plane and have an area in common: a point of A's triangle near the middle of
    // this area.
    std::optional<WeightedPoint> flush;
};

// All pairs of triangles that have a point in common, added one by one.
struct SurfaceContacts {
    ContactList a, b;

    // `a` and `b` are world triangles. A pair that crosses adds nothing to the lists.
    PairFinding add(TriangleId id_a, const Triangle& a, TriangleId id_b, const Triangle& b);
};

// Do the two triangles, which have a point in common, pass through each other along some length? For surfaces
// that enclose no volume.
bool cross_properly(const Triangle& a, const Triangle& b);

}  // namespace graze::inline v1::detail
