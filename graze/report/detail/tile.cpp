#include "graze/report/detail/tile.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {
namespace {

// -1 where something holds, 0 where not: what vector instructions compare with.
using Mask = SampleValues;
using Depths = SampleValues;

// A side of a triangle within a tile, in floats from the tile's corner. Both triangles at an edge compute the
// same numbers, for its ends are put in order first; so each sample on either side belongs to exactly one of
// them, however they are rounded.
class Side {
  public:
    Side(const ScreenPoint& p, const ScreenPoint& q, bool positive_area, double tile_x, double tile_y) {
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
        for (std::size_t k = 0; k < samples; ++k)
            offset_[k] = x_ * sample_pattern.x[k] + y_ * sample_pattern.y[k];
        // Products and sums round monotonously, so that no offset is beyond these.
        constexpr float first = 0.5F / samples, last = 1 - first;
        least_ = x_ * (x_ < 0 ? last : first) + y_ * (y_ < 0 ? last : first);
        most_ = x_ * (x_ < 0 ? first : last) + y_ * (y_ < 0 ? first : last);
    }

    float at(std::uint32_t x, std::uint32_t y) const {
        return (at_corner_ + y_ * static_cast<float>(y)) + x_ * static_cast<float>(x);
    }

    // If true, restrict() says the same of every sample. They may be false although it does.
    bool all_inside(float at_pixel) const {
        return inside_below_ ? !(at_pixel + most_ >= 0) : at_pixel + least_ >= 0;
    }
    bool all_outside(float at_pixel) const {
        return inside_below_ ? at_pixel + least_ >= 0 : !(at_pixel + most_ >= 0);
    }

    void restrict(float at_pixel, Mask& mask) const {
        const std::int32_t flip = inside_below_ ? -1 : 0;
        for (std::size_t k = 0; k < samples; ++k)
            mask[k] &= -static_cast<std::int32_t>(at_pixel + offset_[k] >= 0) ^ flip;
    }

    // False if no pixel of the tile can have a sample inside.
    bool meets_tile() const {
        const float side = tile_side;
        const float least = at_corner_ + std::min(0.0F, x_ * side) + std::min(0.0F, y_ * side);
        const float most = at_corner_ + std::max(0.0F, x_ * side) + std::max(0.0F, y_ * side);
        constexpr float slack = 1e-3F;  // of rounding, amply
        return inside_below_ ? least < slack : most > -slack;
    }

  private:
    float x_, y_, at_corner_;
    float least_, most_;
    bool inside_below_;
    alignas(64) std::array<float, samples> offset_;
};

// The depth over a triangle, never beyond that of its corners.
class DepthPlane {
  public:
    DepthPlane(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c, double area, double tile_x,
               double tile_y) {
        constexpr double scale = farthest_depth - 1;  // the farthest is where nothing is
        nearest_ = std::min({a.depth, b.depth, c.depth}) * scale;
        farthest_ = std::max({a.depth, b.depth, c.depth}) * scale;
        // A sliver has no slope that could be computed; it is where its nearest corner is.
        if (std::fabs(area) < 1e-9) {
            corner_ = nearest_;
            return;
        }
        const double to_b = (b.depth - a.depth) * scale, to_c = (c.depth - a.depth) * scale;
        x_ = (to_b * (c.y - a.y) - to_c * (b.y - a.y)) / area;
        y_ = (to_c * (b.x - a.x) - to_b * (c.x - a.x)) / area;
        corner_ = a.depth * scale + (tile_x - a.x) * x_ + (tile_y - a.y) * y_;
        for (std::size_t k = 0; k < samples; ++k)
            offset_[k] = x_ * sample_pattern.x[k] + y_ * sample_pattern.y[k];
    }

    void at(std::uint32_t x, std::uint32_t y, Depths& depths) const {
        const double at_pixel = (corner_ + y_ * y) + x_ * x;
        // Loops of one step each, on arrays of their own: the compiler makes vectors of them.
        alignas(64) std::array<double, samples> depth;
        for (std::size_t k = 0; k < samples; ++k) depth[k] = at_pixel + offset_[k];
        for (std::size_t k = 0; k < samples; ++k) depth[k] = depth[k] > nearest_ ? depth[k] : nearest_;
        for (std::size_t k = 0; k < samples; ++k) depth[k] = depth[k] < farthest_ ? depth[k] : farthest_;
        for (std::size_t k = 0; k < samples; ++k) depths[k] = static_cast<std::int32_t>(depth[k]);
    }

