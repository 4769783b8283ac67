// A convex solid B has all of A if it has some points whose hull has all of A. Such points are found around
// each piece of A's border: the corners of the piece, moved a little outwards. Pieces of which that is not
// enough are halved, until a point of A itself turns out to be outside B.
#include "graze/query/kinds/detail/outer_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "graze/base/trig.h"
#include "graze/convex/convex_hull.h"
#include "graze/convex/oriented_box.h"

namespace graze::inline v1::detail {
namespace {

// Directions on a cube, so many cells along each edge.
constexpr int cells_per_edge = 4;

// Until `visit` says true. True if it did.
template <class Visit>
bool some_direction(const Visit& visit) {
    for (int x = 0; x <= cells_per_edge; ++x)
        for (int y = 0; y <= cells_per_edge; ++y)
            for (int z = 0; z <= cells_per_edge; ++z) {
                const auto at_end = [](int i) { return i == 0 || i == cells_per_edge; };
                if (!at_end(x) && !at_end(y) && !at_end(z)) continue;
                const Vec3 d{2.0 * x / cells_per_edge - 1, 2.0 * y / cells_per_edge - 1,
                             2.0 * z / cells_per_edge - 1};
                if (visit(normalized(d))) return true;
            }
    return false;
}

// Two vectors of length 1, at right angles to this one and to each other.
std::array<Vec3, 2> across_of(const Vec3& axis) {
    const Vec3 other = std::abs(axis.x) < 0.6 * length(axis) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(axis, other));
    return {u, normalized(cross(axis, u))};
}

// How deep a point is in a cylinder, cone or ellipsoid, below 0 outside: in doubles, off by less than 2^-45
// of the coordinates, and by a factor that does not matter to the sign.
class RoundSolid {
  public:
    RoundSolid(const Shape& shape, const Pose& pose) {
        if (const auto* cylinder = shape.as<Cylinder>()) {
            take_axis(pose(cylinder->from), pose(cylinder->to));
            radius_ = cylinder->radius;
        } else if (const auto* cone = shape.as<Cone>()) {
            take_axis(pose(cone->base), pose(cone->apex));
            radius_ = cone->radius;
            is_cone_ = true;
        } else if (const auto* e = shape.as<Ellipsoid>()) {
            is_ellipsoid_ = true;
            center_ = pose(e->center);
            half_ = {pose.rotate(e->u), pose.rotate(e->v), pose.rotate(e->w)};
            radius_ = std::min({length(half_[0]), length(half_[1]), length(half_[2])});
        }
    }

    double depth_of(const Vec3& p) const {
        const Vec3 at = p - center_;
        if (is_ellipsoid_) {
            const auto share = [&](const Vec3& half) { return dot(at, half) / dot(half, half); };
            return (1 - length(Vec3{share(half_[0]), share(half_[1]), share(half_[2])})) * radius_;
        }
        const double along = dot(at, axis_), off = length(at - axis_ * along);
        const double side = is_cone_ ? (radius_ * (1 - along / height_) - off) * height_ /
                                           std::sqrt(height_ * height_ + radius_ * radius_)
                                     : radius_ - off;
        return std::min({along, height_ - along, side});
    }

  private:
    void take_axis(const Vec3& from, const Vec3& to) {
        center_ = from;
        height_ = length(to - from);
        axis_ = (to - from) / height_;
    }
    Vec3 center_, axis_;
    std::array<Vec3, 3> half_;
    double radius_ = 0, height_ = 1;
    bool is_cone_ = false, is_ellipsoid_ = false;
};

// The planes of the faces of a box or hull, in doubles with bounds on their errors. None if the solid has no
// inside.
class FacePlanes {
  public:
    FacePlanes(const Shape& shape, const Pose& pose) {
        if (const auto* box = shape.as<OrientedBox>()) {
            for (std::uint8_t f = 0; f < OrientedBox::face_count; ++f) {
                std::array<Vec3, 4> corner;
                for (std::size_t i = 0; i < 4; ++i) corner[i] = pose(box->corners()[OrientedBox::face(f)[i]]);
                add(corner);
            }
        } else if (const auto* hull = shape.as<ConvexHull>(); hull != nullptr && hull->dimension() == 3) {
            std::vector<Vec3> corner;
            for (std::size_t f = 0; f < hull->face_count(); ++f) {
                corner.clear();
                for (const std::uint32_t c : hull->face(f)) corner.push_back(pose(hull->corners()[c]));
                add(corner);
            }
        }
    }
    bool empty() const { return planes_.empty() || is_flat_; }

