// The innermost loops of drawing, for all instruction sets: which samples are in a triangle, and how far
// away.
#include <algorithm>
#include <cmath>

#include "graze/render/detail/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/render/detail/tile_draw.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using detail::farthest_depth;
using detail::PixelSamples;
using detail::Primitive;
using detail::sample_pattern;
using detail::sample_pattern_in_doubles;
using detail::samples;
using detail::ScreenPoint;
using detail::Tile;
using detail::tile_side;

// As many samples at once as there are lanes, at most all of a pixel. Every operation is lane by lane, so
// vectors of all lengths give the same bits.
constexpr hn::CappedTag<float, samples> floats;
constexpr hn::RebindToSigned<decltype(floats)> ints;
constexpr hn::RebindToUnsigned<decltype(floats)> ids;
constexpr hn::CappedTag<double, samples> doubles;
constexpr hn::Rebind<std::int32_t, decltype(doubles)> ints_of_doubles;

// -1 where something holds, 0 where not.
struct alignas(64) SampleMask {
    std::array<std::int32_t, samples> lanes;

    HWY_INLINE void fill() { lanes.fill(-1); }
    HWY_INLINE bool any() const {
        auto some = hn::Zero(ints);
        for (std::size_t k = 0; k < samples; k += hn::Lanes(ints))
            some = hn::Or(some, hn::Load(ints, lanes.data() + k));
        return !hn::AllFalse(ints, hn::Ne(some, hn::Zero(ints)));
    }
};
struct alignas(64) SampleDepths {
    std::array<std::int32_t, samples> lanes;
};

// A side of a triangle within a tile, in floats from the tile's corner. The ends of the side are put in order
// first, so both triangles at an edge compute the same numbers. So each sample near the edge belongs to
// exactly one of the two, however the numbers are rounded.
class Side {
  public:
    HWY_INLINE Side(const ScreenPoint& p, const ScreenPoint& q, bool positive_area, double tile_x,
                    double tile_y) {
        const bool swapped = q.x < p.x || (q.x == p.x && q.y < p.y);
        const ScreenPoint& a = swapped ? q : p;
        const ScreenPoint& b = swapped ? p : q;
        const double dx = b.x - a.x, dy = b.y - a.y;
        const double size = std::max(std::fabs(dx), std::fabs(dy));
        const double across_x = dy / size, across_y = -dx / size;
        inside_below_ = positive_area != swapped;
        x_ = static_cast<float>(across_x);
        y_ = static_cast<float>(across_y);
        at_corner_ = static_cast<float>((tile_x - a.x) * across_x + (tile_y - a.y) * across_y);
        for (std::size_t k = 0; k < samples; k += hn::Lanes(floats)) {
            const auto along_x = hn::Mul(hn::Set(floats, x_), hn::Load(floats, sample_pattern.x.data() + k));
            const auto along_y = hn::Mul(hn::Set(floats, y_), hn::Load(floats, sample_pattern.y.data() + k));
            hn::Store(hn::Add(along_x, along_y), floats, offset_.data() + k);
        }
        // Products and sums round monotonically, so no offset is beyond these.
        constexpr float first = 0.5F / samples, last = 1 - first;
        least_ = x_ * (x_ < 0 ? last : first) + y_ * (y_ < 0 ? last : first);
        most_ = x_ * (x_ < 0 ? first : last) + y_ * (y_ < 0 ? first : last);
    }

    HWY_INLINE float at(std::uint32_t x, std::uint32_t y) const {
        return (at_corner_ + y_ * static_cast<float>(y)) + x_ * static_cast<float>(x);
    }

    // If true, restrict() says the same for every sample. The converse need not hold.
    HWY_INLINE bool all_inside(float at_pixel) const {
        return inside_below_ ? !(at_pixel + most_ >= 0) : at_pixel + least_ >= 0;
    }
    HWY_INLINE bool all_outside(float at_pixel) const {
        return inside_below_ ? at_pixel + least_ >= 0 : !(at_pixel + most_ >= 0);
    }

