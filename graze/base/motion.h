// What moves a pose over time, and certified bounds on how far it carries the points of a box.
//
//     graze::Motion swing{here, there};                 // from time 0 to time 1
//     graze::Pose half = swing.at(0.5);
//     double most = swing.travel(box, 0.5, 1);          // no point of the box gets further from its place
//     graze::Box swept = swing.swept(box, 0, 1);        // everything that the box passes through
#pragma once

#include <array>
#include <optional>
#include <span>

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/base/shared_array.h"

namespace graze::inline v1 {

enum class MotionPath {
    straight,  // one point, the centre, moves along a straight line while the object turns evenly (slerp)
    screw,     // turns evenly about a fixed line and slides evenly along it: the constant twist
};

// A pose at a time, and how the motion goes on from there to the next key.
struct MotionKey {
    double time = 0;
    Pose pose{};
    MotionPath path = MotionPath::straight;
    Vec3 centre{};  // of a straight path, in local coordinates
};

// How a motion goes on from one of its moments: until `until`, each point of the object turns evenly about an
// axis while it is shifted evenly. A point that is at x then has the velocity shift + turning(x); after a
// time tau its displacement is
//     tau * shift + sin(phi) / rate * w + (1 - cos(phi)) / rate * axis x w,  phi = tau * rate, w =
//     turning(x),
// up to `warp * tau * |x - place|` and rounding(|x - place|). So its acceleration is across the axis, and has
// the length rate * |w|.
struct MotionCourse {
    Pose pose;         // at this moment: Motion::at
    double until = 0;  // infinite after the end
    Vec3 shift, slide, axis, place;
    double rate = 0;  // in radians per unit of time, not negative
    double warp = 0, rounding_share = 0, extent = 0;
    bool rests = true;

    Vec3 turning(const Vec3& x) const { return slide + rate * cross(axis, x - place); }
    // What the places of world vertices, now and later, are off at most.
    double rounding(double arm) const { return rests ? 0 : rounding_share * (extent + arm) + 1e-155; }
};

// A motion lasts from begin() to end(); before and after it the object rests. Copies are cheap; one piece
// allocates nothing. Every function that makes a motion throws graze::Error for what is no motion: numbers
// that are not finite, times that do not ascend, more than 2^30 turns in a piece, places beyond 1e100.
//
// Between two poses the rotation is the shorter one. A matrix may deviate from a rotation by up to 1e-6 (see
// Pose); the deviation changes evenly from one pose to the other, so that a motion has no jumps.
class Motion {
  public:
    Motion() : Motion(Pose{}) {}
    // Rests at `pose`, from time 0 to 1. Not explicit: a pose is a motion that rests.
    Motion(const Pose& pose);
    // From one pose at time 0 to another at time 1, straight; the centre is the local origin.
    Motion(const Pose& from, const Pose& to) : Motion(straight(from, to)) {}

    static Motion straight(const Pose& from, const Pose& to, const Vec3& centre = {});
    static Motion screw(const Pose& from, const Pose& to);

    // From velocities, during the times 0 to `duration`. `linear` is the velocity of the body's point that is
    // at `point` (in the world) at time 0; `angular` is an angular velocity in radians per unit of time,
    // right-handed about its direction in the world. It may turn many times.
    // flight: the point moves straight on, as the centre of mass of a body in free flight.
    static Motion flight(const Pose& start, const Vec3& linear, const Vec3& angular, const Vec3& point,
                         double duration = 1);
    // twist: both velocities are those of the whole of space about a fixed line, as of a body on a screw.
    static Motion twist(const Pose& start, const Vec3& linear, const Vec3& angular, const Vec3& point,
                        double duration = 1);

    // Through at least two keys, at ascending times.
    static Motion through(std::span<const MotionKey> keys);
    // One after the other: each begins at the time and at the very pose at which the one before it ends.
    static Motion joined(std::span<const Motion> parts);

    // The same motion at other times.
    Motion during(double begin, double end) const;

    double begin() const { return pieces().front().begin; }
    double end() const { return pieces().back().end; }

    // At the times of keys, begin and end included, the pose has the bits that were given. Throws for NaN.
    Pose at(double time) const;

    // Throws for NaN.
    MotionCourse course(double time) const;

    // An upper bound on the distance between the place of a point of `local` at t0 and its place at any time
    // from t0 to t1, rounded outwards: it holds for the world vertices that at() gives, computed as they are.
    // 0 if the motion rests.
    //
    // How tight: for one piece that shifts, turns or screws, the true maximum plus 1e-13 (and 1e-14 per turn
    // of the piece) of the size of the numbers involved (the sum of place, displacement, centre and box), and
    // 1e-155. For a straight path that turns as well, at most sqrt(2) times the maximum for a box around the
    // centre; for other boxes the ratio tends to 1 as the interval gets shorter. (Compare Mirtich 1996, Zhang
    // et al. 2006, where the bound is speed times time.) Over several pieces: the displacement to the last
    // key, and the bound from there.
    //
    // NaN if t0 > t1 or one is NaN; 0 for an empty box; infinite for an infinite box that moves.
    double travel(const Box& local, double t0, double t1) const;
    // The same along a direction: an upper bound on direction * (place at t - place at t0). At least 0. Of a
    // direction that has not length 1, the bound is on that product. NaN for a direction that is not finite.
    double travel_along(const Box& local, const Vec3& direction, double t0, double t1) const;

    // Contains the world vertices of `local` at every time from t0 to t1. Exact but for rounding where the
    // motion turns without shifting, or shifts without turning. Empty for an empty box; all of space for t0 >
    // t1, NaN, or an infinite box.
    Box swept(const Box& local, double t0, double t1) const;

  private:
    // With s from 0 to 1, phi = s * angle, and `axis` a unit vector, a point y of the object is at
    //     p(s) + turn(axis, phi) * (rotation + s * warp) * (y - centre),
    //     p(s) = start + s * shift + sin(phi) / angle * slide + (1 - cos(phi)) / angle * axis x slide.
    // A straight path has no slide. A screw has its slide across the axis and its shift along it; written so,
    // it needs no point on the axis, which is far away where there is hardly any turn.
    struct Piece {
        double begin = 0, end = 1;
        Pose from, to;
        bool rests = true;
        double turns = 0;  // of the whole piece, not negative; angle = 2 pi turns
        Vec3 axis, centre, start, shift, slide;
        std::array<Vec3, 3> warp{};  // rows
        double warp_norm = 0;        // an upper bound
        double extent = 0;           // an upper bound on |p(s)| + |centre|

        double fraction(double time) const { return (time - begin) / (end - begin); }
        Vec3 place(double s) const;  // p(s)
        Pose between_ends(double s) const;
        Pose at(double time) const;
    };
    struct Travel;

    static Piece between(const Pose& from, const Pose& to, MotionPath path, const Vec3& centre);
    static Piece from_velocities(const Pose& start, const Vec3& linear, const Vec3& angular,
                                 const Vec3& point, double duration, MotionPath path);
    static void check(Piece& piece);

    template <typename Visit>
    void visit_travels(const Box& local, double t0, double t1, Visit&& visit) const;
    bool rests() const;
    // The result of travel() and travel_along() where no calculation is needed.
    std::optional<double> known_travel(const Box& local, double t0, double t1) const;

    explicit Motion(const Piece& piece) : only_(piece) {}
    std::span<const Piece> pieces() const {
        return several_.empty() ? std::span<const Piece>(&only_, 1)
                                : std::span<const Piece>(several_.data(), several_.size());
    }

    Piece only_;  // unless there are several
    SharedArray<Piece> several_;
};

}  // namespace graze::inline v1
