// The traversal of a tree by one ray, step by step, from the nearest box to the farthest.
#if defined(GRAZE_QUERY_RAY_RAY_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_RAY_RAY_WALK_INL
#undef GRAZE_QUERY_RAY_RAY_WALK_INL
#else
#define GRAZE_QUERY_RAY_RAY_WALK_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <bit>
#include <cstdint>

#include "graze/query/ray/detail/ray_frame-inl.h"
#include "graze/query/ray/detail/ray_kernel-inl.h"
#include "graze/query/ray/detail/ray_search.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A triangle of a leaf that passed the filter in floats.
struct Candidate {
    TriangleId triangle;
    bool is_hit;      // certainly, and between the limits of the ray
    bool is_crossed;  // the line certainly passes through its inside
};

class RayWalk {
  public:
    // False if the ray misses the box of the whole mesh.
    HWY_INLINE bool start(const RayTransform& transform, const Ray& ray) {
        size_ = 0;
        stage_ = Stage::walking;
        link_ = transform.tree().nodes()[0].child[0];  // the only child; the frame has tested its box
        return transform.make_frame(ray, frame_);
    }

    // Excludes everything beyond a hit at t.
    void stop_at(double t) {
        const float s = frame_.up_to(t);
        frame_.to = s < frame_.to ? s : frame_.to;
    }

    // Runs to the end. `hit(candidate)` returns false to end the walk early.
    template <bool NeedsCorners, class Hit>
    HWY_INLINE void run(const Shape& shape, detail::RayCounts& counts, Hit&& hit) {
        const WideNode* const nodes = shape.tree().nodes().data();
        const TreeLeaf* const leaves = shape.tree().leaves().data();
        TreeLink link = link_;
        do {
            while (!link.is_leaf()) {
                ++counts.nodes;
                if (!expand(nodes[link.index()], link) && !pop(link)) return;
            }
            ++counts.leaves;
            const TreeLeaf& leaf = leaves[link.index()];
            if constexpr (NeedsCorners) prefetch_all_numbers(leaf, shape.mesh());
            if (!ask(leaf, RayKernel(frame_).triangles(leaf), counts, hit)) return;
        } while (pop(link));
    }

    // The same in steps. Each step prefetches what the next one reads: a node, a leaf, the vertex numbers of
    // its triangles that may be hit, their corners. False at the end.
    template <bool NeedsCorners, class Hit>
    HWY_INLINE bool step(const Shape& shape, detail::RayCounts& counts, Hit&& hit) {
        if (stage_ == Stage::walking && !link_.is_leaf()) {
            ++counts.nodes;
            if (!expand(shape.tree().nodes()[link_.index()], link_) && !pop(link_)) return false;
            return prefetch_next(shape.tree()), true;
        }
        const TreeLeaf& leaf = shape.tree().leaves()[link_.index()];
        if (stage_ == Stage::walking) {
            ++counts.leaves;
            seen_ = RayKernel(frame_).triangles(leaf);
            if (NeedsCorners && seen_.may_be_hit != 0) {
                prefetch_numbers(leaf, shape.mesh());
                stage_ = Stage::has_numbers;
                return true;
            }
        } else if (stage_ == Stage::has_numbers) {
            prefetch_corners(leaf, shape.mesh());
            stage_ = Stage::has_corners;
            return true;
        }
        stage_ = Stage::walking;
        if (!ask(leaf, seen_, counts, hit) || !pop(link_)) return false;
        return prefetch_next(shape.tree()), true;
    }

  private:
    // Each level leaves at most seven boxes on the stack.
    static constexpr int stack_size = 256;
    static_assert(stack_size >= 7 * WideTree::max_depth + WideNode::width);

    // The state of a walk in steps.
    enum class Stage : std::uint8_t { walking, has_numbers, has_corners };

