#include "graze/base/motion.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "graze/base/detail/motion_math.h"
#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

using detail::arc;
using detail::full_turn;
using detail::rotation_rows;
using detail::Rows;
using detail::times;
using detail::transposed;
using detail::turn_about;

constexpr double most_turns = 0x1p30;
// A smaller rotation changes no bit of a matrix.
constexpr double least_turns = 0x1p-60;

Pose::Matrix matrix_of_rows(const Rows& r, const Vec3& t) {
    return {{{r[0].x, r[0].y, r[0].z, t.x}, {r[1].x, r[1].y, r[1].z, t.y}, {r[2].x, r[2].y, r[2].z, t.z}}};
}

bool is_time(double t) {
    return std::abs(t) <= max_coordinate;  // false for NaN
}

std::string as_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

void check_times(double begin, double end, const std::string& where) {
    if (!is_time(begin) || !is_time(end)) {
        throw Error("a time of a motion is not a finite number of at most 1e100", where);
    }
    if (!(begin < end)) {
        throw Error(
            "the times of a motion do not ascend: " + as_text(end) + " is not after " + as_text(begin),
            where);
    }
}

}  // namespace

// ---- Making motions -----------------------------------------------------------------------------------

// Sets the bounds of a piece, and refuses one that leaves the range of coordinates.
void Motion::check(Piece& piece) {
    double sum = 0;
    for (const Vec3& row : piece.warp) sum += dot(row, row);
    piece.warp_norm = std::sqrt(sum) * (1 + 0x1p-40);
    if (!(piece.turns <= most_turns)) {
        throw Error("a motion turns " + as_text(piece.turns) + " times, more than 2^30", {},
                    "cut it into pieces of fewer turns");
    }
    const double slides = 2 * std::min(1.0, piece.turns > 0 ? 1 / (piece.turns * full_turn) : 0.0);
    const double extent =
        length(piece.start) + length(piece.shift) + slides * length(piece.slide) + 2 * length(piece.centre);
    if (!(extent <= max_coordinate)) throw Error("a motion leads further than 1e100 from the origin");
    piece.extent = extent * (1 + 0x1p-40);
}

Motion::Piece Motion::between(const Pose& from, const Pose& to, MotionPath path, const Vec3& centre) {
    Piece piece;
    piece.from = from;
    piece.to = to;
    if (!is_in_range(centre)) throw Error("the centre of a motion is not a finite point within 1e100");
    piece.centre = path == MotionPath::straight ? centre : Vec3{};
    piece.start = from(piece.centre);
    piece.rests = from == to;
    if (piece.rests) {
        check(piece);
        return piece;
    }

    const Rows first = rotation_rows(from), last = rotation_rows(to);
    if (first != last) {
        const Quat q = Pose(Pose::Unchecked{}, matrix_of_rows(times(last, transposed(first)), {})).rotation();
        const Vec3 v = q.w < 0 ? Vec3{-q.x, -q.y, -q.z} : Vec3{q.x, q.y, q.z};
        const double turns = 2 * turns_of(length(v), std::abs(q.w));
        if (turns > least_turns) {
            piece.turns = turns;
            piece.axis = normalized(v);
        }
        const Rows back = times(turn_about(piece.axis, -piece.turns), last);
        for (std::size_t i = 0; i < 3; ++i) piece.warp[i] = back[i] - first[i];
    }

    const Vec3 way = to(piece.centre) - piece.start;
    piece.shift = way;
    if (path == MotionPath::screw && piece.turns > 0) {
        // Perpendicular to the axis, the displacement is (along + across * axis x) slide. The inverse of that
        // is well conditioned, because along^2 + across^2 is at least (2 / pi)^2 for half a turn or less.
        const Vec3 aside = way - dot(way, piece.axis) * piece.axis;
        const auto [along, across] = arc(piece.turns, piece.turns);
        const Vec3 slide =
            (along * aside - across * cross(piece.axis, aside)) / (along * along + across * across);
        piece.slide = slide - dot(slide, piece.axis) * piece.axis;
        piece.shift = way - (along * piece.slide + across * cross(piece.axis, piece.slide));
    }
    check(piece);
    return piece;
}

Motion::Piece Motion::from_velocities(const Pose& start, const Vec3& linear, const Vec3& angular,
                                      const Vec3& point, double duration, MotionPath path) {
    if (!is_in_range(linear)) throw Error("the linear velocity of a motion is not finite, or beyond 1e100");
    if (!is_in_range(angular)) throw Error("the angular velocity of a motion is not finite, or beyond 1e100");
    if (!is_in_range(point)) throw Error("the point of a motion is not finite, or beyond 1e100");
    check_times(0, duration, "the duration of a motion");
    Piece piece;
    piece.end = duration;
    piece.from = start;
    piece.centre = start.inverse()(point);
    piece.start = start(piece.centre);
    piece.shift = linear * duration;
    const double turns = length(angular) * duration / full_turn;
    if (turns > least_turns) {
        piece.turns = turns;
        piece.axis = normalized(angular);
        if (path == MotionPath::screw) {
            piece.shift = dot(linear, piece.axis) * piece.axis * duration;
            piece.slide = linear * duration - piece.shift;
        }
    }
    piece.rests = piece.turns == 0 && piece.shift == Vec3{};
    check(piece);
    piece.to = piece.rests ? start : piece.between_ends(1);
    return piece;
}

