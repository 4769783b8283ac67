#include "graze/query/depth/detail/depth_side.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/predicates.h"
#include "graze/query/depth/detail/safe_length.h"
#include "graze/query/intersect/detail/triangle_meets.h"
#include "graze/query/point/detail/nearest_point.h"
#include "graze/query/solid/detail/overlap_side.h"

namespace graze::inline v1::detail {
namespace {

Vec3 normal_of(const Triangle& t) {
    return direction_of(cross(direction_of(t[1] - t[0]), direction_of(t[2] - t[0])));
}

// The rounding of world vertices and of values computed from them: 16 units in the last place, and never 0.
double rounding_of(double largest) {
    return std::max(0x1p-48 * largest, 0x1p-1060);
}

}  // namespace

DepthSide::DepthSide(const Shape& surface, const Pose& world_from_surface, const Shape& solid,
                     const Pose& world_from_solid, const CountedPoints& counted, Meter& meter,
                     QueryCounts& counts)
    : surface_(surface),
      world_from_surface_(world_from_surface),
      solid_(solid),
      world_from_solid_(world_from_solid),
      region_(world_from_surface(surface.mesh().box())),
      solid_box_(world_from_solid(solid.mesh().box())),
      faces_(counted.faces),
      meter_(meter),
      counts_(counts),
      winding_(solid, world_from_solid, meter),
      rounding_(rounding_of(largest_number())) {
    if (counted.triangles) select(*counted.triangles);
    if (!counted.within.empty()) region_ = common(region_, counted.within);
}

// By the winding number around the point, in the plane of the triangle. Edges that two triangles of the sum
// have in common cancel exactly.
bool DepthSide::is_in_face(TriangleId t, const Vec3& p) const {
    const auto face = std::ranges::lower_bound(faces_, t, {}, &RegionFace::triangle);
    if (face == faces_.end() || face->triangle != t) return true;
    meter_.spend(face->sum.size());
    const Vec3 normal = normal_of(corners(t));
    int axis = 0;
    for (int k = 1; k < 3; ++k)
        if (std::abs(normal[static_cast<std::size_t>(k)]) > std::abs(normal[static_cast<std::size_t>(axis)]))
            axis = k;
    const Vec2 x = drop(p, axis);
    int winding = 0;
    for (const Triangle& part : face->sum) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec2 from = drop(part[i], axis), to = drop(part[(i + 1) % 3], axis);
            if ((from.y > x.y) == (to.y > x.y)) continue;
            const bool upwards = to.y > from.y;
            if (orient2d(from, to, x) == (upwards ? 1 : -1)) winding += upwards ? 1 : -1;
        }
    }
    return winding != 0;
}

// The point may be on the border of its triangle, but not on the surface of the solid. Up to that surface,
// all points of the triangle belong to the same region.
bool DepthSide::is_in_face(TriangleId t, const DepthPoint& p) const {
    if (faces_.empty()) return true;
    const Triangle c = corners(t);
    const Vec3 way = (c[0] - p.at) / 3 + (c[1] - p.at) / 3 + (c[2] - p.at) / 3;
    const double l = safe_length(way), step = 0.5 * std::abs(p.depth);
    return is_in_face(t, l > step ? p.at + way * (step / l) : p.at + way);
}

void DepthSide::select(std::span<const TriangleId> triangles) {
    const std::size_t count = surface_.mesh().triangle_count();
    selected_.resize(count);
    meter_.spend(triangles.size() + count / 64);
    region_ = {};
    for (const TriangleId t : triangles) {
        selected_[t] = true;
        region_.grow(bounds(corners(t)));
    }
}

double DepthSide::largest_number() const {
    double largest = std::max(largest_coordinate(world_from_surface_.translation()),
                              largest_coordinate(world_from_solid_.translation()));
    const Box world = world_from_surface_(surface_.mesh().box());
    for (const Box& box : {surface_.mesh().box(), world, solid_.mesh().box(), solid_box_})
        largest = std::max({largest, largest_coordinate(box.lower), largest_coordinate(box.upper)});
    return largest;
}

PlacedPart DepthSide::placed(BoxRef part) const {
    const CodedBox box = read_box(tree().nodes()[part.node()], static_cast<int>(part.slot()));
    const double unit = tree().unit();
    const Vec3 center{box.center[0], box.center[1], box.center[2]};
    PlacedPart result{world_from_surface_(tree().origin() + center * unit), 0, {}};
    Vec3 half_size{rounding_, rounding_, rounding_};
    Vec3 halves;
    // Axes are longer than 1 by less than 1e-3 and orthogonal to 1e-4, poses rigid to 1e-6.
    for (std::size_t k = 0; k < 3; ++k) {
        const double half = 1.001 * unit * static_cast<double>(box.half[k]);
        const Vec3 axis = world_from_surface_.rotate({box.axis[k][0], box.axis[k][1], box.axis[k][2]});
        half_size += Vec3{std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)} * half;
        halves[k] = half;
    }
    result.radius = 1.001 * safe_length(halves) + rounding_;
    result.box = {result.center - half_size, result.center + half_size};
    return result;
}

double DepthSide::depth_in_box(const Box& box) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k)
        least = std::min({least, box.upper[k] - solid_box_.lower[k], solid_box_.upper[k] - box.lower[k]});
    return least;
}

