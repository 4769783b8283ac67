// Tests the boxes of one node against one box of the other tree, eight at a time.
#if defined(GRAZE_TREE_TRAVERSE_BOX_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_BOX_KERNEL_INL
#undef GRAZE_TREE_TRAVERSE_BOX_KERNEL_INL
#else
#define GRAZE_TREE_TRAVERSE_BOX_KERNEL_INL
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>

#include "graze/tree/detail/box_code.h"
#include "graze/tree/traverse/node_lanes-inl.h"
#include "graze/tree/traverse/pair_frame.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A box of one tree in the coordinates of the other.
struct PlacedBox {
    HWY_ALIGN float center[4];
    HWY_ALIGN float axis[3][4];
    float half[3];
    std::uint32_t cut[5];

    HWY_INLINE PlacedBox(const detail::CodedBox& box, const detail::RelativeTransform& p) {
        const hn::CappedTag<float, 4> d;
        for (std::size_t i = 0; i < 4; i += hn::Lanes(d)) {
            const auto x = hn::Load(d, p.column[0] + i), y = hn::Load(d, p.column[1] + i),
                       z = hn::Load(d, p.column[2] + i);
            const auto turned = [&](const float(&v)[3]) {
                return hn::Add(hn::Add(hn::Mul(x, hn::Set(d, v[0])), hn::Mul(y, hn::Set(d, v[1]))),
                               hn::Mul(z, hn::Set(d, v[2])));
            };
            hn::Store(hn::Add(hn::Mul(turned(box.center), hn::Set(d, p.scale)), hn::Load(d, p.shift + i)), d,
                      center + i);
            for (int k = 0; k < 3; ++k) hn::Store(turned(box.axis[k]), d, axis[k] + i);
        }
        for (int k = 0; k < 3; ++k) half[k] = p.scale * box.half[k];
        for (int i = 0; i < 5; ++i) cut[i] = box.cut[i];
    }
};

// The approximate shortest direction from one box to another, in the coordinates of both, no longer than 1.
HWY_INLINE void direction_between(const PlacedBox& from, const detail::CodedBox& to, float (&direction)[3]) {
    for (int c = 0; c < 3; ++c) direction[c] = to.center[c] - from.center[c];
    const auto shorten = [&](const float* axis, float half) {
        const float along = direction[0] * axis[0] + direction[1] * axis[1] + direction[2] * axis[2];
        const float t = HWY_MIN(HWY_MAX(along, -half), half);
        for (int c = 0; c < 3; ++c) direction[c] -= t * axis[c];
    };
    for (int k = 0; k < 3; ++k) shorten(from.axis[k], from.half[k]);
    for (int k = 0; k < 3; ++k) shorten(to.axis[k], to.half[k]);
    const float squared =
        direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2] + 1e-30f;
    const float scale = 0.9999f / std::sqrt(squared);
    for (float& w : direction) w *= scale;
}

// Turns directions, or transforms points, of one tree into the coordinates of the other.
HWY_INLINE void turn(const BoxLane (&v)[3], const detail::RelativeTransform& p, BoxLane (&turned)[3]) {
    const Lanes8 d;
    for (int r = 0; r < 3; ++r)
        turned[r] = hn::Add(
            hn::Add(hn::Mul(v[0], hn::Set(d, p.column[0][r])), hn::Mul(v[1], hn::Set(d, p.column[1][r]))),
            hn::Mul(v[2], hn::Set(d, p.column[2][r])));
}
HWY_INLINE void place(const BoxLane (&point)[3], const detail::RelativeTransform& p, BoxLane (&placed)[3]) {
    const Lanes8 d;
    turn(point, p, placed);
    for (int r = 0; r < 3; ++r)
        placed[r] = hn::Add(hn::Mul(placed[r], hn::Set(d, p.scale)), hn::Set(d, p.shift[r]));
}

// Some boxes of a node, and the box to test them against, in lanes.
struct BoxLanes {
    using V = BoxLane;
    V a[3][3], a_half[3];  // of the node
    V b[3][3], b_half[3];  // of the other box: the same in every lane
    V between[3];          // from the centres of the node's boxes to the centre of the other box
    CutLanes a_cut, b_cut;

