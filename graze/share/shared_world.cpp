#include "graze/share/shared_world.h"

#include "graze/base/error.h"
#include "graze/io/saved_shape.h"
#include "graze/share/detail/shared_state.h"

namespace graze::inline v1 {

SharedWorld::State::State(Transport& carrier, const SharedOptions& wanted)
    : transport(&carrier),
      options(wanted),
      agreement({wanted.peer, wanted.session}, wanted.agreement),
      world(wanted.world) {
    options.following.order = options.reckoning.order;
    world.on_collision([this](const Collision& c) { collide(c); });
}

void SharedWorld::State::begin(bool alone, Address anybody) {
    if (joined) throw Error("this peer takes part already", "shared world");
    joined = alone;
    contact = anybody;
    started = now();
}

SharedWorld::State::Object& SharedWorld::State::object(const SharedId& id) {
    const auto it = objects.find(id);
    if (it == objects.end()) throw Error("there is no such object", "shared world");
    return it->second;
}

SharedWorld::State::Object& SharedWorld::State::own_object(const SharedId& id) {
    Object& found = object(id);
    if (found.role != Role::own)
        throw Error("the object belongs to somebody else", "shared world", "grab it first");
    return found;
}

SharedId SharedWorld::State::add(const Shape& shape, const MovingState& state,
                                 const SharedObjectOptions& wanted) {
    if (!joined) throw Error("this peer does not take part yet", "shared world", "wait until joined()");
    const ContentHash hash = shape.content_hash();
    if (!shapes.contains(hash)) {
        auto bytes = std::make_shared<std::string>();
        format_shape(shape, *bytes);
        if (bytes->size() > options.max_shape_bytes)
            throw Error("the shape is larger than max_shape_bytes", "shared world", "simplify it");
        shapes.emplace(hash, shape);
        blobs.put(hash, std::move(bytes));
    }
    MovingState here = state;
    here.time = now();
    const SharedId id = agreement.create(wanted.name, hash, here, wanted.groups, wanted.scene);
    follow_events();
    return id;
}

void SharedWorld::State::move(const SharedId& id, const MovingState& state) {
    Object& moved = own_object(id);
    if (!is_valid(state)) throw Error("a state has numbers that are none", "shared world");
    moved.flight.reset();
    moved.own = state;
    moved.own.time = now();
}

void SharedWorld::State::launch(const SharedId& id, const MovingState& state) {
    own_object(id);
    MovingState launched = state;
    launched.time = now();
    agreement.launch(id, launched);
    follow_events();
}

void SharedWorld::State::hand_over(const SharedId& id, const PeerId& to) {
    Object& handed = own_object(id);
    // The receiver takes it up where it was last heard of: tell exactly where that is.
    handed.sender.forget();
    send_motion();
    given.insert(id);
    agreement.hand_over(id, to);
    follow_events();
}

void SharedWorld::State::grab(const SharedId& id) {
    const Object& wanted = object(id);
    if (wanted.role == Role::own) return;
    if (wanted.role == Role::scene) {
        agreement.adopt(id);
        follow_events();
    } else if (const auto owner = peers.find(wanted.ownership.owner); owner != peers.end()) {
        send_to(owner->second, GrabRequest{id, wanted.ownership.epoch});
    }
}

void SharedWorld::State::leave() {
    for (const auto& [id, one] : objects)
        if (one.role == Role::own) {
            given.insert(id);
            agreement.hand_over(id, {});
        }
    follow_events();
    // To all at once where that is possible: what reaches everybody needs no connection that is yet to be
    // made.
    const bool said = transport->publishes() && joined;
    if (said) {
        publish_records();
        publish(Channel::status, transport->address(), Goodbye{});
    }
    for (auto& [id, peer] : peers) {
        if (!peer.here) continue;
        push_records(peer);
        if (!said) send_to(peer, Goodbye{});
    }
    left = true;
}

void SharedWorld::State::update() {
    if (left) return;
    receive();
    watch_peers();
    move_all();
    world.update();
    follow_events();
    send();
}

SharedWorld::SharedWorld(Transport& transport, const SharedOptions& options)
    : state_(std::make_unique<State>(transport, options)) {}
SharedWorld::~SharedWorld() = default;
SharedWorld::SharedWorld(SharedWorld&&) noexcept = default;
SharedWorld& SharedWorld::operator=(SharedWorld&&) noexcept = default;

void SharedWorld::start() {
    state_->begin(true, 0);
}
void SharedWorld::join(Address anybody) {
    state_->begin(false, anybody);
}
bool SharedWorld::joined() const {
    return state_->joined;
}
void SharedWorld::leave() {
    state_->leave();
}
SharedId SharedWorld::add(const Shape& shape, const MovingState& state, const SharedObjectOptions& options) {
    return state_->add(shape, state, options);
}
void SharedWorld::remove(const SharedId& id) {
    state_->agreement.remove(id);
    state_->follow_events();
}
void SharedWorld::move(const SharedId& id, const MovingState& state) {
    state_->move(id, state);
}
void SharedWorld::launch(const SharedId& id, const MovingState& state) {
    state_->launch(id, state);
}
void SharedWorld::hand_over(const SharedId& id, const PeerId& to) {
    state_->hand_over(id, to);
}
void SharedWorld::grab(const SharedId& id) {
    state_->grab(id);
}
void SharedWorld::set_interest(const ShareInterest& interest) {
    state_->interest = interest;
}
void SharedWorld::set_view(const ViewCone& view) {
    state_->view = view;
}
void SharedWorld::on_event(std::function<void(const SharedEvent&)> callback) {
    state_->callback = std::move(callback);
}
void SharedWorld::update() {
    state_->update();
}

PeerId SharedWorld::self() const {
    return state_->agreement.self();
}
std::vector<PeerId> SharedWorld::peers() const {
    std::vector<PeerId> here;
    for (const auto& [id, peer] : state_->peers)
        if (peer.here) here.push_back(id);
    return here;
}
std::vector<Address> SharedWorld::hosts() const {
    std::vector<Address> all;
    for (const auto& [id, peer] : state_->peers)
        if (peer.here && !peer.wants_copy) all.push_back(peer.address);
    return all;
}
std::vector<SharedId> SharedWorld::objects() const {
    std::vector<SharedId> all;
    for (const auto& [id, object] : state_->objects) all.push_back(id);
    return all;
}
bool SharedWorld::contains(const SharedId& id) const {
    return state_->objects.contains(id);
}
Role SharedWorld::role(const SharedId& id) const {
    return state_->object(id).role;
}
Ownership SharedWorld::ownership(const SharedId& id) const {
    return state_->object(id).ownership;
}
const std::string& SharedWorld::name(const SharedId& id) const {
    state_->object(id);
    return state_->agreement.find(id)->created.name;
}
MovingState SharedWorld::state(const SharedId& id) const {
    return state_->object(id).shown;
}
bool SharedWorld::has_shape(const SharedId& id) const {
    return state_->object(id).in_world.has_value();
}
std::optional<ObjectId> SharedWorld::in_world(const SharedId& id) const {
    return state_->object(id).in_world;
}
const World& SharedWorld::world() const {
    return state_->world;
}
const Agreement& SharedWorld::agreement() const {
    return state_->agreement;
}
double SharedWorld::clock_offset(const PeerId& peer) const {
    const auto it = state_->peers.find(peer);
    return it == state_->peers.end() ? 0 : it->second.offset();
}
bool SharedWorld::all_know() const {
    for (const auto& [id, peer] : state_->peers) {
        if (!peer.here) continue;
        for (const auto& [origin, count] : state_->agreement.counts()) {
            const auto known = peer.known.find(origin);
            if (count > 0 && (known == peer.known.end() || known->second < count)) return false;
        }
        for (const auto& [origin, count] : peer.known) {
            const auto known = state_->agreement.counts().find(origin);
            if (count > 0 && (known == state_->agreement.counts().end() || known->second < count))
                return false;
        }
    }
    return true;
}
const SharedCounts& SharedWorld::counts() const {
    return state_->counts;
}

}  // namespace graze::inline v1
