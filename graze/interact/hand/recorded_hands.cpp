#include "graze/interact/hand/recorded_hands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/base/error.h"
#include "graze/base/random.h"

namespace graze::inline v1 {
namespace {

constexpr double usual_hand = 185;  // the postures are in mm, for a hand of this length
constexpr std::uint32_t fewest_frames = 24;

double from_0_to_1(double t) {  // smoothly
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

FlexVector between(const FlexVector& a, const FlexVector& b, double t) {
    FlexVector flex;
    for (std::size_t i = 0; i < flex.size(); ++i) flex[i] = a[i] + (b[i] - a[i]) * t;
    return flex;
}

// The frame of the hand in that of the box: x along its longest side, z along its shortest one.
struct BoxAxes {
    std::array<std::size_t, 3> axis;  // of the box, for the hand's x, y and z
    Vec3 half;                        // in the order of the hand's axes
    Pose box_from_hand;               // turned only
};

BoxAxes axes_of(const Box& box, std::uint32_t side) {
    const Vec3 size = box.size();
    BoxAxes axes{{0, 1, 2}, {}, {}};
    std::ranges::stable_sort(axes.axis, [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
    for (std::size_t i = 0; i < 3; ++i) axes.half[i] = size[axes.axis[i]] / 2;
    std::array<Vec3, 3> column{};
    column[0][axes.axis[0]] = (side & 1U) != 0 ? -1 : 1;
    column[2][axes.axis[2]] = (side & 2U) != 0 ? -1 : 1;
    column[1] = cross(column[2], column[0]);
    Pose::Matrix rows{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) rows[r][c] = column[c][r];
    axes.box_from_hand = Pose(rows);
    return axes;
}

Vec3 tip(const HandModel& hand, const HandPoses& poses, std::size_t finger) {
    const std::size_t link = finger_link(finger, LinkKind::outer);
    const HandLink& outer = hand.link(link);
    return poses[link](outer.balls.empty() ? outer.shape.box().center() : outer.balls.back().centre);
}

double mirror(const HandModel& hand) {
    return hand.side() == HandSide::right ? 1 : -1;
}

class Recorder {
  public:
    Recorder(const HandModel& hand, const RecordedGraspOptions& options)
        : hand_(hand), options_(options), axes_(axes_of(options.box, options.side)), random_(options.seed) {
        switch (options.intended) {
            case GraspClass::power:
                posture_ = power_posture(hand, axes_.half);
                break;
            case GraspClass::precision:
                posture_ = precision_posture(hand);
                break;
            default:
                posture_ = push_posture(hand, axes_.half);
        }
        released_ = posture_.open;
        if (grasps())
            for (std::size_t j = 4; j < hand_joint_count; ++j)
                if (bends(j)) released_[j] -= 0.2;
        middle_ = options.box.center();
        // The place of the hand that has the thing where the posture wants it.
        const Vec3 wrist = middle_ - axes_.box_from_hand.rotate(posture_.place);
        there_ = options.thing * Pose(axes_.box_from_hand.rotation(), wrist);
        aside_ = normalized(random_.on_sphere() + there_.rotate({0, 0, 1}));
    }

    RecordedGrasp record() {
        RecordedGrasp result;
        const std::size_t n = options_.frames;
        result.closed = n * 9 / 20;
        result.opens = n * 15 / 20;
        for (std::size_t i = 0; i < n; ++i) {
            TrackedHand hand;
            const double t = static_cast<double>(i) / static_cast<double>(n);
            const Pose root = place(t);
            hand.root = root;
            hand.flex = t < 0.6 ? between(posture_.open, posture_.closed, closing(t))
                                : between(released_, posture_.closed, closing(t));
            spoil(hand, root, i);
            result.frames.push_back(hand);
        }
        return result;
    }

  private:
    bool grasps() const {
        return options_.intended == GraspClass::power || options_.intended == GraspClass::precision;
    }
    double closing(double t) const {
        if (!grasps()) return 0;
        return from_0_to_1((t - 0.25) / 0.2) - from_0_to_1((t - 0.76) / 0.12);
    }
    // Comes from the back of the hand, carries and comes back, and leaves as it came.
    Pose place(double t) const {
        const double size = hand_.length();
        const double near = from_0_to_1(t / 0.25);
        double away = (1 - near) + from_0_to_1((t - 0.88) / 0.12);
        if (options_.intended == GraspClass::none) away += 1;
        const Vec3 back = there_.rotate({0, 0, 1}) * (0.8 * size * away);
        // Out and back, so that a thing that was taken is put where it was.
        const double out = from_0_to_1((t - 0.45) / 0.13) - from_0_to_1((t - 0.62) / 0.13);
        if (!grasps()) {
            const Vec3 shove = there_.rotate({0, 0, -1}) * (options_.carry * out);
            return Pose::translation(back + shove) * there_;
        }
        const Pose turn = Pose::rotation_turns(aside_, 0.08 * out);
        const Vec3 centre = options_.thing(middle_);
        const Pose carried = Pose::translation(centre + aside_ * (options_.carry * out)) * turn *
                             Pose::translation(Vec3{} - centre);
        return Pose::translation(back) * carried * there_;
    }

    void spoil(TrackedHand& hand, const Pose& root, std::size_t frame) {
        const double size = hand_.length();
        switch (options_.fault) {
            case HandFault::none:
                break;
            case HandFault::jitter:
                hand.root = Pose::translation(random_.on_sphere() * (size * random_.uniform(0, 0.004))) *
                            root * Pose::rotation_turns(random_.on_sphere(), random_.uniform(0, 0.002));
                for (double& f : hand.flex) f += random_.uniform(-0.02, 0.02);
                break;
            case HandFault::drop_outs:
                if (frame % 17 < 4) hand.root.reset();
                if (frame % 11 < 3)
                    for (double& f : hand.flex)
                        if (random_.chance(0.5)) f = std::numeric_limits<double>::quiet_NaN();
                break;
            case HandFault::impossible:
                for (double& f : hand.flex)
                    if (random_.chance(0.02)) f = random_.uniform(-1e6, 1e6);
                if (frame % 23 == 7)
                    hand.flex[frame % hand_joint_count] = std::numeric_limits<double>::infinity();
                break;
            case HandFault::teleports:
                if (random_.chance(0.04)) jump_ = random_.on_sphere() * (size * random_.uniform(0, 2));
                if (random_.chance(0.2)) jump_ = {};
                hand.root = Pose::translation(jump_) * root;
                break;
        }
    }

    const HandModel& hand_;
    const RecordedGraspOptions& options_;
    BoxAxes axes_;
    Random random_;
    GraspPosture posture_;
    FlexVector released_{};  // a little wider than before
    Vec3 middle_, aside_, jump_;
    Pose there_;
};

}  // namespace

const char* name_of(HandFault fault) {
    switch (fault) {
        case HandFault::none:
            return "none";
        case HandFault::jitter:
            return "jitter";
        case HandFault::drop_outs:
            return "drop-outs";
        case HandFault::impossible:
            return "impossible";
        case HandFault::teleports:
            break;
    }
    return "teleports";
}

// The thing lies across the palm, in front of the thumb, which hangs down beside it.
GraspPosture power_posture(const HandModel& hand, const Vec3& half) {
    const double unit = hand.length() / usual_hand;
    GraspPosture p;
    p.open = open_hand();
    p.open[2] = 1.25;
    p.open[3] = 0.75;
    p.closed = closed_hand();
    p.closed[2] = 1.25;
    p.closed[3] = -0.3;
    // A little deeper than the palm, so that it is touched.
    p.place = {0, half.y + 46 * unit, -half.z - 9 * unit};
    return p;
}

// Between the tips of the thumb, the index and the middle finger.
// The angles are those at which the tips come together on a line.
GraspPosture precision_posture(const HandModel& hand) {
    constexpr double opened[] = {0.7, 0.9, 0.45}, met[] = {1.107, 0.832, 0.416}, closed[] = {1.2, 0.85, 0.45};
    FlexVector relaxed{};
    relaxed[2] = 1.545;
    for (std::size_t finger = 2; finger < 4; ++finger) {
        relaxed[7 + 4 * finger] = 0.3;
        relaxed[8 + 4 * finger] = 0.3;
        relaxed[9 + 4 * finger] = 0.2;
    }
    relaxed[6] = -0.12 * mirror(hand);
    relaxed[10] = 0.06 * mirror(hand);
    const auto with = [&](const double(&bent)[3], double abduction, double outer) {
        FlexVector flex = relaxed;
        flex[3] = abduction;
        flex[5] = outer;
        for (std::size_t finger = 0; finger < 2; ++finger)
            for (std::size_t i = 0; i < 3; ++i) flex[7 + 4 * finger + i] = bent[i];
        return flex;
    };
    GraspPosture p;
    p.open = with(opened, 0.5, 0.5);
    p.closed = with(closed, 0, 0);
    const HandPoses poses = hand.poses(Pose(), with(met, 0.119, 0));
    const Vec3 fingers = (tip(hand, poses, 1) + tip(hand, poses, 2)) / 2;
    p.place = (fingers + tip(hand, poses, 0)) / 2;
    return p;
}

// The flat palm, with the thumb beside it.
GraspPosture push_posture(const HandModel& hand, const Vec3& half) {
    const double unit = hand.length() / usual_hand;
    GraspPosture p;
    p.open = flat_hand();
    p.open[2] = -0.2;
    p.closed = p.open;
    p.place = {std::max(4 * unit, half.x - 22 * unit) * mirror(hand), 60 * unit, -half.z - 25 * unit};
    return p;
}

RecordedGrasp record_grasp(const HandModel& hand, const RecordedGraspOptions& options) {
    if (options.box.empty() || !is_in_range(options.box.lower) || !is_in_range(options.box.upper))
        throw Error("there is nothing to take in an empty box, or an infinite one");
    if (options.frames < fewest_frames) throw Error("a recorded hand needs at least 24 frames");
    if (!(options.carry >= 0 && options.carry <= 1e50))
        throw Error("how far a thing is carried is not a length");
    return Recorder(hand, options).record();
}

}  // namespace graze::inline v1
