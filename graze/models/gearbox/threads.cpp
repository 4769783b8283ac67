#include "graze/models/gearbox/threads.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/trig.h"

namespace graze::inline v1::gearbox {
namespace {

// The basic profile of ISO 68-1 over one pitch, as heights above the minor radius: a root of a quarter of the
// pitch, flanks at 30 degrees to the radius, and a crest of an eighth of the pitch. It is 5/8 H high.
constexpr double root_width = 0.25, crest_width = 0.125, flank_width = 0.3125;

struct ProfilePoint {
    double along;   // in pitches
    double height;  // 0 to 1
};

std::vector<ProfilePoint> profile_points(std::uint32_t flank) {
    std::vector<ProfilePoint> points{{0, 0}};
    for (std::uint32_t i = 0; i <= flank; ++i) {
        const double share = static_cast<double>(i) / flank;
        points.push_back({root_width + share * flank_width, share});
    }
    for (std::uint32_t i = 0; i < flank; ++i) {
        const double share = static_cast<double>(i) / flank;
        points.push_back({root_width + flank_width + crest_width + share * flank_width, 1 - share});
    }
    return points;
}

double minor_radius(const ThreadSize& size) {
    return size.diameter / 2 - 0.625 * std::sqrt(0.75) * size.pitch;
}

struct Radii {
    double minor, major;
};

// A thread between two rings, as a sheet of rows that climb one pitch per turn. Row i of a turn is point i of
// the profile; after a turn it continues as row i + (number of points of the profile).
class ThreadSheet {
  public:
    // `clamp(z, radius)` gives the radius at that height, so that the thread can run out at its ends.
    template <typename Clamp>
    ThreadSheet(Solid& solid, const ThreadSize& size, const ThreadFineness& fineness, double start,
                std::uint32_t turns, const Radii& radii, const Clamp& clamp)
        : solid_(solid), sides_(fineness.sides) {
        const auto profile = profile_points(fineness.flank);
        per_turn_ = profile.size();
        rows_ = per_turn_ * (turns - 1);
        columns_.resize(sides_);
        for (std::size_t j = 0; j < sides_; ++j) {
            const double turned = static_cast<double>(j) / static_cast<double>(sides_);
            const auto [sine, cosine] = sin_cos_turns(turned);
            // The first column is also the last column, one pitch higher.
            for (std::size_t m = 0; m <= rows_ + (j == 0 ? per_turn_ : 0); ++m) {
                const ProfilePoint& p = profile[m % per_turn_];
                const std::size_t whole_turns = m / per_turn_;
                const double z = start + size.pitch * (static_cast<double>(whole_turns) + p.along + turned);
                const double r = clamp(z, radii.minor + p.height * (radii.major - radii.minor));
                columns_[j].push_back(solid.add({r * cosine, r * sine, z}));
            }
        }
    }

    void join(const Loop& lower, const Loop& upper, bool outwards) {
        outwards_ = outwards;
        for (std::size_t m = 0; m < rows_; ++m)
            for (std::size_t j = 0; j < sides_; ++j)
                quad(at(j, m), at(j + 1, m), at(j + 1, m + 1), at(j, m + 1));
        join_below(lower);
        join_above(upper);
    }

  private:
    VertexId at(std::size_t j, std::size_t m) const {
        return j < sides_ ? columns_[j][m] : columns_[0][m + per_turn_];
    }
    void triangle(VertexId a, VertexId b, VertexId c) {
        outwards_ ? solid_.triangle(a, b, c) : solid_.triangle(a, c, b);
    }
    void quad(VertexId a, VertexId b, VertexId c, VertexId d) {
        triangle(a, b, c);
        triangle(a, c, d);
    }

    // The sheet begins with a step of one pitch at angle 0. The last face below the sheet is a fan that
    // closes the step.
    void join_below(const Loop& ring) {
        for (std::size_t j = 0; j + 1 < sides_; ++j) quad(ring[j], ring[j + 1], at(j + 1, 0), at(j, 0));
        const VertexId apex = ring[sides_ - 1];
        triangle(apex, ring[0], at(0, 0));
        for (std::size_t m = 0; m < per_turn_; ++m) triangle(apex, at(0, m), at(0, m + 1));
        triangle(apex, at(0, per_turn_), at(sides_ - 1, 0));
    }
    void join_above(const Loop& ring) {
        const std::size_t top = rows_;
        const VertexId apex = at(1, top);
        for (std::size_t m = 0; m < per_turn_; ++m)
            triangle(apex, columns_[0][top + m + 1], columns_[0][top + m]);
        triangle(apex, ring[0], columns_[0][top + per_turn_]);
        triangle(apex, ring[1], ring[0]);
        for (std::size_t j = 1; j < sides_; ++j)
            quad(at(j, top), at(j + 1, top), ring[(j + 1) % sides_], ring[j]);
    }