    LiesInside side_of(const Vec3& p, double margin) const {
        LiesInside result = LiesInside::surely;
        for (const Plane& plane : planes_) {
            const Vec3 from = p - plane.point;
            const double depth = -dot(plane.normal, from);
            // A normal is off by some angle, which counts for more far from the face.
            const double error = margin + plane.turn * length(from);
            if (depth < -error) return LiesInside::no;
            if (!(depth > error)) result = LiesInside::unsure;
        }
        return result;
    }

  private:
    struct Plane {
        Vec3 point, normal;
        double turn;
    };

    void add(std::span<const Vec3> corner) {
        Vec3 sum, middle;  // Newell's sum: no three corners need to be far from a line
        double extent = 0, largest = 0;
        for (std::size_t i = 2; i < corner.size(); ++i)
            sum += cross(corner[i - 1] - corner[0], corner[i] - corner[0]);
        for (const Vec3& c : corner) {
            middle += c / static_cast<double>(corner.size());
            extent = std::max(extent, length(c - corner[0]));
            largest = std::max(largest, length(c));
        }
        const double size = length(sum);
        if (!(size > 0)) {
            is_flat_ = true;
            return;
        }
        planes_.push_back({middle, sum / size, 0x1p-46 * largest * extent / size});
    }
    std::vector<Plane> planes_;
    bool is_flat_ = false;
};

class InsideSearch {
  public:
    InsideSearch(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b)
        : inner_(a, world_from_a),
          outer_(b, world_from_b),
          round_(b, world_from_b),
          planes_(b, world_from_b),
          margin_(0x1p-40 * (inner_.largest() + inner_.radius() + outer_.largest() + outer_.radius())) {}

    LiesInside decide(const Shape& a, const Pose& pose) {
        if (some_direction([&](const Vec3& d) {
                return side_of(inner_.support(d).point + d * inner_.radius()) == LiesInside::no;
            }))
            return LiesInside::no;
        if (const auto* s = a.as<Sphere>()) {
            ball(pose(s->center), {s->radius, 0, 0}, {0, s->radius, 0}, {0, 0, s->radius});
        } else if (const auto* c = a.as<Capsule>()) {
            for (const Vec3& end : {c->from, c->to})
                ball(pose(end), {c->radius, 0, 0}, {0, c->radius, 0}, {0, 0, c->radius});
        } else if (const auto* y = a.as<Cylinder>()) {
            const Vec3 from = pose(y->from), to = pose(y->to);
            disk(from, to - from, y->radius);
            disk(to, to - from, y->radius);
        } else if (const auto* o = a.as<Cone>()) {
            const Vec3 base = pose(o->base), apex = pose(o->apex);
            point(apex);
            disk(base, apex - base, o->radius);
        } else if (const auto* e = a.as<Ellipsoid>()) {
            ball(pose(e->center), pose.rotate(e->u), pose.rotate(e->v), pose.rotate(e->w));
        } else {
            for (std::size_t i = 0; i < inner_.corner_count(); ++i) point(inner_.corner(i));
        }
        return result_;
    }

  private:
    // Pieces of one solid; each costs a few searches for a distance.
    static constexpr int most_pieces = 4096;
    static constexpr int most_halvings = 40;

    bool done() const { return result_ == LiesInside::no || pieces_ > most_pieces; }
    // Points of the world are rounded: by this part of an axis at the most.
    double rounding_of(double axis) const { return 0x1p-46 * inner_.largest() / axis; }

    LiesInside side_of(const Vec3& p) {
        if (outer_.is_round()) {
            const double depth = round_.depth_of(p);
            return depth > margin_    ? LiesInside::surely
                   : depth < -margin_ ? LiesInside::no
                                      : LiesInside::unsure;
        }
        if (!planes_.empty()) return planes_.side_of(p, margin_);
        const std::array<Vec3, 1> points{p};
        PlacedConvex at(points);
        const CoreDistance d = core_distance(at, outer_, outer_.radius() + margin_);
        if (d.surely_inside || d.at_most < outer_.radius()) return LiesInside::surely;
        return d.at_least > outer_.radius() + margin_ ? LiesInside::no : LiesInside::unsure;
    }

    void take(LiesInside side) {
        if (side == LiesInside::no || (side == LiesInside::unsure && result_ == LiesInside::surely))
            result_ = side;
    }
    void point(const Vec3& p) {
        if (result_ != LiesInside::no) take(side_of(p));
    }