    // No sample is nearer, or farther, than these.
    std::int32_t nearest() const { return static_cast<std::int32_t>(nearest_); }
    std::int32_t farthest() const { return static_cast<std::int32_t>(farthest_); }

  private:
    double x_ = 0, y_ = 0, corner_ = 0;
    double nearest_ = 0, farthest_ = 0;
    alignas(64) std::array<double, samples> offset_{};
};

bool any(const Mask& mask) {
    std::int32_t some = 0;
    for (const std::int32_t m : mask) some |= m;
    return some != 0;
}

// The pixels from `low` to `high` (in pixels of the picture), as a range within the tile.
struct PixelRange {
    PixelRange(double low, double high, double tile_start, std::uint32_t count)
        : first(static_cast<std::uint32_t>(std::clamp(low - tile_start, 0.0, static_cast<double>(count)))),
          last(static_cast<std::uint32_t>(
              std::clamp(high - tile_start + 1, 0.0, static_cast<double>(count)))) {}
    std::uint32_t first, last;
};

}  // namespace

void PixelSamples::clear() {
    depth.fill(farthest_depth);
    primitive.fill(nothing);
    farthest = farthest_depth;
}

void PixelSamples::replace(const SampleValues& where, const SampleValues& depths, std::uint32_t id) {
    for (std::size_t k = 0; k < samples; ++k) depth[k] = (depths[k] & where[k]) | (depth[k] & ~where[k]);
    for (std::size_t k = 0; k < samples; ++k) {
        const auto bits = static_cast<std::uint32_t>(where[k]);
        primitive[k] = (id & bits) | (primitive[k] & ~bits);
    }
    farthest = depth[0];
    for (std::size_t k = 1; k < samples; ++k) farthest = depth[k] > farthest ? depth[k] : farthest;
}

std::int32_t PixelSamples::nearest() const {
    std::int32_t least = depth[0];
    for (const std::int32_t d : depth) least = std::min(least, d);
    return least;
}

void Tile::start(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height) {
    x_ = x;
    y_ = y;
    width_ = width;
    height_ = height;
    for (PixelSamples& pixel : pixels_) pixel.clear();
}

template <typename Wanted, typename Visit>
void Tile::draw_where(std::span<const ScreenPoint> points, const Primitive& primitive, Wanted&& wanted,
                      Visit&& visit) {
    const ScreenPoint& a = points[primitive.points[0]];
    const ScreenPoint& b = points[primitive.points[1]];
    const ScreenPoint& c = points[primitive.points[2]];
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area == 0) return;  // seen edge on, or degenerate
    const double tile_x = x_, tile_y = y_;
    const PixelRange columns(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), tile_x, width_);
    const PixelRange rows(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), tile_y, height_);
    const std::array<Side, 3> sides{Side(a, b, area > 0, tile_x, tile_y),
                                    Side(b, c, area > 0, tile_x, tile_y),
                                    Side(c, a, area > 0, tile_x, tile_y)};
    for (const Side& side : sides)
        if (!side.meets_tile()) return;
    const DepthPlane plane(a, b, c, area, tile_x, tile_y);
    Mask mask;
    Depths depths;
    for (std::uint32_t y = rows.first; y < rows.last; ++y) {
        for (std::uint32_t x = columns.first; x < columns.last; ++x) {
            const std::array<float, 3> at_pixel{sides[0].at(x, y), sides[1].at(x, y), sides[2].at(x, y)};
            if (sides[0].all_outside(at_pixel[0]) || sides[1].all_outside(at_pixel[1]) ||
                sides[2].all_outside(at_pixel[2]) || !wanted(x, y, plane))
                continue;
            mask.fill(-1);
            for (std::size_t i = 0; i < 3; ++i)
                if (!sides[i].all_inside(at_pixel[i])) sides[i].restrict(at_pixel[i], mask);
            if (!any(mask)) continue;
            plane.at(x, y, depths);
            visit(x, y, mask, depths);
        }
    }
}

