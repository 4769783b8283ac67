// The proportions are about those of an adult's hand, 185 long and 85 wide.
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/trig.h"
#include "graze/convex/convex_hull.h"
#include "graze/interact/hand/hand_model.h"

namespace graze::inline v1 {
namespace {

constexpr double usual_length = 185;

// A right hand in mm: where a finger begins, how long its links are, and the radii at their ends.
struct FingerMeasures {
    double x, y, z, aside;  // the first joint; the finger's direction at rest is (aside, 1, 0)
    double lengths[3], radii[4];
};
constexpr FingerMeasures fingers[] = {
    {-31, 89, 0, -0.06, {43, 25, 18}, {10.5, 9.2, 8.2, 7.0}},
    {-9.5, 93, 1, -0.02, {47, 29, 19}, {10.8, 9.4, 8.4, 7.1}},
    {12, 90, 0.5, 0.03, {43, 27, 18.5}, {10.2, 8.9, 7.9, 6.8}},
    {31.5, 82, -1.5, 0.09, {34, 19.5, 16.5}, {9.2, 7.9, 7.0, 6.1}},
};
constexpr Vec3 thumb_base{-22, 22, -7};
constexpr Vec3 thumb_direction{-0.6427876096865394, 0.766044443118978, 0};  // 40 degrees aside
constexpr double thumb_lengths[] = {42, 32, 22}, thumb_radii[] = {15, 11.2, 10.2, 8.6};

Vec3 scaled_mirrored(const Vec3& v, double scale, double mirror) {
    return {v.x * scale * mirror, v.y * scale, v.z * scale};
}
// An axis of rotation keeps its x when x is mirrored.
Vec3 mirrored_axis(const Vec3& v, double mirror) {
    return {v.x, v.y * mirror, v.z * mirror};
}

class HandBuilder {
  public:
    explicit HandBuilder(const HandShapeOptions& options)
        : scale_(options.length / usual_length),
          mirror_(options.side == HandSide::right ? 1 : -1),
          around_(options.around) {
        set_joint(0, {-1, 0, 0}, {}, -1.2, 1.3);
        set_joint(1, {0, 0, 1}, {}, -0.6, 0.5);
        palm();
        thumb();
        for (std::size_t finger = 1; finger <= 4; ++finger) add_finger(finger, fingers[finger - 1]);
    }
    HandModel model(const HandShapeOptions& options) && {
        return {options.side, options.length, joints_, std::move(links_)};
    }

  private:
    void set_joint(std::size_t number, const Vec3& axis, const Vec3& origin, double least, double most) {
        joints_[number] = {mirrored_axis(axis, mirror_), scaled_mirrored(origin, scale_, mirror_), least,
                           most};
    }
    void set_link(std::size_t number, std::vector<HandBall> balls) {
        for (HandBall& b : balls) b = {scaled_mirrored(b.centre, scale_, mirror_), b.radius * scale_};
        links_[number].shape = Shape(hull_of_balls(balls, around_));
        links_[number].balls = std::move(balls);
    }

    void palm() {
        set_link(palm_link, {{{-17, 6, 0}, 13.5},
                             {{16, 6, -1}, 13.5},
                             {{-30, 84, 1}, 11},
                             {{-9, 88, 2}, 11.5},
                             {{12, 85, 1.5}, 11},
                             {{31, 77, -0.5}, 10},
                             {{-21, 34, -5}, 13},
                             {{27, 30, -4}, 12}});
    }

    void thumb() {
        constexpr Vec3 bend{0, 0, -1};
        set_joint(2, {0, -1, 0}, thumb_base, -0.2, 1.7);
        set_joint(3, {0, 0, 1}, thumb_base, -0.5, 0.9);
        Vec3 at = thumb_base;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 next = at + thumb_direction * thumb_lengths[i];
            if (i > 0) set_joint(3 + i, bend, at, i == 1 ? -0.2 : -0.3, i == 1 ? 1.1 : 1.4);
            set_link(finger_link(0, static_cast<LinkKind>(i + 1)),
                     {{at, thumb_radii[i]}, {next, thumb_radii[i + 1]}});
            at = next;
        }
    }

    void add_finger(std::size_t finger, const FingerMeasures& m) {
        constexpr Vec3 bend{-1, 0, 0};
        const std::size_t first = 2 + 4 * finger;
        Vec3 at{m.x, m.y, m.z};
        const Vec3 direction = normalized(Vec3{m.aside, 1, 0});
        set_joint(first, {0, 0, 1}, at, -0.35, 0.35);
        constexpr double least[] = {-0.4, 0, -0.1}, most[] = {1.6, 1.9, 1.4};
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 next = at + direction * m.lengths[i];
            set_joint(first + 1 + i, bend, at, least[i], most[i]);
            set_link(finger_link(finger, static_cast<LinkKind>(i + 1)),
                     {{at, m.radii[i]}, {next, m.radii[i + 1]}});
            at = next;
        }
    }

    double scale_, mirror_;
    std::uint32_t around_;
    std::array<HandJoint, hand_joint_count> joints_;
    std::array<HandLink, hand_link_count> links_;
};

}  // namespace

Mesh hull_of_balls(const std::vector<HandBall>& balls, std::uint32_t around) {
    if (balls.empty()) throw Error("a link without balls has no shape", {}, "give at least one ball");
    // Circles about the line from the first ball to the second one, so that a limb has an even grain.
    Vec3 pole{0, 0, 1};
    if (balls.size() == 2 && length(balls[1].centre - balls[0].centre) > 0)
        pole = normalized(balls[1].centre - balls[0].centre);
    const Vec3 other = std::abs(pole.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(pole, other)), v = cross(pole, u);
    const std::uint32_t rings = around / 2;
    std::vector<Vec3> points;
    for (const HandBall& ball : balls) {
        if (!(ball.radius > 0 && ball.radius <= 1e50) || !is_in_range(ball.centre))
            throw Error("a ball has no radius above 0, or no place", {}, "give x, y, z and a radius");
        points.push_back(ball.centre - pole * ball.radius);
        for (std::uint32_t ring = 1; ring < rings; ++ring) {
            const SinCos height = sin_cos_turns(0.5 * ring / rings);
            for (std::uint32_t i = 0; i < around; ++i) {
                const SinCos turn = sin_cos_turns(static_cast<double>(i) / around);
                points.push_back(ball.centre - pole * (ball.radius * height.cos) +
                                 (u * turn.cos + v * turn.sin) * (ball.radius * height.sin));
            }
        }
        points.push_back(ball.centre + pole * ball.radius);
    }
    return ConvexHull(points).mesh();
}

HandModel make_hand(const HandShapeOptions& options) {
    if (!(options.length > 0 && options.length <= 1e50))
        throw Error("the length of a hand is not a length above 0");
    if (options.around < 6 || options.around > 96)
        throw Error("a hand has links of 6 to 96 corners around", {}, "give another number");
    return HandBuilder(options).model(options);
}

}  // namespace graze::inline v1
