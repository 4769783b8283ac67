// Weller 2012, 5.3.1, with one node opened at a time, nearest first.
#include "graze/spheres/proximity/detail/gap_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/spheres/proximity/gap_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::GapItem;
using detail::GapSearch;
using detail::TreePair;

constexpr int gap_width = SphereNode::width;
using GapFloats = hn::CappedTag<float, gap_width>;

class GapWalk {
  public:
    explicit GapWalk(GapSearch& search)
        : search_(search),
          pair_(search.pair),
          d_nodes_(search.pair.d->nodes().data()),
          f_nodes_(search.pair.f->nodes().data()) {}

    void run() {
        std::vector<GapItem>& stack = search_.stack;
        stack.clear();
        stack.push_back({none, none, -std::numeric_limits<float>::infinity()});
        while (!stack.empty()) {
            const GapItem item = stack.back();
            if (static_cast<double>(item.gap) >= search_.least) {
                stack.pop_back();
                continue;
            }
            if (!search_.meter.spend(gap_width)) break;
            stack.pop_back();
            open(item);
            if (search_.stop_at_overlap && search_.found && search_.least < 0) return;
        }
        search_.at_least = search_.least;
        for (const GapItem& left : stack)
            search_.at_least = std::min(search_.at_least, static_cast<double>(left.gap));
    }

  private:
    static constexpr std::uint32_t none = 0xffffffffu;

    struct Ball {
        float x, y, z, radius;
    };

    const float* radii(const SphereNode& n) const { return search_.outer ? n.outer : n.radius; }
    static bool is_leaf(const SphereNode* nodes, std::uint32_t slot) {
        return slot != none && nodes[slot / gap_width].child[slot % gap_width].is_leaf();
    }
    static std::uint32_t node_of(const SphereNode* nodes, std::uint32_t slot) {
        return slot == none ? 0 : nodes[slot / gap_width].child[slot % gap_width].index();
    }
    float radius_of(const SphereNode* nodes, std::uint32_t slot) const {
        return slot == none ? 1e9f : radii(nodes[slot / gap_width])[slot % gap_width];
    }

    void open(const GapItem& item) {
        const bool d_leaf = is_leaf(d_nodes_, item.d), f_leaf = is_leaf(f_nodes_, item.f);
        const bool open_d = !d_leaf && (f_leaf || radius_of(d_nodes_, item.d) >=
                                                      radius_of(f_nodes_, item.f) * pair_.scale_float);
        const std::uint32_t node = open_d ? node_of(d_nodes_, item.d) : node_of(f_nodes_, item.f);
        const SphereNode& n = open_d ? d_nodes_[node] : f_nodes_[node];
        alignas(64) float gap[gap_width];
        if (open_d)
            gaps_of_d(n, item.f, gap);
        else
            gaps_of_f(n, item.d, gap);
        // The nearest last, so that it is next; equal ones by their number.
        int order[gap_width], count = 0;
        for (int k = 0; k < gap_width && !n.child[k].is_none(); ++k) {
            if (static_cast<double>(gap[k]) >= search_.least) continue;
            int at = count++;
            for (; at > 0 && gap[order[at - 1]] < gap[k]; --at) order[at] = order[at - 1];
            order[at] = k;
        }
        for (int i = 0; i < count; ++i) {
            const std::uint32_t slot = node * gap_width + static_cast<std::uint32_t>(order[i]);
            const GapItem child =
                open_d ? GapItem{slot, item.f, gap[order[i]]} : GapItem{item.d, slot, gap[order[i]]};
            if (is_leaf(d_nodes_, child.d) && is_leaf(f_nodes_, child.f))
                measure(child);
            else
                search_.stack.push_back(child);
        }
    }

    void measure(const GapItem& item) {
        const SphereNode &dn = d_nodes_[item.d / gap_width], &fn = f_nodes_[item.f / gap_width];
        const Vec3 between =
            detail::slot_center(*pair_.d, item.d) - pair_.in_d(detail::slot_center(*pair_.f, item.f));
        const double gap = length(between) - static_cast<double>(radii(dn)[item.d % gap_width]) -
                           static_cast<double>(radii(fn)[item.f % gap_width]) * pair_.scale;
        if (gap >= search_.least) return;
        search_.least = gap;
        search_.leaf_d = item.d;
        search_.leaf_f = item.f;
        search_.found = true;
    }

    // Without a partner, nothing is known of the gap.
    static void unknown(float* gap) { std::fill_n(gap, gap_width, -std::numeric_limits<float>::infinity()); }

    void gaps_of_d(const SphereNode& n, std::uint32_t f_slot, float* gap) const {
        if (f_slot == none) return unknown(gap);
        const Vec3 c = pair_.in_d(detail::slot_center(*pair_.f, f_slot));
        const Ball ball{static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z),
                        radius_of(f_nodes_, f_slot) * pair_.scale_float};
        const GapFloats d;
        for (int i = 0; i < gap_width; i += static_cast<int>(hn::Lanes(d)))
            store_gaps(hn::Load(d, n.x + i), hn::Load(d, n.y + i), hn::Load(d, n.z + i),
                       hn::Load(d, radii(n) + i), ball, gap + i);
    }

    void gaps_of_f(const SphereNode& n, std::uint32_t d_slot, float* gap) const {
        if (d_slot == none) return unknown(gap);
        const SphereNode& dn = d_nodes_[d_slot / gap_width];
        const std::uint32_t k = d_slot % gap_width;
        const Ball ball{dn.x[k], dn.y[k], dn.z[k], radii(dn)[k]};
        const GapFloats d;
        for (int i = 0; i < gap_width; i += static_cast<int>(hn::Lanes(d))) {
            const auto x = hn::Load(d, n.x + i), y = hn::Load(d, n.y + i), z = hn::Load(d, n.z + i);
            store_gaps(placed(0, x, y, z), placed(1, x, y, z), placed(2, x, y, z),
                       hn::Mul(hn::Load(d, radii(n) + i), hn::Set(d, pair_.scale_float)), ball, gap + i);
        }
    }

    template <class V>
    HWY_INLINE V placed(int r, V x, V y, V z) const {
        const GapFloats d;
        const V a = hn::Mul(hn::Set(d, pair_.m_float[r][0]), x),
                b = hn::Mul(hn::Set(d, pair_.m_float[r][1]), y),
                c = hn::Mul(hn::Set(d, pair_.m_float[r][2]), z);
        return hn::Add(hn::Add(hn::Add(a, b), c), hn::Set(d, pair_.t_float[r]));
    }

    template <class V>
    HWY_INLINE void store_gaps(V x, V y, V z, V radius, const Ball& ball, float* gap) const {
        const GapFloats d;
        const V dx = hn::Sub(x, hn::Set(d, ball.x)), dy = hn::Sub(y, hn::Set(d, ball.y)),
                dz = hn::Sub(z, hn::Set(d, ball.z));
        const V distance = hn::Sqrt(hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz)));
        hn::Store(hn::Sub(hn::Sub(distance, radius), hn::Set(d, ball.radius + pair_.margin)), d, gap);
    }

    GapSearch& search_;
    const TreePair& pair_;
    const SphereNode *d_nodes_, *f_nodes_;
};

void run_gap_search(GapSearch& search) {
    GapWalk(search).run();
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(run_gap_search);

void search_gap(GapSearch& search) {
    HWY_DYNAMIC_DISPATCH(run_gap_search)(search);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