void Tile::draw(std::span<const ScreenPoint> points, const Primitive& primitive, std::uint32_t id) {
    const auto wanted = [&](std::uint32_t x, std::uint32_t y, const DepthPlane& plane) {
        return plane.nearest() < at(x, y).farthest;
    };
    draw_where(points, primitive, wanted,
               [&](std::uint32_t x, std::uint32_t y, const Mask& mask, const Depths& depths) {
                   PixelSamples& pixel = at(x, y);
                   Mask nearer;
                   for (std::size_t k = 0; k < samples; ++k)
                       nearer[k] = mask[k] & -static_cast<std::int32_t>(depths[k] < pixel.depth[k]);
                   pixel.replace(nearer, depths, id);
               });
}

bool Tile::draw_between(std::span<const ScreenPoint> points, const Primitive& primitive, std::uint32_t id,
                        const Tile& after, const Tile& before) {
    bool may_be_seen = false;
    const auto wanted = [&](std::uint32_t x, std::uint32_t y, const DepthPlane& plane) {
        if (plane.nearest() > before.at(x, y).farthest || plane.farthest() < after.at(x, y).nearest())
            return false;
        may_be_seen = true;
        return plane.nearest() < at(x, y).farthest;
    };
    draw_where(points, primitive, wanted,
               [&](std::uint32_t x, std::uint32_t y, const Mask& mask, const Depths& depths) {
                   PixelSamples& pixel = at(x, y);
                   const PixelSamples& in_front = after.at(x, y);
                   const PixelSamples& behind = before.at(x, y);
                   Mask nearer;
                   for (std::size_t k = 0; k < samples; ++k) {
                       const std::int32_t deeper = -static_cast<std::int32_t>(depths[k] > in_front.depth[k]);
                       const std::int32_t level = -static_cast<std::int32_t>(depths[k] == in_front.depth[k]);
                       const std::int32_t later = -static_cast<std::int32_t>(id > in_front.primitive[k]);
                       nearer[k] = mask[k] & (deeper | (level & later));
                   }
                   for (std::size_t k = 0; k < samples; ++k)
                       nearer[k] &= -static_cast<std::int32_t>(depths[k] <= behind.depth[k]);
                   for (std::size_t k = 0; k < samples; ++k)
                       nearer[k] &= -static_cast<std::int32_t>(depths[k] < pixel.depth[k]);
                   pixel.replace(nearer, depths, id);
               });
    return may_be_seen;
}

void Tile::add_windings(std::span<const ScreenPoint> points, const Primitive& primitive, Windings& windings) {
    const ScreenPoint& a = points[primitive.points[0]];
    const ScreenPoint& b = points[primitive.points[1]];
    const ScreenPoint& c = points[primitive.points[2]];
    // y points down in pictures, so that what faces the eye runs clockwise.
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const std::int32_t winding = area > 0 ? 1 : -1;
    const auto wanted = [](std::uint32_t, std::uint32_t, const DepthPlane&) { return true; };
    draw_where(points, primitive, wanted,
               [&](std::uint32_t x, std::uint32_t y, const Mask& mask, const Depths&) {
                   std::array<std::int32_t, samples>& pixel = windings[y * tile_side + x];
                   for (std::size_t k = 0; k < samples; ++k) pixel[k] += mask[k] & winding;
               });
}

void Tile::draw_plane(const DepthFunction& plane, const Windings& windings, std::uint32_t id) {
    constexpr double scale = farthest_depth - 1;
    for (std::uint32_t y = 0; y < height_; ++y) {
        for (std::uint32_t x = 0; x < width_; ++x) {
            PixelSamples& pixel = at(x, y);
            const std::array<std::int32_t, samples>& winding = windings[y * tile_side + x];
            for (std::size_t k = 0; k < samples; ++k) {
                if (winding[k] == 0) continue;
                const double depth = plane.at_corner + plane.per_x * (x_ + x + double{sample_pattern.x[k]}) +
                                     plane.per_y * (y_ + y + double{sample_pattern.y[k]});
                const auto whole = static_cast<std::int32_t>(std::clamp(depth, 0.0, 1.0) * scale);
                if (whole >= pixel.depth[k]) continue;
                pixel.depth[k] = whole;
                pixel.primitive[k] = id;
            }
        }
    }
}

}  // namespace graze::inline v1::detail
