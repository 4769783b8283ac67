// A world that several peers share. Each object has one owner, who moves it; the others follow. Collisions of
// objects of different owners have one outcome: the verdict of the pair's arbiter.
//
//     graze::SharedWorld shared(transport, {.peer = 1});
//     shared.start();                        // or join(address), and update() until joined()
//     auto ball = shared.add(shape, state, {.name = "ball"});
//     shared.on_event([](const graze::SharedEvent& e) { ... });
//     for (;;) shared.update();              // once per frame
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "graze/share/agreement/agreement.h"
#include "graze/share/motion/dead_reckoning.h"
#include "graze/share/network/message.h"
#include "graze/share/network/transport.h"
#include "graze/share/prediction/close_proximity.h"
#include "graze/share/prediction/decision.h"
#include "graze/share/prediction/dispatch.h"
#include "graze/world/world.h"

namespace graze::inline v1 {

struct SharedOptions {
    std::uint32_t peer = 0;     // this peer's number, from 1; no two peers have the same
    std::uint32_t session = 1;  // higher than the last time that this peer took part
    ReckoningOptions reckoning{};
    FollowingOptions following{};    // its order is that of `reckoning`
    ProximityTracking proximity{};   // a window of 0 switches it off
    bool predict_collisions = true;  // of remote objects (Ohlenburg 2003, 4.4.1)
    DecisionRule rule = DecisionRule::velocity;
    double restitution = 1;
    AgreementOptions agreement{};
    bool give_when_asked = true;    // objects, to those who want to grab them
    double repeat_after = 0.15;     // seconds after which motion is sent again, then twice as long, and so on
    double status_interval = 0.25;  // seconds between messages that say what is known
    double silence = 2;             // seconds after which a peer counts as gone, and its objects are adopted
    std::uint64_t max_shape_bytes = std::uint64_t{64} << 20;    // of one shape, as bytes
    std::uint64_t max_shapes_bytes = std::uint64_t{512} << 20;  // of all
    std::size_t max_peers = 256;
    WorldOptions world{};
};

struct SharedObjectOptions {
    std::string name{};
    Groups groups = group_bit(0);
    bool scene = false;  // it belongs to nobody, and rests
};

struct PeerCame {
    PeerId peer;
};
struct PeerGone {
    PeerId peer;
    bool said_so = false;  // otherwise it fell silent: it may have crashed, be cut off, or be late
};
struct ObjectCame {
    SharedId id;
};
struct ObjectGone {
    SharedId id;
};
// `corrected`: this peer had it, and did not give it away. Somebody adopted it during a partition.
struct ObjectChangedHands {
    SharedId id;
    Ownership before, now;
    bool corrected = false;
};
// A pair that needs no arbiter (PairMethod::plain), or a prediction.
struct SharedCollision {
    SharedPair pair;
    PairMethod method = PairMethod::plain;
    Change change = Change::began;
};
struct VerdictApplied {
    Verdict verdict;
    bool counts = true;          // false: it came after a verdict of a higher epoch, and changes nothing
    bool corrected_own = false;  // it changed an object of this peer, which had moved on meanwhile
    double delay = 0;            // seconds since the collision
};
// Something that was not believed, and why.
struct Refused {
    PeerId peer;  // nobody: not known
    std::string problem;
};
using SharedEvent = std::variant<PeerCame, PeerGone, ObjectCame, ObjectGone, ObjectChangedHands,
                                 SharedCollision, VerdictApplied, Refused>;

struct SharedCounts {
    std::uint64_t motion_updates = 0;       // sent, one for each object and receiver
    std::uint64_t motion_bytes = 0;         // of the messages with them
    std::uint64_t messages = 0, bytes = 0;  // sent, to each receiver
    std::uint64_t verdicts = 0;             // heard, this peer's own included
    std::uint64_t superseded = 0;           // of these, after one of a higher epoch
    std::uint64_t corrections = 0;          // of own objects by others' verdicts
    std::uint64_t owners_corrected = 0;     // own objects that others had adopted
    std::uint64_t refused = 0;              // messages and records
    double worst_delay = 0;                 // of a verdict about an own object, in seconds
};

// One thread at a time. Functions that change something throw Error for ids that name nothing and for objects
// that are another peer's.
class SharedWorld {
  public:
    // The transport must outlive the world.
    SharedWorld(Transport& transport, const SharedOptions& options);
    ~SharedWorld();
    SharedWorld(SharedWorld&&) noexcept;
    SharedWorld& operator=(SharedWorld&&) noexcept;

    // A new world, or that of a peer, which sends all there is. Until then nothing can be added. If that peer
    // does not answer, join() may be called again with another.
    void start();
    void join(Address anybody);
    bool joined() const;
    // Own objects become part of the scene. Others adopt what they do not hear of.
    void leave();

    SharedId add(const Shape& shape, const MovingState& state, const SharedObjectOptions& options = {});
    void remove(const SharedId& id);
    // Own objects go on as they move, until they are told otherwise. The state's time is ignored: it is now.
    void move(const SharedId& id, const MovingState& state);
    // Motion in closed form, of the second order: nothing more is sent, and everybody computes the same.
    void launch(const SharedId& id, const MovingState& state);
    void hand_over(const SharedId& id, const PeerId& to);
    // Asks its owner for an object; one of the scene is taken. ObjectChangedHands tells.
    void grab(const SharedId& id);

    void set_interest(const ShareInterest& interest);
    void set_view(const ViewCone& view);
    void on_event(std::function<void(const SharedEvent&)> callback);

    // Hears, moves, detects collisions, judges, and sends.
    void update();

    PeerId self() const;
    std::vector<PeerId> peers() const;  // that are there, without this one
    // Where peers are that take part already: whom a newcomer can ask, as far as it has heard of them.
    std::vector<Address> hosts() const;
    std::vector<SharedId> objects() const;
    bool contains(const SharedId& id) const;
    Role role(const SharedId& id) const;
    Ownership ownership(const SharedId& id) const;
    const std::string& name(const SharedId& id) const;
    MovingState state(
        const SharedId& id) const;             // as shown at the last update; its time by this peer's clock
    bool has_shape(const SharedId& id) const;  // it has arrived, and the object can be collided with
    std::optional<ObjectId> in_world(const SharedId& id) const;
    const World& world() const;
    const Agreement& agreement() const;
    // How far ahead a peer's clock is, in seconds, as estimated; 0 for strangers.
    double clock_offset(const PeerId& peer) const;
    // Every peer that is there has said that it knows as much as this one, and none has said that it knows
    // more.
    bool all_know() const;
    const SharedCounts& counts() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
