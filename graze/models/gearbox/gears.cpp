#include "graze/models/gearbox/gears.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/trig.h"

namespace graze::inline v1::gearbox {
namespace {

constexpr double full_turn = 6.283185307179586;
constexpr double cos_pressure = 0.9396926207859084;  // 20 degrees
constexpr double tan_pressure = 0.36397023426620234;
constexpr double pressure = 0.3490658503988659;
constexpr double dedendum = 1.25;

// The arc tangent of 0 to 1.5, without libm: the angle is halved twice; then a series.
double arc_tangent(double x) {
    for (int i = 0; i < 2; ++i) x = x / (1 + std::sqrt(1 + x * x));
    const double square = x * x;
    double sum = 0;
    for (int i = 12; i >= 0; --i) sum = 1.0 / (2 * i + 1) - square * sum;
    return 4 * x * sum;
}

// Half the angle of a tooth at a radius, in radians (Litvin and Fuentes 2004, section 10.5).
double half_tooth(const Gear& gear, double radius) {
    const double pitch_radius = gear.module * gear.teeth / 2, base = pitch_radius * cos_pressure;
    const double at_pitch =
        full_turn / 4 / gear.teeth - gear.thinning / 2 / pitch_radius + tan_pressure - pressure;
    if (radius <= base) return at_pitch;
    const double tangent = std::sqrt(radius * radius / (base * base) - 1);
    return at_pitch - (tangent - arc_tangent(tangent));
}

struct Polar {
    double radius, angle;  // radians from the middle of the tooth
};

// The outline from the middle of one gap to the middle of the next gap. The flanks go from the root to the
// tip. All chords are inside the involute, which is convex.
std::vector<Polar> tooth(const Gear& gear, std::uint32_t flank) {
    const double pitch_radius = gear.module * gear.teeth / 2;
    const double root = pitch_radius - dedendum * gear.module, tip = pitch_radius + gear.module;
    const double base = std::max(root, pitch_radius * cos_pressure);
    std::vector<Polar> rising;
    if (flank > 1 && base - root > 0.05 * gear.module) rising.push_back({root, half_tooth(gear, root)});
    const double first = rising.empty() ? root : base;
    for (std::uint32_t i = 0; i <= flank; ++i) {
        // More points near the base circle, where the involute bends most.
        const double share = static_cast<double>(i) / flank;
        const double radius = first + (tip - first) * share * (0.5 + 0.5 * share);
        rising.push_back({radius, half_tooth(gear, radius)});
    }
    std::vector<Polar> points;
    for (const Polar& p : rising) points.push_back({p.radius, -p.angle});
    for (auto p = rising.rbegin(); p != rising.rend(); ++p) points.push_back(*p);
    return points;
}

Outline toothed(const Gear& gear, const std::vector<Polar>& tooth, double phase) {
    Outline outline;
    outline.reserve(tooth.size() * gear.teeth);
    for (std::uint32_t i = 0; i < gear.teeth; ++i) {
        for (const Polar& p : tooth) {
            const auto [s, c] =
                sin_cos_turns(phase + static_cast<double>(i) / gear.teeth + p.angle / full_turn);
            outline.push_back({p.radius * c, p.radius * s});
        }
    }
    return outline;
}

// A face of the gear: teeth, rim, web and hub. `side` is +1 above and -1 below.
struct Side {
    Loop teeth, bore;
    std::vector<Loop> holes;
};

Side add_side(Solid& solid, const Gear& gear, Loop teeth, std::uint32_t sides, int side) {
    const bool outwards = side > 0;
    const auto wall = [&](const Loop& outer, const Loop& inner) {
        outwards ? solid.wall(outer, inner) : solid.wall(inner, outer);
    };
    Side result{std::move(teeth), {}, {}};
    const Outline bore = keyed_circle(gear.bore, sides, gear.key_width, gear.keyway);
    const double face = side * gear.width / 2;
    if (gear.hub == 0) {
        result.bore = solid.add(bore, face);
        solid.face(result.teeth, {result.bore}, outwards);
        return result;
    }
    const double web = side * gear.web / 2, hub_face = side * gear.hub_width / 2;
    const Outline rim = circle(gear.rim, sides), hub = circle(gear.hub, sides);
    const Loop rim_top = solid.add(rim, face), rim_floor = solid.add(rim, web);
    const Loop hub_floor = solid.add(hub, web), hub_top = solid.add(hub, hub_face);
    solid.face(result.teeth, {rim_top}, outwards);
    wall(rim_top, rim_floor);
    std::vector<Loop> holes{hub_floor};
    const double middle = (gear.rim + gear.hub) / 2, radius = (gear.rim - gear.hub) * 0.3;
    for (std::uint32_t i = 0; i < 6; ++i) {
        const auto [s, c] = sin_cos_turns(i / 6.0);
        result.holes.push_back(solid.add(circle(radius, sides / 2, {middle * c, middle * s}), web));
        holes.push_back(result.holes.back());
    }
    solid.face(rim_floor, holes, outwards);
    wall(hub_floor, hub_top);
    result.bore = solid.add(bore, hub_face);
    solid.face(hub_top, {result.bore}, outwards);
    return result;
}

struct Segment {
    Vec2 from, to;
};

double distance_from(const Vec2& p, const Segment& s) {
    const double x = s.to.x - s.from.x, y = s.to.y - s.from.y;
    const double share = ((p.x - s.from.x) * x + (p.y - s.from.y) * y) / (x * x + y * y);
    const double t = std::clamp(share, 0.0, 1.0);
    const double dx = s.from.x + x * t - p.x, dy = s.from.y + y * t - p.y;
    return std::sqrt(dx * dx + dy * dy);
}

// The distance of two segments that do not cross: from an end of one segment to the other segment.
double distance_between(const Segment& s, const Segment& t) {
    return std::min(
        {distance_from(s.from, t), distance_from(s.to, t), distance_from(t.from, s), distance_from(t.to, s)});
}

// The sides of the gear's polygon, moved up by `lift`, that are near the teeth of another gear: within the
// tip radius of that gear, enlarged by the largest distance between teeth in mesh.
std::vector<Segment> sides_near(const Gear& gear, std::uint32_t flank, double lift, const Vec2& other,
                                double tip) {
    const Outline outline = toothed(gear, tooth(gear, flank), gear.phase);
    const double reach = tip + gear.module;
    std::vector<Segment> near;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2 &p = outline[i], &q = outline[i + 1 == outline.size() ? 0 : i + 1];
        const Segment side{{snapped(p.x), snapped(p.y) + lift}, {snapped(q.x), snapped(q.y) + lift}};
        if (distance_from(other, side) < reach) near.push_back(side);
    }
    return near;
}

}  // namespace

