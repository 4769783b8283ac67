// One of the two shapes of a sweep, at the moment that the search looks at.
#pragma once

#include <optional>

#include "graze/base/motion.h"
#include "graze/query/kinds/detail/placed_convex.h"
#include "graze/query/sweep/detail/sweep_piece.h"
#include "graze/query/sweep/sweep_cache.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

class SweepSide {
  public:
    SweepSide(const Shape& shape, const Motion& motion) : shape_(shape), motion_(motion) {}

    // Of a mesh, a convex solid or a half-space.
    static bool takes(const Shape& shape);

    const Shape& shape() const { return shape_; }
    const Motion& motion() const { return motion_; }
    const MotionCourse& course() const { return course_; }
    void move_to(double time);

    SweepPart root() const;
    SweepPiece piece(SweepPart part) const;
    Triangle world_triangle(TriangleId t) const { return course_.pose(shape_.mesh().triangle(t)); }
    // Of a mesh: no corner is further from the middle of its box.
    double radius() const;
    // In its place; not for meshes and half-spaces.
    PlacedConvex& solid() { return *solid_; }  // NOLINT(bugprone-unchecked-optional-access)

    // Of a box: calls visit(SweepPart) for the boxes or triangles in it.
    template <class Visit>
    void visit_parts(SweepPart box, Visit&& visit) const {
        const WideTree& tree = shape_.tree();
        const TreeLink link = tree.nodes()[box.index].child[box.slot];
        if (link.is_leaf()) {
            const TreeLeaf& leaf = tree.leaves()[link.index()];
            for (std::uint32_t i = 0; i < leaf.count(); ++i)
                visit(SweepPart{leaf.triangle[i], SweepPart::triangle});
            return;
        }
        const WideNode& node = tree.nodes()[link.index()];
        for (std::uint8_t slot = 0; slot < WideNode::width; ++slot)
            if (!node.child[slot].is_none()) visit(SweepPart{link.index(), slot});
    }

  private:
    const Shape& shape_;
    const Motion& motion_;
    bool placed_ = false;
    double time_ = 0;
    MotionCourse course_;
    std::optional<PlacedConvex> solid_;
};

}  // namespace graze::inline v1::detail
