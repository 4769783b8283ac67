#include "graze/world/comparison/swept_box.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace graze::inline v1 {

namespace {

constexpr unsigned bit(std::size_t axis) {
    return 1u << axis;
}

Vec3 along(std::size_t axis, double length) {
    Vec3 v;
    v[axis] = length;
    return v;
}

// Calls visit(from, to) once for each edge; stops and returns true when visit returns true. An edge belongs
// to two faces, which run through it in opposite directions or the same one; here the smaller vertex number
// comes first.
template <class Visit>
bool any_edge(const SweptBox& box, const Visit& visit) {
    std::array<std::uint16_t, 14> seen{};  // for each vertex, the vertices it is joined to
    for (const SweptBox::Face& face : box.faces()) {
        for (std::size_t i = 0; i < face.size; ++i) {
            const auto [from, to] = std::minmax(face.corners[i], face.corners[(i + 1) % face.size]);
            const auto mark = static_cast<std::uint16_t>(1u << to);
            if (seen[from] & mark) continue;
            seen[from] = static_cast<std::uint16_t>(seen[from] | mark);
            if (visit(box.vertices()[from], box.vertices()[to])) return true;
        }
    }
    return false;
}

bool has_vertex_in(const SweptBox& a, const SweptBox& b) {
    return std::ranges::any_of(a.vertices(), [&](const Vec3& v) { return b.contains(v); });
}

bool has_edge_in(const SweptBox& a, const SweptBox& b) {
    return any_edge(a, [&](const Vec3& from, const Vec3& to) { return b.meets_segment(from, to); });
}

}  // namespace

// A corner is numbered by the axes in which it is ahead, as seen in the direction of motion. Vertices are the
// corners at the start that trail in some axis of motion, and the corners at the end that lead in one. The
// other corners are inside, or on a face or an edge.
SweptBox::SweptBox(const Box& start, const Vec3& way) : way_(way), bounds_(start) {
    bounds_.grow(Box{start.lower + way, start.upper + way});
    unsigned moving = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (way[axis] != 0) moving |= bit(axis);

    const auto corner = [&](unsigned leading) {
        Vec3 p;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool ahead = (leading & bit(axis)) != 0, forwards = way[axis] >= 0;
            p[axis] = ahead == forwards ? start.upper[axis] : start.lower[axis];
        }
        return p;
    };
    const auto add = [&](End end, unsigned leading, const Vec3& p) {
        number_[static_cast<std::size_t>(end)][leading] = static_cast<std::uint8_t>(vertex_count_);
        vertices_[vertex_count_++] = p;
    };
    for (unsigned leading = 0; leading < 8; ++leading)
        if (moving == 0 || (leading & moving) != moving) add(End::start, leading, corner(leading));
    for (unsigned leading = 0; leading < 8; ++leading)
        if ((leading & moving) != 0) add(End::finish, leading, corner(leading) + way);

    for (std::size_t axis = 0; axis < 3; ++axis) add_faces_across(axis);
    if (std::has_single_bit(moving)) return;
    for (std::size_t axis = 0; axis < 3; ++axis) add_faces_along(axis);
}

std::uint8_t SweptBox::vertex(End end, unsigned leading) const {
    return number_[static_cast<std::size_t>(end)][leading];
}

void SweptBox::add_face(const Vec3& normal, std::initializer_list<std::uint8_t> corners) {
    Face& face = faces_[face_count_++];
    face.normal = normal;
    face.size = static_cast<std::uint8_t>(corners.size());
    std::ranges::copy(corners, face.corners.begin());
}

// The two faces across an axis. If the box moves along that axis, they are the box's own faces at the end and
// at the start; if not, they are swept by two sides of the box.
void SweptBox::add_faces_across(std::size_t axis) {
    const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    const unsigned bi = bit(i), bj = bit(j);
    const bool i_moves = way_[i] != 0, j_moves = way_[j] != 0;
    const double forwards = way_[axis] >= 0 ? 1 : -1;
    for (const bool ahead : {true, false}) {
        const unsigned own = ahead ? bit(axis) : 0;
        const Vec3 normal = along(axis, ahead ? forwards : -forwards);
        const End side = ahead ? End::finish : End::start;
        const auto at = [&](End end, unsigned leading) { return vertex(end, own | leading); };
        if (way_[axis] != 0 || (!i_moves && !j_moves)) {
            const End end = way_[axis] != 0 ? side : End::start;
            add_face(normal, {at(end, 0), at(end, bi), at(end, bi | bj), at(end, bj)});
        } else if (i_moves && j_moves) {
            add_face(normal, {at(End::start, 0), at(End::start, bi), at(End::finish, bi),
                              at(End::finish, bi | bj), at(End::finish, bj), at(End::start, bj)});
        } else {
            const unsigned moves = i_moves ? bi : bj, rests = i_moves ? bj : bi;
            add_face(normal, {at(End::start, 0), at(End::finish, moves), at(End::finish, moves | rests),
                              at(End::start, rests)});
        }
    }
}

// The two faces swept by edges along an axis: the edges that lead in one of the other axes and trail in the
// last.
void SweptBox::add_faces_along(std::size_t axis) {
    const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    if (way_[i] == 0 || way_[j] == 0) return;
    for (const auto& [leads, trails] : {std::pair{i, j}, std::pair{j, i}}) {
        // At right angles to the displacement and to the axis. Division by the larger of the two coordinates
        // avoids overflow later; signs come from the displacement.
        const double size = std::max(std::abs(way_[i]), std::abs(way_[j]));
        Vec3 normal;
        normal[leads] = std::copysign(way_[trails] / size, way_[leads]);
        normal[trails] = -std::copysign(way_[leads] / size, way_[trails]);
        const unsigned lower = bit(leads), upper = bit(leads) | bit(axis);
        add_face(normal, {vertex(End::start, lower), vertex(End::finish, lower), vertex(End::finish, upper),
                          vertex(End::start, upper)});
    }
}

bool SweptBox::contains(const Vec3& p) const {
    return std::ranges::all_of(
        faces(), [&](const Face& face) { return dot(p - vertices_[face.corners[0]], face.normal) <= 0; });
}

bool SweptBox::meets_segment(const Vec3& from, const Vec3& to) const {
    double first = 0, last = 1;  // fractions of the segment on the inner side of all faces so far
    for (const Face& face : faces()) {
        const double at_from = dot(from - vertices_[face.corners[0]], face.normal);
        const double at_to = dot(to - vertices_[face.corners[0]], face.normal);
        if (at_from > 0 && at_to > 0) return false;
        if (at_from > 0) first = std::max(first, at_from / (at_from - at_to));
        if (at_to > 0) last = std::min(last, at_from / (at_from - at_to));
        if (first > last) return false;
    }
    return true;
}

bool intersects(const SweptBox& a, const SweptBox& b) {
    return has_vertex_in(a, b) || has_vertex_in(b, a) || has_edge_in(a, b) || has_edge_in(b, a);
}

}  // namespace graze::inline v1
