#include "graze/interact/sliding/slider.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/motion.h"
#include "graze/interact/sliding/detail/body_metric.h"
#include "graze/interact/sliding/detail/constraints.h"
#include "graze/interact/sliding/detail/friction.h"
#include "graze/interact/sliding/detail/held_pairs.h"
#include "graze/interact/sliding/detail/least_constraint.h"

namespace graze::inline v1 {

using detail::BodyMetric;
using detail::HalfSpace6;
using detail::HeldPairs;
using detail::NearestPoint6;
using detail::SlidingPlane;
using detail::Twist;
using detail::Vector6;

namespace {

// A turn of more than this in one go makes the planes around the part meaningless.
constexpr double most_turn = 0.2;  // radians
// A motion of more than this, in sizes of the part, has places that are too rough for the gap.
constexpr double most_way = 0x1p20;
// What is left to the hand counts as nothing below this share of the part's size.
constexpr double arrived = 1e-12;
// A look that moves no point further than this share of the gap was in vain.
constexpr double least_progress = 1e-3;
// How many pairs of features a slider looks at, and how many it looks at where all of them are close: within
// twice the clearance and the gap, within twice the gap.
constexpr std::size_t enough_near = 500, many_near = 20'000, most_near = 100'000;

const SlidingOptions& checked(const SlidingOptions& options) {
    const auto is_length = [](double x) { return x >= 0 && x <= max_coordinate; };
    if (!is_length(options.clearance))
        throw Error("the clearance of a slider is not a length", {}, "give a number that is not negative");
    for (const OwnClearance& own : options.clearances)
        if (!is_length(own.clearance))
            throw Error("the clearance of a pair is not a length", {}, "give a number that is not negative");
    if (options.gap && !(is_length(*options.gap) && *options.gap > 0))
        throw Error("the gap of a slider is not a length above 0");
    if (options.sight && !(is_length(*options.sight) && *options.sight > 0))
        throw Error("the sight of a slider is not a length above 0");
    if (!(options.friction >= 0)) throw Error("the coefficient of friction is not a number from 0 up");
    if (options.times != nullptr && options.times->clock == nullptr)
        throw Error("the times of a slider have no clock");
    if (options.linearisations < 1) throw Error("a slider must look at least once in a step");
    return options;
}

// Measures if anybody wants to know.
class Lap {
  public:
    explicit Lap(SlidingTimes* times) : times_(times) {
        if (times_ != nullptr) start_ = times_->clock();
    }
    void ends(double SlidingTimes::* of) {
        if (times_ == nullptr) return;
        const double now = times_->clock();
        times_->*of += now - start_;
        start_ = now;
    }

  private:
    SlidingTimes* times_;
    double start_ = 0;
};

}  // namespace

class Slider::State {
  public:
    State(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles, const Pose& start,
          const SlidingOptions& options)
        : options_(checked(options)), metric_(part), pose_(start) {
        Box box;
        for (const PlacedShape& p : part) box.grow(p.pose(p.shape.box()));
        if (box.empty())
            throw Error("a part without triangles cannot be held", {}, "give a shape that is not empty");
        const double size = length(box.size());
        if (!std::isfinite(size)) throw Error("an infinite part cannot be held");
        gap_ = options.gap.value_or(size * 1e-5);
        size_ = size;
        pairs_ = HeldPairs(
            std::move(part), std::move(obstacles), metric_.centre(), start, options.allowed,
            options.clearances,
            {.clearance = options.clearance, .gap = gap_ / 4, .keep = 0.1, .deeper = gap_ / 4, .size = size});
        most_sight_ = std::max(options.sight.value_or(size / 16), 2 * aim());
        sight_ = std::max(most_sight_ / 4, 2 * aim());
    }

