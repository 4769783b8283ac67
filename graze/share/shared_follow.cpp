// What follows from records: objects come and go, change hands, fly, and are judged.
#include <algorithm>
#include <limits>

#include "graze/share/detail/shared_state.h"

namespace graze::inline v1 {

void SharedWorld::State::follow_events() {
    // Callbacks of the user may write records.
    for (std::vector<AgreementEvent> events = agreement.take_events(); !events.empty();
         events = agreement.take_events())
        for (const AgreementEvent& event : events)
            std::visit([&](const auto& content) { follow(content); }, event);
}

const SharedWorld::State::Peer* SharedWorld::State::owner_of(const Object& object) const {
    const auto it = peers.find(object.ownership.owner);
    return it == peers.end() ? nullptr : &it->second;
}

double SharedWorld::State::owner_time(const Object& object) const {
    const Peer* const owner = object.role == Role::remote ? owner_of(object) : nullptr;
    return now() + (owner == nullptr ? 0 : owner->offset());
}

void SharedWorld::State::set_role(const SharedId& id, Object& object) {
    const PeerId owner = object.ownership.owner;
    object.role = owner.nobody() ? Role::scene : owner == agreement.self() ? Role::own : Role::remote;
    object.flight.reset();
    object.deaf_until = -1e300;
    // Whoever has it now goes on from where it is shown.
    object.own = object.shown;
    object.own.time = now();
    if (object.role == Role::scene)
        object.own.velocity = object.own.acceleration = object.own.angular_velocity = {};
    object.sender = ReckonedSender(options.reckoning);
    object.path = FollowedPath(options.following);
    MovingState there = object.own;
    there.time = owner_time(object);
    object.path.divert(there, there.time);
    object.said = there;
    object.predicted_until = std::numeric_limits<double>::infinity();
    if (object.in_world) world.set_movable(*object.in_world, object.role != Role::scene);
    for (auto& [peer_id, peer] : peers) peer.follows.erase(id);
}

void SharedWorld::State::follow(const CreatedRecord& r) {
    Object& object = objects.try_emplace(r.id).first->second;
    object.ownership = agreement.find(r.id)->ownership;
    object.shape_hash = r.shape;
    object.shown = r.state;
    object.shown.time = now();
    set_role(r.id, object);
    // The record may be old: how it moves now, its owner will say.
    if (object.role == Role::remote && r.owner == object.ownership.owner) {
        MovingState rests = r.state;
        if (owner_time(object) - r.state.time > options.reckoning.time_threshold)
            rests.velocity = rests.acceleration = rests.angular_velocity = {};
        object.path.divert(rests, owner_time(object));
        object.said = rests;
    }
    object.before = object.shown;
    place(r.id, object);
    tell(ObjectCame{r.id});
}

void SharedWorld::State::place(const SharedId& id, Object& object) {
    const auto shape = shapes.find(object.shape_hash);
    if (object.in_world || shape == shapes.end()) return;
    const Box& box = shape->second.box();
    object.center = box.empty() ? Vec3{} : box.center();
    object.radius = 0.5 * length(box.size());
    const CreatedRecord& created = agreement.find(id)->created;
    object.in_world = world.add(shape->second, object.shown.pose(),
                                {created.name, created.groups, object.role != Role::scene});
    ids[*object.in_world] = id;
}

void SharedWorld::State::follow(const RemovedRecord& r) {
    const auto it = objects.find(r.id);
    if (it == objects.end()) return;
    if (const auto id = it->second.in_world) {
        ids.erase(*id);
        world.remove(*id);
    }
    objects.erase(it);
    std::erase_if(judged, [&](const auto& j) { return j.first.a == r.id || j.first.b == r.id; });
    for (auto& [id, peer] : peers) peer.follows.erase(r.id);
    tell(ObjectGone{r.id});
}

void SharedWorld::State::follow(const OwnerChanged& r) {
    const auto it = objects.find(r.id);
    if (it == objects.end()) return;
    it->second.ownership = r.now;
    set_role(r.id, it->second);
    const bool lost = r.before.owner == agreement.self() && given.erase(r.id) == 0;
    counts.owners_corrected += lost ? 1 : 0;
    tell(ObjectChangedHands{r.id, r.before, r.now, lost});
}

void SharedWorld::State::follow(const LaunchedRecord& r) {
    const auto it = objects.find(r.id);
    if (it == objects.end() || it->second.ownership.epoch != r.epoch) return;
    it->second.flight = r.state;
    if (it->second.role == Role::remote) {
        it->second.path = FollowedPath(options.following);
        it->second.path.hear(r.state, owner_time(it->second));
    }
}

void SharedWorld::State::follow(const VerdictHeard& r) {
    const Verdict& v = r.verdict;
    const PeerId arbiter = rank_of(v).arbiter;
    const auto peer = peers.find(arbiter);
    const double time = v.time - (peer == peers.end() ? 0 : peer->second.offset());  // by this peer's clock
    VerdictApplied applied{v, r.counts, false, std::max(0.0, now() - time)};
    ++counts.verdicts;
    if (!r.counts) {
        ++counts.superseded;
    } else {
        const bool a = apply_to(v.pair.a, v.owner_a, v.a, time), b = apply_to(v.pair.b, v.owner_b, v.b, time);
        applied.corrected_own = (a || b) && arbiter != agreement.self();
        if (applied.corrected_own) {
            ++counts.corrections;
            counts.worst_delay = std::max(counts.worst_delay, applied.delay);
        }
    }
    tell(applied);
}

// True if the object is this peer's own.
bool SharedWorld::State::apply_to(const SharedId& id, const Ownership& judged_owner,
                                  const JudgedMotion& motion, double time) {
    const auto it = objects.find(id);
    if (it == objects.end() || it->second.ownership != judged_owner) return false;  // others' by now
    Object& object = it->second;
    MovingState state = object.role == Role::own ? object.own : object.shown;
    // A very late verdict does not carry the object further than a second's way.
    state.time = std::clamp(time, now() - 1, now());
    state.position = motion.position;
    state.velocity = motion.velocity;
    object.flight.reset();
    if (object.role == Role::own) {
        object.own = reckoned(state, now(), options.reckoning.order);
        object.own.acceleration = state.acceleration;
        object.sender.forget();
        return true;
    }
    state.time += owner_time(object) - now();
    object.path.divert(state, owner_time(object));
    object.said = state;  // a verdict counts, whatever the owner has said before
    object.predicted_until = std::numeric_limits<double>::infinity();
    return false;
}

void SharedWorld::State::follow(const RecordRefused& r) {
    refuse(r.origin, r.problem);
}

void SharedWorld::State::move_all() {
    const double here = now();
    for (auto& [id, object] : objects) {
        object.before = object.shown;
        if (object.role == Role::remote) {
            const double there = owner_time(object);
            if (there > object.predicted_until) {  // its owner saw no collision, or would have said so by now
                object.predicted_until = std::numeric_limits<double>::infinity();
                object.path.divert(object.said, there);
            }
            object.shown = object.flight ? reckoned(*object.flight, there) : object.path.shown(there);
            // How it moves, without the hurry of a path that converges: what collisions are judged by.
            if (!object.flight) object.shown.velocity = object.path.model(there).velocity;
        } else if (object.role == Role::own) {
            const Vec3 acceleration = object.own.acceleration;
            object.own = object.flight ? reckoned(*object.flight, here)
                                       : reckoned(object.own, here, options.reckoning.order);
            object.own.acceleration = acceleration;
            object.shown = object.own;
        }
        object.shown.time = here;
        // What has flown out of range stays at its border, instead of ending the update.
        if (!is_valid(object.shown)) object.shown = object.before;
        if (object.in_world && object.role != Role::scene) world.move(*object.in_world, object.shown.pose());
    }
}

void SharedWorld::State::watch_peers() {
    const double here = now();
    PeerId lowest = agreement.self();
    for (auto& [id, peer] : peers) {
        if (peer.here && here - peer.heard > options.silence) {
            peer.here = false;
            peer.follows.clear();
            tell(PeerGone{id, false});
        }
        if (peer.here) lowest = std::min(lowest, id);
    }
    if (!joined || !options.agreement.adoption || lowest != agreement.self()) return;
    if (here - started < 2 * options.silence) return;  // not everybody was heard yet
    std::vector<SharedId> orphans;
    for (const auto& [id, object] : objects) {
        if (object.role != Role::remote) continue;
        const Peer* const owner = owner_of(object);
        if (owner == nullptr || !owner->here) orphans.push_back(id);
    }
    for (const SharedId& id : orphans) agreement.adopt(id);
    follow_events();
}

}  // namespace graze::inline v1
