// For each node of the driving tree D, the balls of the other tree F that it may meet. A node that meets none
// is outside; a node inside a ball that lies in the other solid is inside, gaps and all; the rest is looked
// into, down to the spheres.
#include "graze/spheres/proximity/detail/volume_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "graze/spheres/lens.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/spheres/proximity/volume_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::FieldEntry;
using detail::TreePair;
using detail::VolumeItem;
using detail::VolumeSearch;
using detail::VolumeSums;
using detail::VolumeWorkspace;

constexpr int width = SphereNode::width;
using Floats = hn::CappedTag<float, width>;
using Doubles = hn::CappedTag<double, width>;

// A ball of D.
struct Probe {
    float x, y, z, radius;
};

// The eight children of a node of F, seen from D, against a ball of D.
struct NodeHits {
    alignas(64) float x[width], y[width], z[width];
    std::uint32_t meets = 0;  // a bit for each child whose material the ball may meet
    bool contained = false;   // the ball lies in a ball inside the solid F
};

template <class V>
HWY_INLINE V row_of(const TreePair& pair, int r, V x, V y, V z) {
    const Floats d;
    const V a = hn::Mul(hn::Set(d, pair.m_float[r][0]), x), b = hn::Mul(hn::Set(d, pair.m_float[r][1]), y),
            c = hn::Mul(hn::Set(d, pair.m_float[r][2]), z);
    return hn::Add(hn::Add(hn::Add(a, b), c), hn::Set(d, pair.t_float[r]));
}

HWY_INLINE void test_node(const TreePair& pair, const SphereNode& node, const SphereNodeInside& inside,
                          const Probe& probe, NodeHits& hits) {
    const Floats d;
    hits.meets = 0;
    hits.contained = false;
    const auto scale = hn::Set(d, pair.scale_float), zero = hn::Zero(d);
    const auto reach = hn::Set(d, probe.radius + pair.margin);
    const auto px = hn::Set(d, probe.x), py = hn::Set(d, probe.y), pz = hn::Set(d, probe.z);
    for (int i = 0; i < width; i += static_cast<int>(hn::Lanes(d))) {
        const auto x0 = hn::Load(d, node.x + i), y0 = hn::Load(d, node.y + i), z0 = hn::Load(d, node.z + i);
        const auto x = row_of(pair, 0, x0, y0, z0), y = row_of(pair, 1, x0, y0, z0),
                   z = row_of(pair, 2, x0, y0, z0);
        hn::Store(x, d, hits.x + i);
        hn::Store(y, d, hits.y + i);
        hn::Store(z, d, hits.z + i);
        const auto dx = hn::Sub(x, px), dy = hn::Sub(y, py), dz = hn::Sub(z, pz);
        const auto square = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        const auto sum = hn::Add(hn::Mul(hn::Load(d, node.outer + i), scale), reach);
        const auto near = hn::And(hn::Ge(sum, zero), hn::Le(square, hn::Mul(sum, sum)));
        std::uint8_t bits[8] = {};  // as many as the widest vector may write
        hn::StoreMaskBits(d, near, bits);
        hits.meets |= static_cast<std::uint32_t>(bits[0]) << i;

        const auto room = hn::Sub(hn::Mul(hn::Load(d, inside.radius + i), scale), reach);
        const auto roomy = hn::Ge(room, zero);
        if (hn::AllFalse(d, roomy)) continue;
        const auto ix0 = hn::Load(d, inside.x + i), iy0 = hn::Load(d, inside.y + i),
                   iz0 = hn::Load(d, inside.z + i);
        const auto ix = hn::Sub(row_of(pair, 0, ix0, iy0, iz0), px),
                   iy = hn::Sub(row_of(pair, 1, ix0, iy0, iz0), py),
                   iz = hn::Sub(row_of(pair, 2, ix0, iy0, iz0), pz);
        const auto far = hn::Add(hn::Add(hn::Mul(ix, ix), hn::Mul(iy, iy)), hn::Mul(iz, iz));
        if (!hn::AllFalse(d, hn::And(roomy, hn::Le(far, hn::Mul(room, room))))) hits.contained = true;
    }
}

