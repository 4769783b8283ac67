// What this peer says, and to whom.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/detail/hash.h"
#include "graze/share/detail/shared_state.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t content_size = max_datagram - message_head_size - 2;
constexpr std::size_t peers_in_a_status = 40;
constexpr std::size_t peers_in_a_common_status = 20;  // which echoes them as well

bool wants(const ShareInterest& interest, Groups groups, const Vec3& center, double radius) {
    const Vec3 &lower = interest.region.lower, &upper = interest.region.upper;
    return (interest.groups & groups) != 0 && center.x >= lower.x - radius && center.x <= upper.x + radius &&
           center.y >= lower.y - radius && center.y <= upper.y + radius && center.z >= lower.z - radius &&
           center.z <= upper.z + radius;
}

}  // namespace

void SharedWorld::State::send_to(Peer& peer, MessageContent content) {
    const std::vector<std::byte> bytes = encoded({agreement.self(), now(), std::move(content)});
    ++counts.messages;
    counts.bytes += bytes.size();
    transport->send(peer.address, bytes);
}

// False: everybody has to be sent it.
bool SharedWorld::State::publish(Channel channel, std::uint64_t key, MessageContent content) {
    const std::vector<std::byte> bytes = encoded({agreement.self(), now(), std::move(content)});
    if (!transport->publish(channel, key, bytes)) return false;
    ++counts.messages;
    counts.bytes += bytes.size();
    if (channel == Channel::motion) counts.motion_bytes += bytes.size();
    return true;
}

StatusMessage SharedWorld::State::status(std::size_t most) {
    StatusMessage m;
    m.echo_sent = m.echo_age = std::numeric_limits<double>::quiet_NaN();
    m.wants_copy = !joined;
    m.interest = interest;
    m.view = view;
    const RecordCounts& all = agreement.counts();
    const auto add = [&](const PeerId& id, std::uint64_t records) {
        const auto peer = peers.find(id);
        m.known.push_back({id, records, peer == peers.end() ? 0 : peer->second.address});
    };
    const auto own = all.find(agreement.self());
    add(agreement.self(), own == all.end() ? 0 : own->second);
    // Of more peers than fit, others each time.
    std::vector<PeerId> others;
    for (const auto& [id, count] : all)
        if (id != agreement.self()) others.push_back(id);
    for (const auto& [id, peer] : peers)
        if (!all.contains(id)) others.push_back(id);
    for (std::size_t i = 0; i < std::min(others.size(), most - 1); ++i) {
        const PeerId& id = others[(status_turn + i) % others.size()];
        const auto count = all.find(id);
        add(id, count == all.end() ? 0 : count->second);
    }
    status_turn += most - 1;
    return m;
}

// One for all: it answers as many as fit, others each time.
bool SharedWorld::State::publish_status() {
    StatusMessage m = status(peers_in_a_common_status);
    auto next = peers.upper_bound(last_echoed);
    for (std::size_t i = 0; i < std::min(peers.size(), peers_in_a_common_status); ++i) {
        if (next == peers.end()) next = peers.begin();
        const auto& [id, peer] = *next++;
        last_echoed = id;
        if (peer.here) m.echoes.push_back({id, peer.their_sent, now() - peer.their_sent_heard});
    }
    status_said = now();
    return publish(Channel::status, transport->address(), std::move(m));
}

void SharedWorld::State::send_status(Peer& peer) {
    peer.status_at = now();
    StatusMessage m = status(peers_in_a_status);
    m.echo_sent = peer.their_sent;
    m.echo_age = now() - peer.their_sent_heard;
    send_to(peer, std::move(m));
}

void SharedWorld::State::greet(Address address) {
    Peer stranger;
    stranger.address = address;
    send_to(stranger, status(peers_in_a_status));
}

void SharedWorld::State::send() {
    const double here = now();
    if (!joined && contact != 0 && here - contacted > options.status_interval) {
        contacted = here;
        greet(contact);
    }
    // Where everybody is reached at once, a newcomer talks to its host alone: not all need offer it a copy.
    const bool reaches_all = transport->publishes();
    bool said_to_all = reaches_all && !joined;
    if (reaches_all && joined) {
        said_to_all = here - status_said < options.status_interval || publish_status();
        publish_records();
    }
    for (auto& [id, peer] : peers) {
        if (peer.left) continue;
        // Those who are gone may only be cut off: they are greeted less often.
        const double interval = peer.here ? options.status_interval : 4 * options.status_interval;
        if (!said_to_all && here - peer.status_at >= interval) send_status(peer);
        if (!peer.here || !joined) continue;
        push_records(peer);
    }
    for (auto& [id, stranger] : strangers) {
        if (reaches_all || here - stranger.greeted < 4 * options.status_interval) continue;
        stranger.greeted = here;
        greet(stranger.address);
    }
    if (joined) send_motion();
    fetch();
    if (here - forgot > 1) {  // what everybody has need not be kept
        forgot = here;
        RecordCounts all = agreement.counts();
        for (auto& [origin, count] : all)
            for (const auto& [id, peer] : peers) {
                if (!peer.here) continue;
                const auto known = peer.known.find(origin);
                count = std::min(count, known == peer.known.end() ? 0 : known->second);
            }
        agreement.forget(all);
    }
}