    SlidingStep follow(std::span<const Pose> hands) {
        if (hands.empty()) throw Error("a slider without a hand follows nothing");
        Meter meter(options_.budget);
        SlidingStep step;
        contacts_.clear();
        blocking_.clear();
        way_.assign(1, pose_);
        vain_ = 0;
        const QueryOptions query{.budget = Budget::part_of(meter)};
        for (int look = 0; look < options_.linearisations && !meter.exhausted(); ++look) {
            const Twist wanted = to_hands(hands);
            if (metric_.most(wanted) <= arrived * size_) {
                step.held_back = false;
                break;
            }
            ++step.looks;
            if (!look_and_move(wanted, query, step)) break;
        }
        if (meter.exhausted()) step.status = QueryStatus::undecided;
        step.pose = pose_;
        const Twist left = to_hands(hands);
        step.to_hand = left.shift;
        step.turn_to_hand = left.turn;
        return step;
    }

    const Pose& pose() const { return pose_; }
    std::span<const Pose> way() const { return way_; }
    std::span<const SlidingContact> contacts() const { return contacts_; }
    std::span<const StartingContact> starting_contacts() const { return pairs_.starting_contacts(); }
    Vec3 centre() const { return metric_.centre(); }

  private:
    // To the pose from which the sum of the squared distances to all hands is least.
    Twist to_hands(std::span<const Pose> hands) const {
        Twist sum;
        for (const Pose& hand : hands) {
            const Twist one = detail::twist_between(pose_, hand, metric_.centre());
            sum.shift += one.shift;
            sum.turn += one.turn;
        }
        const double share = 1 / static_cast<double>(hands.size());
        return {sum.shift * share, sum.turn * share};
    }

    // False if the part did not get any further.
    bool look_and_move(const Twist& wanted, const QueryOptions& query, SlidingStep& step) {
        Lap lap(options_.times);
        const bool looked = look(query);
        lap.ends(&SlidingTimes::collision);
        if (!looked) return false;
        planes_.clear();
        pairs_.add_planes(query, planes_);
        planes_.insert(planes_.end(), blocking_.begin(), blocking_.end());
        Twist motion = held_back(wanted);
        const double share = std::min({1.0, most_turn / length(motion.turn),
                                       std::min(stride_, most_way * size_) / metric_.most(motion)});
        motion = {motion.shift * share, motion.turn * share};
        lap.ends(&SlidingTimes::simulation);
        const detail::Advance advance = pairs_.advance(motion, metric_.most(motion), query);
        lap.ends(&SlidingTimes::collision);
        // Where the budget does not suffice for a motion, shorter ones are tried in the next steps.
        if (advance.undecided) stride_ = metric_.most(motion) / 4;
        if (advance.share == 1) stride_ *= 2;
        if (advance.pose != pose_) way_.push_back(advance.pose);
        pose_ = advance.pose;
        if (advance.blocking) blocking_.push_back(*advance.blocking);
        step.held_back = no_way_ || !contacts_.empty() || advance.blocking.has_value();
        if (metric_.most(motion) * advance.share > least_progress * gap_) {
            vain_ = 0;
            return true;
        }
        // What ends the motion at once is a plane from now on; if that does not help, nothing will.
        return advance.blocking && ++vain_ < 2;
    }

    // As far around the part as there are not too many features: what is further is found when the part gets
    // there. Where even the clearance is wider than that, features beyond it are found when they end a
    // motion.
    bool look(const QueryOptions& query) {
        for (;;) {
            const bool nearest = sight_ <= 2 * aim(), last = sight_ <= 2 * gap_;
            switch (pairs_.look(pose_, sight_, last ? most_near : nearest ? many_near : enough_near, query)) {
                case detail::Look::complete:
                    if (pairs_.seen() < enough_near / 4) sight_ = std::min(2 * sight_, most_sight_);
                    return true;
                case detail::Look::undecided:
                    return false;
                case detail::Look::too_much:
                    if (last) {
                        pairs_.keep_closest(enough_near);
                        return true;
                    }
                    sight_ = std::max(sight_ / 2, nearest ? 2 * gap_ : 2 * aim());
            }
        }
    }

    double aim() const { return pairs_.most_clearance() + gap_; }

