// One triangle with the cuts on it, seen flat from its front: which of them border the same face?
#pragma once

#include <cstdint>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// Cuts that end on an edge of the triangle are connected along its border, which is known from the edges.
// What is left are loops in its inside: where they have the inside of the other solid around them, they are
// holes in a face whose border has to be looked for. Done in rounded points.
class TriangleFaces {
  public:
    // A crossing on a cut: in the inside of the triangle, the next cut begins there.
    struct End {
        std::uint32_t crossing;
        bool on_edge;
        Vec3 point;
    };

    explicit TriangleFaces(const Triangle& corners);

    // The inside of the other solid lies to the left.
    void add(const End& from, const End& to);
    // Once all cuts are added.
    void find_chains();

    struct Hole {
        std::uint32_t chain, crossing;
        Vec2 tip;  // its point furthest along x
    };
    std::vector<Hole> holes() const;

    // What is met first from a place, along x. `inside`: a cut, and the inside of the other solid lies before
    // it.
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
