// Bounds on how far motions carry the points of a box.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/detail/motion_math.h"
#include "graze/base/motion.h"

namespace graze::inline v1 {
namespace {

using detail::Arc;
using detail::arc;
using detail::full_turn;
using detail::rotation_rows;
using detail::Rows;
using detail::times;
using detail::turn_about;

// More than a length can lose if its square underflows.
constexpr double least_margin = 1e-155;

std::array<Vec3, 8> corners_of(const Box& box) {
    std::array<Vec3, 8> corners;
    for (std::size_t i = 0; i < 8; ++i) {
        corners[i] = {i & 1 ? box.upper.x : box.lower.x, i & 2 ? box.upper.y : box.lower.y,
                      i & 4 ? box.upper.z : box.lower.z};
    }
    return corners;
}

double farthest_from(const Vec3& point, const std::array<Vec3, 8>& corners) {
    double farthest = 0;
    for (const Vec3& corner : corners) farthest = std::max(farthest, length(corner - point));
    return farthest;
}

Box all_of_space() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
}

}  // namespace

// How far one piece carries the corners of a box from their places at one of its times. Where they are at any
// other moment is linear in the point, and a distance convex: the corners bound the box.
//
// With x(s) from the formula of Piece, phi = (s - s0) * angle, and w = slide(s0) + angle * axis x (x(s0) -
// p(s0)), the part of a point's velocity that turns,
//     x(s) - x(s0) = (s - s0) * shift + sin(phi) / angle * w + (1 - cos(phi)) / angle * axis x w + warped,
// where |warped| <= (s - s0) * warp_norm * |x - centre|.
struct Motion::Travel {
    Travel(const Piece& moving, const std::array<Vec3, 8>& corners, double s0, double s1)
        : piece(moving), share(s1 - s0), phi(share * piece.turns), angle(piece.turns * full_turn) {
        if (piece.rests) {
            share = 0;
            for (std::size_t i = 0; i < 8; ++i) places[i] = piece.from(corners[i]);
            return;
        }
        const double farthest = farthest_from(piece.centre, corners) * (1 + 0x1p-40);
        // The rounding of at() and of the world vertices, at both times, is below 350 roundings of the sum of
        // all magnitudes; each turn adds 16 roundings of the angle. Then the rounding of the bounds
        // themselves.
        margin = 0x1p-53 * (512 + 64 * piece.turns) * (piece.extent + farthest) + least_margin;
        margin += share * piece.warp_norm * farthest * (1 + 0x1p-40);

        Rows unturned = rotation_rows(piece.from);
        for (std::size_t i = 0; i < 3; ++i) unturned[i] += s0 * piece.warp[i];
        const bool turning = piece.turns > 0;
        const Rows turn = turn_about(piece.axis, s0 * piece.turns);
        const Rows rotation = turning ? times(turn, unturned) : unturned;
        const Vec3 place = piece.place(s0), slide = turning ? times(turn, piece.slide) : Vec3{};
        for (std::size_t i = 0; i < 8; ++i) {
            const Vec3 arm = times(rotation, corners[i] - piece.centre);
            places[i] = place + arm;
            turning_speed[i] = slide + angle * cross(piece.axis, arm);
        }
        if (turning) {
            end = arc(phi, piece.turns);
            chord = 2 * sin_cos_turns(std::min(phi, 0.5) / 2).sin / angle;
        }
        const double forward = dot(piece.shift, piece.axis);
        shift_along = share * std::abs(forward);
        shift_across = piece.shift - forward * piece.axis;
    }

    // Of the corner, without the margin.
    double distance(std::size_t corner) const {
        if (share == 0) return 0;
        const Vec3& w = turning_speed[corner];
        const double speed = length(w);
        // The displacement of the centre plus the chord. Or, where the two cancel, the velocity and half of
        // the largest acceleration (Taylor's theorem).
        const double apart = share * length(shift_across) + chord * speed;
        const double together = share * (length(shift_across + w) + phi * full_turn / 2 * speed);
        const double across = std::min(apart, together);
        return std::sqrt(shift_along * shift_along + across * across);
    }