    HWY_INLINE BoxLanes(const WideNode& node, int first, const PlacedBox& box)
        : a_cut(node, first), b_cut(box.cut) {
        const Lanes8 d;
        const NodeLanes of_node(node, first);
        for (int k = 0; k < 3; ++k) {
            between[k] = hn::Sub(hn::Set(d, box.center[k]), of_node.center[k]);
            a_half[k] = of_node.half[k];
            b_half[k] = hn::Set(d, box.half[k]);
            for (int c = 0; c < 3; ++c) {
                a[k][c] = of_node.axis[k][c];
                b[k][c] = hn::Set(d, box.axis[k][c]);
            }
        }
    }

    // Pairs of boxes: a box of one tree and a box of the other in the same lane.
    HWY_INLINE BoxLanes(const PickedBoxes& boxes_a, const PickedBoxes& boxes_b, int first,
                        const detail::RelativeTransform& a_from_b)
        : a_cut(boxes_a, first), b_cut(boxes_b, first) {
        const Lanes8 d;
        const NodeLanes of_a(boxes_a, first), of_b(boxes_b, first);
        V center[3];
        place(of_b.center, a_from_b, center);
        for (int k = 0; k < 3; ++k) {
            between[k] = hn::Sub(center[k], of_a.center[k]);
            a_half[k] = of_a.half[k];
            b_half[k] = hn::Mul(of_b.half[k], hn::Set(d, a_from_b.scale));
            for (int c = 0; c < 3; ++c) a[k][c] = of_a.axis[k][c];
            turn(of_b.axis[k], a_from_b, b[k]);
        }
    }

    // The separation of the boxes along the best of the six face normals (three of either box); negative
    // where the boxes overlap along all. The nine products of edges hardly ever separate boxes that the
    // normals do not.
    HWY_INLINE V apart_along_normals() const {
        const Lanes8 d;
        V radii_along_b[3] = {b_half[0], b_half[1], b_half[2]};
        V best = hn::Set(d, -1e38f);
        for (int k = 0; k < 3; ++k) {
            V radii_along_a = a_half[k];
            for (int j = 0; j < 3; ++j) {
                const V cosine = hn::Abs(dot_of(a[k], b[j]));
                radii_along_a = hn::Add(radii_along_a, hn::Mul(b_half[j], cosine));
                radii_along_b[j] = hn::Add(radii_along_b[j], hn::Mul(a_half[k], cosine));
            }
            best = hn::Max(best, hn::Sub(hn::Abs(dot_of(between, a[k])), radii_along_a));
        }
        for (int j = 0; j < 3; ++j)
            best = hn::Max(best, hn::Sub(hn::Abs(dot_of(between, b[j])), radii_along_b[j]));
        return best;
    }

