// Both trees at once, from the roots: the children of one node against one box of the other tree, eight at a
// time; leaves triangle by triangle, eight at a time; what the filters leave open, exactly, on world
// vertices.
#include "graze/query/intersect.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "graze/query/detail/far_apart.h"
#include "graze/query/detail/intersect_job.h"
#include "graze/tree/detail/box_code.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/intersect.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/detail/box_kernel-inl.h"
#include "graze/query/detail/leaf_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// A box of a tree: the node it is in and its place there.
class BoxRef {
  public:
    BoxRef() = default;
    BoxRef(std::uint32_t node, std::uint32_t slot) : bits_(node << 3 | slot) {}
    std::uint32_t node() const { return bits_ >> 3; }
    std::uint32_t slot() const { return bits_ & 7; }

  private:
    std::uint32_t bits_;
};

struct BoxPair {
    BoxRef a, b;
};

// The trees are at most 31 levels deep, and each step down leaves at most seven pairs behind.
constexpr int stack_size = 512;

// The two ways to use a traversal. Each is told of work before it is done and of pairs that intersect, and
// says whether to go on.
class FirstPair {
  public:
    detail::FoundPair result;

    bool spend(std::uint64_t) { return true; }
    bool wanted(TriangleId, TriangleId) { return true; }
    bool collect(TriangleId a, TriangleId b) {
        result = {true, a, b};
        return false;
    }
};

class AllPairs {
  public:
    explicit AllPairs(detail::Visit& visit) : visit_(visit) {}

    bool spend(std::uint64_t n) { return visit_.meter.spend(n); }
    bool wanted(TriangleId a, TriangleId b) { return !visit_.filter || visit_.filter(a, b); }
    bool collect(TriangleId a, TriangleId b) {
        visit_.found = true;
        return visit_.collect(a, b);
    }

  private:
    detail::Visit& visit_;
};

template <class User>
class Traversal {
  public:
    Traversal(const detail::IntersectJob& job, IntersectCounts& counts, User& user)
        : job_(job),
          counts_(counts),
          user_(user),
          nodes_a_(job.a.tree().nodes()),
          nodes_b_(job.b.tree().nodes()) {}

    void run() {
        stack_[size_++] = {{0, 0}, {0, 0}};
        while (size_ > 0) {
            const BoxPair pair = stack_[--size_];
            const TreeLink link_a = link(nodes_a_, pair.a), link_b = link(nodes_b_, pair.b);
            if (!user_.spend(WideNode::width)) return;
            if (link_a.is_leaf() && link_b.is_leaf()) {
                if (!leaves(pair, link_a.index(), link_b.index())) return;
            } else if (link_b.is_leaf() || (!link_a.is_leaf() && larger(pair))) {
                expand<true>(pair, link_a.index());
            } else {
                expand<false>(pair, link_b.index());
            }
        }
    }

  private:
    static TreeLink link(std::span<const WideNode> nodes, BoxRef r) {
        return nodes[r.node()].child[r.slot()];
    }

    static float size_of(std::span<const WideNode> nodes, BoxRef r) {
        const WideNode& n = nodes[r.node()];
        return n.half[0][r.slot()] + n.half[1][r.slot()] + n.half[2][r.slot()];
    }
    // Is A's box the larger one?
    bool larger(BoxPair p) const {
        return size_of(nodes_a_, p.a) >= job_.frame.a_from_b.scale * size_of(nodes_b_, p.b);
    }

    // Replaces one box of the pair, which is that of node `index`, by those of the node's children that
    // overlap the other. The most overlapping one comes next.
    template <bool OfA>
    void expand(BoxPair pair, std::uint32_t index) {
        const WideNode& node = (OfA ? nodes_a_ : nodes_b_)[index];
        const BoxRef other = OfA ? pair.b : pair.a;
        const detail::Passage& passage = OfA ? job_.frame.a_from_b : job_.frame.b_from_a;
        const PlacedBox box(
            detail::read_box((OfA ? nodes_b_ : nodes_a_)[other.node()], static_cast<int>(other.slot())),
            passage);
        float separation[WideNode::width];
        std::uint32_t overlap = overlapping_boxes(node, box, passage.margin, separation);
        counts_.box_pairs += WideNode::width;
        const int first = size_;
        for (; overlap != 0; overlap &= overlap - 1) {
            const auto slot = static_cast<std::uint32_t>(std::countr_zero(overlap));
            const float s = separation[slot];
            int at = size_++;
            for (; at > first && order_[at - 1] < s; --at) {
                stack_[at] = stack_[at - 1];
                order_[at] = order_[at - 1];
            }
            const BoxRef child{index, slot};
            stack_[at] = OfA ? BoxPair{child, other} : BoxPair{other, child};
            order_[at] = s;
        }
    }