    double along(std::size_t corner, const Vec3& n) const {
        if (share == 0) return 0;
        const Vec3& w = turning_speed[corner];
        const double straight = share * dot(n, piece.shift), a = dot(n, w), b = dot(n, cross(piece.axis, w));
        const double speed = std::sqrt(a * a + b * b);
        const double apart = std::max(0.0, straight) + turned(a, b, speed);
        const double together = std::max(0.0, straight + share * a) + share * phi * full_turn / 2 * speed;
        return std::min(apart, together);
    }

    const Piece& piece;
    double share, phi, angle, margin = 0;  // phi in turns
    std::array<Vec3, 8> places;            // of the corners, at the beginning

  private:
    // The maximum of (a sin(x) + b (1 - cos(x))) / angle for x from 0 to phi.
    double turned(double a, double b, double speed) const {
        if (speed == 0) return 0;
        // The function has its maximum once in a turn: in the first half if a > 0, else in the second.
        const bool rising_at_end = a * (1 - end.across * angle) + b * end.along * angle >= 0;
        const bool before_top = a > 0 ? phi < 0.5 && rising_at_end : phi < 0.5 || (phi < 1 && rising_at_end);
        if (before_top) return std::max(0.0, a * end.along + b * end.across);
        // The top of the circle. Where b < 0 the sum would cancel.
        return (b < 0 ? a * a / (speed - b) : b + speed) / angle;
    }

    std::array<Vec3, 8> turning_speed{};
    Arc end{0, 0};
    double chord = 0, shift_along = 0;
    Vec3 shift_across;
};

namespace {

// What a call asks for. Only for `something` is there anything to calculate.
enum class Asked { nonsense, nothing, too_much, something };

Asked what_is_asked(const Box& local, double t0, double t1) {
    if (!(t0 <= t1)) return Asked::nonsense;
    if (local.empty()) return Asked::nothing;
    return is_in_range(local.lower) && is_in_range(local.upper) ? Asked::something : Asked::too_much;
}

}  // namespace

// Calls visit(travel, shifts, margin) for each piece with a part between t0 and t1: the travel of the corners
// within the piece, the shift of each corner from t0 to the beginning of that part, and what to add for
// rounding.
template <typename Visit>
void Motion::visit_travels(const Box& local, double t0, double t1, Visit&& visit) const {
    const auto corners = corners_of(local);
    const Pose at_start = at(t0);
    for (const Piece& piece : pieces()) {
        const bool first = &piece == &pieces().front(), last = &piece == &pieces().back();
        if ((piece.end < t0 && !last) || (piece.begin > t1 && !first)) continue;
        const double from = std::clamp(t0, piece.begin, piece.end),
                     to = std::clamp(t1, piece.begin, piece.end);
        const Travel travel(piece, corners, piece.fraction(from), piece.fraction(to));
        std::array<Vec3, 8> shifts{};
        double margin = from == to ? 0 : travel.margin;
        if (t0 < piece.begin && piece.from != at_start) {
            for (std::size_t i = 0; i < 8; ++i) shifts[i] = piece.from(corners[i]) - at_start(corners[i]);
            const double size = length(piece.from.translation()) + length(at_start.translation()) +
                                2 * farthest_from({}, corners);
            margin += 0x1p-53 * 64 * size + least_margin;
        }
        visit(travel, shifts, margin);
    }
}

bool Motion::rests() const {
    return std::ranges::all_of(pieces(), [](const Piece& piece) { return piece.rests; });
}

std::optional<double> Motion::known_travel(const Box& local, double t0, double t1) const {
    switch (what_is_asked(local, t0, t1)) {
        case Asked::nonsense:
            return std::numeric_limits<double>::quiet_NaN();
        case Asked::nothing:
            return 0;
        case Asked::too_much:
            return rests() ? 0 : std::numeric_limits<double>::infinity();
        case Asked::something:
            break;
    }
    return std::nullopt;
}

