#include "graze/mesh/detail/open_surface.h"

#include <algorithm>
#include <utility>

namespace graze::inline v1::detail {
namespace {

Vec3 normal_of(const Vec3& a, const Vec3& b, const Vec3& c) {
    return cross(b - a, c - a);
}

// Triangles without area have no direction to keep.
bool same_direction(const Vec3& before, const Vec3& after) {
    return dot(before, before) == 0 || dot(before, after) > 0;
}

}  // namespace

OpenSurface::OpenSurface(const Edges& edges, const Topology& topology, std::vector<Vec3> points)
    : edges_(edges), points_(std::move(points)), roots_(topology.boundary_sides().size()) {
    const Mesh& mesh = edges.mesh();
    first_new_ = static_cast<TriangleId>(mesh.triangle_count());
    triangles_.reserve(first_new_);
    for (TriangleId t = 0; t < first_new_; ++t) triangles_.push_back(edges.points_of(t));
    corners_.assign(mesh.triangles().begin(), mesh.triangles().end());
    changed_.assign(first_new_, false);
    sides_.reserve(roots_);
    open_.reserve(roots_);
    for (const TriangleSide& side : topology.boundary_sides()) {
        const auto& p = triangles_[side.triangle];
        const auto id = static_cast<SideId>(sides_.size());
        sides_.push_back({p[side.corner], p[(side.corner + 1u) % 3], side.triangle, id, 0, 1, true});
        open_.emplace(key_of(sides_.back().from, sides_.back().to), id);
    }
}

std::optional<OpenSurface::SideId> OpenSurface::open_side(VertexId from, VertexId to) const {
    const auto found = open_.find(key_of(from, to));
    return found == open_.end() ? std::nullopt : std::optional(found->second);
}

std::span<const TriangleId> OpenSurface::triangles_at(VertexId point) const {
    const auto found = around_.find(point);
    return found == around_.end() ? edges_.triangles_at(point) : std::span<const TriangleId>(found->second);
}

std::vector<TriangleId>& OpenSurface::editable(VertexId point) {
    const auto [found, is_new] = around_.try_emplace(point);
    if (is_new) {
        const std::span<const TriangleId> original = edges_.triangles_at(point);
        found->second.assign(original.begin(), original.end());
    }
    return found->second;
}

OpenSurface::Uses OpenSurface::uses_of(VertexId from, VertexId to) const {
    std::span<const TriangleId> candidates = triangles_at(from);
    if (const auto other = triangles_at(to); other.size() < candidates.size()) candidates = other;
    Uses uses;
    for (const TriangleId t : candidates) {
        const auto& p = triangles_[t];
        for (std::size_t i = 0; i < 3; ++i) {
            if (p[i] == from && p[(i + 1) % 3] == to) ++uses.forward;
            if (p[i] == to && p[(i + 1) % 3] == from) ++uses.backward;
        }
    }
    return uses;
}

// A new side is either the first triangle at its edge or the opposite of one that is open.
bool OpenSurface::can_have_side(VertexId from, VertexId to) const {
    const Uses uses = uses_of(from, to);
    return uses.forward == 0 && (uses.backward == 0 || (uses.backward == 1 && open_side(to, from)));
}

VertexId OpenSurface::opposite(const OpenSide& side) const {
    for (const VertexId p : triangles_[side.triangle])
        if (p != side.from && p != side.to) return p;
    return side.from;  // not reached: triangles with two equal corners have no sides
}

bool OpenSurface::can_insert(VertexId point, SideId s) const {
    const OpenSide& side = sides_[s];
    return point != side.from && point != side.to && point != opposite(side) &&
           can_have_side(side.from, point) && can_have_side(point, side.to);
}

bool OpenSurface::cut_keeps_direction(VertexId point, const OpenSide& side) const {
    const VertexId apex = opposite(side);
    const Vec3 &a = at(side.from), &b = at(side.to), &c = at(apex), &p = at(point);
    const Vec3 before = normal_of(a, b, c);
    return same_direction(before, normal_of(a, p, c)) && same_direction(before, normal_of(p, b, c));
}

void OpenSurface::insert(VertexId point, SideId s, double position_on_root) {
    const OpenSide side = sides_[s];
    const VertexId apex = opposite(side);
    const TriangleId t = side.triangle;
    const VertexId va = vertex_at(t, side.from), vb = vertex_at(t, side.to), vp = any_vertex_at(point);
    ++inserted_;
    const Uses across = uses_of(point, apex);
    const bool cut = across.forward + across.backward == 0 && cut_keeps_direction(point, side);
    close(s);
    TriangleId first = t, second = 0;
    if (cut) {
        const VertexId vc = vertex_at(t, apex);
        second = add_triangle({point, side.to, apex}, {vp, vb, vc}, t);
        for (std::size_t i = 0; i < 3; ++i) {
            if (triangles_[t][i] != side.to) continue;
            triangles_[t][i] = point;
            corners_[t][i] = vp;
            break;
        }
        std::erase(editable(side.to), t);
        editable(point).push_back(t);
        // An open side between the other end and the apex is the second piece's now.
        if (const auto other = open_side(side.to, apex); other && sides_[*other].triangle == t)
            sides_[*other].triangle = second;
    } else {
        first = second = add_triangle({side.to, side.from, point}, {vb, va, vp}, t);
        ++added_;
    }
    add_side({side.from, point, first, side.root, side.start, position_on_root, true});
    add_side({point, side.to, second, side.root, position_on_root, side.end, true});
}

bool OpenSurface::moves_keep_direction(VertexId from, VertexId to) const {
    return std::ranges::all_of(triangles_at(from), [&](TriangleId t) {
        const auto& p = triangles_[t];
        const auto moved = [&](VertexId q) -> const Vec3& { return at(q == from ? to : q); };
        return same_direction(normal_of(at(p[0]), at(p[1]), at(p[2])),
                              normal_of(moved(p[0]), moved(p[1]), moved(p[2])));
    });
}

// Two triangles side by side that would fold onto each other.
bool OpenSurface::would_double(TriangleId t, VertexId from, VertexId to) const {
    return std::ranges::any_of(triangles_at(to), [&](TriangleId other) {
        return std::ranges::all_of(triangles_[other], [&](VertexId p) {
            return p == to || (p != from && std::ranges::find(triangles_[t], p) != triangles_[t].end());
        });
    });
}

bool OpenSurface::can_merge(VertexId from, VertexId to) const {
    if (from == to) return false;
    for (const TriangleId t : triangles_at(from)) {
        if (would_double(t, from, to)) return false;
        for (const VertexId x : triangles_[t]) {
            if (x == from) continue;
            if (x == to) return false;
            const Uses other = uses_of(to, x);
            if (other.forward + other.backward == 0) continue;
            // Both have an edge to x: they become one, which two open sides in opposite directions may.
            const bool joins =
                (open_side(x, from) && open_side(to, x)) || (open_side(from, x) && open_side(x, to));
            const Uses own = uses_of(from, x);
            if (!joins || own.forward + own.backward != 1 || other.forward + other.backward != 1)
                return false;
        }
    }
    return moves_keep_direction(from, to);
}

void OpenSurface::merge(VertexId from, VertexId to) {
    const std::vector<TriangleId> moved(triangles_at(from).begin(), triangles_at(from).end());
    std::vector<OpenSide> renamed;
    for (const TriangleId t : moved) {
        auto& p = triangles_[t];
        for (std::size_t i = 0; i < 3; ++i) {
            const VertexId a = p[i], b = p[(i + 1) % 3];
            if (a != from && b != from) continue;
            const auto s = open_side(a, b);
            if (!s) continue;
            OpenSide side = sides_[*s];
            close(*s);
            side.from = a == from ? to : a;
            side.to = b == from ? to : b;
            renamed.push_back(side);
        }
    }
    std::vector<TriangleId>& around = editable(to);
    for (const TriangleId t : moved) {
        std::ranges::replace(triangles_[t], from, to);
        around.push_back(t);
    }
    editable(from).clear();
    for (const OpenSide& side : renamed) add_side(side);
}

bool OpenSurface::fill(SideId s) {
    const OpenSide side = sides_[s];
    for (const TriangleId t : triangles_at(side.to)) {
        const auto& p = triangles_[t];
        for (std::size_t i = 0; i < 3; ++i) {
            if (p[i] != side.to) continue;
            const VertexId third = p[(i + 1) % 3];
            if (!open_side(side.to, third) || !open_side(third, side.from)) continue;
            if (third == opposite(side)) continue;  // the rim of a single triangle
            const TriangleId added = add_triangle({side.to, side.from, third},
                                                  {vertex_at(side.triangle, side.to),
                                                   vertex_at(side.triangle, side.from), any_vertex_at(third)},
                                                  side.triangle);
            close(s);
            add_side({side.from, third, added, side.root, side.start, side.end, true});
            add_side({third, side.to, added, side.root, side.start, side.end, true});
            ++added_;
            return true;
        }
    }
    return false;
}

void OpenSurface::close(SideId s) {
    sides_[s].open = false;
    open_.erase(key_of(sides_[s].from, sides_[s].to));
}

// Joins the side with its opposite, if that is open.
void OpenSurface::add_side(OpenSide side) {
    if (const auto opposite_side = open_side(side.to, side.from)) {
        close(*opposite_side);
        ++joined_;
        return;
    }
    const auto id = static_cast<SideId>(sides_.size());
    sides_.push_back(side);
    open_.emplace(key_of(side.from, side.to), id);
}

TriangleId OpenSurface::add_triangle(std::array<VertexId, 3> points, std::array<VertexId, 3> corners,
                                     TriangleId beside) {
    const auto t = static_cast<TriangleId>(triangles_.size());
    const TriangleId origin = origin_of(beside);
    triangles_.push_back(points);
    corners_.push_back(corners);
    origins_.push_back(origin);
    changed_[origin] = true;
    for (const VertexId p : points) editable(p).push_back(t);
    return t;
}

VertexId OpenSurface::vertex_at(TriangleId t, VertexId point) const {
    for (std::size_t i = 0; i < 3; ++i)
        if (triangles_[t][i] == point) return corners_[t][i];
    return any_vertex_at(point);
}

VertexId OpenSurface::any_vertex_at(VertexId point) const {
    VertexId lowest = Topology::no_triangle;
    for (const TriangleId t : triangles_at(point))
        for (std::size_t i = 0; i < 3; ++i)
            if (triangles_[t][i] == point) lowest = std::min(lowest, corners_[t][i]);
    return lowest;
}

}  // namespace graze::inline v1::detail
