// Where two surfaces meet, in as much detail as it takes to tell whether the solids behind them overlap.
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
    std::uint8_t edges_on = 0;         // bit i: the other surface may run along edge i for a while
    std::uint8_t edges_off_plane = 0;  // those of them where it may do so with triangles in other planes
    bool flat = false;                 // without area
};

// A triangle that touches the inside (not the edges) of one of the other surface with a corner or an edge,
// coming from one side and staying there.
struct Touch {
    TriangleId triangle = 0;
    std::array<std::uint32_t, 3> weight{};  // of the corner, or of a point of the edge that touches

    friend auto operator<=>(const Touch&, const Touch&) = default;
};

// Of one of the two shapes.
class ContactList {
  public:
    // In ascending order, each once, if finish() was called since the last change.
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

// What one pair of triangles says by itself.
struct PairFinding {
    // The surfaces pass through each other: both have points on both sides of the other one, and not only at
    // its edge.
    bool crossing = false;
    // They lie in one plane and have an area in common: a point of A's triangle near the middle of it.
    std::optional<WeightedPoint> flush;
};

// All pairs of triangles that have a point in common, taken in one by one.
struct SurfaceContacts {
    ContactList a, b;

    // By world vertices. A pair that crosses leaves no trace in the lists.
    PairFinding add(TriangleId id_a, const Triangle& a, TriangleId id_b, const Triangle& b);
};

// Do the two triangles, which have a point in common, pass through each other along some length? For surfaces
// that enclose nothing.
bool cross_properly(const Triangle& a, const Triangle& b);

}  // namespace graze::inline v1::detail