Motion::Motion(const Pose& pose) {
    only_.from = only_.to = pose;
    only_.start = pose.translation();
    check(only_);
}

Motion Motion::straight(const Pose& from, const Pose& to, const Vec3& centre) {
    return Motion(between(from, to, MotionPath::straight, centre));
}

Motion Motion::screw(const Pose& from, const Pose& to) {
    return Motion(between(from, to, MotionPath::screw, {}));
}

Motion Motion::flight(const Pose& start, const Vec3& linear, const Vec3& angular, const Vec3& point,
                      double duration) {
    return Motion(from_velocities(start, linear, angular, point, duration, MotionPath::straight));
}

Motion Motion::twist(const Pose& start, const Vec3& linear, const Vec3& angular, const Vec3& point,
                     double duration) {
    return Motion(from_velocities(start, linear, angular, point, duration, MotionPath::screw));
}

Motion Motion::through(std::span<const MotionKey> keys) {
    if (keys.size() < 2) {
        throw Error("a motion through keys needs at least two of them", {},
                    "a pose alone is a motion that rests");
    }
    std::vector<Piece> pieces;
    pieces.reserve(keys.size() - 1);
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const MotionKey &key = keys[i - 1], &next = keys[i];
        check_times(key.time, next.time, "key " + std::to_string(i));
        try {
            pieces.push_back(between(key.pose, next.pose, key.path, key.centre));
        } catch (const Error& e) {
            throw e.within("between keys " + std::to_string(i - 1) + " and " + std::to_string(i));
        }
        pieces.back().begin = key.time;
        pieces.back().end = next.time;
    }
    Motion motion;
    motion.several_ = std::move(pieces);
    return motion;
}

Motion Motion::joined(std::span<const Motion> parts) {
    if (parts.empty()) throw Error("no motions to join");
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (const Piece& piece : parts[i].pieces()) {
            if (!pieces.empty() && piece.begin != pieces.back().end) {
                throw Error("a motion begins at time " + as_text(piece.begin) +
                                ", but the one before it ends at " + as_text(pieces.back().end),
                            "motion " + std::to_string(i), "set its times with during()");
            }
            if (!pieces.empty() && piece.from != pieces.back().to) {
                throw Error("a motion begins at another pose than that at which the one before it ends",
                            "motion " + std::to_string(i));
            }
            pieces.push_back(piece);
        }
    }
    Motion motion;
    motion.several_ = std::move(pieces);
    return motion;
}

Motion Motion::during(double new_begin, double new_end) const {
    check_times(new_begin, new_end, {});
    const double old_begin = begin(), old_end = end();
    const auto moved = [&](double t) {
        if (t == old_end) return new_end;
        return new_begin + (t - old_begin) / (old_end - old_begin) * (new_end - new_begin);
    };
    std::vector<Piece> changed(pieces().begin(), pieces().end());
    for (Piece& piece : changed) {
        piece.begin = moved(piece.begin);
        piece.end = moved(piece.end);
        check_times(piece.begin, piece.end, "a key that is moved to another time");
    }
    if (changed.size() == 1) return Motion(changed[0]);
    Motion motion;
    motion.several_ = std::move(changed);
    return motion;
}

// ---- Poses --------------------------------------------------------------------------------------------

Pose Motion::Piece::between_ends(double s) const {
    const double phi = s * turns;
    Rows unturned = rotation_rows(from);
    for (std::size_t i = 0; i < 3; ++i) unturned[i] += s * warp[i];
    const Rows rotation = turns > 0 ? times(turn_about(axis, phi), unturned) : unturned;
    return Pose(Pose::Unchecked{}, matrix_of_rows(rotation, place(s) - times(rotation, centre)));
}

Vec3 Motion::Piece::place(double s) const {
    Vec3 p = start + s * shift;
    if (turns > 0) {
        const auto [along, across] = arc(s * turns, turns);
        p += along * slide + across * cross(axis, slide);
    }
    return p;
}

Pose Motion::Piece::at(double time) const {
    if (time >= end) return to;
    if (time <= begin || rests) return from;
    return between_ends(fraction(time));
}

Pose Motion::at(double time) const {
    if (std::isnan(time)) throw Error("a motion has no pose at a time that is not a number");
    const auto all = pieces();
    // The first piece that ends at this time or later; after the end, the last.
    const auto it = std::lower_bound(all.begin(), all.end() - 1, time,
                                     [](const Piece& piece, double t) { return piece.end < t; });
    return it->at(time);
}

}  // namespace graze::inline v1
