// Finds where the surfaces of two solids cut each other, for code that sums up or connects the cuts.
#pragma once

#include <cstdint>

#include "graze/query/detail/costs.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/solid/detail/overlap_side.h"

namespace graze::inline v1::detail {

// Calls take(triangle of A, triangle of B, cut) for each pair of triangles that cut each other, and keeps the
// jumps of edges up to date.
template <bool watch_ties, class Take>
class CutVisitor final : public NearVisitor {
  public:
    // `precision`: the error of points, see cut().
    CutVisitor(OverlapSide& a, OverlapSide& b, double precision, Meter& m, const Take& take)
        : NearVisitor(m), a_(a), b_(b), precision_(precision), take_(take) {}

    void opened_a(std::uint32_t node) override { a_.opened(node); }
    void opened_b(std::uint32_t node) override { b_.opened(node); }
    void near_a(std::uint32_t leaf) override { a_.near(leaf); }
    void near_b(std::uint32_t leaf) override { b_.near(leaf); }

    void pair(std::uint32_t leaf_a, std::uint32_t i, std::uint32_t leaf_b, std::uint32_t j) override {
        NearTriangle &ta = a_.triangle(leaf_a, i), &tb = b_.triangle(leaf_b, j);
        if (ta.weight * tb.weight == 0 || !meter.spend(cost::contact)) return;
        if (!find(ta.corners, tb.corners)) return;
        for (const CutEnd* end : {&cut_.tail, &cut_.head}) {
            if (end->edge_of == WhichMesh::a) {
                ta.jump[end->edge] += end->passes * tb.weight;
            } else {
                tb.jump[end->edge] += end->passes * ta.weight;
            }
        }
        take_(ta, tb, cut_);
    }

    // If ties are watched: did the shift decide anything?
    bool tied() const { return tied_; }

  private:
    bool find(const Triangle& a, const Triangle& b) {
        if constexpr (watch_ties) {
            return cut(a, b, precision_, cut_, tied_);
        } else {
            return cut(a, b, precision_, cut_);
        }
    }

    OverlapSide &a_, &b_;
    double precision_;
    const Take& take_;
    Cut cut_;
    bool tied_ = false;
};

}  // namespace graze::inline v1::detail