double tip_radius(const Gear& gear) {
    return gear.module * (gear.teeth / 2.0 + 1);
}

double tooth_distance(const Gear& first, const Gear& second, double apart, std::uint32_t flank) {
    const std::vector<Segment> a = sides_near(first, flank, 0, {0, apart}, tip_radius(second));
    const std::vector<Segment> b = sides_near(second, flank, apart, {0, 0}, tip_radius(first));
    double least = HUGE_VAL;
    for (const Segment& s : a)
        for (const Segment& t : b) least = std::min(least, distance_between(s, t));
    return least;
}

Mesh gear(const Gear& gear, const GearFineness& fineness) {
    Solid solid;
    const std::vector<Polar> profile = tooth(gear, fineness.flank);
    std::vector<Loop> levels;
    for (std::uint32_t i = 0; i <= fineness.layers; ++i) {
        const double share = static_cast<double>(i) / fineness.layers - 0.5;
        levels.push_back(
            solid.add(toothed(gear, profile, gear.phase + share * gear.twist), share * gear.width));
    }
    for (std::size_t i = 0; i + 1 < levels.size(); ++i) solid.wall(levels[i], levels[i + 1]);
    const Side below = add_side(solid, gear, levels.front(), fineness.sides, -1);
    const Side above = add_side(solid, gear, levels.back(), fineness.sides, +1);
    solid.wall(above.bore, below.bore, fineness.layers);
    for (std::size_t i = 0; i < above.holes.size(); ++i) solid.wall(above.holes[i], below.holes[i]);
    return std::move(solid).mesh();
}

}  // namespace graze::inline v1::gearbox
