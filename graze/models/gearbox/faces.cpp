#include "graze/models/gearbox/faces.h"

#include <algorithm>
#include <map>
#include <utility>

namespace graze::inline v1::gearbox {
namespace {

// All corners, each once, and the corners on each line parallel to an axis.
class Corners {
  public:
    VertexId id(Solid& solid, const Vec3& p) {
        const auto [found, is_new] = ids_.try_emplace({p.x, p.y, p.z}, 0);
        if (is_new) {
            found->second = solid.add(p);
            for (std::size_t axis = 0; axis < 3; ++axis)
                lines_[axis][{p[(axis + 1) % 3], p[(axis + 2) % 3]}].emplace(p[axis], found->second);
        }
        return found->second;
    }

    // The corners strictly between two points on a line parallel to an axis; none for points on other lines.
    void add_between(const Vec3& a, const Vec3& b, Loop& loop) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
            if (a[u] != b[u] || a[v] != b[v]) continue;
            const std::map<double, VertexId>& line = lines_[axis].at({a[u], a[v]});
            const auto from = line.find(a[axis]), to = line.find(b[axis]);
            if (a[axis] < b[axis])
                for (auto i = std::next(from); i != to; ++i) loop.push_back(i->second);
            else
                for (auto i = std::prev(from); i != to; --i) loop.push_back(i->second);
            return;
        }
    }

  private:
    std::map<std::array<double, 3>, VertexId> ids_;
    std::map<std::array<double, 2>, std::map<double, VertexId>> lines_[3];
};

Points on_grid(Points points, bool mirrored) {
    for (Vec3& p : points) {
        p = snapped(mirrored ? Vec3{p.x, p.y, -p.z} : p);
        p = p + Vec3{};  // no negative zeros: they are no different corners
    }
    if (mirrored) std::reverse(points.begin(), points.end());
    return points;
}

}  // namespace

void Faces::add(Points outer, std::vector<Points> holes) {
    Face face{on_grid(std::move(outer), mirrored_), {}};
    for (Points& hole : holes) face.holes.push_back(on_grid(std::move(hole), mirrored_));
    faces_.push_back(std::move(face));
}

void Faces::strip(const Points& from, const Points& to) {
    for (std::size_t i = 0; i + 1 < from.size(); ++i) add({from[i], from[i + 1], to[i + 1], to[i]});
}

Mesh Faces::mesh() const {
    Solid solid;
    Corners corners;
    for (const Face& face : faces_) {
        for (const Vec3& p : face.outer) corners.id(solid, p);
        for (const Points& hole : face.holes)
            for (const Vec3& p : hole) corners.id(solid, p);
    }
    const auto loop_of = [&](const Points& points) {
        Loop loop;
        for (std::size_t i = 0; i < points.size(); ++i) {
            loop.push_back(corners.id(solid, points[i]));
            corners.add_between(points[i], points[(i + 1) % points.size()], loop);
        }
        return loop;
    };
    for (const Face& face : faces_) {
        std::vector<Loop> holes;
        for (const Points& hole : face.holes) holes.push_back(loop_of(hole));
        solid.face(loop_of(face.outer), holes);
    }
    return std::move(solid).mesh();
}

Points at_height(const Outline& outline, double z) {
    Points points;
    for (const Vec2& p : outline) points.push_back({p.x, p.y, z});
    return points;
}

}  // namespace graze::inline v1::gearbox
