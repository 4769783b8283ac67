#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects.h"

namespace graze::inline v1 {
namespace {

using Triangles = std::vector<std::array<VertexId, 3>>;

constexpr double half_height = 1.5, half_gap = 0.02;
constexpr std::uint32_t most_notches = 100'000'000;  // 24 triangles each: what a mesh holds

void add_facet(Triangles& triangles, VertexId a, VertexId b, VertexId c, VertexId d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
}

// One half of the surface: the notched side and the two faces of the box into which its notches open. Made
// for the lower side. The upper side is the lower side of a saddle of the other sign, turned over about the
// line x = y.
class NotchedSide {
  public:
    NotchedSide(std::uint32_t notches, bool above) : notches_(notches), above_(above) {}

    void add(std::vector<Vec3>& vertices, Triangles& triangles) const {
        const auto first = static_cast<VertexId>(vertices.size());
        for (const double x : {-1.0, 1.0})
            for (std::uint32_t k = 1; k <= notches_; ++k) add_notch_end(vertices, x, k);
        const Ends at_minus{corner(-1, -1, -1), corner(-1, 1, -1), first};
        const Ends at_plus{corner(1, -1, -1), corner(1, 1, -1), first + 3 * notches_};
        for (std::uint32_t k = 1; k <= notches_; ++k) add_walls(triangles, at_minus, at_plus, k);
        for (std::uint32_t k = 0; k <= notches_; ++k)
            add_facet(triangles, after(at_minus, k), before(at_minus, k + 1), before(at_plus, k + 1),
                      after(at_plus, k));
        add_end_face(triangles, at_plus, corner(1, -1, 1), corner(1, 1, 1), false);
        add_end_face(triangles, at_minus, corner(-1, -1, 1), corner(-1, 1, 1), true);
    }

    // The corners of the box come first. The bits of a corner's number are the signs of x, y and z.
    static std::vector<Vec3> corners() {
        std::vector<Vec3> corners;
        for (int i = 0; i < 8; ++i)
            corners.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? half_height : -half_height});
        return corners;
    }

  private:
    // The lower edge of one end face: its corners, and three vertices for each notch.
    struct Ends {
        VertexId left, right, first;
    };
    VertexId tip(const Ends& e, std::uint32_t k) const { return e.first + 3 * (k - 1) + 1; }
    // The end of a strip between notches: the rim of a notch, or a corner.
    VertexId after(const Ends& e, std::uint32_t k) const { return k == 0 ? e.left : tip(e, k) + 1; }
    VertexId before(const Ends& e, std::uint32_t k) const { return k > notches_ ? e.right : tip(e, k) - 1; }

    VertexId corner(int x, int y, int z) const {
        if (above_) return corner_id(y, x, -z);
        return corner_id(x, y, z);
    }
    static VertexId corner_id(int x, int y, int z) {
        return (x > 0 ? 1u : 0u) + (y > 0 ? 2u : 0u) + (z > 0 ? 4u : 0u);
    }

    // The walls of a notch are planes through its tip, so deeper notches have wider openings.
    void add_notch_end(std::vector<Vec3>& vertices, double x, std::uint32_t k) const {
        const double y = (2.0 * k - (notches_ + 1.0)) / (notches_ + 1.0);
        const double tip = (above_ ? -x * y : x * y) - half_gap;
        const double opening = chazelle_slope(notches_) * (tip + half_height);
        for (const Vec3& p :
             {Vec3{x, y - opening, -half_height}, Vec3{x, y, tip}, Vec3{x, y + opening, -half_height}})
            vertices.push_back(above_ ? Vec3{p.y, p.x, -p.z} : p);
    }

    void add_walls(Triangles& triangles, const Ends& minus, const Ends& plus, std::uint32_t k) const {
        add_facet(triangles, before(minus, k), tip(minus, k), tip(plus, k), before(plus, k));
        add_facet(triangles, after(minus, k), after(plus, k), tip(plus, k), tip(minus, k));
    }

    void add_end_face(Triangles& triangles, const Ends& e, VertexId upper_left, VertexId upper_right,
                      bool turned) const {
        const auto add = [&](VertexId a, VertexId b, VertexId c) {
            triangles.push_back(turned ? std::array{a, c, b} : std::array{a, b, c});
        };
        add(e.left, before(e, 1), tip(e, 1));
        add(upper_left, e.left, tip(e, 1));
        for (std::uint32_t k = 1; k < notches_; ++k) {
            add(after(e, k), before(e, k + 1), tip(e, k + 1));
            add(after(e, k), tip(e, k + 1), tip(e, k));
            add(upper_left, tip(e, k), tip(e, k + 1));
        }
        add(after(e, notches_), e.right, tip(e, notches_));
        add(tip(e, notches_), e.right, upper_right);
        add(upper_left, tip(e, notches_), upper_right);
    }

    std::uint32_t notches_;
    bool above_;
};

}  // namespace

double chazelle_slope(std::uint32_t notches) {
    return 0.36 / (notches + 1.0);
}

double chazelle_volume(std::uint32_t notches) {
    double volume = 8 * half_height;
    const double depth = half_height - half_gap;  // under the middle of the box
    for (std::uint32_t k = 1; k <= notches; ++k) {
        const double y = (2.0 * k - (notches + 1.0)) / (notches + 1.0);
        volume -= 2 * chazelle_slope(notches) * (2 * depth * depth + 2 * y * y / 3);
    }
    return volume;
}

Mesh make_chazelle(std::uint32_t notches) {
    if (notches == 0 || notches > most_notches)
        throw Error("Chazelle's polyhedron has from 1 to 100000000 notches on each side");
    std::vector<Vec3> vertices = NotchedSide::corners();
    Triangles triangles;
    vertices.reserve(8 + 12 * std::size_t{notches});
    triangles.reserve(12 + 24 * std::size_t{notches});
    NotchedSide(notches, false).add(vertices, triangles);
    NotchedSide(notches, true).add(vertices, triangles);
    return Mesh(std::move(vertices), std::move(triangles));
}

}  // namespace graze::inline v1