// The lens of a sphere of D with each of many spheres of F, all in coordinates of D.
HWY_INLINE void lens_volumes(const Vec3& center, double radius, std::size_t count, VolumeWorkspace& work) {
    const Doubles d;
    const auto px = hn::Set(d, center.x), py = hn::Set(d, center.y), pz = hn::Set(d, center.z);
    const auto r1 = hn::Set(d, radius), zero = hn::Zero(d);
    const auto pi = hn::Set(d, std::numbers::pi), third = hn::Set(d, 4 * std::numbers::pi / 3);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const auto dx = hn::Sub(hn::LoadU(d, work.x.data() + i), px),
                   dy = hn::Sub(hn::LoadU(d, work.y.data() + i), py),
                   dz = hn::Sub(hn::LoadU(d, work.z.data() + i), pz),
                   r2 = hn::LoadU(d, work.radius.data() + i);
        const auto square = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        const auto distance = hn::Sqrt(square), sum = hn::Add(r1, r2), difference = hn::Sub(r1, r2);
        const auto overlap = hn::Sub(sum, distance);
        const auto least = hn::Min(r1, r2);
        const auto small = hn::Mul(hn::Mul(hn::Mul(third, least), least), least);
        const auto two_d = hn::Add(distance, distance);
        const auto three = hn::Mul(hn::Mul(hn::Set(d, 3.0), difference), difference);
        const auto bracket = hn::Sub(hn::Add(square, hn::Mul(two_d, sum)), three);
        const auto cap = hn::Div(hn::Mul(hn::Mul(hn::Mul(pi, overlap), overlap), bracket),
                                 hn::Max(hn::Mul(hn::Set(d, 12.0), distance), hn::Set(d, 1e-300)));
        const auto within = hn::Le(distance, hn::Abs(difference));
        const auto value = hn::IfThenElse(within, small, cap);
        hn::StoreU(hn::IfThenElse(hn::Gt(overlap, zero), value, zero), d, work.volume.data() + i);
    }
}

class VolumeWalk {
  public:
    explicit VolumeWalk(VolumeSearch& search)
        : search_(search),
          pair_(search.pair),
          d_(*search.pair.d),
          f_(*search.pair.f),
          d_nodes_(d_.nodes().data()),
          f_nodes_(f_.nodes().data()),
          f_insides_(f_.insides().data()),
          d_volumes_(d_.volumes().data()),
          f_volumes_(f_.volumes().data()),
          work_(search.work) {}

    void run() {
        work_.entries.clear();
        work_.items.clear();
        for (auto& bucket : work_.buckets) bucket.clear();
        largest_ = std::max(d_.material(), 1e-300);
        // The whole of F as one entry, whose slot is none.
        const VolumeItem root{none, 0, 0, d_.material()};
        if (!open_item(root)) leave(root, d_.material());
        search_.best_first ? run_best_first() : run_depth_first();
    }

  private:
    static constexpr std::uint32_t none = 0xffffffffu;

    void run_depth_first() {
        while (!work_.items.empty()) {
            const VolumeItem item = work_.items.back();
            work_.items.pop_back();
            // What is behind belongs to items that are settled.
            work_.entries.resize(item.first + item.count);
            if (!open_item(item)) leave(item, material_of(item.slot));
        }
    }

    void run_best_first() {
        std::size_t bucket = 0;
        double waiting = 0;
        for (const auto& b : work_.buckets)
            for (const VolumeItem& item : b) waiting += material_of(item.slot);
        while (bucket < VolumeWorkspace::most_buckets) {
            if (work_.buckets[bucket].empty()) {
                ++bucket;
                continue;
            }
            if (search_.meter.exhausted() || accurate(waiting)) break;
            const VolumeItem item = work_.buckets[bucket].back();
            work_.buckets[bucket].pop_back();
            waiting -= material_of(item.slot);
            pushed_ = 0;
            if (!open_item(item)) {
                leave(item, material_of(item.slot));
                break;
            }
            waiting += pushed_;
        }
        for (; bucket < VolumeWorkspace::most_buckets; ++bucket)
            for (const VolumeItem& item : work_.buckets[bucket]) leave(item, material_of(item.slot));
    }

    bool accurate(double waiting) const {
        if (!(search_.accuracy > 0)) return false;
        const double most = search_.sums.inside + search_.sums.open + waiting;
        const double width_now = most - search_.at_least();
        return width_now <= search_.accuracy * most;
    }

    double material_of(std::uint32_t slot) const {
        return slot == none ? d_.material() : d_volumes_[slot / width].material[slot % width];
    }

    void leave(const VolumeItem& item, double material) {
        search_.unsettled += material;
        search_.unsettled_estimate += item.estimate;
        add_estimate(item.slot, item.estimate);
    }

    void add_estimate(std::uint32_t slot, double estimate) {
        search_.sums.estimate += estimate;
        if (slot == none) return;
        const SphereNodeVolume& v = d_volumes_[slot / width];
        const std::uint32_t k = slot % width;
        search_.sums.moment +=
            Vec3{static_cast<double>(v.centroid[0][k]), static_cast<double>(v.centroid[1][k]),
                 static_cast<double>(v.centroid[2][k])} *
            estimate;
    }