    HWY_INLINE void restrict(float at_pixel, SampleMask& mask) const {
        const auto flip = hn::Set(ints, inside_below_ ? -1 : 0);
        for (std::size_t k = 0; k < samples; k += hn::Lanes(floats)) {
            const auto side = hn::Add(hn::Set(floats, at_pixel), hn::Load(floats, offset_.data() + k));
            const auto above = hn::RebindMask(ints, hn::Ge(side, hn::Zero(floats)));
            const auto inside = hn::Xor(hn::VecFromMask(ints, above), flip);
            std::int32_t* const lanes = mask.lanes.data() + k;
            hn::Store(hn::And(hn::Load(ints, lanes), inside), ints, lanes);
        }
    }

    // False if no pixel of the tile can have a sample inside.
    HWY_INLINE bool meets_tile() const {
        const float side = tile_side;
        const float least = at_corner_ + std::min(0.0F, x_ * side) + std::min(0.0F, y_ * side);
        const float most = at_corner_ + std::max(0.0F, x_ * side) + std::max(0.0F, y_ * side);
        constexpr float slack = 1e-3F;  // of rounding, amply
        return inside_below_ ? least < slack : most > -slack;
    }

  private:
    alignas(64) std::array<float, samples> offset_;
    float x_, y_, at_corner_;
    float least_, most_;
    bool inside_below_;
};

// The depth over a triangle, never beyond that of its corners.
class DepthPlane {
  public:
    HWY_INLINE DepthPlane(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c, double area,
                          double tile_x, double tile_y) {
        constexpr double scale = farthest_depth - 1;  // farthest_depth itself means that nothing is there
        nearest_ = std::min({a.depth, b.depth, c.depth}) * scale;
        farthest_ = std::max({a.depth, b.depth, c.depth}) * scale;
        // The slope of a sliver cannot be computed: it gets the depth of its nearest corner.
        if (std::fabs(area) < 1e-9) {
            corner_ = nearest_;
        } else {
            const double to_b = (b.depth - a.depth) * scale, to_c = (c.depth - a.depth) * scale;
            x_ = (to_b * (c.y - a.y) - to_c * (b.y - a.y)) / area;
            y_ = (to_c * (b.x - a.x) - to_b * (c.x - a.x)) / area;
            corner_ = a.depth * scale + (tile_x - a.x) * x_ + (tile_y - a.y) * y_;
        }
        for (std::size_t k = 0; k < samples; k += hn::Lanes(doubles)) {
            const auto along_x =
                hn::Mul(hn::Set(doubles, x_), hn::Load(doubles, sample_pattern_in_doubles.x.data() + k));
            const auto along_y =
                hn::Mul(hn::Set(doubles, y_), hn::Load(doubles, sample_pattern_in_doubles.y.data() + k));
            hn::Store(hn::Add(along_x, along_y), doubles, offset_.data() + k);
        }
    }

    HWY_INLINE void at(std::uint32_t x, std::uint32_t y, SampleDepths& depths) const {
        const auto at_pixel = hn::Set(doubles, (corner_ + y_ * y) + x_ * x);
        for (std::size_t k = 0; k < samples; k += hn::Lanes(doubles)) {
            auto depth = hn::Add(at_pixel, hn::Load(doubles, offset_.data() + k));
            depth = hn::Min(hn::Max(depth, hn::Set(doubles, nearest_)), hn::Set(doubles, farthest_));
            hn::Store(hn::DemoteTo(ints_of_doubles, depth), ints_of_doubles, depths.lanes.data() + k);
        }
    }

    // No sample is nearer, or farther, than these.
    HWY_INLINE std::int32_t nearest() const { return static_cast<std::int32_t>(nearest_); }
    HWY_INLINE std::int32_t farthest() const { return static_cast<std::int32_t>(farthest_); }

  private:
    alignas(64) std::array<double, samples> offset_;
    double x_ = 0, y_ = 0, corner_ = 0;
    double nearest_ = 0, farthest_ = 0;
};