    // A lower bound of the distance of the contents, and nearly the distance also where the boxes are far
    // apart. Where a bound is hard to get, the result is at most rounding.
    HWY_INLINE V distance() const {
        V direction[3];
        return distance_along(direction);
    }
    // The same, with the direction that gave the bound, no longer than 1 up to rounding. Two directions are
    // tried. The first leads from the point of one box that is nearest to the other's centre to the point of
    // the other box nearest to that point. The second is the mean of the first direction and of the direction
    // from centre to centre.
    HWY_INLINE V distance_along(V (&direction)[3]) const {
        const Lanes8 d;
        V centers_a[3], centers_b[3], along_a[3], along_b[3];
        for (int c = 0; c < 3; ++c) direction[c] = between[c];
        for (int k = 0; k < 3; ++k) {
            centers_a[k] = dot_of(between, a[k]);
            centers_b[k] = hn::Neg(dot_of(between, b[k]));
            shorten(direction, a[k], hn::Max(hn::Min(centers_a[k], a_half[k]), hn::Neg(a_half[k])));
        }
        const V toward[3] = {direction[0], direction[1], direction[2]};
        for (int j = 0; j < 3; ++j) {
            const V along = dot_of(toward, b[j]);
            shorten(direction, b[j], hn::Max(hn::Min(along, b_half[j]), hn::Neg(b_half[j])));
        }
        for (int k = 0; k < 3; ++k) {
            along_a[k] = dot_of(direction, a[k]);
            along_b[k] = hn::Neg(dot_of(direction, b[k]));
        }
        const V one = hn::Set(d, 1.0f), tiny = hn::Set(d, 1e-30f);
        const V squared = dot_of(between, between), center_direction = dot_of(between, direction);
        const V per_direction = hn::Div(one, hn::Sqrt(hn::Add(dot_of(direction, direction), tiny)));
        const V per_center = hn::Div(one, hn::Sqrt(hn::Add(squared, tiny)));
        const V by_direction = hn::Mul(gap(center_direction, along_a, along_b), per_direction);
        for (int k = 0; k < 3; ++k) {
            along_a[k] = hn::Add(hn::Mul(along_a[k], per_direction), hn::Mul(centers_a[k], per_center));
            along_b[k] = hn::Add(hn::Mul(along_b[k], per_direction), hn::Mul(centers_b[k], per_center));
        }
        const V of_direction = hn::Mul(center_direction, per_direction);
        // The length of the mean, times two. Where the directions are opposite, the length is imprecise, but
        // no more than 1.
        const V cosine = hn::Mul(of_direction, per_center);
        const V length = hn::Sqrt(hn::Max(hn::Add(hn::Set(d, 2.00001f), hn::Add(cosine, cosine)), one));
        const V per_length = hn::Div(one, length);
        const V by_mean =
            hn::Mul(gap(hn::Add(of_direction, hn::Mul(squared, per_center)), along_a, along_b), per_length);
        const auto mean = hn::Gt(by_mean, by_direction);
        for (int c = 0; c < 3; ++c) {
            const V unit = hn::Mul(direction[c], per_direction);
            direction[c] = hn::IfThenElse(
                mean, hn::Mul(hn::Add(unit, hn::Mul(between[c], per_center)), per_length), unit);
        }
        return hn::IfThenElse(mean, by_mean, by_direction);
    }

  private:
    // The separation of the boxes' contents along a direction, times the length of the direction. The
    // arguments are the direction's products with the vector between the centres, with the axes of the node's
    // boxes, and, negated, with the axes of the other box.
    HWY_INLINE V gap(V of_centers, const V (&along_a)[3], const V (&along_b)[3]) const {
        return hn::Sub(hn::Sub(of_centers, a_cut.radius(along_a, a_half)), b_cut.radius(along_b, b_half));
    }

    static HWY_INLINE void shorten(V (&direction)[3], const V (&axis)[3], V by) {
        for (int c = 0; c < 3; ++c) direction[c] = hn::Sub(direction[c], hn::Mul(axis[c], by));
    }
};

// What a box test computes.
enum class BoxBound : std::uint8_t {
    overlap,   // whether the boxes overlap, and how much
    distance,  // how far apart the boxes are
    both,
};

// Bit i: box i of the node may be within the margin of `box`. `separation` is a lower bound of the distance;
// for BoxBound::overlap it is negative where the boxes overlap.
template <BoxBound Bound>
HWY_INLINE std::uint32_t overlapping_boxes(const WideNode& node, const PlacedBox& box, float margin,
                                           float (&separation)[WideNode::width]) {
    const Lanes8 d;
    const auto n = static_cast<int>(hn::Lanes(d));
    std::uint32_t result = 0;
    for (int i = 0; i < WideNode::width; i += n) {
        const BoxLanes boxes(node, i, box);
        BoxLanes::V best;
        if constexpr (Bound == BoxBound::overlap) {
            best = boxes.apart_along_normals();
        } else if constexpr (Bound == BoxBound::distance) {
            best = boxes.distance();
        } else {
            // Axes are of length 1 up to 1e-4.
            const auto normals = boxes.apart_along_normals();
            best = hn::Max(hn::Sub(normals, hn::Mul(hn::Abs(normals), hn::Set(d, 2e-4f))), boxes.distance());
        }
        hn::StoreU(best, d, separation + i);
        // Written so that NaN and an infinite margin count as overlap. Unused boxes never count.
        const auto apart = hn::Gt(best, hn::Set(d, margin));
        result |= bits_not_set(hn::Or(apart, hn::Lt(boxes.a_half[0], hn::Zero(d)))) << i;
    }
    return result;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
