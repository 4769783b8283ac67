#include "graze/convex/small_hull.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "graze/base/predicates.h"

namespace graze::inline v1 {
namespace {

using Numbers = std::array<std::uint8_t, SmallHull::most_points>;
using Triple = std::array<std::uint8_t, 3>;

bool lies_before(const Vec2& a, const Vec2& b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

// Along the line through both: is b further from `from` than a? The three are on one line.
bool is_further(const Vec2& from, const Vec2& a, const Vec2& b) {
    const bool forward = lies_before(from, b);
    return lies_before(from, a) == forward && (forward ? lies_before(a, b) : lies_before(b, a));
}

// Gift wrapping. `turn` is 1 for counter-clockwise, -1 for clockwise.
std::uint8_t wrap(std::span<const Vec2> flat, std::span<const std::uint8_t> members, int turn,
                  Numbers& corners) {
    std::uint8_t first = members[0];
    for (const std::uint8_t m : members)
        if (lies_before(flat[m], flat[first])) first = m;
    std::uint8_t count = 0, at = first;
    do {
        corners[count++] = at;
        std::uint8_t next = at;
        for (const std::uint8_t m : members) {
            if (flat[m] == flat[at]) continue;
            if (next == at) {
                next = m;
                continue;
            }
            const int side = turn * orient2d(flat[at], flat[next], flat[m]);
            if (side < 0 || (side == 0 && is_further(flat[at], flat[next], flat[m]))) next = m;
        }
        at = next;
    } while (at != first && count < corners.size());
    return count;
}

}  // namespace

SmallHull::SmallHull(std::span<const Vec3> points) {
    // Equal points would be taken for corners twice.
    for (const Vec3& p : points.first(std::min(points.size(), most_points)))
        if (std::ranges::find(this->points(), p) == this->points().end()) points_[point_count_++] = p;
    find_facets();
}

void SmallHull::find_facets() {
    const auto n = static_cast<std::uint8_t>(point_count_);
    std::array<unsigned, most_facets> known{};
    for (std::uint8_t i = 0; i < n; ++i)
        for (std::uint8_t j = i + 1; j < n; ++j)
            for (std::uint8_t k = j + 1; k < n; ++k) {
                if (collinear(points_[i], points_[j], points_[k])) continue;
                unsigned coplanar = 0;
                bool above = false, below = false;
                for (std::uint8_t m = 0; m < n && !(above && below); ++m) {
                    const bool own = m == i || m == j || m == k;
                    const int side = own ? 0 : orient3d(points_[i], points_[j], points_[k], points_[m]);
                    if (side == 0) coplanar |= 1u << m;
                    above |= side > 0;
                    below |= side < 0;
                }
                if (above && below) continue;
                dimension_ = above || below ? 3 : 2;
                const auto end = known.begin() + static_cast<std::ptrdiff_t>(facet_count_);
                if (std::find(known.begin(), end, coplanar) != end) continue;
                known[facet_count_] = coplanar;
                add_facet(above ? Triple{i, k, j} : Triple{i, j, k}, coplanar);
                if (dimension_ == 3) continue;
                add_facet({i, k, j}, coplanar);
                return;
            }
    if (facet_count_ == 0) dimension_ = add_flat_facets() ? 1 : 0;
}

void SmallHull::add_facet(const Triple& counter_clockwise, unsigned coplanar) {
    const Triangle t{
        {points_[counter_clockwise[0]], points_[counter_clockwise[1]], points_[counter_clockwise[2]]}};
    const int axis = projection_axis(t);
    std::array<Vec2, most_points> flat;
    Numbers members{};
    std::size_t count = 0;
    for (std::size_t m = 0; m < point_count_; ++m)
        if ((coplanar >> m & 1u) != 0) {
            flat[m] = drop(points_[m], axis);
            members[count++] = static_cast<std::uint8_t>(m);
        }
    const int turn = orient2d(drop(t[0], axis), drop(t[1], axis), drop(t[2], axis));
    Facet& facet = facets_[facet_count_++];
    facet.corner_count = wrap(flat, {members.data(), count}, turn, facet.corner);
}

// For points on one line, or in one place. True for a line.
bool SmallHull::add_flat_facets() {
    const auto before = [](const Vec3& a, const Vec3& b) {
        return std::pair(a.x, std::pair(a.y, a.z)) < std::pair(b.x, std::pair(b.y, b.z));
    };
    std::size_t low = 0, high = 0;
    for (std::size_t m = 0; m < point_count_; ++m) {
        if (before(points_[m], points_[low])) low = m;
        if (before(points_[high], points_[m])) high = m;
    }
    Facet& facet = facets_[facet_count_++];
    facet.corner[0] = static_cast<std::uint8_t>(low);
    facet.corner[1] = static_cast<std::uint8_t>(high);
    facet.corner_count = low == high ? 1 : 2;
    return low != high;
}

bool SmallHull::contains(const Vec3& p) const {
    const auto corner = [&](const Facet& facet, std::size_t i) { return points_[facet.corner[i]]; };
    if (dimension_ == 3)
        return std::ranges::all_of(facets(), [&](const Facet& f) {
            return orient3d(corner(f, 0), corner(f, 1), corner(f, 2), p) <= 0;
        });
    const Facet& facet = facets_[0];
    if (dimension_ < 2) return on_segment(p, corner(facet, 0), corner(facet, facet.corner_count - 1u));
    for (std::size_t i = 2; i < facet.corner_count; ++i)
        if (in_triangle(p, {{corner(facet, 0), corner(facet, i - 1), corner(facet, i)}})) return true;
    return false;
}

Mesh SmallHull::mesh() const {
    std::vector<std::array<VertexId, 3>> triangles;
    for (const Facet& f : facets()) {
        if (f.corner_count < 3)
            triangles.push_back({f.corner[0], f.corner[f.corner_count - 1u], f.corner[0]});
        for (std::size_t i = 2; i < f.corner_count; ++i)
            triangles.push_back({f.corner[0], f.corner[i - 1], f.corner[i]});
    }
    return Mesh({points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(point_count_)},
                std::move(triangles));
}

}  // namespace graze::inline v1
