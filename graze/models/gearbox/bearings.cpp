#include "graze/models/gearbox/bearings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/trig.h"
#include "graze/mesh/generate.h"

namespace graze::inline v1::gearbox {
namespace {

struct Station {
    double radius, z;
};

// The groove of a ring from z = -half to +half: an arc about the middle of the balls that ends at the ring's
// shoulder. The corners of the groove are moved away from the ball (`away` is 1 for the outer ring, -1 for
// the inner ring), so that no chord is nearer to the ball than the gap. This concerns chords along the arc,
// and chords around the axis where the ring is concave.
std::vector<Station> groove(const BearingSize& size, double land, int away, std::uint32_t sides,
                            std::uint32_t segments) {
    const double radius = size.ball_radius + ball_gap;
    const double depth = std::abs(land - size.pitch_radius);
    // Half the arc's angle, whose cosine is depth / radius. By bisection: libm's acos differs between
    // platforms.
    const double half = std::sqrt(radius * radius - depth * depth);
    double half_turns = 0, step = 0.125;
    for (int i = 0; i < 40; ++i, step /= 2)
        if (radius * sin_cos_turns(half_turns + step).sin < half) half_turns += step;
    const double chord = sin_cos_turns(half_turns / segments).cos;
    const double around = away > 0 ? sin_cos_turns(0.5 / sides).cos : 1;
    std::vector<Station> stations;
    for (std::uint32_t i = 0; i <= segments; ++i) {
        const auto [s, c] = sin_cos_turns(half_turns * (2.0 * i / segments - 1));
        const bool end = i == 0 || i == segments;
        const double reach = end ? depth : radius / chord * c;
        const double r = size.pitch_radius + away * reach;
        stations.push_back({(end ? land : r) / around, s * radius / chord});
    }
    return stations;
}

// A ring with a smooth wall at one radius and the groove on the other side.
Mesh ring(const std::vector<Station>& grooved, double smooth, double land, double half, std::uint32_t sides,
          bool groove_outside) {
    Solid solid;
    std::vector<Loop> loops{solid.add(circle(land, sides), -half)};
    for (const Station& s : grooved) loops.push_back(solid.add(circle(s.radius, sides), s.z));
    loops.push_back(solid.add(circle(land, sides), half));
    for (std::size_t i = 0; i + 1 < loops.size(); ++i)
        groove_outside ? solid.wall(loops[i], loops[i + 1]) : solid.wall(loops[i + 1], loops[i]);
    const Loop below = solid.add(circle(smooth, sides), -half),
               above = solid.add(circle(smooth, sides), half);
    if (groove_outside) {
        solid.wall(above, below);
        solid.face(loops.front(), {below}, false);
        solid.face(loops.back(), {above});
    } else {
        solid.wall(below, above);
        solid.face(below, {loops.front()}, false);
        solid.face(above, {loops.back()});
    }
    return std::move(solid).mesh();
}

}  // namespace

Mesh inner_ring(const BearingSize& size, std::uint32_t sides, std::uint32_t groove_segments) {
    return ring(groove(size, size.inner_land, -1, sides, groove_segments), size.bore, size.inner_land,
                size.width / 2, sides, true);
}

Mesh outer_ring(const BearingSize& size, double press, std::uint32_t sides, std::uint32_t groove_segments) {
    const std::vector<Station> grooved = groove(size, size.outer_land, +1, sides, groove_segments);
    return ring(grooved, size.outside + press, grooved[0].radius, size.width / 2, sides, false);
}

Mesh ball(double radius, std::uint32_t f) {
    const Mesh smooth = make_sphere(radius, 8 * f * f);
    std::vector<Vec3> vertices;
    for (const Vec3& v : smooth.vertices()) vertices.push_back(snapped(v));
    return Mesh(std::move(vertices), {smooth.triangles().begin(), smooth.triangles().end()});
}

Known least_width(const Mesh& ball) {
    double inside = HUGE_VAL;
    Vec3 across;
    for (const auto& [a, b, c] : ball.triangles()) {
        const Vec3 p = ball.vertices()[a], q = ball.vertices()[b], r = ball.vertices()[c];
        const Vec3 normal = normalized(cross(q - p, r - p));
        if (dot(normal, p) >= inside) continue;
        inside = dot(normal, p);
        across = normal;
    }
    double low = 0, high = 0;
    for (const Vec3& v : ball.vertices()) {
        low = std::min(low, dot(across, v));
        high = std::max(high, dot(across, v));
    }
    const double least = 2 * inside, most = high - low;
    return {(least + most) / 2, (most - least) / 2 + 1e-12};
}

Vec3 ball_centre(const BearingSize& size, std::uint32_t ball) {
    const auto [s, c] = sin_cos_turns(static_cast<double>(ball) / size.balls);
    return snapped(Vec3{size.pitch_radius * c, size.pitch_radius * s, 0});
}

Mesh cage_half(const BearingSize& size, std::uint32_t segments_per_ball) {
    constexpr double sheet = 1, gap = 2 * ball_gap;
    const double pocket = size.ball_radius + gap;
    const double inside = size.pitch_radius - 1.25, outside = size.pitch_radius + 1.25;
    const std::uint32_t count = segments_per_ball * size.balls;
    Solid solid;
    Loop loops[4];  // inside and outside, below and above
    for (std::uint32_t i = 0; i < count; ++i) {
        const double turns = static_cast<double>(i) / count;
        const auto [s, c] = sin_cos_turns(turns);
        // The distance along the circle to the nearest ball, and the height of the sheet there.
        const double share = static_cast<double>(i % segments_per_ball) / segments_per_ball;
        const double off = std::abs(share - (share > 0.5 ? 1 : 0)) / size.balls;
        const double along = inside * sin_cos_turns(off).sin;
        const double square = pocket * pocket - along * along;
        const double low = square > 0 ? std::sqrt(square) : 0;
        // The upper side of the sheet bulges further, by the thickness of the sheet.
        const double far = (pocket + sheet) * (pocket + sheet) - along * along;
        const double high = std::max(sheet, far > 0 ? std::sqrt(far) : 0);
        loops[0].push_back(solid.add({inside * c, inside * s, low}));
        loops[1].push_back(solid.add({outside * c, outside * s, low}));
        loops[2].push_back(solid.add({inside * c, inside * s, high}));
        loops[3].push_back(solid.add({outside * c, outside * s, high}));
    }
    solid.wall(loops[1], loops[3]);  // outside
    solid.wall(loops[3], loops[2]);  // above
    solid.wall(loops[2], loops[0]);  // inside
    solid.wall(loops[0], loops[1]);  // below
    return std::move(solid).mesh();
}

}  // namespace graze::inline v1::gearbox
