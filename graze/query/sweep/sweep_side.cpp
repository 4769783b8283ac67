#include "graze/query/sweep/detail/sweep_side.h"

#include <algorithm>
#include <cmath>

#include "graze/query/kinds/detail/convex_cells.h"
#include "graze/tree/detail/box_code.h"

namespace graze::inline v1::detail {

bool SweepSide::takes(const Shape& shape) {
    return shape.is_mesh() || shape.as<HalfSpace>() != nullptr ||
           std::ranges::count(convex_kinds(), shape.kind()) > 0;
}

void SweepSide::move_to(double time) {
    if (placed_ && time == time_) return;
    const bool stays = placed_ && course_.rests && time > time_ && time <= course_.until;
    time_ = time;
    if (stays && time < course_.until) return;
    course_ = motion_.course(time);
    placed_ = true;
    if (!shape_.is_mesh() && shape_.as<HalfSpace>() == nullptr) solid_.emplace(shape_, course_.pose);
}

SweepPart SweepSide::root() const {
    return shape_.is_mesh() ? SweepPart{0, 0} : SweepPart{};
}

SweepPiece SweepSide::piece(SweepPart part) const {
    SweepPiece piece;
    const Pose& pose = course_.pose;
    if (part.is_box()) {
        // As NodeBox, with its slack; the axes of a box in a tree are precise to 1e-4.
        const WideTree& tree = shape_.tree();
        const CodedBox coded = read_box(tree.nodes()[part.index], part.slot);
        constexpr double slack = 1.0003, float_slack = 0x1p-20, shorter = 0.9998;
        double squares = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            piece.axis[k] = pose.rotate(Vec3{coded.axis[k][0], coded.axis[k][1], coded.axis[k][2]}) * shorter;
            const double size = tree.unit() * (coded.half[k] * slack + float_slack);
            piece.half[k] = piece.axis[k] * size;
            piece.size[k] = size;
            squares += size * size;
        }
        piece.middle =
            pose(tree.origin() + Vec3{coded.center[0], coded.center[1], coded.center[2]} * tree.unit());
        piece.radius = std::sqrt(squares) * 1.001;
        return piece;
    } else if (part.slot == SweepPart::triangle) {
        piece.form = SweepPiece::Form::triangle;
        piece.corners = world_triangle(part.index);
        piece.middle = (piece.corners[0] + piece.corners[1] + piece.corners[2]) / 3;
        for (const Vec3& p : piece.corners.corner)
            piece.radius = std::max(piece.radius, length(p - piece.middle));
        piece.radius *= 1 + 0x1p-40;
        return piece;
    } else if (const auto* half_space = shape_.as<HalfSpace>()) {
        piece.form = SweepPiece::Form::half_space;
        piece.middle = pose(half_space->point);
        const Vec3& n = half_space->normal;
        const double most = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});  // of any length
        piece.outwards = normalized(pose.rotate(n / most));
        return piece;
    } else {
        piece.form = SweepPiece::Form::solid;
        piece.solid = &*solid_;  // NOLINT(bugprone-unchecked-optional-access): made by move_to
        const Box& box = shape_.box();
        const Vec3 size = (box.upper - box.lower) * (0.5 + 0x1p-19);  // the pose is rigid to 1e-6
        piece.middle = pose(box.lower * 0.5 + box.upper * 0.5);
        for (std::size_t k = 0; k < 3; ++k) {
            Vec3 half;
            half[k] = size[k];
            piece.half[k] = pose.rotate(half);
            piece.size[k] = size[k];
            half[k] = 1 - 0x1p-19;
            piece.axis[k] = pose.rotate(half);
        }
        piece.radius = length(size) * (1 + 0x1p-19);
    }
    return piece;
}

double SweepSide::radius() const {
    const Box& box = shape_.box();
    const double around_box = length(box.size()) * (0.5 + 0x1p-19);
    const WideTree& tree = shape_.tree();
    const Vec3 middle = (box.center() - tree.origin()) / tree.unit();
    // Boxes of the tree that are two levels below its root.
    const auto furthest = [&](const auto& self, TreeLink link, double own, int level) -> double {
        if (link.is_leaf() || level == 2) return own;
        const WideNode& node = tree.nodes()[link.index()];
        double most = 0;
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            const Vec3 center{node.center[0][slot], node.center[1][slot], node.center[2][slot]},
                half{node.half[0][slot], node.half[1][slot], node.half[2][slot]};
            const double reach = length(center - middle) + length(half) * 1.001 + 0x1p-19;
            if (reach > most) most = std::max(most, self(self, node.child[slot], reach, level + 1));
        }
        return std::min(own, most);
    };
    return std::min(around_box,
                    furthest(furthest, tree.nodes()[0].child[0], 4, 0) * tree.unit() * (1 + 0x1p-19));
}

}  // namespace graze::inline v1::detail
