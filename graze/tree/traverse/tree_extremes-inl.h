// The lowest projection of a mesh onto a direction, and the triangles that attain it, from the mesh's tree.
#if defined(GRAZE_TREE_TRAVERSE_TREE_EXTREMES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_TREE_EXTREMES_INL
#undef GRAZE_TREE_TRAVERSE_TREE_EXTREMES_INL
#else
#define GRAZE_TREE_TRAVERSE_TREE_EXTREMES_INL
#endif

#include <algorithm>
#include <bit>
#include <cstdint>

#include "graze/tree/traverse/leaf_kernel-inl.h"
#include "graze/tree/traverse/node_lanes-inl.h"
#include "graze/tree/wide_tree.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A few triangles of a mesh, with their corners in coordinates of its tree, in lanes.
struct FewTriangles {
    static constexpr int most = 32;
    TriangleId id[most];
    HWY_ALIGN float corner[9][most];
    int count = 0;

    HWY_INLINE void add(const TreeLeaf& leaf, std::uint32_t i) {
        for (int c = 0; c < 9; ++c)
            corner[c][count] = leaf.origin[c % 3] + leaf.step() * static_cast<float>(leaf.value[c][i]);
        id[count++] = leaf.triangle[i];
    }

    // The triangle nearest to a point, approximately; 0 if there is none.
    HWY_INLINE int nearest_to(const float (&point)[3]) {
        using K = PairKernel<Lanes8>;
        using Kernel = DistanceKernel<Lanes8>;
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        for (int c = 0; c < 9; ++c) {
            for (int i = count; i % TreeLeaf::width != 0; ++i) corner[c][i] = corner[c][0];
        }
        int best = 0;
        float distance = 1e30f;
        for (int i = 0; i < count; i += n) {
            const auto coordinate = [&](int c) {
                return hn::Sub(hn::Load(d, corner[c] + i), hn::Set(d, point[c % 3]));
            };
            const auto at = [&](int c) { return K::V3{coordinate(c), coordinate(c + 1), coordinate(c + 2)}; };
            HWY_ALIGN float away[TreeLeaf::width];
            hn::Store(Kernel::from_zero(typename Kernel::Prepared({at(0), at(3), at(6)})).most, d, away);
            for (int k = 0; k < n && i + k < count; ++k) {
                if (away[k] < distance) distance = away[k], best = i + k;
            }
        }
        return best;
    }
};

class TreeExtremes {
  public:
    explicit TreeExtremes(const WideTree& tree) : tree_(tree) {}

    struct Lowest {
        float projection;
        float point[3];
        std::uint32_t leaf;
    };
    // A corner with a low projection, nearly always the lowest one: by the lowest box on each level, or in
    // the leaf of the last call. No direction is longer than 1.
    Lowest lowest(const float (&direction)[3]) {
        Lowest best{1e30f, {}, 0};
        look_at(last_leaf_, direction, best);
        TreeLink link = TreeLink::node(0);
        while (!link.is_leaf()) {
            float projection[WideNode::width];
            const WideNode& node = tree_.nodes()[link.index()];
            int lowest = 0;
            for (std::uint32_t low = boxes_below(node, direction, 1e30f, projection) & ~1u; low != 0;
                 low &= low - 1) {
                const int slot = std::countr_zero(low);
                if (projection[slot] < projection[lowest]) lowest = slot;
            }
            link = node.child[lowest];
        }
        if (link.index() != last_leaf_) look_at(link.index(), direction, best);
        last_leaf_ = best.leaf;
        return best;
    }

    // The error of boxes of the size of the whole mesh, computed in floats, times two.
    static constexpr float box_rounding = 0x1p-19f;

