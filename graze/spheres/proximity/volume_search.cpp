// For each node of the driving tree D, the balls of the other tree F that it may meet. A node that meets none
// is outside; a node inside a ball that lies in the other solid is inside, gaps and all; the rest is looked
// into, down to the spheres.
#include "graze/spheres/proximity/detail/volume_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "graze/spheres/lens.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/spheres/proximity/volume_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/spheres/proximity/detail/volume_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

using detail::VolumeItem;
using detail::VolumeSearch;
using detail::VolumeSums;

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
          d_leaves_(d_.leaves().data()),
          work_(search.work) {}

    void run() {
        work_.entries.resize(0);
        work_.items.clear();
        for (auto& bucket : work_.buckets) bucket.clear();
        largest_ = std::max(d_.material(), 1e-300);
        // The whole of F as one entry, whose slot is none.
        const double whole = std::min(d_.material(), f_.material() * pair_.scale * pair_.scale * pair_.scale);
        const VolumeItem root{none, 0, 0, 0.5 * whole, whole, whole, 0};
        if (!open_item(root)) leave(root);
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
            if (!open_item(item)) leave(item);
        }
    }

    void run_best_first() {
        std::size_t bucket = 0;
        double waiting = 0;
        for (const auto& b : work_.buckets)
            for (const VolumeItem& item : b) waiting += item.most;
        while (bucket < VolumeWorkspace::most_buckets) {
            if (work_.buckets[bucket].empty()) {
                ++bucket;
                continue;
            }
            if (search_.meter.exhausted() || accurate(waiting)) break;
            const VolumeItem item = work_.buckets[bucket].back();
            work_.buckets[bucket].pop_back();
            waiting -= item.most;
            pushed_ = 0;
            lowest_pushed_ = bucket;
            if (!open_item(item)) {
                leave(item);
                break;
            }
            waiting += pushed_;
            bucket = std::min(bucket, lowest_pushed_);
        }
        for (; bucket < VolumeWorkspace::most_buckets; ++bucket)
            for (const VolumeItem& item : work_.buckets[bucket]) leave(item);
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

    void leave(const VolumeItem& item) {
        search_.unsettled += item.most;
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

    // Looks at the children, or closer at a leaf. False if the budget ends in between: then nothing has been
    // done.
    bool open_item(const VolumeItem& item) {
        const VolumeSums before = search_.sums;
        const std::size_t entries = work_.entries.size();
        fresh_ = 0;
        if (look_into(item)) {
            for (std::size_t i = 0; i < fresh_; ++i) push(new_items_[i]);
            return true;
        }
        search_.sums = before;
        work_.entries.resize(entries);
        return false;
    }

    bool look_into(const VolumeItem& item) {
        const bool leaf = item.slot != none && d_nodes_[item.slot / width].child[item.slot % width].is_leaf();
        if (leaf) return look_at(item.slot, item, item.rest, item.rest_sphere);
        const std::uint32_t node =
            item.slot == none ? 0 : d_nodes_[item.slot / width].child[item.slot % width].index();
        const SphereNode& n = d_nodes_[node];
        for (std::uint32_t k = 0; k < width && !n.child[k].is_none(); ++k) {
            const SphereNodeVolume& v = d_volumes_[node];
            if (!look_at(node * width + k, item, v.material[k], v.spheres[k])) return false;
        }
        return true;
    }

    void push(const VolumeItem& item) {
        if (!search_.best_first) {
            work_.items.push_back(item);
            return;
        }
        pushed_ += item.most;
        // What is about half inside is the least certain.
        const double part = item.rest > 0 ? std::min(1.0, item.estimate / item.rest) : 0;
        const double doubt = item.most * (0.1 + 4 * part * (1 - part));
        const int exponent = std::ilogb(std::max(largest_ / std::max(doubt, 1e-300), 1.0));
        const auto bucket =
            std::min<std::size_t>(static_cast<std::size_t>(exponent), VolumeWorkspace::most_buckets - 1);
        lowest_pushed_ = std::min(lowest_pushed_, bucket);
        work_.buckets[bucket].push_back(item);
    }

    // False if the budget is used up. `material` and `sphere` are what there is to be found.
    bool look_at(std::uint32_t slot, const VolumeItem& parent, double material, double sphere) {
        const SphereNode& n = d_nodes_[slot / width];
        const std::uint32_t k = slot % width;
        const bool leaf = n.child[k].is_leaf();
        const Probe probe{n.x[k], n.y[k], n.z[k], n.outer[k], leaf ? d_leaves_[n.child[k].index()].core : 0};
        swallowed_ = swallowed_spheres_ = 0;
        const std::size_t first = work_.entries.size();
        all_leaves_ = true;
        const Found found = parent.slot == none ? expand(none, probe) : filter(parent, probe, leaf);
        if (found == Found::stop) return false;
        VolumeItem item{slot,
                        static_cast<std::uint32_t>(first),
                        static_cast<std::uint32_t>(work_.entries.size() - first),
                        0,
                        0,
                        std::max(0.0, material - swallowed_),
                        std::max(0.0, sphere - swallowed_spheres_)};
        if (found == Found::inside) {
            work_.entries.resize(first);
            add_inside(item);
            return true;
        }
        if (item.count == 0) return true;  // outside
        if (leaf && all_leaves_) {
            if (!search_.meter.spend(item.count)) return false;
            add_lenses(item, probe);
            work_.entries.resize(first);
            return true;
        }
        if (search_.best_first) expect(item, probe);
        new_items_[fresh_++] = item;
        return true;
    }

    enum class Found { open, inside, stop };

    // The entries of the parent that the ball meets, or their children where those are as large as the ball.
    Found filter(const VolumeItem& parent, const Probe& probe, bool leaf) {
        if (!search_.meter.spend(parent.count)) return Found::stop;
        const float reach = probe.radius + pair_.margin;
        for (std::uint32_t done = 0; done < parent.count; done += width) {
            const std::uint32_t block = parent.first + done;
            std::uint32_t near = near_entries(work_.entries, block, parent.count - done, probe, reach);
            for (; near != 0; near &= near - 1) {
                const std::uint32_t i = block + static_cast<std::uint32_t>(std::countr_zero(near));
                const std::uint32_t slot = work_.entries.slot(i);
                if (lies_inside(slot, probe)) return Found::inside;
                const bool is_leaf = f_nodes_[slot / width].child[slot % width].is_leaf();
                if (!is_leaf && (leaf || work_.entries.outer()[i] > probe.radius)) {
                    const Found found = expand(slot, probe);
                    if (found != Found::open) return found;
                } else {
                    all_leaves_ = all_leaves_ && is_leaf;
                    work_.entries.push_again(i);
                }
            }
        }
        return Found::open;
    }

    // In the ball inside the solid that belongs to a slot of F?
    bool lies_inside(std::uint32_t slot, const Probe& probe) const {
        const SphereNodeInside& in = f_insides_[slot / width];
        const std::uint32_t k = slot % width;
        const float room = in.radius[k] * pair_.scale_float - (probe.radius + pair_.margin);
        if (room < 0) return false;
        const auto(&m)[3][3] = pair_.m_float;
        const float x =
            m[0][0] * in.x[k] + m[0][1] * in.y[k] + m[0][2] * in.z[k] + pair_.t_float[0] - probe.x;
        const float y =
            m[1][0] * in.x[k] + m[1][1] * in.y[k] + m[1][2] * in.z[k] + pair_.t_float[1] - probe.y;
        const float z =
            m[2][0] * in.x[k] + m[2][1] * in.y[k] + m[2][2] * in.z[k] + pair_.t_float[2] - probe.z;
        return x * x + y * y + z * z <= room * room;
    }

    Found expand(std::uint32_t slot, const Probe& probe) {
        if (!search_.meter.spend(width)) return Found::stop;
        const std::uint32_t node = slot == none ? 0 : f_nodes_[slot / width].child[slot % width].index();
        NodeHits hits;
        test_node(pair_, f_nodes_[node], f_insides_[node], probe, hits);
        if (hits.contained) return Found::inside;
        for (std::uint32_t m = hits.swallowed; m != 0; m &= m - 1)
            swallow(node, static_cast<std::uint32_t>(std::countr_zero(m)));
        for (std::uint32_t m = hits.meets & ~hits.swallowed; m != 0; m &= m - 1) {
            const auto k = static_cast<std::uint32_t>(std::countr_zero(m));
            work_.entries.push(hits.x[k], hits.y[k], hits.z[k], hits.outer[k], node * width + k);
            all_leaves_ = all_leaves_ && f_nodes_[node].child[k].is_leaf();
        }
        return Found::open;
    }

    // All the material of a child of F is in the piece of the leaf of D that is being looked at.
    void swallow(std::uint32_t node, std::uint32_t k) {
        const SphereNodeVolume& v = f_volumes_[node];
        const double cube = pair_.scale * pair_.scale * pair_.scale;
        const double material = v.material[k] * cube, spheres = v.spheres[k] * cube;
        swallowed_ += material;
        swallowed_spheres_ += spheres;
        search_.sums.inside += material;
        search_.sums.inside_spheres += spheres;
        search_.sums.estimate += material;
        search_.sums.moment +=
            pair_.in_d({static_cast<double>(v.centroid[0][k]), static_cast<double>(v.centroid[1][k]),
                        static_cast<double>(v.centroid[2][k])}) *
            material;
    }

    void add_inside(const VolumeItem& item) {
        search_.sums.inside += item.rest;
        search_.sums.inside_spheres += item.rest_sphere;
        add_estimate(item.slot, item.rest);
    }

    // A leaf with spheres of F: what they share.
    void add_lenses(const VolumeItem& item, const Probe& probe) {
        VolumeWorkspace::Balls& spheres = work_.spheres;
        make_room(spheres, item.count);
        for (std::size_t i = 0; i < item.count; ++i) {
            const std::uint32_t f_slot = work_.entries.slot(item.first + i);
            const SphereNode& fn = f_nodes_[f_slot / width];
            const std::uint32_t j = f_slot % width;
            put(spheres, i, fn.x[j], fn.y[j], fn.z[j], fn.radius[j]);
        }
        const std::uint32_t k = item.slot % width;
        const auto radius = static_cast<double>(d_nodes_[item.slot / width].radius[k]);
        const Vec3 center{static_cast<double>(probe.x), static_cast<double>(probe.y),
                          static_cast<double>(probe.z)};
        VolumeSums& sums = search_.sums;
        sums.lenses += sum_of_lenses(spheres, item.count, center, radius);
        sums.open += most_of(item, probe);
        const double expected = expected_of(item);
        if (is_large(item))
            add_lens_centers(item);
        else
            add_estimate(item.slot, expected);
    }

    // As add_estimate, of the lenses that were just found, each at its place.
    void add_lens_centers(const VolumeItem& item) {
        const SphereNodeVolume& dv = d_volumes_[item.slot / width];
        const std::uint32_t k = item.slot % width;
        const Sphere own{{static_cast<double>(dv.centroid[0][k]), static_cast<double>(dv.centroid[1][k]),
                          static_cast<double>(dv.centroid[2][k])},
                         static_cast<double>(dv.secondary[k])};
        const VolumeWorkspace::QuickBalls& balls = work_.secondary;
        for (std::size_t i = 0; i < item.count; ++i) {
            const auto volume = static_cast<double>(balls.volume[i]);
            if (!(volume > 0)) continue;
            const Sphere other{{static_cast<double>(balls.x[i]), static_cast<double>(balls.y[i]),
                                static_cast<double>(balls.z[i])},
                               static_cast<double>(balls.radius[i])};
            search_.sums.estimate += volume;
            search_.sums.moment += lens(own, other).center * volume;
        }
    }

    bool is_large(const VolumeItem& item) const {
        constexpr double large_piece = 3e-4;
        return item.rest > large_piece * d_.material();
    }

    // The balls that stand for the material of D and of F: at any level, they share about as much as the
    // material does. (Weller 2012, 5.3.4, spreads the material over the bounding balls instead.)
    double expected_of(const VolumeItem& item) {
        VolumeWorkspace::QuickBalls& secondary = work_.secondary;
        make_room(secondary, item.count);
        for (std::size_t i = 0; i < item.count; ++i) {
            const std::uint32_t f_slot = work_.entries.slot(item.first + i);
            const SphereNodeVolume& fv = f_volumes_[f_slot / width];
            const std::uint32_t j = f_slot % width;
            secondary.x[i] = fv.centroid[0][j];
            secondary.y[i] = fv.centroid[1][j];
            secondary.z[i] = fv.centroid[2][j];
            secondary.radius[i] = fv.secondary[j];
        }
        const SphereNodeVolume& dv = d_volumes_[item.slot / width];
        const std::uint32_t k = item.slot % width;
        quick_lenses(pair_, {dv.centroid[0][k], dv.centroid[1][k], dv.centroid[2][k]}, dv.secondary[k],
                     item.count, secondary);
        // One after the other, for any width of vectors.
        double sum = 0;
        for (std::size_t i = 0; i < item.count; ++i) sum += static_cast<double>(secondary.volume[i]);
        return sum;
    }

    // Pieces with much material are bounded pair by pair.
    double most_of(const VolumeItem& item, const Probe& probe) const {
        if (!is_large(item)) return item.rest;
        const double cube = pair_.scale * pair_.scale * pair_.scale;
        double most = 0;
        for (std::size_t i = item.first; i < item.first + item.count && most < item.rest; ++i) {
            const std::uint32_t slot = work_.entries.slot(i);
            most += std::min(f_volumes_[slot / width].material[slot % width] * cube, outer_lens(i, probe));
        }
        return std::min(most, item.rest);
    }

    template <class Balls>
    static void make_room(Balls& balls, std::size_t count) {
        constexpr std::size_t most_lanes = width;
        const std::size_t padded = (count + most_lanes - 1) / most_lanes * most_lanes;
        if (balls.x.size() < padded)
            for (auto* v : {&balls.x, &balls.y, &balls.z, &balls.radius, &balls.volume})
                v->resize(2 * padded);
        for (std::size_t i = count; i < padded; ++i)
            balls.x[i] = balls.y[i] = balls.z[i] = balls.radius[i] = 0;
    }

    void put(VolumeWorkspace::Balls& balls, std::size_t i, float x, float y, float z, float radius) const {
        const Vec3 c = pair_.in_d({static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
        balls.x[i] = c.x;
        balls.y[i] = c.y;
        balls.z[i] = c.z;
        balls.radius[i] = static_cast<double>(radius) * pair_.scale;
    }

    // Added up one after the other, for any width of vectors.
    static double sum_of_lenses(VolumeWorkspace::Balls& balls, std::size_t count, const Vec3& center,
                                double radius) {
        lens_volumes(center, radius, count, balls);
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += balls.volume[i];
        return sum;
    }

    // Of the balls around all material, a little larger than they are.
    double outer_lens(std::size_t entry, const Probe& probe) const {
        const FieldEntries& e = work_.entries;
        const double dx = static_cast<double>(e.x()[entry]) - static_cast<double>(probe.x),
                     dy = static_cast<double>(e.y()[entry]) - static_cast<double>(probe.y),
                     dz = static_cast<double>(e.z()[entry]) - static_cast<double>(probe.z);
        return lens_volume(static_cast<double>(probe.radius + pair_.margin),
                           static_cast<double>(e.outer()[entry] + pair_.margin),
                           std::sqrt(dx * dx + dy * dy + dz * dz));
    }

    void expect(VolumeItem& item, const Probe& probe) {
        item.most = most_of(item, probe);
        // Balls that stand for clusters reach beyond them. Measured on boxes and rings: with half of what is
        // too much taken away, the estimates are neither too large nor too small on average.
        const double expected = expected_of(item);
        item.estimate = std::min(expected, item.rest) + 0.5 * std::max(0.0, expected - item.rest);
    }

    VolumeSearch& search_;
    const TreePair& pair_;
    const SphereTree &d_, &f_;
    const SphereNode *d_nodes_, *f_nodes_;
    const SphereNodeInside* f_insides_;
    const SphereNodeVolume *d_volumes_, *f_volumes_;
    const SphereLeaf* d_leaves_;
    VolumeWorkspace& work_;
    VolumeItem new_items_[width];
    std::size_t fresh_ = 0;
    double pushed_ = 0, largest_ = 1;
    std::size_t lowest_pushed_ = 0;
    // Of the leaf that is being looked at: material of F that lies in it, and the spheres of that.
    double swallowed_ = 0, swallowed_spheres_ = 0;
    bool all_leaves_ = true;  // of the entries found last
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