    Solid& solid_;
    std::size_t sides_, per_turn_ = 0, rows_ = 0;
    std::vector<Loop> columns_;
    bool outwards_ = true;
};

constexpr double bevel = 0.75;  // of hexagons, on the side away from the seat

// Threads run out along cones of this slope (radius over length).
constexpr double run_out = 0.625;

// The thread and the shank of a bolt below `top`, a ring at the height of its seat.
void add_shank(Solid& solid, const Loop& seat, const ThreadSize& size, double length, double threaded,
               const ThreadFineness& fineness) {
    const double pitch = size.pitch;
    const Radii radii{minor_radius(size) - thread_allowance, size.diameter / 2 - thread_allowance};
    const double shank_end = threaded - length;
    const double start = pitch * std::ceil((-length + pitch / 4) / pitch);
    const auto turns = static_cast<std::uint32_t>((shank_end - pitch / 4 - start) / pitch);
    ThreadSheet sheet(solid, size, fineness, start, turns, radii, [&](double z, double r) {
        const double tip = radii.minor + (z + length) * run_out;
        const double shank = radii.major - (shank_end - z) * run_out;
        return std::max(std::min(r, std::max(tip, radii.minor)), shank);
    });
    const Loop shank = solid.add(circle(radii.major, fineness.sides), shank_end);
    const Loop tip = solid.add(circle(radii.minor, fineness.sides), -length);
    solid.wall(shank, seat);
    sheet.join(tip, shank, true);
    solid.face(tip, {}, false);
}

double shank_radius(const ThreadSize& size) {
    return size.diameter / 2 - thread_allowance;
}

}  // namespace

Mesh hexagon_bolt(const ThreadSize& size, double length, double threaded, const ThreadFineness& fineness) {
    Solid solid;
    const Loop seat = solid.add(circle(shank_radius(size), fineness.sides), 0);
    const Outline hex = hexagon(size.across_flats);
    const Loop below = solid.add(hex, 0), edge = solid.add(hex, size.head_height - bevel);
    const Loop above = solid.add(hexagon(size.across_flats - 2 * bevel), size.head_height);
    solid.face(below, {seat}, false);
    solid.wall(below, edge);
    solid.wall(edge, above);
    solid.face(above);
    add_shank(solid, seat, size, length, threaded, fineness);
    return std::move(solid).mesh();
}

Mesh cap_screw(const ThreadSize& size, double length, double threaded, const ThreadFineness& fineness) {
    Solid solid;
    const Loop seat = solid.add(circle(shank_radius(size), fineness.sides), 0);
    const Outline head = circle(size.cap_radius, fineness.sides), hex = hexagon(size.socket);
    const Loop below = solid.add(head, 0), above = solid.add(head, size.cap_height);
    const Loop socket_top = solid.add(hex, size.cap_height);
    const Loop socket_floor = solid.add(hex, size.cap_height / 2);
    solid.face(below, {seat}, false);
    solid.wall(below, above);
    solid.face(above, {socket_top});
    solid.wall(socket_top, socket_floor);
    solid.face(socket_floor);
    add_shank(solid, seat, size, length, threaded, fineness);
    return std::move(solid).mesh();
}

Mesh nut(const ThreadSize& size, double bolt_zero, const ThreadFineness& fineness) {
    Solid solid;
    const double pitch = size.pitch, lowest = -size.nut_height;
    const Radii radii{minor_radius(size), size.diameter / 2};
    const double start = bolt_zero + pitch * std::ceil((lowest + pitch / 8 - bolt_zero) / pitch);
    const auto turns = static_cast<std::uint32_t>((-pitch / 8 - start) / pitch);
    // The hole is wide over the first and last turn, where the sheet ends in a step; from there it narrows to
    // the thread.
    const double mouth = radii.major + pitch / 8, first = start + pitch, last = start + (turns - 1) * pitch;
    ThreadSheet sheet(solid, size, fineness, start, turns, radii, [&](double z, double r) {
        return std::max(r, mouth - 1.5 * std::max(0.0, std::min(z - first, last - z)));
    });
    const Loop mouth_below = solid.add(circle(mouth, fineness.sides), lowest);
    const Loop mouth_above = solid.add(circle(mouth, fineness.sides), 0);
    sheet.join(mouth_below, mouth_above, false);
    const Outline hex = hexagon(size.across_flats);
    const Loop below = solid.add(hexagon(size.across_flats - 2 * bevel), lowest);
    const Loop edge = solid.add(hex, lowest + bevel), above = solid.add(hex, 0);
    solid.wall(below, edge);
    solid.wall(edge, above);
    solid.face(below, {mouth_below}, false);
    solid.face(above, {mouth_above});
    return std::move(solid).mesh();
}

Mesh washer(const ThreadSize& size, std::uint32_t sides) {
    return extruded(circle(size.washer_radius, sides), {circle(size.washer_bore, sides)}, 0,
                    size.washer_height);
}

}  // namespace graze::inline v1::gearbox
