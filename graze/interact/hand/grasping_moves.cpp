// How hands move: the palm and what it holds along a screw, then each joint along its arc.
#include <algorithm>
#include <cmath>

#include "graze/interact/hand/detail/grasping_state.h"

namespace graze::inline v1 {

using detail::Blocker;

namespace {

constexpr double enough_turn = 1e-9;                   // radians
constexpr double round_turn = 0.25, round_way = 0.15;  // of a round: radians, and lengths of the hand
constexpr std::uint32_t most_rounds = 6;
constexpr int most_pushes = 3;
// Of the gap of hands: what sliders keep, which never come closer than a quarter of it.
constexpr double slider_gap = 0.125;
constexpr std::uint64_t slider_tests = 40'000;

Pose part_of_motion(const Pose& by, double share) {
    return share == 1 ? by : Motion::screw(Pose(), by).at(share);
}

// Closing presses. Opening, and spreading the fingers, do not; the thumb presses any way it moves.
bool closes(std::size_t joint, double by) {
    return bends(joint) ? by > 0 : finger_of_link(link_of_joint(joint)) == 0;
}

// Between two poses, halfway for equal weights.
Pose mean(const Pose& a, const Pose& b, double weight_of_b) {
    return {nlerp(a.rotation(), b.rotation(), weight_of_b),
            a.translation() + (b.translation() - a.translation()) * weight_of_b};
}

}  // namespace

bool Grasping::State::moves_with(const Cluster& cluster, std::size_t body) const {
    for (const std::size_t h : cluster.hands) {
        const Hand& hand = *hands_[h];
        if (body >= hand.first_body && body < hand.first_body + hand_link_count) return true;
        for (const Holding& holding : hand.holds)
            if (body_of(holding.thing) == body) return true;
    }
    return false;
}

std::uint32_t Grasping::State::rounds() const {
    double most = 1;
    for (const auto& hand : hands_) {
        if (hand->state != HandState::clasping) continue;
        for (std::size_t j = 0; j < hand_joint_count; ++j)
            most = std::max(most, std::abs(hand->goal[j] - hand->flex[j]) / round_turn);
        const Vec3 way = hand->goal_palm.translation() - hand->palm.translation();
        most = std::max(most, length(way) / (round_way * hand->model.length()));
    }
    return static_cast<std::uint32_t>(std::min<double>(std::ceil(most), most_rounds));
}

// ---- The palm -----------------------------------------------------------------------------------------

Pose Grasping::State::wanted(const Cluster& cluster) const {
    const Hand& first = *hands_[cluster.hands.front()];
    if (cluster.hands.size() == 1) return first.goal_palm * first.palm.inverse();
    // Each hand wants the thing that they share somewhere: it goes to the mean.
    const Pose& thing = pairs_[body_of(first.holds.front().thing)].pose;
    Pose there = first.goal_palm * first.palm.inverse() * thing;
    double count = 1;
    for (std::size_t i = 1; i < cluster.hands.size(); ++i) {
        const Hand& hand = *hands_[cluster.hands[i]];
        count += 1;
        there = mean(there, hand.goal_palm * hand.palm.inverse() * thing, 1 / count);
    }
    return there * thing.inverse();
}

void Grasping::State::list_moves(const Cluster& cluster, const Pose& by) {
    moves_.clear();
    const auto add = [&](std::size_t body) {
        moves_.push_back({body, Motion::screw(pairs_[body].pose, by * pairs_[body].pose)});
    };
    for (const std::size_t h : cluster.hands) {
        const Hand& hand = *hands_[h];
        for (const Holding& holding : hand.holds) {
            const std::size_t body = body_of(holding.thing);
            if (std::ranges::find(moves_, body, &detail::BodyMove::body) == moves_.end()) add(body);
        }
        for (std::size_t link = 0; link < hand_link_count; ++link) add(body_of(hand, link));
    }
}

void Grasping::State::place(const Cluster& cluster, const Pose& by) {
    for (const std::size_t h : cluster.hands) {
        Hand& hand = *hands_[h];
        const Pose before = hand.palm;
        const Pose palm = by * before;
        hand.palm = Pose(palm.rotation(), palm.translation());
        const double reach = hand.model.reach();
        const double travel =
            Motion::screw(before, hand.palm).travel({{-reach, -reach, -reach}, {reach, reach, reach}}, 0, 1);
        place_links(hand, travel);
        for (const Holding& holding : hand.holds) {
            const std::size_t body = body_of(holding.thing);
            const Pose pose = holding.attachment.thing(hand.palm);
            const Motion motion = Motion::screw(pairs_[body].pose, pose);
            pairs_.set_pose(body, pose, motion.travel(pairs_[body].shape.box(), 0, 1));
        }
    }
}

// By a part of what is left. In the last round, a part of 1, it slides along what is in the way.
void Grasping::State::move_cluster(const Cluster& cluster, double part, Meter& meter) {
    Pose by = part_of_motion(wanted(cluster), part);
    for (int i = 0;; ++i) {
        list_moves(cluster, by);
        const auto tested = [&](std::size_t moving, std::size_t other) {
            if (moves_with(cluster, other)) return false;
            return is_thing(moving) || is_thing(other);
        };
        const std::span<const std::size_t> others = hands_[cluster.hands.front()]->holds.empty()
                                                        ? hands_[cluster.hands.front()]->nearby
                                                        : everything_;
        const double share = pairs_.advance(moves_, others, tested, meter, blockers_);
        const Pose made = part_of_motion(by, share);
        if (share > 0) place(cluster, made);
        if (share == 1) return;
        by = by * made.inverse();
        if (i == most_pushes || !push(by, meter)) break;
    }
    if (part == 1) slide(cluster, by, meter);
}

// ---- What is in the way ---------------------------------------------------------------------------------

// Moves things that links of the hand are about to push. False if that gets nowhere.
bool Grasping::State::push(const Pose& by, Meter& meter) {
    bool moved = false;
    const std::vector<Blocker> blockers = blockers_;
    for (const Blocker& b : blockers) {
        if (is_thing(b.moving) || !is_thing(b.resting)) return false;
        if (!things_[b.resting].movable || held(b.resting)) return false;
        const Vec3 way = by(b.contact.point_a) - b.contact.point_a;
        if (!(dot(way, b.contact.normal) > 0)) continue;
        moved |= push_thing(b.resting, way, meter);
    }
    return moved;
}

bool Grasping::State::push_thing(std::size_t thing, const Vec3& way, Meter& meter) {
    const std::size_t body = body_of(thing);
    const Pose from = pairs_[body].pose;
    std::vector<detail::BodyMove> move{{body, Motion::straight(from, Pose::translation(way) * from)}};
    const auto tested = [&](std::size_t, std::size_t other) { return other != body; };
    std::vector<Blocker> blockers;
    const double share = pairs_.advance(move, everything_, tested, meter, blockers);
    const Pose there = move.front().motion.at(share);
    if (share == 0 || there == from) return false;
    pairs_.set_pose(body, there, move.front().motion.travel(pairs_[body].shape.box(), 0, share));
    return length(way) * share > pairs_.gap();
}

void Grasping::State::slide(const Cluster& cluster, const Pose& by, Meter& meter) {
    if (meter.exhausted()) return;
    Hand& leader = *hands_[cluster.hands.front()];
    // The part: all that moves, in the frame of the leader's palm. The obstacles: all else that is within
    // reach.
    std::vector<std::size_t> bodies;
    std::vector<Pose> links, poses;
    const Pose palm_inverse = leader.palm.inverse();
    list_moves(cluster, by);
    Box around;
    for (const detail::BodyMove& m : moves_) {
        bodies.push_back(m.body);
        const Hand* hand = hand_of(m.body);
        // To the bit the same as long as no finger moves: a finger that does makes another part.
        const auto holding =
            std::ranges::find(leader.holds, m.body, [&](const Holding& h) { return body_of(h.thing); });
        if (hand == &leader)
            links.push_back(leader.model.poses_of_palm(Pose(), leader.flex)[m.body - leader.first_body]);
        else
            links.push_back(holding != leader.holds.end() ? holding->attachment.thing(Pose())
                                                          : palm_inverse * pairs_[m.body].pose);
        around.grow(pairs_[m.body].box);
    }
    const double size = length(around.size());
    const std::size_t moving = bodies.size();
    for (const std::size_t body : everything_) {
        if (moves_with(cluster, body) || !overlap(grown(around, size), pairs_[body].box)) continue;
        if (!is_thing(body) && leader.holds.empty()) continue;
        bodies.push_back(body);
        poses.push_back(pairs_[body].pose);
    }
    const bool same = leader.slider && leader.slider_bodies == bodies && leader.slider_poses == poses &&
                      leader.slider_links == links && leader.slider->pose() == leader.palm;
    if (!same) {
        std::vector<PlacedShape> part, obstacles;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const detail::Body& body = pairs_[bodies[i]];
            if (i < moving)
                part.push_back({body.shape, palm_inverse * body.pose});
            else
                obstacles.push_back({body.shape, body.pose});
        }
        SlidingOptions options;
        options.gap = slider_gap * pairs_.gap();
        options.budget = Budget::of_tests(slider_tests);
        for (std::size_t i = 0; i < moving; ++i)
            for (std::size_t j = moving; j < bodies.size(); ++j)
                if (!is_thing(bodies[i]) && !is_thing(bodies[j])) options.allowed.push_back({i, j - moving});
        leader.slider.emplace(std::move(part), std::move(obstacles), leader.palm, options);
        leader.slider_bodies = bodies;
        leader.slider_poses = poses;
        leader.slider_links = links;
    }
    const Pose before = leader.palm;
    const Pose wanted_palm = by * leader.palm;
    // What is wanted was cut to a length that is no jump. Most of it may lead into what is in the way: what
    // leads along is cut by itself.
    Vec3 way = wanted_palm.translation() - leader.palm.translation();
    if (cluster.hands.size() == 1 && !blockers_.empty()) {
        const double most = leader.tracked_way + catch_up_;
        Vec3 along = leader.target_palm.translation() - leader.palm.translation();
        for (const Blocker& b : blockers_)
            along -= b.contact.normal * std::max(0.0, dot(along, b.contact.normal));
        const double size_along = length(along);
        if (size_along > most) along *= most / size_along;
        way = along +
              blockers_.front().contact.normal * std::max(0.0, dot(way, blockers_.front().contact.normal));
    }
    const SlidingStep step =
        leader.slider->follow(Pose(wanted_palm.rotation(), leader.palm.translation() + way));
    meter.spend(step.looks);
    place(cluster, step.pose * before.inverse());
    // The slider goes on from here if the pose is the same to the bit.
    if (cluster.hands.size() == 1) {
        leader.palm = step.pose;
        place_links(leader, 0);
    }
}

