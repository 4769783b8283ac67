#include "graze/interact/sliding/detail/separation_front.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/query/detail/contacts.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

constexpr double boundless = std::numeric_limits<double>::infinity();
// A front that has grown beyond this, or has lasted so long, is made anew: it may be finer than it needs be.
constexpr std::size_t growth = 2, smallest = 64;
constexpr int most_passes = 100;
// More pairs than this are too much for one motion.
constexpr std::uint64_t most_cells = 30'000;

Vec3 transposed(const Pose& pose, const Vec3& v) {
    const auto& m = pose.matrix();
    return {m[0][0] * v.x + m[1][0] * v.y + m[2][0] * v.z, m[0][1] * v.x + m[1][1] * v.y + m[2][1] * v.z,
            m[0][2] * v.x + m[1][2] * v.y + m[2][2] * v.z};
}

// A linear function of places in the frame of a shape.
struct Linear {
    Vec3 slope;
    double start = 0;

    // `direction` * (pose(y) - from).
    Linear() = default;
    Linear(const Vec3& direction, const Pose& pose, const Vec3& from)
        : slope(transposed(pose, direction)), start(dot(direction, pose.translation() - from)) {}

    double at(const Vec3& y) const { return dot(slope, y) + start; }
    double spread(const Vec3& half) const {
        return std::abs(slope.x) * half.x + std::abs(slope.y) * half.y + std::abs(slope.z) * half.z;
    }
};

// One of the two surfaces.
struct FrontSide {
    const Mesh& mesh;
    const SurfaceTree& tree;
    Pose pose;

    FrontSide(const Shape& shape, const Pose& p)
        : mesh(shape.mesh()), tree(surface_tree_of(shape)), pose(p) {}
    Triangle triangle(SurfacePart part) const { return pose(mesh.triangle(part.index())); }
};

// What is about true of a part, to choose directions and what to open.
struct Extent {
    Vec3 middle, half;   // in the frame of the shape
    Vec3 place, normal;  // in the world
    double size = 0;

    Extent(const FrontSide& side, SurfacePart part) {
        if (part.is_triangle()) {
            const Triangle t = side.mesh.triangle(part.index());
            for (std::size_t k = 0; k < 3; ++k) {
                const auto [low, high] = std::minmax({t[0][k], t[1][k], t[2][k]});
                middle[k] = low * 0.5 + high * 0.5;
                half[k] = high - middle[k];
            }
            normal = cross(t[1] - t[0], t[2] - t[0]);
        } else {
            const SurfaceTree::Node& n = side.tree[part.index()];
            middle = n.middle;
            half = n.half;
            normal = {n.normal[0], n.normal[1], n.normal[2]};
        }
        size = length(half);
        place = side.pose(middle);
        const double norm = length(normal);
        normal = norm > 0 && std::isfinite(norm) ? side.pose.rotate(normal / norm) : Vec3{};
    }
    double reach(const Pose& pose, const Vec3& direction) const {
        const Vec3 d = transposed(pose, direction);
        return std::abs(d.x) * half.x + std::abs(d.y) * half.y + std::abs(d.z) * half.z;
    }
};

constexpr std::size_t stack_size = SurfaceTree::max_depth + SurfaceTree::most_in_leaf + 8;

// The largest value of a linear function on a part of a surface.
double largest(const FrontSide& side, SurfacePart part, const Linear& f, std::uint64_t& tests) {
    double best = -boundless;
    const auto look_at = [&](TriangleId t) {
        for (const VertexId v : side.mesh.triangles()[t])
            best = std::max(best, f.at(side.mesh.vertices()[v]));
    };
    if (part.is_triangle()) {
        look_at(part.index());
        return best;
    }
    struct Open {
        std::uint32_t node;
        double bound;
    };
    const auto bound = [&](std::uint32_t node) {
        const SurfaceTree::Node& n = side.tree[node];
        return f.at(n.middle) + f.spread(n.half);
    };
    std::array<Open, stack_size> open;
    std::size_t count = 0;
    open[count++] = {part.index(), boundless};
    while (count > 0) {
        const Open next = open[--count];
        if (!(next.bound > best)) continue;
        ++tests;
        const SurfaceTree::Node& n = side.tree[next.node];
        if (n.is_leaf()) {
            for (std::uint32_t i = 0; i < n.count; ++i) look_at(side.tree.triangle(n.first + i));
            continue;
        }
        Open left{next.node + 1, bound(next.node + 1)}, right{n.right, bound(n.right)};
        if (left.bound > right.bound) std::swap(left, right);
        open[count++] = left;
        open[count++] = right;
    }
    return best;
}