    // The lowest corner by the coordinates in the leaves. `least` is a lower bound for all corners, up to
    // box_rounding. False if too many boxes are nearly as low.
    bool find_lowest(const float (&direction)[3], Lowest& best, float& least) {
        best = {1e30f, {}, 0};
        look_at(last_leaf_, direction, best);
        least = best.projection - tree_.leaves()[last_leaf_].step();
        constexpr int most_boxes = 80;
        Waiting stack[stack_size];
        int size = 0, opened = 0;
        stack[size++] = {TreeLink::node(0), -1e30f};
        while (size > 0) {
            const Waiting next = stack[--size];
            if (!(next.projection < best.projection)) continue;
            if (++opened > most_boxes) return false;
            if (next.link.is_leaf()) {
                look_at(next.link.index(), direction, best);
                // Corners are known to 0.9 steps.
                least = std::min(least, best.projection - tree_.leaves()[next.link.index()].step());
                continue;
            }
            float projection[WideNode::width];
            const WideNode& node = tree_.nodes()[next.link.index()];
            const int first = size;
            for (std::uint32_t low = boxes_below(node, direction, best.projection, projection); low != 0;
                 low &= low - 1) {
                const int slot = std::countr_zero(low);
                // The lowest box comes next.
                int at = size++;
                for (; at > first && stack[at - 1].projection < projection[slot]; --at)
                    stack[at] = stack[at - 1];
                stack[at] = {node.child[slot], projection[slot]};
            }
        }
        last_leaf_ = best.leaf;
        return true;
    }

    // The triangles with a lowest projection of at most `limit`, up to box_rounding, and maybe a few others.
    // False if there are too many.
    bool collect(const float (&direction)[3], float limit, FewTriangles& out) const {
        TreeLink stack[stack_size];
        int size = 0;
        stack[size++] = TreeLink::node(0);
        while (size > 0) {
            const TreeLink link = stack[--size];
            float projection[WideNode::width];
            if (link.is_leaf()) {
                const TreeLeaf& leaf = tree_.leaves()[link.index()];
                projections(leaf, direction, projection);
                for (std::uint32_t i = 0; i < leaf.count(); ++i) {
                    if (projection[i] > limit + leaf.step()) continue;
                    if (out.count == FewTriangles::most) return false;
                    out.add(leaf, i);
                }
            } else {
                const WideNode& node = tree_.nodes()[link.index()];
                for (std::uint32_t low = boxes_below(node, direction, limit, projection); low != 0;
                     low &= low - 1)
                    stack[size++] = node.child[std::countr_zero(low)];
            }
        }
        return true;
    }

    // Calls `look(triangle)` for the triangles with a lowest projection of at most `limit`, up to
    // box_rounding, and maybe a few others, until `look` returns false. False if it did.
    template <class Look>
    bool visit_low(const float (&direction)[3], float limit, const Look& look) const {
        TreeLink stack[stack_size];
        int size = 0;
        stack[size++] = TreeLink::node(0);
        while (size > 0) {
            const TreeLink link = stack[--size];
            float projection[WideNode::width];
            if (link.is_leaf()) {
                const TreeLeaf& leaf = tree_.leaves()[link.index()];
                projections(leaf, direction, projection);
                for (std::uint32_t i = 0; i < leaf.count(); ++i)
                    if (!(projection[i] > limit + leaf.step()) && !look(leaf.triangle[i])) return false;
            } else {
                const WideNode& node = tree_.nodes()[link.index()];
                for (std::uint32_t low = boxes_below(node, direction, limit, projection); low != 0;
                     low &= low - 1)
                    stack[size++] = node.child[std::countr_zero(low)];
            }
        }
        return true;
    }

    // The leaves whose boxes have a lowest projection of at most `limit`, up to box_rounding. Returns their
    // number, or Room + 1 if there are more than `out` holds.
    template <int Room>
    int leaves_below(const float (&direction)[3], float limit, std::uint32_t (&out)[Room]) const {
        TreeLink stack[stack_size];
        int size = 0, count = 0;
        stack[size++] = TreeLink::node(0);
        while (size > 0) {
            const WideNode& node = tree_.nodes()[stack[--size].index()];
            float projection[WideNode::width];
            for (std::uint32_t low = boxes_below(node, direction, limit, projection); low != 0;
                 low &= low - 1) {
                const TreeLink child = node.child[std::countr_zero(low)];
                if (!child.is_leaf()) {
                    stack[size++] = child;
                } else if (count == Room) {
                    return Room + 1;
                } else {
                    out[count++] = child.index();
                }
            }
        }
        return count;
    }