    // Looks at the children. False if the budget ends in between: then nothing has been done.
    bool open_item(const VolumeItem& item) {
        const std::uint32_t node =
            item.slot == none ? 0 : d_nodes_[item.slot / width].child[item.slot % width].index();
        const SphereNode& n = d_nodes_[node];
        const VolumeSums before = search_.sums;
        const std::size_t entries = work_.entries.size();
        fresh_ = 0;
        for (int k = 0; k < width && !n.child[k].is_none(); ++k) {
            if (look_at(node * width + static_cast<std::uint32_t>(k), n, k, item)) continue;
            search_.sums = before;
            work_.entries.resize(entries);
            return false;
        }
        for (std::size_t i = 0; i < fresh_; ++i) push(new_items_[i]);
        return true;
    }

    void push(const VolumeItem& item) {
        if (!search_.best_first) {
            work_.items.push_back(item);
            return;
        }
        const double material = material_of(item.slot);
        pushed_ += material;
        const int exponent = std::ilogb(std::max(largest_ / std::max(material, 1e-300), 1.0));
        work_
            .buckets[std::min<std::size_t>(static_cast<std::size_t>(exponent),
                                           VolumeWorkspace::most_buckets - 1)]
            .push_back(item);
    }

    // False if the budget is used up.
    bool look_at(std::uint32_t slot, const SphereNode& n, int k, const VolumeItem& parent) {
        const Probe probe{n.x[k], n.y[k], n.z[k], n.outer[k]};
        const bool leaf = n.child[k].is_leaf();
        const std::size_t first = work_.entries.size();
        const Found found = parent.slot == none ? expand(none, probe) : filter(parent, probe, leaf);
        if (found == Found::stop) return false;
        if (found == Found::inside) {
            work_.entries.resize(first);
            add_inside(slot);
            return true;
        }
        if (work_.entries.size() == first) return true;  // outside
        if (leaf) return finish_leaf(slot, n, k, probe, first);
        VolumeItem item{slot, static_cast<std::uint32_t>(first),
                        static_cast<std::uint32_t>(work_.entries.size() - first), 0};
        if (search_.best_first) item.estimate = expected(item, probe);
        new_items_[fresh_++] = item;
        return true;
    }

    enum class Found { open, inside, stop };

    // The entries of the parent that the ball meets, or their children where those are as large as the ball.
    Found filter(const VolumeItem& parent, const Probe& probe, bool leaf) {
        if (!search_.meter.spend(parent.count)) return Found::stop;
        for (std::uint32_t i = parent.first; i < parent.first + parent.count; ++i) {
            const FieldEntry e = work_.entries[i];
            const SphereNode& fn = f_nodes_[e.slot / width];
            const std::uint32_t k = e.slot % width;
            const float dx = e.x - probe.x, dy = e.y - probe.y, dz = e.z - probe.z;
            const float outer = fn.outer[k] * pair_.scale_float;
            const float sum = outer + probe.radius + pair_.margin;
            if (dx * dx + dy * dy + dz * dz > sum * sum) continue;
            const bool is_leaf = fn.child[k].is_leaf();
            if (!is_leaf && (leaf || outer > probe.radius)) {
                const Found found = expand(e.slot, probe);
                if (found != Found::open) return found;
            } else {
                work_.entries.push_back(e);
            }
        }
        return Found::open;
    }

    Found expand(std::uint32_t slot, const Probe& probe) {
        if (!search_.meter.spend(width)) return Found::stop;
        const std::uint32_t node = slot == none ? 0 : f_nodes_[slot / width].child[slot % width].index();
        NodeHits hits;
        test_node(pair_, f_nodes_[node], f_insides_[node], probe, hits);
        if (hits.contained) return Found::inside;
        for (std::uint32_t m = hits.meets; m != 0; m &= m - 1) {
            const auto k = static_cast<std::uint32_t>(std::countr_zero(m));
            work_.entries.push_back({hits.x[k], hits.y[k], hits.z[k], node * width + k});
        }
        return Found::open;
    }

    void add_inside(std::uint32_t slot) {
        const SphereNodeVolume& v = d_volumes_[slot / width];
        search_.sums.inside += v.material[slot % width];
        search_.sums.inside_spheres += v.spheres[slot % width];
        add_estimate(slot, v.material[slot % width]);
    }