Vec3 DepthSide::front_of_solid(TriangleId t) const {
    return normal_of(corners_of_solid(t)) * wound_;
}

DepthPoint DepthSide::look_at(const Vec3& p) const {
    const NearestOnSurface d = nearest_point(solid_, world_from_solid_, p, meter_, &counts_);
    DepthPoint result{p, d.nearest, d.triangle, d.value, {}};
    const Vec3 front = front_of_solid(d.triangle);
    if (d.value <= rounding_) {
        result.outwards = front;
        return result;
    }
    result.outwards = direction_of(d.nearest - p);
    if (dot(result.outwards, front) < 0) {
        result.outwards = -result.outwards;
        result.depth = -d.value;
    }
    return result;
}

bool DepthSide::inside(const Vec3& p) {
    return winding_.of(p).value_or(1) != 0;
}

bool DepthSide::make_sure(DepthPoint& p) {
    if (p.side_is_sure || p.depth == 0) return true;
    const std::optional<int> winding = winding_.of(p.at);
    if (!winding) return false;
    p.side_is_sure = true;
    if ((*winding != 0) == (p.depth > 0)) return true;
    p.depth = -p.depth;
    p.outwards = -p.outwards;
    // Edges and corners are misleading at times; the middle of a face only if the mesh has the opposite
    // orientation.
    const Vec3 front = front_of_solid(p.triangle);
    if (dot(p.outwards, front) < -0.9) wound_ = -wound_;
    return true;
}

std::uint32_t DepthSide::number_of_vertex(TriangleId t, std::size_t corner, bool& is_new) {
    const VertexId v = surface_.mesh().triangles()[t][corner];
    const std::uint32_t number = numbers_.number_of(surface_.closed_surface().point_of(v), is_new);
    if (is_new) seen_.emplace_back();
    return number;
}

std::optional<TriangleId> DepthSide::met_by(const Triangle& t) const {
    return triangle_met(t, solid_, world_from_solid_, meter_, counts_);
}

bool DepthSide::is_outside(const Triangle& t) {
    return !met_by(t) && !inside(t[0]);
}

TriangleId DepthSide::first_triangle(BoxRef part) const {
    TreeLink l = link(part);
    while (!l.is_leaf()) l = tree().nodes()[l.index()].child[0];
    return tree().leaves()[l.index()].triangle[0];
}

// A connected part that nowhere meets the solid's surface is on one side of it.
std::optional<TriangleId> DepthSide::not_outside(BoxRef part, const Vec3& shift) {
    Pose::Matrix matrix = world_from_surface_.matrix();
    for (std::size_t k = 0; k < 3; ++k) matrix[k][3] += shift[k];
    const Pose moved(matrix);
    const auto is_inside = [&](TriangleId t) { return inside(moved(surface_.mesh().triangle(t))[0]); };
    const TriangleId first = first_triangle(part);
    if (is_inside(first)) return first;
    PairQuery query(surface_, moved, solid_, world_from_solid_);
    start(query);
    finish_frame(query.frame);
    std::optional<TriangleId> met;
    const PairFilter all;
    const PairCollector collect = [&met](TriangleId of_surface, TriangleId) {
        met = of_surface;
        return false;
    };
    Visit visit{all, collect, meter_};
    visit_pairs(query, {part, roots.b}, counts_, visit);
    if (met) return met;
    if (meter_.exhausted()) return first;
    gather(part);
    find_pieces();
    for (const TriangleId t : pieces_)
        if (is_inside(t)) return t;
    return std::nullopt;
}

void DepthSide::gather(BoxRef part) {
    gathered_.clear();
    stack_.assign(1, link(part));
    while (!stack_.empty()) {
        const TreeLink l = stack_.back();
        stack_.pop_back();
        if (l.is_leaf()) {
            const TreeLeaf& leaf = tree().leaves()[l.index()];
            gathered_.insert(gathered_.end(), leaf.triangle, leaf.triangle + leaf.count());
            continue;
        }
        for (const TreeLink child : tree().nodes()[l.index()].child)
            if (!child.is_none()) stack_.push_back(child);
    }
}

// Triangles are joined through corners. The first piece is that of the first triangle, which is known
// already.
void DepthSide::find_pieces() {
    const auto count = static_cast<std::uint32_t>(gathered_.size());
    points_.clear();
    parent_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        parent_[i] = i;
        for (const VertexId v : surface_.mesh().triangles()[gathered_[i]])
            points_.push_back({surface_.closed_surface().point_of(v), i});
    }
    std::sort(points_.begin(), points_.end());
    const auto root_of = [&](std::uint32_t i) {
        for (; parent_[i] != i; i = parent_[i]) parent_[i] = parent_[parent_[i]];
        return i;
    };
    for (std::size_t i = 1; i < points_.size(); ++i) {
        if (points_[i].point != points_[i - 1].point) continue;
        const std::uint32_t r = root_of(points_[i].place), s = root_of(points_[i - 1].place);
        parent_[std::max(r, s)] = std::min(r, s);
    }
    pieces_.clear();
    for (std::uint32_t i = 0; i < count; ++i)
        if (parent_[i] == i) pieces_.push_back(gathered_[i]);
}

}  // namespace graze::inline v1::detail