MotionCourse Motion::course(double time) const {
    MotionCourse course;
    course.pose = at(time);
    course.place = course.pose.translation();
    const auto all = pieces();
    course.until = std::numeric_limits<double>::infinity();
    if (time >= end()) return course;
    if (time < begin()) {
        course.until = begin();
        return course;
    }
    const Piece& piece = *std::upper_bound(all.begin(), all.end() - 1, time,
                                           [](double t, const Piece& p) { return t < p.end; });
    course.until = piece.end;
    if (piece.rests) return course;
    const double duration = piece.end - piece.begin, s = piece.fraction(time);
    course.rests = false;
    course.place = piece.place(s);
    course.shift = piece.shift / duration;
    course.rounding_share = 0x1p-53 * (512 + 64 * piece.turns);
    course.extent = piece.extent;
    course.warp = piece.warp_norm / duration * (1 + 0x1p-40);
    if (piece.turns > 0) {
        course.axis = piece.axis;
        course.rate = piece.turns * full_turn / duration;
        course.slide = times(turn_about(piece.axis, s * piece.turns), piece.slide) / duration;
    }
    return course;
}

double Motion::travel(const Box& local, double t0, double t1) const {
    if (const std::optional<double> known = known_travel(local, t0, t1)) return *known;
    double most = 0;
    visit_travels(local, t0, t1, [&](const Travel& travel, const auto& shifts, double margin) {
        for (std::size_t i = 0; i < 8; ++i) {
            most = std::max(most, length(shifts[i]) + travel.distance(i) + margin);
        }
    });
    return most;
}

double Motion::travel_along(const Box& local, const Vec3& direction, double t0, double t1) const {
    if (!is_in_range(direction)) return std::numeric_limits<double>::quiet_NaN();
    if (const std::optional<double> known = known_travel(local, t0, t1)) return *known;
    const double scale = length(direction) * (1 + 0x1p-40);
    double most = 0;
    visit_travels(local, t0, t1, [&](const Travel& travel, const auto& shifts, double margin) {
        for (std::size_t i = 0; i < 8; ++i) {
            const double along = dot(direction, shifts[i]) + travel.along(i, direction);
            most = std::max(most, along + scale * margin);
        }
    });
    return most;
}

Box Motion::swept(const Box& local, double t0, double t1) const {
    if (local.empty()) return local;
    if (what_is_asked(local, t0, t1) != Asked::something) return all_of_space();
    const auto corners = corners_of(local);
    Box all;
    visit_travels(local, t0, t1, [&](const Travel& whole, const auto&, double) {
        const Piece& piece = whole.piece;
        if (piece.rests) {
            all.grow(piece.from(local));
            return;
        }
        const double s0 = piece.fraction(std::clamp(t0, piece.begin, piece.end)), s1 = s0 + whole.share;
        // A shift and a rotation are bounded one by one, in short intervals, so that the sum is hardly too
        // large.
        const bool both = piece.turns > 0 && piece.shift != Vec3{};
        const int parts = both ? static_cast<int>(std::clamp(std::ceil(whole.phi * 16), 1.0, 64.0)) : 1;
        double from = s0;
        for (int k = 1; k <= parts; ++k) {
            const double to = k == parts ? s1 : s0 + whole.share * k / parts;
            const Travel travel(piece, corners, from, to);
            Box part;
            for (std::size_t i = 0; i < 8; ++i) {
                const Vec3& p = travel.places[i];
                const auto way = [&](double x, double y, double z) { return travel.along(i, {x, y, z}); };
                part.grow(p + Vec3{way(1, 0, 0), way(0, 1, 0), way(0, 0, 1)});
                part.grow(p - Vec3{way(-1, 0, 0), way(0, -1, 0), way(0, 0, -1)});
            }
            all.grow(grown(part, travel.margin));
            from = to;
        }
    });
    return all;
}

}  // namespace graze::inline v1