  private:
    struct Waiting {
        TreeLink link;
        float projection;
    };
    static constexpr int stack_size = 7 * WideTree::max_depth + WideNode::width;

    // Bit i: the lowest projection of box i is at most the limit.
    static HWY_INLINE std::uint32_t boxes_below(const WideNode& node, const float (&direction)[3],
                                                float limit, float (&projection)[WideNode::width]) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const BoxLane down[3] = {hn::Set(d, -direction[0]), hn::Set(d, -direction[1]),
                                 hn::Set(d, -direction[2])};
        std::uint32_t result = 0;
        for (int i = 0; i < WideNode::width; i += n) {
            const NodeLanes boxes(node, i);
            const BoxLane along[3] = {dot_of(boxes.axis[0], down), dot_of(boxes.axis[1], down),
                                      dot_of(boxes.axis[2], down)};
            const BoxLane low =
                hn::Neg(hn::Add(dot_of(boxes.center, down), CutLanes(node, i).radius(along, boxes.half)));
            hn::StoreU(low, d, projection + i);
            // Written so that NaN counts as low. Unused boxes never count.
            result |= bits_not_set(hn::Or(hn::Gt(low, hn::Set(d, limit)), hn::Lt(boxes.half[0], hn::Zero(d))))
                      << i;
        }
        return result;
    }

    // The projection of the lowest corner of each triangle.
    static HWY_INLINE void projections(const TreeLeaf& leaf, const float (&direction)[3],
                                       float (&projection)[TreeLeaf::width]) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        // In doubles, so that it is rounded only once.
        double start = 0;
        for (int k = 0; k < 3; ++k)
            start += static_cast<double>(leaf.origin[k]) * static_cast<double>(direction[k]);
        const auto x = hn::Set(d, direction[0] * leaf.step()), y = hn::Set(d, direction[1] * leaf.step()),
                   z = hn::Set(d, direction[2] * leaf.step());
        for (int i = 0; i < TreeLeaf::width; i += n)
            hn::StoreU(hn::Add(hn::Set(d, static_cast<float>(start)), lowest_corners(leaf, i, x, y, z)), d,
                       projection + i);
    }

    // No projection is NaN.
    static HWY_INLINE float least_of(const float (&projection)[TreeLeaf::width]) {
        const Lanes8 d;
        auto least = hn::Load(d, projection);
        for (int i = static_cast<int>(hn::Lanes(d)); i < TreeLeaf::width; i += static_cast<int>(hn::Lanes(d)))
            least = hn::Min(least, hn::Load(d, projection + i));
        return hn::GetLane(hn::MinOfLanes(d, least));
    }

    HWY_INLINE void look_at(std::uint32_t index, const float (&direction)[3], Lowest& best) {
        const TreeLeaf& leaf = tree_.leaves()[index];
        HWY_ALIGN float projection[TreeLeaf::width];
        projections(leaf, direction, projection);
        const float least = least_of(projection);
        if (!(least < best.projection)) return;
        int lowest = 0;
        while (lowest + 1 < TreeLeaf::width && projection[lowest] != least) ++lowest;
        best.leaf = index;
        best.projection = least;
        float lowest_corner = 1e30f;
        for (int c = 0; c < 9; c += 3) {
            float point[3], along = 0;
            for (int k = 0; k < 3; ++k) {
                point[k] = leaf.origin[k] + leaf.step() * static_cast<float>(leaf.value[c + k][lowest]);
                along += point[k] * direction[k];
            }
            if (!(along < lowest_corner)) continue;
            lowest_corner = along;
            for (int k = 0; k < 3; ++k) best.point[k] = point[k];
        }
    }

    const WideTree& tree_;
    std::uint32_t last_leaf_ = 0;  // the lowest leaf of the last call, which is probably low now, too
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