// Own records to everybody, where the transport does that. What it does not take goes to each peer, below.
void SharedWorld::State::publish_records() {
    const PeerId self = agreement.self();
    const auto own = agreement.counts().find(self);
    const std::uint64_t written = own == agreement.counts().end() ? 0 : own->second;
    for (int messages = 0; published < written && messages < 64; ++messages) {
        RecordsMessage m{agreement.after(self, published, content_size)};
        const std::uint64_t last = m.records.empty() ? written : m.records.back().number;
        if (!m.records.empty() && !publish(Channel::records, transport->address(), std::move(m))) break;
        // Whoever has said that it lacks some of those before is sent these as well, alone.
        for (auto& [id, peer] : peers) {
            if (peer.pushed < published) continue;
            peer.pushed = std::max(peer.pushed, last);
            peer.pushed_at = now();
        }
        published = last;
    }
}

void SharedWorld::State::push_records(Peer& peer) {
    const PeerId self = agreement.self();
    const auto own = agreement.counts().find(self);
    const std::uint64_t written = own == agreement.counts().end() ? 0 : own->second;
    const auto said = [&](std::uint64_t known) {
        RecordsMessage m{agreement.after(self, known, content_size)};
        const std::uint64_t last = m.records.empty() ? known : m.records.back().number;
        if (last > known) send_to(peer, std::move(m));
        return last;
    };
    // Records are few, and a lost one costs a round trip: each is said twice, a moment apart.
    if (now() >= peer.again_at) {
        peer.again_at = std::numeric_limits<double>::infinity();
        for (int messages = 0; peer.again_after < peer.pushed && messages < 16; ++messages) {
            const std::uint64_t last = said(peer.again_after);
            if (last == peer.again_after) break;
            peer.again_after = last;
        }
    }
    const std::uint64_t before = peer.pushed;
    for (int messages = 0; peer.pushed < written && messages < 16; ++messages) {
        const std::uint64_t last = said(peer.pushed);
        if (last == peer.pushed) break;
        peer.pushed = last;
        peer.pushed_at = now();
    }
    if (peer.pushed > before && peer.again_at == std::numeric_limits<double>::infinity()) {
        peer.again_after = before;
        peer.again_at = now() + 0.05;
    }
}

// A peer has said what it knows: it is sent what it lacks.
void SharedWorld::State::repair(const PeerId& id, Peer& peer, const StatusMessage& status) {
    const PeerId self = agreement.self();
    std::set<PeerId> named;  // not all fit into each message
    for (const StatusMessage::Known& k : status.known) named.insert(k.peer);
    bool too_far = peer.wants_copy;
    for (const auto& [origin, count] : agreement.counts()) {
        if (origin == id) continue;
        const auto known = peer.known.find(origin);
        const std::uint64_t has = known == peer.known.end() ? 0 : known->second;
        if (has >= count) continue;
        if (!agreement.keeps_after(origin, has)) {
            too_far = true;
        } else if (origin == self) {
            const double patience = 0.1 + (peer.clock.known() ? 1.5 * peer.clock.round_trip() : 0.5);
            if (peer.pushed > has && now() - peer.pushed_at > patience) peer.pushed = has;
        } else if (known == peer.known.end() || named.contains(origin)) {
            // Others' records are passed on only where their writer does not get through.
            const auto before = peer.known_before.find(origin);
            if (before == peer.known_before.end() || before->second != has) continue;
            RecordsMessage m{agreement.after(origin, has, content_size)};
            if (!m.records.empty()) send_to(peer, std::move(m));
        }
    }
    for (const PeerId& origin : named) peer.known_before[origin] = peer.known[origin];
    for (const auto& [origin, count] : agreement.counts()) peer.known_before.try_emplace(origin, 0);
    if (too_far) offer_copy(peer);
}

// Motion that was lost would be wrong until the next message, and that may take seconds: it is said again,
// less and less often. Who has heard it ignores it.
bool SharedWorld::State::repeats(Object& object) const {
    if (!(options.repeat_after > 0) || now() < object.repeat_at || !object.sender.last()) return false;
    object.repeat_gap *= 2;
    object.repeat_at = now() + object.repeat_gap;
    return object.repeat_gap < 2 * options.reckoning.time_threshold;
}

bool SharedWorld::State::is_due(const Object& object) const {
    if (object.sender.due(object.own)) return true;
    if (!(options.proximity.window > 0) || !object.sender.due(object.own, options.proximity.error_threshold))
        return false;
    const MovingSphere sphere = object.sphere();
    return std::ranges::any_of(objects, [&](const auto& other) {
        return other.second.role == Role::remote && other.second.in_world &&
               in_close_proximity(sphere, other.second.sphere(), options.proximity.window);
    });
}

