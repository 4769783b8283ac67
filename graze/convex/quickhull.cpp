#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/predicates.h"
#include "graze/convex/detail/quickhull.h"

namespace graze::inline v1::detail {
namespace {

using Corners = std::array<std::uint32_t, 3>;
constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();

bool lies_before_in_space(const Vec3& a, const Vec3& b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

// The point with the greatest rating that qualifies; the best one mostly does. No number if none does.
template <class Rating, class Qualifies>
std::uint32_t best_point(std::size_t count, const Rating& rating, const Qualifies& qualifies) {
    std::uint32_t best = 0;
    double most = -1;
    for (std::uint32_t i = 0; i < count; ++i)
        if (const double r = rating(i); r > most) best = i, most = r;
    if (qualifies(best)) return best;
    for (std::uint32_t i = 0; i < count; ++i)
        if (qualifies(i)) return i;
    return no_number;
}

class Quickhull {
  public:
    Quickhull(std::span<const Vec3> points, const FirstSimplex& simplex)
        : points_(points), next_(points.size(), no_number), face_from_(points.size(), no_number) {
        make_simplex(simplex.point);
        // Faces are appended; each is looked at once, and has got its outside points by then.
        for (std::uint32_t f = 0; f < faces_.size(); ++f)
            if (faces_[f].alive && faces_[f].first_outside != no_number) add_point(f);
    }

    std::vector<Corners> triangles() const {
        std::vector<Corners> result;
        for (const Face& f : faces_)
            if (f.alive) result.push_back(f.corner);
        return result;
    }

  private:
    struct Face {
        Corners corner;
        Corners beyond;                           // the faces across the edges from corner i to corner i + 1
        std::uint32_t first_outside = no_number;  // a list, the furthest point first
        double furthest = 0;
        bool alive = true;
        Vec3 normal;  // rounded, to choose by
    };
    struct HorizonEdge {
        std::uint32_t from, to, beyond;
    };

    bool sees(const Face& f, std::uint32_t p) const {
        return orient3d(points_[f.corner[0]], points_[f.corner[1]], points_[f.corner[2]], points_[p]) > 0;
    }

    std::uint32_t make_face(const Corners& corner) {
        Face f;
        f.corner = corner;
        const Vec3& a = points_[corner[0]];
        f.normal = normalized(cross(points_[corner[1]] - a, points_[corner[2]] - a));
        faces_.push_back(f);
        return static_cast<std::uint32_t>(faces_.size() - 1);
    }

    // True if the face sees the point, which is then in its list.
    bool offer(std::uint32_t face, std::uint32_t p) {
        Face& f = faces_[face];
        if (!sees(f, p)) return false;
        const double height = dot(f.normal, points_[p] - points_[f.corner[0]]);
        if (f.first_outside == no_number || height > f.furthest) {
            next_[p] = f.first_outside;
            f.first_outside = p;
            f.furthest = height;
        } else {
            next_[p] = next_[f.first_outside];
            next_[f.first_outside] = p;
        }
        return true;
    }

    void make_simplex(std::array<std::uint32_t, 4> s) {
        if (orient3d(points_[s[0]], points_[s[1]], points_[s[2]], points_[s[3]]) > 0) std::swap(s[0], s[1]);
        // Now the fourth is below the first three.
        const std::uint32_t f0 = make_face({s[0], s[1], s[2]}), f1 = make_face({s[1], s[0], s[3]}),
                            f2 = make_face({s[2], s[1], s[3]}), f3 = make_face({s[0], s[2], s[3]});
        faces_[f0].beyond = {f1, f2, f3};
        faces_[f1].beyond = {f0, f3, f2};
        faces_[f2].beyond = {f0, f1, f3};
        faces_[f3].beyond = {f0, f2, f1};
        for (std::uint32_t p = 0; p < points_.size(); ++p)
            for (const std::uint32_t f : {f0, f1, f2, f3})
                if (offer(f, p)) break;
    }

    // The faces that see p are replaced by the cone from their border to p. A face in a plane with p stays:
    // if p is outside the hull, some other face sees it. No new triangle is without area, since p on the line
    // of a border edge would be in the plane of the face that is to see it.
    void add_point(std::uint32_t start) {
        const std::uint32_t p = faces_[start].first_outside;
        visible_.assign(1, start);
        horizon_.clear();
        faces_[start].alive = false;
        for (std::size_t i = 0; i < visible_.size(); ++i) {
            const Corners corner = faces_[visible_[i]].corner, beyond = faces_[visible_[i]].beyond;
            for (std::size_t e = 0; e < 3; ++e) {
                Face& other = faces_[beyond[e]];
                if (!other.alive) continue;  // sees p, too: only this round's faces border on each other
                if (sees(other, p)) {
                    other.alive = false;
                    visible_.push_back(beyond[e]);
                } else {
                    horizon_.push_back({corner[e], corner[(e + 1) % 3], beyond[e]});
                }
            }
        }
        const auto first_new = static_cast<std::uint32_t>(faces_.size());
        for (const HorizonEdge& edge : horizon_) {
            const std::uint32_t face = make_face({edge.from, edge.to, p});
            faces_[face].beyond[0] = edge.beyond;
            Face& other = faces_[edge.beyond];
            for (std::size_t e = 0; e < 3; ++e)
                if (other.corner[e] == edge.to && other.corner[(e + 1) % 3] == edge.from)
                    other.beyond[e] = face;
            face_from_[edge.from] = face;
        }
        const auto end = static_cast<std::uint32_t>(faces_.size());
        for (std::uint32_t f = first_new; f < end; ++f) {
            const std::uint32_t following = face_from_[faces_[f].corner[1]];
            faces_[f].beyond[1] = following;
            faces_[following].beyond[2] = f;
        }
        for (const std::uint32_t f : visible_)
            for (std::uint32_t q = faces_[f].first_outside; q != no_number;) {
                const std::uint32_t following = next_[q];
                for (std::uint32_t g = first_new; q != p && g < end; ++g)
                    if (offer(g, q)) break;
                q = following;
            }
    }

    std::span<const Vec3> points_;
    std::vector<std::uint32_t> next_;       // in the list of a face
    std::vector<std::uint32_t> face_from_;  // the new face whose border edge begins at this point
    std::vector<Face> faces_;
    std::vector<std::uint32_t> visible_;
    std::vector<HorizonEdge> horizon_;
};

}  // namespace

FirstSimplex first_simplex(std::span<const Vec3> points) {
    FirstSimplex result;
    auto& s = result.point;
    for (std::uint32_t i = 0; i < points.size(); ++i)
        if (lies_before_in_space(points[i], points[s[0]])) s[0] = i;
    const Vec3& a = points[s[0]];
    const auto largest_of_vector = [](const Vec3& v) {
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    };
    s[1] = best_point(
        points.size(), [&](std::uint32_t i) { return largest_of_vector(points[i] - a); },
        [&](std::uint32_t i) { return !(points[i] == a); });
    if (s[1] == no_number) return result;
    result.dimension = 1;
    // In units of the largest distance, so that nothing leaves the range of doubles.
    const double unit = largest_of_vector(points[s[1]] - a);
    const auto from_a = [&](std::uint32_t i) { return (points[i] - a) / unit; };
    const Vec3 along = from_a(s[1]);
    s[2] = best_point(
        points.size(), [&](std::uint32_t i) { return largest_of_vector(cross(along, from_a(i))); },
        [&](std::uint32_t i) { return !collinear(a, points[s[1]], points[i]); });
    if (s[2] == no_number) return result;
    result.dimension = 2;
    const Vec3 across = cross(along, from_a(s[2]));
    s[3] = best_point(
        points.size(), [&](std::uint32_t i) { return std::abs(dot(across, from_a(i))); },
        [&](std::uint32_t i) { return orient3d(a, points[s[1]], points[s[2]], points[i]) != 0; });
    if (s[3] != no_number) result.dimension = 3;
    return result;
}

std::vector<Corners> hull_triangles(std::span<const Vec3> points, const FirstSimplex& simplex) {
    return Quickhull(points, simplex).triangles();
}

// Andrew's monotone chain, in the plane without the coordinate along which abc is not flat.
std::vector<std::uint32_t> flat_hull(std::span<const Vec3> points, std::vector<std::uint32_t> members,
                                     const Corners& abc) {
    const Triangle t{{points[abc[0]], points[abc[1]], points[abc[2]]}};
    const int axis = projection_axis(t);
    const auto flat = [&](std::uint32_t i) { return drop(points[i], axis); };
    const int turn = orient2d(drop(t[0], axis), drop(t[1], axis), drop(t[2], axis));
    const auto before = [&](std::uint32_t i, std::uint32_t j) {
        const Vec2 p = flat(i), q = flat(j);
        if (p.x != q.x) return p.x < q.x;
        return p.y != q.y ? p.y < q.y : i < j;
    };
    std::ranges::sort(members, before);
    const auto same = [&](std::uint32_t i, std::uint32_t j) { return flat(i) == flat(j); };
    members.erase(std::unique(members.begin(), members.end(), same), members.end());
    std::vector<std::uint32_t> chain;
    const auto go = [&](std::uint32_t m, std::size_t least) {
        while (chain.size() >= least + 2 &&
               orient2d(flat(chain[chain.size() - 2]), flat(chain.back()), flat(m)) <= 0)
            chain.pop_back();
        chain.push_back(m);
    };
    for (const std::uint32_t m : members) go(m, 0);
    const std::size_t lower = chain.size() - 1;
    for (auto m = members.rbegin() + 1; m != members.rend(); ++m) go(*m, lower);
    chain.pop_back();
    if (turn < 0) std::ranges::reverse(chain);
    return chain;
}

}  // namespace graze::inline v1::detail