    // False if the user has enough.
    bool leaves(BoxPair pair, std::uint32_t leaf_a, std::uint32_t leaf_b) {
        const TreeLeaf &la = job_.a.tree().leaves()[leaf_a], &lb = job_.b.tree().leaves()[leaf_b];
        ++counts_.leaf_pairs;
        const LeafPair candidates(la,
                                  detail::read_box(nodes_a_[pair.a.node()], static_cast<int>(pair.a.slot())),
                                  lb, job_.frame.a_from_b, job_.frame.exact);
        for (std::uint32_t rest = candidates.b_near_a(); rest != 0; rest &= rest - 1) {
            const auto j = static_cast<std::uint32_t>(std::countr_zero(rest));
            const PairVerdict verdict = candidates.against(j);
            const std::uint64_t all = (std::uint64_t{1} << la.count) - 1;
            counts_.triangle_pairs += la.count;
            for (std::uint64_t near = all & ~verdict.apart; near != 0; near &= near - 1) {
                const int i = std::countr_zero(near);
                if (!user_.wanted(la.triangle[i], lb.triangle[j])) continue;
                const bool sure = (verdict.intersecting >> i & 1) != 0;
                if ((sure || exactly(la.triangle[i], lb.triangle[j])) &&
                    !user_.collect(la.triangle[i], lb.triangle[j])) {
                    return false;
                }
            }
        }
        return true;
    }

    bool exactly(TriangleId a, TriangleId b) {
        ++counts_.exact_pairs;
        return intersects(job_.world_from_a(job_.a.mesh().triangle(a)),
                          job_.world_from_b(job_.b.mesh().triangle(b)));
    }

    const detail::IntersectJob& job_;
    IntersectCounts& counts_;
    User& user_;
    std::span<const WideNode> nodes_a_, nodes_b_;
    int size_ = 0;
    BoxPair stack_[stack_size];
    float order_[stack_size];
};

detail::FoundPair find_pair(const detail::IntersectJob& job, IntersectCounts& counts) {
    FirstPair user;
    Traversal<FirstPair>(job, counts, user).run();
    return user.result;
}

void visit_pairs(const detail::IntersectJob& job, IntersectCounts& counts, detail::Visit& visit) {
    AllPairs user(visit);
    Traversal<AllPairs>(job, counts, user).run();
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1 {

HWY_EXPORT(find_pair);
HWY_EXPORT(visit_pairs);

namespace {

// Prepares the query; false if the shapes are so far apart that there is nothing to ask.
bool prepare(detail::IntersectJob& job) {
    const WideTree &a = job.a.tree(), &b = job.b.tree();
    if (a.empty() || b.empty()) return false;
    detail::start_frame(a, job.world_from_a, b, job.world_from_b, job.frame);
    if (detail::boxes_apart(a, b, job.frame.a_from_b)) return false;
    if (detail::hulls_apart(a.support(), b.support(), job.frame.a_from_b)) return false;
    detail::finish_frame(job.frame);
    return true;
}

detail::FoundPair find(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    detail::IntersectJob job{a, world_from_a, b, world_from_b};
    if (!prepare(job)) return {};
    IntersectCounts counts;
    return HWY_DYNAMIC_DISPATCH(find_pair)(job, counts);
}

}  // namespace

bool intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    return find(a, world_from_a, b, world_from_b).found;
}

std::optional<Witness> witness(const Shape& a, const Pose& world_from_a, const Shape& b,
                               const Pose& world_from_b) {
    const detail::FoundPair f = find(a, world_from_a, b, world_from_b);
    if (!f.found) return std::nullopt;
    const TriangleIntersection common =
        intersection(world_from_a(a.mesh().triangle(f.a)), world_from_b(b.mesh().triangle(f.b)));
    Vec3 middle;
    for (const CommonPoint& p : common.points())
        middle += p.position / static_cast<double>(common.point_count);
    return Witness{f.a, f.b, middle};
}

Answer intersects(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const IntersectOptions& options) {
    const PairCollector first = [](TriangleId, TriangleId) { return false; };
    return visit_intersecting_triangles(a, world_from_a, b, world_from_b, first, options);
}

void intersects_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                      std::span<std::uint8_t> out, const Threads& threads) {
    parallel_for(threads, poses.size(), 64, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) out[i] = intersects(a, poses[i].a, b, poses[i].b) ? 1 : 0;
    });
}

bool boxes_overlap(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    if (a.tree().empty() || b.tree().empty()) return false;
    detail::PairFrame frame;
    detail::start_frame(a.tree(), world_from_a, b.tree(), world_from_b, frame);
    return !detail::boxes_apart(a.tree(), b.tree(), frame.a_from_b);
}

Answer visit_intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                    const Pose& world_from_b, const PairCollector& collect,
                                    const IntersectOptions& options) {
    detail::IntersectJob job{a, world_from_a, b, world_from_b};
    if (!prepare(job)) return Answer::no;
    Meter meter(options.budget);
    detail::Visit visit{options.filter, collect, meter};
    IntersectCounts ignored;
    HWY_DYNAMIC_DISPATCH(visit_pairs)
    (job, options.counts ? *options.counts : ignored, visit);
    if (meter.exhausted()) return Answer::undecided;
    return visit.found ? Answer::yes : Answer::no;
}

std::vector<IntersectingPair> intersecting_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                     const Pose& world_from_b) {
    std::vector<IntersectingPair> pairs;
    visit_intersecting_triangles(a, world_from_a, b, world_from_b, [&](TriangleId ta, TriangleId tb) {
        pairs.push_back(
            {ta, tb, intersection(world_from_a(a.mesh().triangle(ta)), world_from_b(b.mesh().triangle(tb)))});
        return true;
    });
    std::sort(pairs.begin(), pairs.end(), [](const IntersectingPair& p, const IntersectingPair& q) {
        return std::pair(p.a, p.b) < std::pair(q.a, q.b);
    });
    return pairs;
}

}  // namespace graze::inline v1
#endif  // HWY_ONCE
