// What others say, and what of it is believed.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/detail/hash.h"
#include "graze/base/error.h"
#include "graze/io/saved_shape.h"
#include "graze/share/detail/shared_state.h"

namespace graze::inline v1 {
namespace {

constexpr double oldest_motion = 60, newest_motion = 1;  // seconds before and after now

ContentHash hash_of_copy(const std::string& bytes) {
    detail::Hasher128 hasher;
    hasher.add(std::as_bytes(std::span(bytes)));
    return {hasher.result().high, hasher.result().low};
}

}  // namespace

void SharedWorld::State::refuse(const PeerId& peer, const std::string& problem) {
    ++counts.refused;
    tell(Refused{peer, problem});
}

void SharedWorld::State::receive() {
    for (auto& [id, peer] : peers) peer.pieces_left = 64;
    // A flood cannot keep an update from ending: the rest waits in the transport.
    Datagram datagram;
    for (int i = 0; i < 10'000 && transport->receive(datagram); ++i) hear(datagram);
    follow_events();
}

void SharedWorld::State::hear(const Datagram& datagram) {
    const DecodedMessage read = decoded(datagram.bytes);
    if (!read.message) return refuse({}, read.problem);
    Peer* const peer = peer_of(*read.message, datagram.from);
    if (peer == nullptr) return;
    const PeerId from = read.message->from;
    const double here = now(), sent = read.message->sent;
    const double ahead = sent - here;
    peer->arrival_offset = peer->clock.known() ? ahead : std::max(peer->arrival_offset, ahead);
    if (sent > peer->their_sent) {  // not one that was overtaken
        peer->their_sent = sent;
        peer->their_sent_heard = here;
    }
    peer->heard = here;
    if (!peer->here && !peer->left && !std::holds_alternative<Goodbye>(read.message->content)) {
        peer->here = true;
        tell(PeerCame{from});
    }
    std::visit([&](const auto& content) { hear(from, *peer, sent, content); }, read.message->content);
}

// Only a status makes somebody known. A peer is where it was first heard from, until it is gone.
SharedWorld::State::Peer* SharedWorld::State::peer_of(const Message& message, Address from) {
    const PeerId id = message.from;
    if (id.number == agreement.self().number) {
        refuse(id, "somebody else uses this peer's number");
        return nullptr;
    }
    if (const auto it = peers.find(id); it != peers.end()) {
        if (it->second.address == from) return &it->second;
        refuse(id, "a message comes in another peer's name");
        return nullptr;
    }
    if (!std::holds_alternative<StatusMessage>(message.content)) return nullptr;
    for (auto& [other, peer] : peers) {
        if (other.number != id.number) continue;
        if (other.session > id.session) {
            refuse(id, "a message comes from a session that has ended");
            return nullptr;
        }
        if (std::exchange(peer.here, false)) tell(PeerGone{other, true});
    }
    if (peers.size() >= options.max_peers) std::erase_if(peers, [](const auto& p) { return !p.second.here; });
    if (peers.size() >= options.max_peers) {
        refuse(id, "there are too many peers already");
        return nullptr;
    }
    Peer& peer = peers[id];
    peer.address = from;
    peer.arrival_offset = message.sent - now();
    peer.their_sent = message.sent;
    peer.their_sent_heard = now();
    peer.heard = now();
    peer.pushed = published;  // these it gets with a copy, or asks for
    strangers.erase(id);
    tell(PeerCame{id});
    return &peer;
}

void SharedWorld::State::hear(const PeerId& from, Peer& peer, double sent, const StatusMessage& m) {
    const double here = now();
    if (std::isfinite(m.echo_sent) && std::isfinite(m.echo_age) &&
        !peer.clock.hear({m.echo_sent, sent - m.echo_age, sent, here}))
        refuse(from, "a clock runs as no clock does");
    for (const StatusMessage::Echo& e : m.echoes)
        if (e.peer == agreement.self() && std::isfinite(e.sent) && std::isfinite(e.age) &&
            !peer.clock.hear({e.sent, sent - e.age, sent, here}))
            refuse(from, "a clock runs as no clock does");
    peer.interest = m.interest;
    peer.view = m.view;
    peer.wants_copy = m.wants_copy;
    for (const StatusMessage::Known& k : m.known) {
        if (k.peer.nobody()) continue;
        if (peer.known.size() < options.agreement.peers_most || peer.known.contains(k.peer))
            peer.known[k.peer] = std::max(peer.known[k.peer], k.records);
        // Somebody whom only the other knows, or knew before a partition: send() greets it until it answers.
        if (k.address == 0 || k.peer.number == agreement.self().number || peers.contains(k.peer)) continue;
        if (strangers.size() < 4 * options.max_peers || strangers.contains(k.peer))
            strangers[k.peer].address = k.address;
    }
    if (joined) repair(from, peer, m);
}

void SharedWorld::State::hear(const PeerId& from, Peer& peer, double sent, const MotionMessage& m) {
    const double there = now() + peer.offset();
    for (const MotionMessage::Update& u : m.updates) {
        const auto it = objects.find(u.id);
        if (it == objects.end()) continue;  // its record is still on its way
        Object& object = it->second;
        if (object.ownership != Ownership{from, u.epoch}) {
            // Not yet heard of a change of hands, or the sender has not: nothing is wrong with that.
            if (u.epoch == object.ownership.epoch) refuse(from, "a peer moves what belongs to somebody else");
            continue;
        }
        if (u.state.time > there + newest_motion || u.state.time < there - oldest_motion ||
            std::abs(u.state.time - sent) > oldest_motion) {
            refuse(from, "a motion comes from another time");
            continue;
        }
        if (u.state.time < object.deaf_until) continue;
        if (!object.path.hear(u.state, there)) continue;
        object.flight.reset();
        object.said = u.state;
        object.predicted_until = std::numeric_limits<double>::infinity();
    }
}

void SharedWorld::State::hear(const PeerId& from, Peer& peer, double, const RecordsMessage& m) {
    bool gap = false;
    for (const Record& record : m.records) {
        // What others pass on in the name of a peer that is here, beyond what that peer itself says it wrote,
        // is not believed: it will say so in a moment, if it is true.
        if (record.origin != from) {
            const auto origin = peers.find(record.origin);
            if (origin != peers.end() && origin->second.here) {
                const auto own = origin->second.known.find(record.origin);
                if (own != origin->second.known.end() && record.number > own->second) continue;
            }
        }
        const Agreement::Heard heard = agreement.hear(record);
        gap |= heard == Agreement::Heard::too_early;
        if (heard == Agreement::Heard::refused) refuse(from, "a record comes from nobody, or far too early");
    }
    if (gap && now() - peer.status_at > 0.05) send_status(peer);  // which says what is missing
    follow_events();
}

void SharedWorld::State::hear(const PeerId&, Peer& peer, double, const BlobRequest& m) {
    if (peer.pieces_left == 0) return;
    --peer.pieces_left;
    if (std::optional<BlobPiece> piece = blobs.piece(m)) send_to(peer, std::move(*piece));
}

void SharedWorld::State::hear(const PeerId& from, Peer&, double, const BlobPiece& m) {
    const auto it = fetches.find(m.hash);
    if (it == fetches.end()) return;
    if (const std::string problem = it->second.take(m); !problem.empty()) {
        refuse(from, problem);
        fetches.erase(it);
        if (copy_source && copy_source->first == m.hash) {
            copy_source.reset();
        } else {
            refused_shapes.insert(m.hash);
        }
    } else if (it->second.complete()) {
        copy_source && copy_source->first == m.hash ? take_copy() : take_shape(m.hash);
    }
}

void SharedWorld::State::hear(const PeerId& from, Peer& peer, double, const CopyOffer& m) {
    // A copy is believed as a whole: a newcomer takes it from the peer that it asked, and a member that has
    // missed too much only where members are believed about adoption as well.
    const bool asked = joined ? options.agreement.adoption : peer.address == contact;
    if (!asked || copy_source || m.total > options.max_shape_bytes) return;
    copy_source = {m.hash, from};
    fetches.try_emplace(m.hash, m.hash, options.max_shape_bytes);
}

void SharedWorld::State::hear(const PeerId& from, Peer&, double, const GrabRequest& m) {
    const auto it = objects.find(m.id);
    if (it == objects.end() || it->second.role != Role::own || it->second.ownership.epoch != m.epoch) return;
    if (options.give_when_asked) hand_over(m.id, from);
}

void SharedWorld::State::hear(const PeerId& from, Peer& peer, double, const Goodbye&) {
    peer.left = true;
    if (std::exchange(peer.here, false)) tell(PeerGone{from, true});
}

void SharedWorld::State::take_copy() {
    if (!copy_source) return;
    const auto [hash, source] = *copy_source;
    copy_source.reset();
    const auto node = fetches.extract(hash);
    const std::string& bytes = node.mapped().bytes();
    if (hash_of_copy(bytes) != hash || !agreement.merge(std::as_bytes(std::span(bytes))))
        return refuse(source, "a copy of the world is damaged");
    if (!std::exchange(joined, true)) started = now();
    follow_events();
}

void SharedWorld::State::take_shape(const ContentHash& hash) {
    const auto node = fetches.extract(hash);
    const std::string& bytes = node.mapped().bytes();
    try {
        Shape shape = parse_shape(std::as_bytes(std::span(bytes)), "a shape of another peer");
        if (shape.content_hash() != hash) throw Error("a shape is not the one that was asked for");
        shape_bytes += bytes.size();
        blobs.put(hash, std::make_shared<const std::string>(bytes));
        shapes.emplace(hash, std::move(shape));
    } catch (const std::exception& e) {  // memory as well
        refused_shapes.insert(hash);
        return refuse({}, e.what());
    }
    for (auto& [id, object] : objects)
        if (object.shape_hash == hash) place(id, object);
}

void SharedWorld::State::offer_copy(Peer& peer) {
    if (now() - peer.copied_at < 1) return;
    peer.copied_at = now();
    if (copies.empty() || copied_digest != agreement.digest()) {
        auto bytes = std::make_shared<const std::string>(agreement.copy());
        const ContentHash hash = hash_of_copy(*bytes);
        copied_digest = agreement.digest();
        blobs.put(hash, std::move(bytes));
        copies.push_back(hash);
        if (copies.size() > 4) {
            if (std::ranges::count(copies, copies.front()) == 1) blobs.drop(copies.front());
            copies.erase(copies.begin());
        }
    }
    const auto first = blobs.piece({copies.back(), 0});
    if (first) send_to(peer, CopyOffer{copies.back(), first->total});
}

}  // namespace graze::inline v1