// ---- The fingers -----------------------------------------------------------------------------------------

bool Grasping::State::grips(const Hand& hand, std::size_t finger) const {
    for (const HandTouch& touch : hand.touches) {
        if (touch.link == palm_link || finger_of_link(touch.link) != finger) continue;
        for (const Holding& holding : hand.holds)
            if (holding.thing == touch.object) return true;
    }
    return false;
}

// A finger at a thing that the hand holds opens only if the tracked finger clearly does.
bool Grasping::State::stays(const Hand& hand, std::size_t joint, double by) const {
    const std::size_t finger = finger_of_link(link_of_joint(joint));
    if (hand.holds.empty() || !grips(hand, finger)) return false;
    double opens = 0;
    for (std::size_t j = 2; j < hand_joint_count; ++j)
        if (finger_of_link(link_of_joint(j)) == finger && bends(j)) opens += hand.flex[j] - hand.target[j];
    if (opens > options_.release_angle) return false;
    return bends(joint) ? by < 0 : std::abs(by) < options_.release_angle;
}

void Grasping::State::bend(Hand& hand, double part, Meter& meter) {
    for (std::size_t joint = 2; joint < hand_joint_count; ++joint) {
        if (hand.fixed[joint]) continue;
        const double by = (hand.goal[joint] - hand.flex[joint]) * part;
        if (std::abs(by) <= enough_turn || stays(hand, joint, by)) continue;
        if (hand.kept[joint].sign * by > 0)
            fix(hand, joint, by, hand.kept[joint].links);
        else
            bend_joint(hand, joint, by, meter);
    }
}