// The pixels from `low` to `high` (in pixels of the picture), as a range within the tile.
struct PixelRange {
    HWY_INLINE PixelRange(double low, double high, double tile_start, std::uint32_t count)
        : first(static_cast<std::uint32_t>(std::clamp(low - tile_start, 0.0, static_cast<double>(count)))),
          last(static_cast<std::uint32_t>(
              std::clamp(high - tile_start + 1, 0.0, static_cast<double>(count)))) {}
    std::uint32_t first, last;
};

// Calls visit for every pixel that has a sample in the primitive and for which wanted is true.
template <typename Wanted, typename Visit>
HWY_INLINE void draw_where(const Tile& tile, std::span<const ScreenPoint> points, const Primitive& primitive,
                           Wanted&& wanted, Visit&& visit) {
    const ScreenPoint& a = points[primitive.points[0]];
    const ScreenPoint& b = points[primitive.points[1]];
    const ScreenPoint& c = points[primitive.points[2]];
    const double area = detail::signed_area(a, b, c);
    if (area == 0) return;  // seen edge on, or degenerate
    const double tile_x = tile.x(), tile_y = tile.y();
    const PixelRange columns(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), tile_x, tile.width());
    const PixelRange rows(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), tile_y, tile.height());
    const Side side_0(a, b, area > 0, tile_x, tile_y), side_1(b, c, area > 0, tile_x, tile_y),
        side_2(c, a, area > 0, tile_x, tile_y);
    if (!side_0.meets_tile() || !side_1.meets_tile() || !side_2.meets_tile()) return;
    const DepthPlane plane(a, b, c, area, tile_x, tile_y);
    SampleMask mask;
    SampleDepths depths;
    for (std::uint32_t y = rows.first; y < rows.last; ++y) {
        for (std::uint32_t x = columns.first; x < columns.last; ++x) {
            const float at_0 = side_0.at(x, y), at_1 = side_1.at(x, y), at_2 = side_2.at(x, y);
            if (side_0.all_outside(at_0) || side_1.all_outside(at_1) || side_2.all_outside(at_2) ||
                !wanted(x, y, plane))
                continue;
            mask.fill();
            if (!side_0.all_inside(at_0)) side_0.restrict(at_0, mask);
            if (!side_1.all_inside(at_1)) side_1.restrict(at_1, mask);
            if (!side_2.all_inside(at_2)) side_2.restrict(at_2, mask);
            if (!mask.any()) continue;
            plane.at(x, y, depths);
            visit(x, y, mask, depths);
        }
    }
}

// Replaces samples where allowed(k) is true, the mask is set, and the depth is nearer than what is there.
template <typename Allowed>
HWY_INLINE void replace(PixelSamples& pixel, const SampleMask& mask, const SampleDepths& depths,
                        std::uint32_t id, Allowed&& allowed) {
    auto farthest = hn::Zero(ints);
    for (std::size_t k = 0; k < samples; k += hn::Lanes(ints)) {
        const auto depth = hn::Load(ints, depths.lanes.data() + k);
        const auto old = hn::Load(ints, pixel.depth.data() + k);
        const auto in_triangle = hn::MaskFromVec(hn::Load(ints, mask.lanes.data() + k));
        const auto nearer = hn::And(hn::And(in_triangle, hn::Lt(depth, old)), allowed(k, depth));
        const auto kept = hn::IfThenElse(nearer, depth, old);
        hn::Store(kept, ints, pixel.depth.data() + k);
        farthest = hn::Max(farthest, kept);
        std::uint32_t* const primitives = pixel.primitive.data() + k;
        hn::Store(hn::IfThenElse(hn::RebindMask(ids, nearer), hn::Set(ids, id), hn::Load(ids, primitives)),
                  ids, primitives);
    }
    pixel.farthest = hn::GetLane(hn::MaxOfLanes(ints, farthest));
}