// How far before a place along `normal` the points of a moving shape stay, during a share of the motion.
class MovingPlane {
  public:
    MovingPlane(const Vec3& normal, const FrontMotion& motion, const Pose& pose, const Vec3& from,
                const Vec3& centre, double share)
        : now_(normal, pose, from) {
        const double angle = motion.way.angle(), phi = angle * share;
        later_ = now_;
        later_.start += share * dot(normal, motion.way.shift());
        if (!(angle > 0)) return;
        const Vec3 axis = motion.way.turn() / angle;
        turning_ = Linear(cross(normal, axis), pose, centre);
        across_ = Linear(normal - dot(normal, axis) * axis, pose, centre);
        later_.slope += phi * turning_.slope;
        later_.start += phi * turning_.start;
        square_ = phi * phi / 2;
        cube_ = phi * phi * phi / 6;
    }

    // Is every point of the part before the place by `room` all the time?
    bool clears(const FrontSide& side, SurfacePart part, double room, std::uint64_t& tests) const {
        const auto clears_triangle = [&](TriangleId t) {
            for (const VertexId v : side.mesh.triangles()[t])
                if (!(least(side.mesh.vertices()[v], {}) >= room)) return false;
            return true;
        };
        if (part.is_triangle()) return clears_triangle(part.index());
        std::array<std::uint32_t, stack_size> open;
        std::size_t count = 0;
        open[count++] = part.index();
        while (count > 0) {
            const SurfaceTree::Node& n = side.tree[open[--count]];
            ++tests;
            if (least(n.middle, n.half) >= room) continue;
            if (n.is_leaf()) {
                for (std::uint32_t i = 0; i < n.count; ++i)
                    if (!clears_triangle(side.tree.triangle(n.first + i))) return false;
                continue;
            }
            open[count++] = static_cast<std::uint32_t>(&n - &side.tree[0]) + 1;
            open[count++] = n.right;
        }
        return true;
    }
    const Linear& now() const { return now_; }

  private:
    double least(const Vec3& middle, const Vec3& half) const {
        double end = later_.at(middle) - later_.spread(half);
        if (square_ > 0)
            end -= std::max(across_.at(middle) + across_.spread(half), 0.0) * square_ +
                   std::max(turning_.at(middle) + turning_.spread(half), 0.0) * cube_;
        return std::min(now_.at(middle) - now_.spread(half), end);
    }

    Linear now_, later_, turning_, across_;
    double square_ = 0, cube_ = 0;
};

}  // namespace

class SeparationFront::Pass {
  public:
    Pass(SeparationFront& front, const Shape& moving, const PlacedShape& obstacle, const FrontMotion& motion,
         const TriangleLimits& limits, double share, Meter& meter)
        : front_(front),
          motion_(motion),
          limits_(limits),
          meter_(meter),
          a_(moving, motion.part * motion.part_from_shape),
          b_(obstacle.shape, obstacle.pose),
          centre_(motion.way.centre_at(motion.part)),
          room_(limits.floor + limits.margin) {
        result_.share = share;
    }

    FrontAdvance run() {
        std::vector<Cell>&open = front_.open_, &next = front_.next_, &cells = front_.cells_;
        next.clear();
        std::size_t first = 0;
        for (; first < cells.size() && result_.share > 0; ++first) {
            open.assign(1, cells[first]);
            while (!open.empty() && result_.share > 0) {
                if (++tested_ > most_cells || !spend()) {
                    result_.complete = false;
                    return result_;  // the front stays as it was
                }
                Cell cell = open.back();
                open.pop_back();
                if (settles(cell)) {
                    next.push_back(cell);
                } else {
                    open_up(cell);
                }
            }
            next.insert(next.end(), open.begin(), open.end());
        }
        next.insert(next.end(), cells.begin() + static_cast<std::ptrdiff_t>(first), cells.end());
        cells.swap(next);
        // What ended this motion is likely to end the next one.
        if (ended_by_ < cells.size()) std::swap(cells[0], cells[ended_by_]);
        return result_;
    }

  private:
    bool spend() {
        const std::uint64_t n = 1 + tests_;
        tests_ = 0;
        return meter_.spend(n);
    }

    bool settles(Cell& cell) {
        if (cell.planned) {
            if (cell.apart - (motion_.total - cell.moved) - motion_.most * result_.share > room_) return true;
            if (stays_before(cell)) return true;
        }
        const Extent a(a_, cell.a), b(b_, cell.b);
        if (cell.planned && cell.behind_of_parent) {
            cell.behind = largest(b_, cell.b, Linear(cell.normal, b_.pose, {}), tests_);
            cell.behind_of_parent = false;
            if (stays_before(cell)) return true;
        }
        if (finds_plane(cell, a, b)) return true;
        if (!cell.a.is_triangle() || !cell.b.is_triangle()) {
            opens_a_ = !cell.a.is_triangle() && (cell.b.is_triangle() || a.size >= b.size);
            return false;
        }
        advance_two(cell);
        return true;
    }

