// Any four points on linear paths: the answer is that of the exact tests at the begin, the end, and, where
// doubles tell the places exactly, half way; and the same for features named in another order.
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "graze/query/sweep/linear_impact.h"
#include "graze/query/triangle/triangle_pair.h"
#include "tests/fuzz/coordinates.h"

namespace {

using graze::MovingPoint;
using graze::Vec3;

void require(bool condition) {
    if (!condition) std::abort();
}

using Points = std::array<MovingPoint, 4>;

graze::LinearImpact ask(bool edges, const Points& p, double separation) {
    return edges ? graze::edge_edge_impact({p[0], p[1]}, {p[2], p[3]}, separation)
                 : graze::vertex_face_impact(p[0], {p[1], p[2], p[3]}, separation);
}

bool meet(bool edges, const std::array<Vec3, 4>& at) {
    return edges ? graze::intersects({at[0], at[1], at[1]}, {at[2], at[3], at[3]})
                 : graze::intersects({at[0], at[0], at[0]}, {at[1], at[2], at[3]});
}

std::optional<std::array<Vec3, 4>> half_way(const Points& points) {
    std::array<Vec3, 4> at;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double from = points[i].from[k], to = points[i].to[k], sum = from + to;
            if (sum - to != from || sum - from != to || std::ldexp(sum / 2, 1) != sum) return {};
            at[i][k] = sum / 2;
        }
    }
    return at;
}

}  // namespace

// One byte for the features and the separation, then coordinates.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace graze;
    if (size < 1) return 0;
    fuzz::Coordinates in(data + 1, size - 1);
    const bool edges = (data[0] & 1) != 0;
    Points points;
    for (MovingPoint& p : points) {
        p.from = in.point();
        p.to = in.point();
    }
    constexpr std::array<double, 4> separations{0, 0, 1e-3, 5};
    const double separation = separations[data[0] >> 1 & 3];
    const LinearImpact found = ask(edges, points, separation);
    if (found.answer == Answer::yes) {
        require(0 <= found.at_least && found.at_least <= found.at_most && found.at_most <= 1);
    } else if (separation == 0) {
        require(found.answer == Answer::no);
    } else {
        require(found.answer == Answer::no || found.answer == Answer::undecided);
    }
    std::array<Vec3, 4> begin, end;
    for (std::size_t i = 0; i < 4; ++i) {
        begin[i] = points[i].from;
        end[i] = points[i].to;
    }
    const auto check = [&](const std::array<Vec3, 4>& at, double time) {
        if (!meet(edges, at)) return false;
        require(found.answer != Answer::no);
        if (found.answer == Answer::yes) require(found.at_least <= time);
        return true;
    };
    const bool met_at_begin = check(begin, 0);
    check(end, 1);
    if (const auto middle = half_way(points)) check(*middle, 0.5);
    if (separation > 0) return 0;
    if (found.answer == Answer::yes && found.at_most == 0) require(met_at_begin);
    const Points other = edges ? Points{points[3], points[2], points[0], points[1]}
                               : Points{points[0], points[3], points[1], points[2]};
    require(ask(edges, other, 0).answer == found.answer);
    return 0;
}