void draw(Tile& tile, std::span<const ScreenPoint> points, const Primitive& primitive, std::uint32_t id) {
    draw_where(
        tile, points, primitive,
        [&](std::uint32_t x, std::uint32_t y, const DepthPlane& plane) {
            return plane.nearest() < tile.at(x, y).farthest;
        },
        [&](std::uint32_t x, std::uint32_t y, const SampleMask& mask, const SampleDepths& depths) {
            replace(tile.at(x, y), mask, depths, id,
                    [](std::size_t /*k*/, auto depth) { return hn::Eq(depth, depth); });
        });
}

bool draw_between(Tile& tile, std::span<const ScreenPoint> points, const Primitive& primitive,
                  std::uint32_t id, const Tile& after, const Tile& before) {
    bool may_be_seen = false;
    const auto wanted = [&](std::uint32_t x, std::uint32_t y, const DepthPlane& plane) {
        if (plane.nearest() > before.at(x, y).farthest) return false;
        const PixelSamples& in_front = after.at(x, y);
        auto nearest = hn::Load(ints, in_front.depth.data());
        for (std::size_t k = 0; k < samples; k += hn::Lanes(ints))
            nearest = hn::Min(nearest, hn::Load(ints, in_front.depth.data() + k));
        if (plane.farthest() < hn::GetLane(hn::MinOfLanes(ints, nearest))) return false;
        may_be_seen = true;
        return plane.nearest() < tile.at(x, y).farthest;
    };
    draw_where(tile, points, primitive, wanted,
               [&](std::uint32_t x, std::uint32_t y, const SampleMask& mask, const SampleDepths& depths) {
                   const PixelSamples& in_front = after.at(x, y);
                   const PixelSamples& behind = before.at(x, y);
                   replace(tile.at(x, y), mask, depths, id, [&](std::size_t k, auto depth) {
                       const auto last = hn::Load(ints, in_front.depth.data() + k);
                       const auto last_id = hn::Load(ids, in_front.primitive.data() + k);
                       const auto later = hn::RebindMask(ints, hn::Gt(hn::Set(ids, id), last_id));
                       const auto follows = hn::Or(hn::Gt(depth, last), hn::And(hn::Eq(depth, last), later));
                       return hn::AndNot(hn::Gt(depth, hn::Load(ints, behind.depth.data() + k)), follows);
                   });
               });
    return may_be_seen;
}

void add_windings(const Tile& tile, std::span<const ScreenPoint> points, const Primitive& primitive,
                  std::int32_t winding, Tile::Windings& windings) {
    draw_where(
        tile, points, primitive, [](std::uint32_t, std::uint32_t, const DepthPlane&) { return true; },
        [&](std::uint32_t x, std::uint32_t y, const SampleMask& mask, const SampleDepths&) {
            std::array<std::int32_t, samples>& pixel = windings[y * tile_side + x];
            for (std::size_t k = 0; k < samples; ++k) pixel[k] += mask.lanes[k] & winding;
        });
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(draw);
HWY_EXPORT(draw_between);
HWY_EXPORT(add_windings);

void Tile::draw(std::span<const ScreenPoint> points, const Primitive& primitive, std::uint32_t id) {
    HWY_DYNAMIC_DISPATCH(draw)(*this, points, primitive, id);
}

bool Tile::draw_between(std::span<const ScreenPoint> points, const Primitive& primitive, std::uint32_t id,
                        const Tile& after, const Tile& before) {
    return HWY_DYNAMIC_DISPATCH(draw_between)(*this, points, primitive, id, after, before);
}

void Tile::add_windings(std::span<const ScreenPoint> points, const Primitive& primitive,
                        Windings& windings) const {
    // y points down in pictures, so that what faces the eye runs clockwise.
    const double area =
        signed_area(points[primitive.points[0]], points[primitive.points[1]], points[primitive.points[2]]);
    HWY_DYNAMIC_DISPATCH(add_windings)(*this, points, primitive, area > 0 ? 1 : -1, windings);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