// Turns the joint as far as it is certainly free, and returns the share of the way.
double Grasping::State::turn(Hand& hand, std::size_t joint, double by, const HandModel::Axis& axis,
                             Meter& meter) {
    // The same motion as a twist from velocities, which would take texts for its errors from the heap.
    const Pose about_origin = Pose::rotation_radians(axis.direction, by);
    const Pose about(Quat::about_radians(axis.direction, by), axis.point - about_origin.rotate(axis.point));
    moves_.clear();
    for (std::size_t link = 1; link < hand_link_count; ++link) {
        if (!moves_link(joint, link)) continue;
        const std::size_t body = body_of(hand, link);
        moves_.push_back({body, Motion::screw(pairs_[body].pose, about * pairs_[body].pose)});
    }
    const double share =
        pairs_.advance(moves_, hand.nearby, [](std::size_t, std::size_t) { return true; }, meter, blockers_);
    if (share == 0) return 0;
    hand.flex[joint] += by * share;
    const HandPoses poses = hand.model.poses_of_palm(hand.palm, hand.flex);
    for (const detail::BodyMove& m : moves_)
        pairs_.set_pose(m.body, poses[m.body - hand.first_body],
                        m.motion.travel(pairs_[m.body].shape.box(), 0, share));
    for (std::size_t j = 2; j < hand_joint_count; ++j)
        if (finger_of_link(link_of_joint(j)) == finger_of_link(link_of_joint(joint))) hand.kept[j] = {};
    return share;
}