    // All that is at most as far from the centre as the arc between two unit vectors: these made longer by
    // 1 / cos of half the angle, and the centre.
    void disk(const Vec3& center, const Vec3& axis, double radius) {
        point(center);
        if (!(radius > 0)) return;
        const auto [u, w] = across_of(axis);
        for (int i = 0; i < 8; ++i) arc(center, u * radius, w * radius, i / 8.0, (i + 1) / 8.0, 0);
    }
    void arc(const Vec3& center, const Vec3& u, const Vec3& w, double from, double to, int halvings) {
        if (done()) return;
        const SinCos first = sin_cos_turns(from), last = sin_cos_turns(to),
                     half = sin_cos_turns((to - from) / 2);
        const double longer = (1 + 0x1p-40 + rounding_of(length(u))) / half.cos;
        const Vec3 p = u * first.cos + w * first.sin, q = u * last.cos + w * last.sin;
        if (side_of(center + p * longer) == LiesInside::surely &&
            side_of(center + q * longer) == LiesInside::surely)
            return;
        take_point_of_border(center + p);
        if (++pieces_ > most_pieces || halvings == most_halvings) return take(LiesInside::unsure);
        const double middle = (from + to) / 2;
        arc(center, u, w, from, middle, halvings + 1);
        arc(center, u, w, middle, to, halvings + 1);
    }
    // Of a point that a longer piece has inside: only that it is outside counts.
    void take_point_of_border(const Vec3& p) {
        if (side_of(p) == LiesInside::no) result_ = LiesInside::no;
    }

    // The image of a ball of radius 1, from the eight triangles of an octahedron.
    void ball(const Vec3& center, const Vec3& u, const Vec3& v, const Vec3& w) {
        point(center);
        if (!(std::min({dot(u, u), dot(v, v), dot(w, w)}) > 0)) return;
        for (unsigned i = 0; i < 8; ++i)
            patch(center, {u, v, w},
                  {{{i & 1u ? -1.0 : 1.0, 0, 0}, {0, i & 2u ? -1.0 : 1.0, 0}, {0, 0, i & 4u ? -1.0 : 1.0}}},
                  0);
    }
    // What a spherical triangle between unit vectors covers is in the hull of the centre and of these, made
    // longer so that their plane touches the ball: by 1 / its distance from the centre.
    void patch(const Vec3& center, const std::array<Vec3, 3>& axis, const std::array<Vec3, 3>& d,
               int halvings) {
        if (done()) return;
        const auto on_border = [&](const Vec3& x) { return axis[0] * x.x + axis[1] * x.y + axis[2] * x.z; };
        const Vec3 normal = cross(d[1] - d[0], d[2] - d[0]);
        const double longer =
            (1 + 0x1p-30 + rounding_of(std::min({length(axis[0]), length(axis[1]), length(axis[2])}))) *
            length(normal) / std::abs(dot(normal, d[0]));
        bool inside = true;
        for (std::size_t i = 0; i < 3 && inside; ++i)
            inside = side_of(center + on_border(d[i]) * longer) == LiesInside::surely;
        if (inside) return;
        for (std::size_t i = 0; i < 3; ++i) take_point_of_border(center + on_border(d[i]));
        // Beyond this, normals of pieces are rounding.
        constexpr int most_halvings_of_patch = 18;
        if (++pieces_ > most_pieces || halvings == most_halvings_of_patch) return take(LiesInside::unsure);
        const Vec3 xy = normalized(d[0] + d[1]), yz = normalized(d[1] + d[2]), zx = normalized(d[2] + d[0]);
        patch(center, axis, {xy, yz, zx}, halvings + 1);
        patch(center, axis, {d[0], xy, zx}, halvings + 1);
        patch(center, axis, {xy, d[1], yz}, halvings + 1);
        patch(center, axis, {zx, yz, d[2]}, halvings + 1);
    }

    PlacedConvex inner_, outer_;
    RoundSolid round_;   // B, if it is one
    FacePlanes planes_;  // of B, if it has faces
    double margin_;
    LiesInside result_ = LiesInside::surely;
    int pieces_ = 0;
};

}  // namespace

LiesInside lies_inside_round(const Shape& a, const Pose& world_from_a, const Shape& b,
                             const Pose& world_from_b) {
    return InsideSearch(a, world_from_a, b, world_from_b).decide(a, world_from_a);
}

}  // namespace graze::inline v1::detail