void SharedWorld::State::send_motion() {
    std::vector<MotionMessage::Update> due, all;
    for (auto& [id, object] : objects) {
        if (object.role != Role::own || object.flight) continue;
        object.own.time = now();
        const MotionMessage::Update update{id, object.ownership.epoch, rounded_for_sending(object.own)};
        all.push_back(update);
        if (is_due(object)) {
            object.sender.sent(update.state);
            object.repeat_gap = options.repeat_after;
            object.repeat_at = now() + object.repeat_gap;
            due.push_back(update);
        } else if (const auto& last = object.sender.last(); last && repeats(object)) {
            due.push_back({id, object.ownership.epoch, *last});
        }
    }
    publish_motion(due);
    for (auto& [peer_id, peer] : peers) {
        if (!peer.here || peer.wants_copy) continue;
        MotionMessage message;
        const auto flush = [&] {
            if (message.updates.empty()) return;
            const std::uint64_t before = counts.bytes;
            send_to(peer, std::exchange(message, {}));
            counts.motion_bytes += counts.bytes - before;
        };
        const auto say = [&](const MotionMessage::Update& update) {
            message.updates.push_back(update);
            ++counts.motion_updates;
            if ((message.updates.size() + 1) * (motion_update_size + 1) > content_size) flush();
        };
        std::size_t next_due = 0;
        for (const MotionMessage::Update& update : all) {
            const bool is_new = next_due < due.size() && due[next_due].id == update.id;
            const MotionMessage::Update& said = is_new ? due[next_due] : update;
            if (is_new) ++next_due;
            const Object& object = objects.at(update.id);
            const Groups of_object = agreement.find(update.id)->created.groups;
            if (!wants(peer.interest, of_object, object.own.pose()(object.center), object.radius)) {
                peer.follows.erase(update.id);
                continue;
            }
            // Whoever begins to follow an object needs to know where it is.
            if (peer.follows.insert(update.id).second) {
                const std::optional<MovingState>& last = object.sender.last();
                say(is_new || !last ? said : MotionMessage::Update{update.id, update.epoch, *last});
            } else if (is_new && !published_motion.contains(update.id)) {
                say(said);
            }
        }
        flush();
    }
}

// What most of the others want to hear of goes to all at once, where the transport does that: for each object
// its newest state alone. The rest goes to those who want it.
void SharedWorld::State::publish_motion(const std::vector<MotionMessage::Update>& due) {
    published_motion.clear();
    if (!transport->publishes()) return;
    for (const MotionMessage::Update& update : due) {
        const Object& object = objects.at(update.id);
        const Groups groups = agreement.find(update.id)->created.groups;
        const Vec3 center = object.own.pose()(object.center);
        std::size_t here = 0, wanting = 0;
        for (const auto& [id, peer] : peers) {
            if (!peer.here || peer.wants_copy) continue;
            ++here;
            wanting += wants(peer.interest, groups, center, object.radius) ? 1 : 0;
        }
        if (wanting == 0 || 2 * wanting < here) continue;
        // Of two owners, one after the other, none takes the other's newest away.
        const std::uint32_t parts[] = {update.id.creator.number, update.id.creator.session, update.id.number,
                                       update.epoch};
        const std::uint64_t key = detail::hash_64(std::as_bytes(std::span(parts)));
        if (!publish(Channel::motion, key, MotionMessage{{update}})) continue;
        counts.motion_updates += wanting;
        published_motion.insert(update.id);
    }
}

// Shapes, and a copy of the world, from somebody who is here.
void SharedWorld::State::fetch() {
    std::vector<PeerId> sources;
    for (const auto& [id, peer] : peers)
        if (peer.here) sources.push_back(id);
    if (sources.empty()) return;
    for (const auto& [id, object] : objects) {
        if (object.in_world || fetches.size() >= 8) continue;
        if (shapes.contains(object.shape_hash) || refused_shapes.contains(object.shape_hash)) continue;
        if (shape_bytes > options.max_shapes_bytes) {
            refused_shapes.insert(object.shape_hash);
            refuse(id.creator, "shapes take more memory than is allowed here");
            continue;
        }
        fetches.try_emplace(object.shape_hash, object.shape_hash, options.max_shape_bytes);
    }
    for (auto it = fetches.begin(); it != fetches.end();) {
        auto& [hash, fetch] = *it;
        PeerId source = sources[(hash.low + fetch.attempts()) % sources.size()];
        const bool is_copy = copy_source && copy_source->first == hash;
        if (is_copy) {
            source = copy_source->second;
            const auto peer = peers.find(source);
            if (peer == peers.end() || !peer->second.here ||
                fetch.attempts() > 20) {  // another one is offered
                copy_source.reset();
                it = fetches.erase(it);
                continue;
            }
        }
        Peer& peer = peers.at(source);
        const double patience = 0.05 + (peer.clock.known() ? 1.5 * peer.clock.round_trip() : 0.5);
        for (const BlobRequest& request : fetch.requests(now(), patience)) send_to(peer, request);
        ++it;
    }
}

}  // namespace graze::inline v1
