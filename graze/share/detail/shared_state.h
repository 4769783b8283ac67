// The inside of a SharedWorld.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "graze/share/detail/blob_transfer.h"
#include "graze/share/motion/clock_offset.h"
#include "graze/share/shared_world.h"

namespace graze::inline v1 {

class SharedWorld::State {
  public:
    State(Transport& transport, const SharedOptions& options);

    struct Peer {
        Address address = 0;
        double heard = 0;  // when, by this peer's clock
        double their_sent = 0,
               their_sent_heard =
                   0;               // the latest time in its messages, by its clock, and when that was heard
        double arrival_offset = 0;  // its clock minus ours, if messages took no time
        ClockOffset clock;
        RecordCounts known, known_before;  // as its last two messages said
        ShareInterest interest;
        ViewCone view;
        bool here = true;
        bool left = false;  // it has said so; its last records may come later
        bool wants_copy = false;
        std::uint64_t pushed = 0;       // own records that were sent to it
        std::uint64_t again_after = 0;  // own records after this one are sent once more, ...
        double again_at = std::numeric_limits<double>::infinity();  // ... then
        double pushed_at = -1e300, status_at = -1e300, copied_at = -1e300;
        std::set<SharedId> follows;   // own objects whose motion it is sent
        std::size_t pieces_left = 0;  // that it may ask for before the next update

        double offset() const { return clock.known() ? clock.offset() : arrival_offset; }
    };

    struct Object {
        Role role = Role::scene;
        Ownership ownership;
        ContentHash shape_hash;
        std::optional<ObjectId> in_world;
        MovingState own;                    // of an own object, and of one of the scene
        std::optional<MovingState> flight;  // in closed form, by the owner's clock
        MovingState shown, before;          // at this update and the one before, by this peer's clock
        ReckonedSender sender;
        FollowedPath path;
        MovingState said;  // by its owner, last
        double predicted_until =
            std::numeric_limits<double>::infinity();  // by its clock; infinite: it is not
        double repeat_at = 0, repeat_gap = 0;         // the last motion again, in case that it was lost
        double deaf_until = -1e300;  // to messages that were written before a verdict was heard, by its clock
        double radius = 0;           // around the centre of its box
        Vec3 center{};               // of the box, in the object's coordinates
        MovingSphere sphere() const { return {shown.pose()(center), radius, shown.velocity}; }
    };

    // shared_world.cpp: what users do, and the order of an update.
    void begin(bool alone, Address anybody);
    SharedId add(const Shape& shape, const MovingState& state, const SharedObjectOptions& options);
    void move(const SharedId& id, const MovingState& state);
    void launch(const SharedId& id, const MovingState& state);
    void hand_over(const SharedId& id, const PeerId& to);
    void grab(const SharedId& id);
    void leave();
    void update();
    Object& object(const SharedId& id);
    Object& own_object(const SharedId& id);

    // shared_receive.cpp: what others say.
    void receive();
    void hear(const Datagram& datagram);
    Peer* peer_of(const Message& message, Address from);
    void hear(const PeerId& from, Peer& peer, double sent, const StatusMessage& m);
    void hear(const PeerId& from, Peer& peer, double sent, const MotionMessage& m);
    void hear(const PeerId& from, Peer& peer, double sent, const RecordsMessage& m);
    void hear(const PeerId& from, Peer& peer, double sent, const BlobRequest& m);
    void hear(const PeerId& from, Peer& peer, double sent, const BlobPiece& m);
    void hear(const PeerId& from, Peer& peer, double sent, const CopyOffer& m);
    void hear(const PeerId& from, Peer& peer, double sent, const GrabRequest& m);
    void hear(const PeerId& from, Peer& peer, double sent, const Goodbye& m);
    void take_copy();
    void take_shape(const ContentHash& hash);
    void refuse(const PeerId& peer, const std::string& problem);

    // shared_follow.cpp: what follows from records.
    void follow_events();
    void follow(const CreatedRecord& r);
    void follow(const RemovedRecord& r);
    void follow(const OwnerChanged& r);
    void follow(const LaunchedRecord& r);
    void follow(const VerdictHeard& r);
    void follow(const RecordRefused& r);
    bool apply_to(const SharedId& id, const Ownership& judged, const JudgedMotion& motion, double time);
    void set_role(const SharedId& id, Object& object);
    void place(const SharedId& id, Object& object);
    void move_all();
    void watch_peers();
    const Peer* owner_of(const Object& object) const;  // null: nobody that is known
    double owner_time(const Object& object) const;     // now, by its owner's clock

    // shared_collide.cpp: who does what about a pair.
    void collide(const Collision& c);
    void predict(const SharedPair& pair, Object& a, Object& b, const Vec3& normal);
    void judge(const SharedPair& pair, const Object& a, const Object& b, const Vec3& normal);
    Vec3 contact_normal(const Collision& c, const Vec3& toward, const Vec3& relative_velocity) const;

    // shared_send.cpp: what this peer says.
    void send();
    void send_to(Peer& peer, MessageContent content);
    bool publish(Channel channel, std::uint64_t key, MessageContent content);
    StatusMessage status(std::size_t most);
    bool publish_status();
    void publish_records();
    void publish_motion(const std::vector<MotionMessage::Update>& due);
    void send_status(Peer& peer);
    void greet(Address address);
    void send_motion();
    void push_records(Peer& peer);
    void repair(const PeerId& id, Peer& peer, const StatusMessage& status);
    void offer_copy(Peer& peer);
    void fetch();
    bool is_due(const Object& object) const;
    bool repeats(Object& object) const;

    void tell(const SharedEvent& event) {
        if (callback) callback(event);
    }
    double now() const { return transport->now(); }

    Transport* transport;
    SharedOptions options;
    Agreement agreement;
    World world;
    bool joined = false, left = false;
    struct Stranger {
        Address address = 0;
        double greeted = -1e300;
    };
    std::map<PeerId, Stranger> strangers;  // others know them; they have not answered yet
    std::size_t status_turn = 0;
    // What went to everybody at once.
    double status_said = -1e300;
    PeerId last_echoed;
    std::uint64_t published = 0;  // own records
    std::set<SharedId> published_motion;
    Address contact = 0;  // who is asked for the world
    double contacted = -1e300, started = 0, forgot = 0;
    std::map<PeerId, Peer> peers;
    std::map<SharedId, Object> objects;
    std::map<ObjectId, SharedId> ids;
    std::map<SharedPair, double> judged;  // when, so that a contact that lasts is not judged in every frame
    std::set<SharedId> given;             // by this peer; losing them is no correction
    ShareInterest interest;
    ViewCone view;
    detail::BlobStore blobs;
    std::map<ContentHash, Shape> shapes;
    std::map<ContentHash, detail::BlobFetch> fetches;
    std::set<ContentHash> refused_shapes;
    std::uint64_t shape_bytes = 0;
    std::vector<ContentHash> copies;  // that were offered, the newest last
    std::optional<std::pair<ContentHash, PeerId>> copy_source;
    std::uint64_t copied_digest = 0;
    std::function<void(const SharedEvent&)> callback;
    SharedCounts counts;
};

}  // namespace graze::inline v1