void Grasping::State::bend_joint(Hand& hand, std::size_t joint, double by, Meter& meter) {
    const HandModel::Axis axis = hand.model.axis(joint, hand.model.root_of(hand.palm, hand.flex), hand.flex);
    double left = by, share = turn(hand, joint, left, axis, meter);
    if (share < 1 && closes(joint, by)) {
        left -= left * share;
        // So a closing finger draws a thing into the hand.
        if (push_by_bending(left, axis, meter)) share = turn(hand, joint, left, axis, meter);
    }
    if (share == 1) return;
    std::uint32_t links = 0;
    bool all_held = true;
    for (const Blocker& b : blockers_) {
        links |= 1U << (b.moving - hand.first_body);
        all_held &=
            std::ranges::any_of(hand.holds, [&](const Holding& h) { return body_of(h.thing) == b.resting; });
    }
    if (share == 0 && all_held && !blockers_.empty()) hand.kept[joint] = {by > 0 ? 1 : -1, links};
    fix(hand, joint, by, links);
}

bool Grasping::State::push_by_bending(double angle, const HandModel::Axis& axis, Meter& meter) {
    bool moved = false;
    const Pose turned = Pose::rotation_radians(axis.direction, angle);
    for (const Blocker& b : blockers_) {
        if (!things_[b.resting].movable || held(b.resting)) continue;
        const Vec3 arm = b.contact.point_a - axis.point, way = turned.rotate(arm) - arm;
        if (dot(way, b.contact.normal) > 0) moved |= push_thing(b.resting, way, meter);
    }
    return moved;
}

void Grasping::State::fix(Hand& hand, std::size_t joint, double by, std::uint32_t links) {
    hand.fixed[joint] = true;
    if (!closes(joint, by)) return;
    for (std::size_t link = 1; link < hand_link_count; ++link)
        if ((links >> link & 1U) != 0) hand.pressed[link] = true;
}

void Grasping::State::place_links(Hand& hand, double travel) {
    const HandPoses poses = hand.model.poses_of_palm(hand.palm, hand.flex);
    for (std::size_t link = 0; link < hand_link_count; ++link)
        pairs_.set_pose(body_of(hand, link), poses[link], travel);
}

}  // namespace graze::inline v1