    // By the plane that the cell has.
    bool stays_before(Cell& cell) {
        const MovingPlane plane(cell.normal, motion_, a_.pose, {}, centre_, result_.share);
        Linear down = plane.now();
        down.slope = -down.slope;
        down.start = -down.start;
        cell.apart = -largest(a_, cell.a, down, tests_) - cell.behind;
        cell.moved = motion_.total;
        // Planes between nodes are closer than their triangles: what is within the clearance by them need not
        // be.
        if (!(cell.apart > limits_.surely())) return false;
        const double room = limits_.least(cell.apart) + limits_.margin;
        if (!(cell.apart > room)) return false;
        if (cell.apart - motion_.most * result_.share > room) return true;
        return plane.clears(a_, cell.a, cell.behind + room, tests_);
    }

    bool finds_plane(Cell& cell, const Extent& a, const Extent& b) {
        const Vec3 way = a.place - b.place;
        const Vec3 arm = a.place - centre_;
        const Vec3 goes = (motion_.way.shift() + cross(motion_.way.turn(), arm)) * result_.share;
        Vec3 best;
        double most = -boundless;
        const auto consider = [&](Vec3 direction) {
            const double size = length(direction);
            if (!(size > 0) || !std::isfinite(size)) return;
            direction = direction / size;
            if (dot(direction, way) < 0) direction = -direction;
            const double apart = dot(direction, way) - a.reach(a_.pose, direction) -
                                 b.reach(b_.pose, direction) + std::min(0.0, dot(direction, goes));
            if (apart > most) {
                most = apart;
                best = direction;
            }
        };
        consider(way);
        for (const Pose* pose : {&a_.pose, &b_.pose})
            for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
                consider(pose->rotate(axis));
        consider(a.normal);
        consider(b.normal);
        if (takes(cell, best)) return true;
        // The mean normals are precise where the surfaces are flat, and boxes do not show it.
        for (const Vec3& normal : {b.normal, a.normal})
            if (normal != Vec3{} && takes(cell, dot(normal, way) < 0 ? -normal : normal)) return true;
        return false;
    }

    bool takes(Cell& cell, const Vec3& direction) {
        if (direction == Vec3{}) return false;
        Cell with = cell;
        with.planned = true;
        with.behind_of_parent = false;
        with.normal = direction;
        with.behind = largest(b_, cell.b, Linear(direction, b_.pose, {}), tests_);
        if (!stays_before(with)) {
            // Children inherit it if it separates at all.
            if (with.apart > 0 && (!cell.planned || !(cell.apart > 0))) cell = with;
            return false;
        }
        cell = with;
        return true;
    }

    void open_up(const Cell& cell) {
        const auto add = [&](SurfacePart part) {
            Cell& child = front_.open_.emplace_back(cell);
            (opens_a_ ? child.a : child.b) = part;
            child.behind_of_parent |= !opens_a_;
            child.apart = cell.planned ? cell.apart : -boundless;
        };
        (opens_a_ ? a_ : b_).tree.visit_children((opens_a_ ? cell.a : cell.b).index(), add);
    }

    void advance_two(Cell& cell) {
        const Triangle local = a_.mesh.triangle(cell.a.index()), obstacle = b_.triangle(cell.b);
        const Triangle placed = a_.pose(local);
        tests_ += 20;
        const Contact start =
            contact_of(cell.a.index(), placed, cell.b.index(), obstacle, distance(placed, obstacle));
        const TriangleAdvance advance =
            advance_triangles(local, motion_.part_from_shape, motion_.part, motion_.way, obstacle, start,
                              limits_, result_.share);
        if (start.distance > 0 && start.normal != Vec3{}) {
            cell.planned = true;
            cell.behind_of_parent = false;
            cell.normal = -start.normal;
            cell.behind = largest(b_, cell.b, Linear(cell.normal, b_.pose, {}), tests_);
            cell.apart = 0;
            cell.moved = motion_.total;
        }
        if (!advance.blocked) return;
        result_.share = advance.until;
        result_.blocking = advance.closest;
        ended_by_ = front_.next_.size();
    }

    SeparationFront& front_;
    const FrontMotion& motion_;
    const TriangleLimits& limits_;
    Meter& meter_;
    FrontSide a_, b_;
    Vec3 centre_;
    double room_;
    FrontAdvance result_;
    std::uint64_t tested_ = 0, tests_ = 0;
    bool opens_a_ = false;
    std::size_t ended_by_ = std::numeric_limits<std::size_t>::max();
};

FrontAdvance SeparationFront::advance(const Shape& moving, const PlacedShape& obstacle,
                                      const FrontMotion& motion, const TriangleLimits& limits, double share,
                                      Meter& meter) {
    const bool anew =
        cells_.empty() || ++passes_ > most_passes || cells_.size() > growth * least_size_ + smallest;
    if (anew) {
        cells_.assign(1, Cell{});  // both roots
        passes_ = 0;
    }
    const FrontAdvance result = Pass(*this, moving, obstacle, motion, limits, share, meter).run();
    if (anew) least_size_ = cells_.size();
    return result;
}

}  // namespace graze::inline v1::detail