    // Opens the entries until all are spheres, then adds up the lenses.
    bool finish_leaf(std::uint32_t slot, const SphereNode& n, int k, const Probe& probe, std::size_t first) {
        for (std::size_t i = first; i < work_.entries.size();) {
            const FieldEntry e = work_.entries[i];
            if (f_nodes_[e.slot / width].child[e.slot % width].is_leaf()) {
                ++i;
                continue;
            }
            work_.entries[i] = work_.entries.back();
            work_.entries.pop_back();
            const Found found = expand(e.slot, probe);
            if (found == Found::stop) return false;
            if (found == Found::inside) {
                work_.entries.resize(first);
                add_inside(slot);
                return true;
            }
        }
        const std::size_t count = work_.entries.size() - first;
        if (!search_.meter.spend(count)) return false;
        add_lenses(slot, n, k, first, count);
        work_.entries.resize(first);
        return true;
    }

    void add_lenses(std::uint32_t slot, const SphereNode& n, int k, std::size_t first, std::size_t count) {
        constexpr std::size_t most_lanes = width;
        const std::size_t padded = (count + most_lanes - 1) / most_lanes * most_lanes;
        if (work_.x.size() < padded)
            for (auto* v : {&work_.x, &work_.y, &work_.z, &work_.radius, &work_.weight, &work_.volume})
                v->resize(2 * padded);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t f_slot = work_.entries[first + i].slot;
            const SphereNode& fn = f_nodes_[f_slot / width];
            const std::uint32_t j = f_slot % width;
            const Vec3 c = pair_.in_d(
                {static_cast<double>(fn.x[j]), static_cast<double>(fn.y[j]), static_cast<double>(fn.z[j])});
            work_.x[i] = c.x, work_.y[i] = c.y, work_.z[i] = c.z;
            work_.radius[i] = static_cast<double>(fn.radius[j]) * pair_.scale;
            work_.weight[i] = static_cast<double>(f_.leaves()[fn.child[j].index()].weight);
        }
        for (std::size_t i = count; i < padded; ++i)
            work_.x[i] = 1e9, work_.y[i] = work_.z[i] = work_.radius[i] = 0;
        const Vec3 center{static_cast<double>(n.x[k]), static_cast<double>(n.y[k]),
                          static_cast<double>(n.z[k])};
        const auto radius = static_cast<double>(n.radius[k]);
        lens_volumes(center, radius, count, work_);
        double lenses = 0, weighted = 0;
        for (std::size_t i = 0; i < count; ++i) {
            lenses += work_.volume[i];
            weighted += work_.volume[i] * work_.weight[i];
        }
        const double own = d_volumes_[slot / width].spheres[slot % width];
        const double material = d_volumes_[slot / width].material[slot % width];
        search_.sums.lenses += lenses;
        search_.sums.open += material;
        if (own > 0) add_estimate(slot, material * (weighted / own));
    }

    // The volume to expect if the material of each ball were spread evenly over it (Weller 2012, 5.3.4).
    double expected(const VolumeItem& item, const Probe& probe) const {
        const auto r = static_cast<double>(probe.radius);
        double share = 0;
        for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
            const FieldEntry& e = work_.entries[i];
            const std::uint32_t k = e.slot % width;
            const double outer = static_cast<double>(f_nodes_[e.slot / width].outer[k]) * pair_.scale;
            const double dx = static_cast<double>(e.x) - static_cast<double>(probe.x),
                         dy = static_cast<double>(e.y) - static_cast<double>(probe.y),
                         dz = static_cast<double>(e.z) - static_cast<double>(probe.z);
            const double material =
                f_volumes_[e.slot / width].material[k] * pair_.scale * pair_.scale * pair_.scale;
            share += lens_volume(r, outer, std::sqrt(dx * dx + dy * dy + dz * dz)) * material /
                     (outer * outer * outer);
        }
        constexpr double unit_ball = 4 * std::numbers::pi / 3;
        return material_of(item.slot) * std::min(1.0, share / (unit_ball * unit_ball * r * r * r));
    }

    VolumeSearch& search_;
    const TreePair& pair_;
    const SphereTree &d_, &f_;
    const SphereNode *d_nodes_, *f_nodes_;
    const SphereNodeInside* f_insides_;
    const SphereNodeVolume *d_volumes_, *f_volumes_;
    VolumeWorkspace& work_;
    VolumeItem new_items_[width];
    std::size_t fresh_ = 0;
    double pushed_ = 0, largest_ = 1;
};

void run_volume_search(VolumeSearch& search) {
    VolumeWalk(search).run();
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(run_volume_search);

void search_volume(VolumeSearch& search) {
    HWY_DYNAMIC_DISPATCH(run_volume_search)(search);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