    HWY_INLINE void prefetch_next(const WideTree& tree) const {
        constexpr std::size_t line = 64;
        const char* const next = link_.is_leaf()
                                     ? reinterpret_cast<const char*>(tree.leaves().data() + link_.index())
                                     : reinterpret_cast<const char*>(tree.nodes().data() + link_.index());
        for (std::size_t at = 0; at < sizeof(TreeLeaf); at += line) hwy::Prefetch(next + at);
        if (!link_.is_leaf()) hwy::Prefetch(next + sizeof(WideNode) - 1);
    }
    HWY_INLINE void prefetch_numbers(const TreeLeaf& leaf, const Mesh& mesh) const {
        const std::array<VertexId, 3>* const triangles = mesh.triangles().data();
        for (std::uint32_t rest = seen_.may_be_hit; rest != 0; rest &= rest - 1)
            hwy::Prefetch(triangles + leaf.triangle[std::countr_zero(rest)]);
    }
    HWY_INLINE void prefetch_corners(const TreeLeaf& leaf, const Mesh& mesh) const {
        const Vec3* const vertices = mesh.vertices().data();
        for (std::uint32_t rest = seen_.may_be_hit; rest != 0; rest &= rest - 1) {
            for (const VertexId v : mesh.triangles()[leaf.triangle[std::countr_zero(rest)]])
                hwy::Prefetch(vertices + v);
        }
    }
    // Before the test of which triangles may be hit.
    static HWY_INLINE void prefetch_all_numbers(const TreeLeaf& leaf, const Mesh& mesh) {
        const std::array<VertexId, 3>* const triangles = mesh.triangles().data();
        for (const TriangleId t : leaf.triangle) hwy::Prefetch(triangles + t);
    }

    HWY_INLINE bool pop(TreeLink& next) {
        do {
            if (size_ == 0) return false;
            --size_;
        } while (near_[size_] > frame_.to);
        next = std::bit_cast<TreeLink>(stack_[size_]);
        return true;
    }

    HWY_INLINE void push(TreeLink link, float near) {
        stack_[size_] = std::bit_cast<std::uint32_t>(link);
        near_[size_++] = near;
    }

    // Takes the nearest box that the ray meets as next; the others go on the stack. False if there is none.
    HWY_INLINE bool expand(const WideNode& node, TreeLink& next) {
        float near[WideNode::width];
        std::uint32_t rest = RayKernel(frame_).boxes(node, near);
        if (rest == 0) return false;
        const auto take = [&rest] {
            const auto slot = static_cast<std::uint32_t>(std::countr_zero(rest));
            rest &= rest - 1;
            return slot;
        };
        const std::uint32_t one = take();
        if (rest == 0) {
            next = node.child[one];
            return true;
        }
        const std::uint32_t two = take();
        // Without a branch, which would be unpredictable.
        const std::uint32_t swap = -static_cast<std::uint32_t>(near[two] < near[one]);
        const std::uint32_t nearer = one ^ ((one ^ two) & swap), farther = one ^ two ^ nearer;
        const int first = size_;
        push(node.child[farther], near[farther]);
        if (rest == 0) {
            next = node.child[nearer];
            return true;
        }
        push(node.child[nearer], near[nearer]);
        while (rest != 0) {
            const std::uint32_t slot = take();
            int at = size_++;
            for (; at > first && near_[at - 1] < near[slot]; --at) {
                stack_[at] = stack_[at - 1];
                near_[at] = near_[at - 1];
            }
            stack_[at] = std::bit_cast<std::uint32_t>(node.child[slot]);
            near_[at] = near[slot];
        }
        next = std::bit_cast<TreeLink>(stack_[--size_]);
        return true;
    }

    // Calls `hit` for each triangle that may be hit.
    template <class Hit>
    HWY_INLINE bool ask(const TreeLeaf& leaf, const RayKernel::Leaf& seen, detail::RayCounts& counts,
                        Hit& hit) {
        for (std::uint32_t rest = seen.may_be_hit; rest != 0; rest &= rest - 1) {
            const int i = std::countr_zero(rest);
            if (seen.near[i] > frame_.to) continue;
            ++counts.triangles;
            if (!hit(Candidate{leaf.triangle[i], (seen.is_hit >> i & 1) != 0,
                               (seen.is_crossed >> i & 1) != 0}))
                return false;
        }
        return true;
    }

    detail::RayFrame frame_;
    TreeLink link_;
    Stage stage_;
    RayKernel::Leaf seen_;
    int size_;
    std::uint32_t stack_[stack_size];  // links as numbers: links would initialize themselves to none
    float near_[stack_size];
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
