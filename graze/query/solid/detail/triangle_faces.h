// One triangle with the cuts on it, in the plane, seen from its front: which cuts border the same face?
#pragma once

#include <cstdint>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// Cuts that end on an edge of the triangle are connected along its border, which is known from the edges. The
// remaining cuts are loops in its inside. Loops that are surrounded by the inside of the other solid are
// holes in a face, and the search must find the border of this face. Computed with rounded points.
class TriangleFaces {
  public:
    // A crossing at the end of a cut: in the inside of the triangle, the next cut begins there.
    struct End {
        std::uint32_t crossing;
        bool on_edge;
        Vec3 point;
    };

    explicit TriangleFaces(const Triangle& corners);

    // The inside of the other solid lies to the left.
    void add(const End& from, const End& to);
    // To be called when all cuts are added.
    void find_chains();

    struct Hole {
        std::uint32_t chain, crossing;
        Vec2 tip;  // its point furthest along x
    };
    std::vector<Hole> holes() const;

    // The first border from a point in direction x. `inside`: the border is a cut, and the inside of the
    // other solid lies before the cut.
    struct Border {
        enum class Kind : std::uint8_t { none, cut, edge } kind = Kind::none;
        bool inside = false;
        std::uint32_t crossing = 0;  // of the cut
        std::uint8_t edge = 0;       // of the triangle, from this corner to the next
        Vec3 point;                  // on the edge
    };
    static constexpr std::uint32_t no_chain = 0xffffffff;
    Border border_beside(const Vec2& place, std::uint32_t but_for_chain = no_chain) const;
    Vec2 flat(const Vec3& p) const;

  private:
    struct Cut {
        End from, to;
        Vec2 p, q;
        std::uint32_t chain;
    };

    Triangle corners_;
    int axis_ = 0;
    bool mirrored_ = false;
    std::vector<Cut> cuts_;
};

}  // namespace graze::inline v1::detail