    // The motion nearest to the target that no plane forbids.
    Twist held_back(const Twist& target) {
        const Vector6 from = metric_.coordinates(pose_, target);
        const Vec3 centre = pose_(metric_.centre());
        half_spaces_.clear();
        bool closer_than_aim = false;
        for (const SlidingPlane& p : planes_) {
            const double offset = p.depth ? -p.slack : pairs_.clearance(p.pair) + gap_ - p.slack;
            closer_than_aim |= offset > 0;
            half_spaces_.push_back(metric_.half_space(pose_, p.point - centre, p.normal, offset));
        }
        const double tolerance = 1e-6 * gap_;
        NearestPoint6 nearest = detail::nearest_in_all(half_spaces_, from, tolerance);
        if (closer_than_aim && !(nearest.found && is_no_further(nearest.point, from))) {
            // There is no room to get the distance back everywhere: it must not get less. Planes that face
            // each other, but for rounding, have a common point far away; it means the same.
            for (HalfSpace6& h : half_spaces_) h.offset = std::min(h.offset, 0.0);
            nearest = detail::nearest_in_all(half_spaces_, from, tolerance);
            if (!nearest.found) nearest = detail::nearest_in_all(half_spaces_, from, 1e3 * tolerance);
        }
        contacts_.clear();
        no_way_ = !nearest.found;
        if (no_way_) return {};
        for (std::size_t i = 0; i < nearest.active; ++i)
            add_contact(planes_[nearest.which[i]], nearest.push[i]);
        if (options_.friction > 0 && nearest.active > 0)
            nearest.point = detail::with_friction(metric_, pose_, planes_, half_spaces_, nearest, from,
                                                  options_.friction, tolerance);
        return metric_.twist(pose_, nearest.point);
    }

    // Planes may take away the whole motion, and ask for their distance beside it, but not for more.
    bool is_no_further(const Vector6& point, const Vector6& from) const {
        Vector6 change;
        for (std::size_t k = 0; k < 6; ++k) change[k] = point[k] - from[k];
        return std::sqrt(detail::dot6(change, change)) <= std::sqrt(detail::dot6(from, from)) + 100 * aim();
    }

    void add_contact(const SlidingPlane& plane, double push) {
        SlidingContact contact;
        contact.point_a = plane.point;
        contact.normal = -plane.normal;
        contact.distance = plane.depth ? -*plane.depth : plane.slack;
        contact.point_b = plane.point + contact.distance * contact.normal;
        contact.feature_a = plane.feature_part;
        contact.feature_b = plane.feature_obstacle;
        contact.certainty = NormalCertainty::certain;
        const auto [held, obstacle] = pairs_.shapes(plane.pair);
        contact.held = held;
        contact.obstacle = obstacle;
        contact.push = push;
        contacts_.push_back(contact);
    }

    SlidingOptions options_;
    BodyMetric metric_;
    HeldPairs pairs_;
    Pose pose_;
    double gap_ = 0, size_ = 0, sight_ = 0, most_sight_ = 0;
    double stride_ = std::numeric_limits<double>::infinity();  // the longest motion to try
    int vain_ = 0;                                             // looks since the part last moved
    bool no_way_ = false;  // the planes of the last look allow for no motion, also not in part
    std::vector<SlidingPlane> planes_, blocking_;
    std::vector<HalfSpace6> half_spaces_;
    std::vector<SlidingContact> contacts_;
    std::vector<Pose> way_;
};

Slider::Slider(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles, const Pose& world_from_part,
               const SlidingOptions& options)
    : state_(std::make_unique<State>(std::move(part), std::move(obstacles), world_from_part, options)) {}
Slider::Slider(Slider&&) noexcept = default;
Slider& Slider::operator=(Slider&&) noexcept = default;
Slider::~Slider() = default;

SlidingStep Slider::follow(std::span<const Pose> hands) {
    return state_->follow(hands);
}
const Pose& Slider::pose() const {
    return state_->pose();
}
std::span<const Pose> Slider::way() const {
    return state_->way();
}
std::span<const SlidingContact> Slider::contacts() const {
    return state_->contacts();
}
std::span<const StartingContact> Slider::starting_contacts() const {
    return state_->starting_contacts();
}
Vec3 Slider::centre() const {
    return state_->centre();
}

}  // namespace graze::inline v1
