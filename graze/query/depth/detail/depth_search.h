// The deepest point of two surfaces in each other's solids. The search takes the parts of the surfaces that
// may be deepest first, until no part is left that may be deeper than the deepest point found.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/query/depth/detail/depth_piece.h"
#include "graze/query/depth/local_depth.h"

namespace graze::inline v1::detail {

// The deepest point so far.
struct DeepestPoint {
    double value = 0;
    double at_most = 0;
    Vec3 point, nearest;
    bool point_on_a = true;
    TriangleId triangle_a = 0, triangle_b = 0;  // that contain `point` and `nearest`
    bool complete = true;
};

class DepthSearch {
  public:
    DepthSearch(DepthSide& a, DepthSide& b, const LocalDepthOptions& options, Meter& meter);
    DeepestPoint run();

  private:
    // A box of a tree, with all triangles below it.
    struct Part {
        bool of_a;
        BoxRef box;
        Vec3 outwards;
    };
    struct Waiting {
        double likely, bound;
        std::uint64_t order;
        bool is_piece;
        std::uint32_t place;
        bool operator<(const Waiting& w) const {
            return likely < w.likely || (likely == w.likely && order > w.order);
        }
    };
    // The triangles of a leaf; corners by their numbers.
    struct LeafTriangles {
        bool of_a;
        std::uint32_t count = 0;
        std::array<TriangleId, TreeLeaf::width> triangle;
        std::array<std::array<std::uint32_t, 3>, TreeLeaf::width> corner;
    };
    // Objects with numbers that are reused.
    template <class T>
    struct Pool {
        std::vector<T> things;
        std::vector<std::uint32_t> unused;

        std::uint32_t put(const T& thing);
        T take(std::uint32_t place);
    };

    DepthSide& side(bool of_a) { return of_a ? a_ : b_; }
    // The depth that a part must exceed to matter: the deepest point so far plus the allowed error.
    double goal() const;
    bool exceeds_limit() const { return options_.limit && best_.value > *options_.limit; }
    double cut_error() const { return 4 * rounding_; }  // of points where pieces are cut
    void leave(double bound) { left_ = left_ > bound ? left_ : bound; }

    DepthPoint look(bool of_a, TriangleId t, const Vec3& p, bool may_be_deepest);
    DepthPoint look_at_computed(bool of_a, TriangleId t, const Vec3& p);
    std::uint32_t look_at_vertex(bool of_a, TriangleId t, std::size_t corner);
    void look_at_corners(bool of_a, TriangleId t);

    void consider(bool of_a, BoxRef box);
    void consider(const LeafTriangles& leaf, std::uint32_t i);
    void consider(const DepthPiece& piece);
    void open(const Part& part);
    void open(bool of_a, const TreeLeaf& leaf);
    // The translation of a vertex, and whether it is in the vertex's own direction.
    struct Move {
        Vec3 by;
        bool own_way;
    };
    template <class MoveOf>
    void leave_out_shallow(LeafTriangles& leaf, double far, const MoveOf& move_of);
    void open(const DepthPiece& piece);
    bool is_shallow(const DepthPiece& piece);
    void cut_in_two(const DepthPiece& piece);
    bool cut_along(const DepthPiece& piece, const Triangle& of_solid);
    std::optional<DepthPoint> point_between(const DepthPiece& piece, const PieceCut& cut);
    Vec3 inwards(bool of_a, TriangleId t);
    Vec3 way_of_nearest(const LeafTriangles& leaf, const DepthPoint& p);
    Vec3 point_below(const LeafTriangles& leaf);
    void wait(double likely, double bound, bool is_piece, std::uint32_t place);

    DepthSide &a_, &b_;
    const LocalDepthOptions& options_;
    Meter& meter_;
    double rounding_;
    DeepestPoint best_;
    double left_ = 0;  // the largest bound of the parts that were not tested further
    std::vector<Waiting> queue_;
    std::uint64_t order_ = 0;
    Pool<Part> parts_;
    Pool<DepthPiece> pieces_;
};

}  // namespace graze::inline v1::detail
