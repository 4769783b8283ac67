#include "graze/interact/hand/grasping.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/interact/hand/detail/grasping_state.h"
#include "graze/query/relation/relation.h"

namespace graze::inline v1 {
namespace {

constexpr double usual_gap = 1e-4, usual_catch_up = 0.05;  // of the hand's length
constexpr double touch_gaps = 2.5, held_touch_gaps = 5;    // within which a link touches

const GraspingOptions& checked(const GraspingOptions& options) {
    const auto is_length = [](double x) { return x >= 0 && x <= max_coordinate; };
    if (options.gap && !(is_length(*options.gap) && *options.gap > 0))
        throw Error("the gap of a hand is not a length above 0");
    if (options.catch_up && !is_length(*options.catch_up))
        throw Error("how far a hand may catch up is not a length");
    if (!(options.catch_up_angle >= 0) || !(options.release_angle >= 0))
        throw Error("an angle of a hand is not a number from 0 up");
    if (!is_in_range(options.fall)) throw Error("the fall of things is out of range");
    if (options.times != nullptr && options.times->clock == nullptr)
        throw Error("the times of a scene have no clock");
    return options;
}

}  // namespace

const char* name_of(HandState state) {
    switch (state) {
        case HandState::clasping:
            return "clasping";
        case HandState::suspended:
            return "suspended";
        case HandState::waiting:
            break;
    }
    return "waiting";
}

Grasping::State::State(std::vector<GraspObject> objects, const GraspingOptions& options)
    : options_(checked(options)), pairs_(options.gap.value_or(0), options.times), gap_is_given_(options.gap) {
    for (const GraspObject& object : objects) {
        pairs_.add(object.shape, object.pose);
        all_things_.push_back(things_.size());
        Thing thing;
        thing.movable = object.movable;
        things_.push_back(thing);
    }
    everything_ = all_things_;
}

Grasping::State::~State() = default;

std::size_t Grasping::State::body_of(const Hand& hand, std::size_t link) const {
    return hand.first_body + link;
}

const Grasping::State::Hand* Grasping::State::hand_of(std::size_t body) const {
    return is_thing(body) ? nullptr : hands_[(body - things_.size()) / hand_link_count].get();
}

const HandFrame& Grasping::State::frame(std::size_t hand) const {
    return hands_[hand]->frame;
}
const HandModel& Grasping::State::model(std::size_t hand) const {
    return hands_[hand]->model;
}

bool Grasping::State::held(std::size_t object) const {
    for (const auto& hand : hands_)
        for (const Holding& holding : hand->holds)
            if (holding.thing == object) return true;
    return false;
}

std::size_t Grasping::State::add_hand(HandModel model, const Pose& root, const FlexVector& flex) {
    if (hands_.empty()) {
        if (!gap_is_given_) pairs_.set_gap(usual_gap * model.length());
        catch_up_ = options_.catch_up.value_or(usual_catch_up * model.length());
    }
    auto hand = std::make_unique<Hand>(std::move(model));
    hand->number = hands_.size();
    hand->flex = hand->target = hand->goal = hand->model.clamped(flex, flat_hand());
    hand->palm = hand->target_palm = hand->goal_palm = hand->model.palm(root, hand->flex);
    hand->first_body = pairs_.size();
    const HandPoses poses = hand->model.poses_of_palm(hand->palm, hand->flex);
    for (std::size_t link = 0; link < hand_link_count; ++link) {
        pairs_.add(hand->model.shape(link), poses[link]);
        everything_.push_back(hand->first_body + link);
    }
    show(*hand);
    hands_.push_back(std::move(hand));
    return hands_.size() - 1;
}

// ---- A frame ------------------------------------------------------------------------------------------

void Grasping::State::step(std::span<const TrackedHand> tracked) {
    if (tracked.size() != hands_.size())
        throw Error("there is not one tracked hand for each hand of the scene", {},
                    "give as many as were added");
    Meter meter(options_.budget);
    for (std::size_t i = 0; i < hands_.size(); ++i) take(*hands_[i], tracked[i]);
    keep();
    fall(meter);
    for (const auto& hand : hands_) {
        if (hand->state != HandState::clasping) carry_freely(*hand);
        hand->pressed = {};
        hand->fixed = {};
        list_nearby(*hand);
    }
    find_clusters();
    const std::uint32_t count = rounds();
    for (std::uint32_t round = 0; round < count; ++round) {
        const double part = 1.0 / (count - round);
        for (std::size_t i = 0; i < cluster_count_; ++i) move_cluster(clusters_[i], part, meter);
        for (const auto& hand : hands_)
            if (hand->state == HandState::clasping) bend(*hand, part, meter);
    }
    // What is held is not let go for want of time.
    Meter unlimited({});
    for (const auto& hand : hands_) {
        if (hand->state == HandState::clasping) look_at_touches(*hand, unlimited);
    }
    if (!certainly_free()) restore();
    for (const auto& hand : hands_) {
        if (hand->state == HandState::clasping) hold_and_release(*hand);
        if (hand->state == HandState::waiting && is_free(*hand, unlimited)) hand->state = HandState::clasping;
        show(*hand);
        hand->frame.cut_short = meter.exhausted();
    }
}

// The target, as far as it can be believed, and near enough to be reached without a jump.
void Grasping::State::take(Hand& hand, const TrackedHand& tracked) {
    const FlexVector target = hand.model.clamped(tracked.flex, hand.target);
    const Pose root_before = hand.model.root_of(hand.target_palm, hand.target);
    const Pose palm = hand.model.palm(tracked.root.value_or(root_before), target);
    const double reach = hand.model.reach();
    const Box all{{-reach, -reach, -reach}, {reach, reach, reach}};
    hand.tracked_way = Motion::screw(hand.target_palm, palm).travel(all, 0, 1);
    hand.tracked_turn = 0;
    for (std::size_t j = 2; j < hand_joint_count; ++j)
        hand.tracked_turn = std::max(hand.tracked_turn, std::abs(target[j] - hand.target[j]));
    hand.target_palm = hand.goal_palm = palm;
    hand.target = hand.goal = target;
    // As near to it as it can get without a jump.
    const Motion way = Motion::screw(hand.palm, palm);
    const double most = hand.tracked_way + catch_up_, travel = way.travel(all, 0, 1);
    if (travel > most) hand.goal_palm = way.at(0.999 * most / travel);
    const double turn = hand.tracked_turn + options_.catch_up_angle;
    for (std::size_t j = 2; j < hand_joint_count; ++j)
        hand.goal[j] = std::clamp(target[j], hand.flex[j] - turn, hand.flex[j] + turn);
    if (tracked.flying) {
        hand.state = HandState::suspended;
    } else if (hand.state == HandState::suspended) {
        hand.state = HandState::waiting;
    }
    hand.seen |= tracked.root.has_value();
}

void Grasping::State::keep() {
    for (Thing& thing : things_)
        thing.before = pairs_[body_of(static_cast<std::size_t>(&thing - things_.data()))].pose;
    for (const auto& hand : hands_) {
        hand->palm_before = hand->palm;
        hand->flex_before = hand->flex;
    }
}

void Grasping::State::restore() {
    for (std::size_t i = 0; i < things_.size(); ++i) pairs_.put(body_of(i), things_[i].before);
    for (const auto& hand : hands_) {
        hand->slider.reset();
        hand->kept = {};
        if (hand->state != HandState::clasping) continue;
        hand->palm = hand->palm_before;
        hand->flex = hand->flex_before;
        const HandPoses poses = hand->model.poses_of_palm(hand->palm, hand->flex);
        for (std::size_t link = 0; link < hand_link_count; ++link)
            pairs_.put(body_of(*hand, link), poses[link]);
    }
}

void Grasping::State::find_clusters() {
    cluster_count_ = 0;
    if (clusters_.size() < hands_.size()) clusters_.resize(hands_.size());
    const auto share_a_thing = [&](const Hand& a, const Hand& b) {
        return std::ranges::any_of(a.holds, [&](const Holding& x) {
            return std::ranges::any_of(b.holds, [&](const Holding& y) { return x.thing == y.thing; });
        });
    };
    for (const auto& hand : hands_) {
        if (hand->state != HandState::clasping) continue;
        // The hand may join several of the clusters so far to one.
        clusters_[cluster_count_].hands.assign(1, hand->number);
        for (std::size_t i = 0; i < cluster_count_;) {
            const bool joined = std::ranges::any_of(
                clusters_[i].hands, [&](std::size_t other) { return share_a_thing(*hands_[other], *hand); });
            if (!joined) {
                ++i;
                continue;
            }
            std::vector<std::size_t>& own = clusters_[cluster_count_].hands;
            own.insert(own.end(), clusters_[i].hands.begin(), clusters_[i].hands.end());
            std::swap(clusters_[i], clusters_[--cluster_count_]);
            std::swap(clusters_[cluster_count_], clusters_[cluster_count_ + 1]);
        }
        std::ranges::sort(clusters_[cluster_count_].hands);
        ++cluster_count_;
    }
}

// A hand that clasps nothing goes where the tracked hand is, with what it holds.
void Grasping::State::carry_freely(Hand& hand) {
    hand.palm = hand.target_palm;
    if (hand.holds.empty()) hand.flex = hand.target;
    hand.slider.reset();
    hand.kept = {};
    const HandPoses poses = hand.model.poses_of_palm(hand.palm, hand.flex);
    for (std::size_t link = 0; link < hand_link_count; ++link) pairs_.put(body_of(hand, link), poses[link]);
    for (const Holding& holding : hand.holds)
        pairs_.put(body_of(holding.thing), holding.attachment.thing(hand.palm));
    hand.touches.clear();
}

bool Grasping::State::is_free(const Hand& hand, Meter& meter) {
    if (!hand.seen) return false;
    const auto free_of = [&](std::size_t body, std::size_t thing) {
        const auto is_held = [&](std::size_t t) {
            return std::ranges::any_of(hand.holds, [&](const Holding& h) { return h.thing == t; });
        };
        if (is_held(thing) && (!is_thing(body) || is_held(body))) return true;
        if (!overlap(grown(pairs_[body].box, 2 * pairs_.gap()), pairs_[thing].box)) return true;
        if (pairs_.near(body, thing, 1.01 * pairs_.gap(), meter) != nullptr) return false;
        return relation(pairs_[body].shape, pairs_[body].pose, pairs_[thing].shape, pairs_[thing].pose,
                        OpenMeshes::as_surfaces) == Relation::apart;
    };
    for (const std::size_t thing : all_things_) {
        for (std::size_t link = 0; link < hand_link_count; ++link)
            if (!free_of(body_of(hand, link), body_of(thing))) return false;
        for (const Holding& holding : hand.holds)
            if (holding.thing != thing && !free_of(body_of(holding.thing), body_of(thing))) return false;
    }
    return true;
}

void Grasping::State::fall(Meter& meter) {
    if (options_.fall == Vec3{}) return;
    for (std::size_t i = 0; i < things_.size(); ++i) {
        Thing& thing = things_[i];
        if (!thing.movable || held(i)) {
            thing.speed = {};
            thing.lies_on.reset();
            continue;
        }
        if (thing.lies_on && pairs_[*thing.lies_on].gone == thing.lain_since) continue;
        thing.lies_on.reset();
        thing.speed += options_.fall;
        const std::size_t body = body_of(i);
        const Pose from = pairs_[body].pose;
        moves_.assign(1, {body, Motion::straight(from, Pose::translation(thing.speed) * from)});
        const auto tested = [&](std::size_t, std::size_t other) {
            const Hand* hand = hand_of(other);
            return other != body && (hand == nullptr || hand->state == HandState::clasping);
        };
        const double share = pairs_.advance(moves_, everything_, tested, meter, blockers_);
        pairs_.set_pose(body, moves_.front().motion.at(share),
                        moves_.front().motion.travel(pairs_[body].shape.box(), 0, share));
        if (share == 1) continue;
        thing.speed = {};
        if (blockers_.empty()) continue;
        thing.lies_on = blockers_.front().resting;
        thing.lain_since = pairs_[*thing.lies_on].gone;
    }
}

// The things that the links may meet in this frame, whatever the hand does.
void Grasping::State::list_nearby(Hand& hand) {
    hand.nearby.clear();
    const double reach = hand.model.reach() + 4 * pairs_.gap();
    Box around;
    for (const Pose& palm : {hand.palm, hand.target_palm}) {
        const Vec3 wrist = palm.translation();
        around.grow(Box{wrist - Vec3{reach, reach, reach}, wrist + Vec3{reach, reach, reach}});
    }
    // A slide may lead further than either, but no further than the way to the target.
    around = grown(around, length(hand.target_palm.translation() - hand.palm.translation()));
    for (const std::size_t thing : all_things_)
        if (overlap(around, pairs_[body_of(thing)].box)) hand.nearby.push_back(body_of(thing));
}

void Grasping::State::look_at_touches(Hand& hand, Meter& meter) {
    // A thing that is held is touched a little longer, so that it is not dropped for a trembling finger.
    std::vector<HandTouch>& touches = hand.touches;
    const auto pressed_before = [&, old = touches](std::size_t link, std::size_t object) {
        return std::ranges::any_of(
            old, [&](const HandTouch& t) { return t.link == link && t.object == object && t.presses; });
    };
    touches.clear();
    for (const std::size_t body : hand.nearby) {
        const bool is_held =
            std::ranges::any_of(hand.holds, [&](const Holding& h) { return body_of(h.thing) == body; });
        const double limit = (is_held ? held_touch_gaps : touch_gaps) * pairs_.gap();
        for (std::size_t link = 0; link < hand_link_count; ++link) {
            const Distance* d = pairs_.near(body_of(hand, link), body, limit, meter);
            if (d == nullptr) continue;
            HandTouch touch;
            static_cast<Contact&>(touch) = *d;
            touch.link = link;
            touch.object = body;
            touch.presses = hand.pressed[link] || (is_held && pressed_before(link, body));
            touches.push_back(touch);
        }
    }
}

void Grasping::State::hold_and_release(Hand& hand) {
    hand.frame.objects.clear();
    std::vector<Holding> holds;
    for (std::size_t i = 0; i < hand.touches.size();) {
        const std::size_t object = hand.touches[i].object;
        link_touches_.clear();
        for (; i < hand.touches.size() && hand.touches[i].object == object; ++i)
            link_touches_.push_back({hand.touches[i].link, hand.touches[i].normal, hand.touches[i].presses});
        const GraspClass grasp = classify_grasp(link_touches_);
        const bool firm = grasp == GraspClass::precision || grasp == GraspClass::power;
        const bool holds_it = firm && things_[object].movable;
        hand.frame.objects.push_back({object, grasp, holds_it});
        if (!holds_it) continue;
        const auto old = std::ranges::find(hand.holds, object, &Holding::thing);
        holds.push_back(old != hand.holds.end()
                            ? *old
                            : Holding{object, Attachment(options_.attachment, hand.palm, pose(object))});
    }
    const auto same = [](const Holding& a, const Holding& b) { return a.thing == b.thing; };
    if (!std::ranges::equal(holds, hand.holds, same)) hand.kept = {};
    hand.holds = std::move(holds);
}

// The links of hands that clasp, and the things: exactly, as they are to be shown.
bool Grasping::State::certainly_free() {
    for (const auto& hand : hands_) {
        if (hand->state != HandState::clasping) continue;
        for (std::size_t link = 0; link < hand_link_count; ++link)
            for (const std::size_t thing : all_things_)
                if (pairs_.meet(body_of(*hand, link), body_of(thing))) return false;
    }
    return true;
}

void Grasping::State::show(Hand& hand) {
    HandFrame& frame = hand.frame;
    frame.state = hand.state;
    frame.flex = hand.flex;
    frame.root = hand.model.root_of(hand.palm, hand.flex);
    for (std::size_t link = 0; link < hand_link_count; ++link)
        frame.links[link] = pairs_[body_of(hand, link)].pose;
    const double way = length(hand.palm.translation() - hand.target_palm.translation());
    frame.held_back = way > pairs_.gap();
    for (std::size_t j = 2; j < hand_joint_count; ++j)
        frame.held_back |= std::abs(hand.flex[j] - hand.target[j]) > 1e-6;
    frame.touches = hand.touches;
    if (hand.state != HandState::clasping) {
        frame.objects.clear();
        for (const Holding& h : hand.holds) frame.objects.push_back({h.thing, GraspClass::power, true});
    }
    frame.grasp = GraspClass::none;
    for (const ObjectGrasp& o : frame.objects) frame.grasp = std::max(frame.grasp, o.grasp);
}

bool Grasping::State::move(std::size_t object, const Pose& pose) {
    if (held(object)) return false;
    const std::size_t body = body_of(object);
    const Pose before = pairs_[body].pose;
    Meter meter({});
    pairs_.put(body, pose);
    for (const auto& hand : hands_) {
        if (hand->state != HandState::clasping || is_free(*hand, meter)) continue;
        pairs_.put(body, before);
        return false;
    }
    things_[object].speed = {};
    things_[object].lies_on.reset();
    return true;
}

// ---- Grasping ------------------------------------------------------------------------------------------

Grasping::Grasping(std::vector<GraspObject> objects, const GraspingOptions& options)
    : state_(std::make_unique<State>(std::move(objects), options)) {}
Grasping::Grasping(Grasping&&) noexcept = default;
Grasping& Grasping::operator=(Grasping&&) noexcept = default;
Grasping::~Grasping() = default;

std::size_t Grasping::add_hand(HandModel model, const Pose& root, const FlexVector& flex) {
    return state_->add_hand(std::move(model), root, flex);
}
void Grasping::step(std::span<const TrackedHand> tracked) {
    state_->step(tracked);
}
std::size_t Grasping::hand_count() const {
    return state_->hand_count();
}
std::size_t Grasping::object_count() const {
    return state_->object_count();
}
const HandFrame& Grasping::hand(std::size_t number) const {
    return state_->frame(number);
}
const HandModel& Grasping::model(std::size_t hand) const {
    return state_->model(hand);
}
const Shape& Grasping::shape(std::size_t object) const {
    return state_->shape(object);
}
const Pose& Grasping::pose(std::size_t object) const {
    return state_->pose(object);
}
bool Grasping::held(std::size_t object) const {
    return state_->held(object);
}
double Grasping::gap() const {
    return state_->gap();
}
bool Grasping::move(std::size_t object, const Pose& pose) {
    return state_->move(object, pose);
}

}  // namespace graze::inline v1
