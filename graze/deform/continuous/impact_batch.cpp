// Two features are apart from a time to another if there is a direction along which all differences of their
// corners at both times are on one side of zero: each difference of points is a mean of those, with weights
// that do not change in time. Directions are taken from the features as they are halfway between.
#include "graze/deform/continuous/detail/impact_batch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/deform/continuous/impact_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using ImpactLanes = hn::CappedTag<float, 16>;

class ImpactFilter {
  public:
    using V = hn::Vec<ImpactLanes>;
    struct V3 {
        V x, y, z;
    };

    HWY_INLINE ImpactFilter(const detail::ImpactBatch& batch, std::size_t first)
        : edges_(batch.features() == detail::ImpactBatch::Features::edge_edge),
          w_{load(batch, 0, first), load(batch, 9, first)},
          e_{load(batch, 3, first), load(batch, 12, first)},
          f_{load(batch, 6, first), load(batch, 15, first)} {
        // Differences were rounded to floats, and interpolated. Each product with a direction adds some
        // roundings. Three products of three terms each are off by less than 128 * 2^-24 of the largest
        // coordinates.
        relative_ = hn::Zero(ImpactLanes());
        for (const int time : {0, 1})
            relative_ = hn::Max(relative_, hn::Max(hn::Max(size(w_[time]), size(e_[time])), size(f_[time])));
        relative_ = hn::Mul(relative_, hn::Set(ImpactLanes(), 0x1p-17F));
    }

    HWY_INLINE std::uint64_t apart(int parts) const {
        const ImpactLanes d;
        auto found = apart_between(0, 1.0F / static_cast<float>(parts));
        for (int part = 1; part < parts && !hn::AllFalse(d, found); ++part)
            found = hn::And(found, apart_between(static_cast<float>(part) / static_cast<float>(parts),
                                                 static_cast<float>(part + 1) / static_cast<float>(parts)));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, found, bits);
        return bits[0] | static_cast<std::uint64_t>(bits[1]) << 8;
    }

  private:
    static HWY_INLINE V3 load(const detail::ImpactBatch& batch, std::size_t c, std::size_t first) {
        const ImpactLanes d;
        return {hn::Load(d, batch.coordinate(c) + first), hn::Load(d, batch.coordinate(c + 1) + first),
                hn::Load(d, batch.coordinate(c + 2) + first)};
    }
    static HWY_INLINE V size(const V3& p) {
        return hn::Max(hn::Max(hn::Abs(p.x), hn::Abs(p.y)), hn::Abs(p.z));
    }
    static HWY_INLINE V3 add(const V3& p, const V3& q) {
        return {hn::Add(p.x, q.x), hn::Add(p.y, q.y), hn::Add(p.z, q.z)};
    }
    static HWY_INLINE V3 subtract(const V3& p, const V3& q) {
        return {hn::Sub(p.x, q.x), hn::Sub(p.y, q.y), hn::Sub(p.z, q.z)};
    }
    static HWY_INLINE V3 cross(const V3& p, const V3& q) {
        return {hn::Sub(hn::Mul(p.y, q.z), hn::Mul(p.z, q.y)), hn::Sub(hn::Mul(p.z, q.x), hn::Mul(p.x, q.z)),
                hn::Sub(hn::Mul(p.x, q.y), hn::Mul(p.y, q.x))};
    }
    static HWY_INLINE V dot(const V3& p, const V3& q) {
        return hn::Add(hn::Add(hn::Mul(p.x, q.x), hn::Mul(p.y, q.y)), hn::Mul(p.z, q.z));
    }

    static HWY_INLINE V3 at(const V3 (&ends)[2], float time) {
        const V t = hn::Set(ImpactLanes(), time);
        const auto between = [&](V from, V to) { return hn::Add(from, hn::Mul(hn::Sub(to, from), t)); };
        return {between(ends[0].x, ends[1].x), between(ends[0].y, ends[1].y), between(ends[0].z, ends[1].z)};
    }

    struct Moment {
        V3 w, e, f;
    };
    HWY_INLINE Moment moment(float time) const {
        if (time == 0) return {w_[0], e_[0], f_[0]};
        if (time == 1) return {w_[1], e_[1], f_[1]};
        return {at(w_, time), at(e_, time), at(f_, time)};
    }

    // Directions are tried in turn, those first that tell most pairs apart.
    HWY_INLINE hn::Mask<ImpactLanes> apart_between(float begin, float end) const {
        const ImpactLanes d;
        const Moment start = moment(begin), stop = moment(end);
        const V3 e = add(start.e, stop.e), f = add(start.f, stop.f), w = add(start.w, stop.w);
        const auto separates = [&](const V3& n) {
            const Range from = range(n, start), to = range(n, stop);
            // The floor is for what underflows.
            const V margin = hn::Add(hn::Mul(size(n), relative_), hn::Set(d, 0x1p-100F));
            return hn::Or(hn::Gt(hn::Min(from.least, to.least), margin),
                          hn::Lt(hn::Max(from.most, to.most), hn::Neg(margin)));
        };
        const V3 normal = cross(e, f);
        auto found = separates(normal);
        if (hn::AllTrue(d, found)) return found;
        // Along the sides, in the plane of the face or of both edges.
        found = hn::Or(found, separates(cross(normal, e)));
        found = hn::Or(found, separates(cross(normal, f)));
        if (!edges_) found = hn::Or(found, separates(cross(normal, subtract(f, e))));
        if (hn::AllTrue(d, found)) return found;
        // Away from the first corner; and, for edges that are nearly parallel, at right angles to them.
        found = hn::Or(found, separates(w));
        const V ee = dot(e, e), we = dot(w, e);
        return hn::Or(found, separates({hn::Sub(hn::Mul(w.x, ee), hn::Mul(e.x, we)),
                                        hn::Sub(hn::Mul(w.y, ee), hn::Mul(e.y, we)),
                                        hn::Sub(hn::Mul(w.z, ee), hn::Mul(e.z, we))}));
    }

    struct Range {
        V least, most;
    };
    // Of all differences of corners, along a direction.
    HWY_INLINE Range range(const V3& n, const Moment& m) const {
        const V along_w = dot(n, m.w), along_e = dot(n, m.e), along_f = dot(n, m.f);
        const V zero = hn::Zero(ImpactLanes());
        if (edges_)
            return {hn::Sub(hn::Add(along_w, hn::Min(along_e, zero)), hn::Max(along_f, zero)),
                    hn::Sub(hn::Add(along_w, hn::Max(along_e, zero)), hn::Min(along_f, zero))};
        return {hn::Sub(along_w, hn::Max(hn::Max(along_e, along_f), zero)),
                hn::Sub(along_w, hn::Min(hn::Min(along_e, along_f), zero))};
    }

    bool edges_;
    V3 w_[2], e_[2], f_[2];
    V relative_;
};

std::uint64_t find_apart(const detail::ImpactBatch& batch, int parts) {
    std::uint64_t all = 0;
    const std::size_t lanes = hn::Lanes(ImpactLanes());
    for (std::size_t i = 0; i < batch.size(); i += lanes) all |= ImpactFilter(batch, i).apart(parts) << i;
    return all;
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_apart);

std::uint64_t ImpactBatch::apart(int parts) {
    if (size_ == 0) return 0;
    // The filter reads whole vectors: none of it must be what was not written.
    for (auto& lane : lanes_)
        for (std::size_t i = size_; i % widest != 0; ++i) lane[i] = 0;
    return HWY_DYNAMIC_DISPATCH(find_apart)(*this, parts) & ~std::uint64_t{0} >> (capacity - size_);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
