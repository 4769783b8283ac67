#include "graze/world/live/live_world.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <iterator>
#include <shared_mutex>
#include <thread>
#include <variant>

#include "graze/base/error.h"
#include "graze/world/live/detail/mailbox.h"
#include "graze/world/live/detail/world_lock.h"

namespace graze::inline v1 {
namespace {

struct MoveRequest {
    ObjectId id;
    Pose pose;
};
using AnyRequest = std::function<void(World&)>;
using Request = std::variant<MoveRequest, AnyRequest>;

// A collision with copies of all data that it refers to.
struct KeptCollision {
    Collision collision;
    std::vector<IntersectingPair> contacts;
    std::shared_ptr<const CollisionCallback> callback;
};
using Batch = std::vector<KeptCollision>;

}  // namespace

class detail::LiveState {
  public:
    explicit LiveState(const LiveOptions& given) : options(given), world(given.world) { share(world, &lock); }

    LiveOptions options;
    WorldLock lock;
    World world;
    Mailbox<Request> requests;
    Mailbox<Batch> found;
    Batch batch;  // of the current update
    // Fetched by deliver(); after a callback throws, the next call reports the rest.
    std::deque<KeptCollision> to_deliver;
    std::atomic<std::uint32_t> bell{0};  // rung with every request
    std::atomic<std::size_t> waiting_moves{0}, waiting_collisions{0};
    std::atomic<std::uint64_t> updates{0}, carried_out{0}, dropped_moves{0}, dropped_collisions{0},
        refused{0};

    void ring() {
        bell.fetch_add(1, std::memory_order_release);
        bell.notify_one();
    }
    void ask(Request request) {
        requests.put(std::move(request));
        ring();
    }
    void carry_out(const Request& request);
    void keep(const Collision& collision, const std::shared_ptr<const CollisionCallback>& callback);
};

void detail::LiveState::carry_out(const Request& request) {
    ++carried_out;
    try {
        if (const auto* move = std::get_if<MoveRequest>(&request)) {
            --waiting_moves;
            world.move(move->id, move->pose);
        } else {
            std::get<AnyRequest>(request)(world);
        }
    } catch (const Error&) {
        ++refused;
    }
}

void detail::LiveState::keep(const Collision& collision,
                             const std::shared_ptr<const CollisionCallback>& callback) {
    if (collision.change == Change::lasts && waiting_collisions >= options.max_waiting_collisions) {
        ++dropped_collisions;
        return;
    }
    ++waiting_collisions;
    batch.push_back({collision, {collision.contacts.begin(), collision.contacts.end()}, callback});
    batch.back().collision.contacts = {};
}

LiveWorld::LiveWorld(const LiveOptions& options) : state_(std::make_unique<detail::LiveState>(options)) {}
LiveWorld::~LiveWorld() = default;

bool LiveWorld::run_once() {
    const auto requests = state_->requests.take();
    if (requests.empty()) return false;
    {
        const detail::WorldLock::Writing writing(state_->lock);
        for (const Request& request : requests) state_->carry_out(request);
    }
    try {
        state_->world.update();
    } catch (const Error&) {
        ++state_->refused;  // thrown by a callback; the world is as after any update
    }
    if (!state_->batch.empty()) state_->found.put(std::exchange(state_->batch, {}));
    ++state_->updates;
    return true;
}

void LiveWorld::run(std::stop_token stop) {
    const std::stop_callback wake_up(stop, [this] { state_->ring(); });
    while (!stop.stop_requested()) {
        const std::uint32_t rung = state_->bell.load(std::memory_order_acquire);
        if (!run_once() && !stop.stop_requested()) state_->bell.wait(rung, std::memory_order_acquire);
    }
}

void LiveWorld::move(ObjectId id, const Pose& pose) {
    if (state_->waiting_moves.fetch_add(1) >= state_->options.max_waiting_moves) {
        --state_->waiting_moves;
        ++state_->dropped_moves;
        return;
    }
    state_->ask(MoveRequest{id, pose});
}

std::future<ObjectId> LiveWorld::add(Shape shape, const Pose& pose, ObjectOptions options) {
    auto promise = std::make_shared<std::promise<ObjectId>>();
    auto result = promise->get_future();
    post([promise, shape = std::move(shape), pose, options = std::move(options)](World& world) {
        promise->set_value(world.add(shape, pose, options));
    });
    return result;
}

void LiveWorld::remove(ObjectId id) {
    post([id](World& world) { world.remove(id); });
}

void LiveWorld::post(std::function<void(World&)> request) {
    state_->ask(AnyRequest(std::move(request)));
}

void LiveWorld::add_module(ModuleOptions options, Interests interests, CollisionCallback callback) {
    post([this, options = std::move(options), interests = std::move(interests),
          callback = std::make_shared<const CollisionCallback>(std::move(callback))](World& world) {
        const ModuleId module =
            world.add_module(options, [this, callback](const Collision& c) { state_->keep(c, callback); });
        for (const Interest& interest : interests) world.add_interest(module, interest);
    });
}

void LiveWorld::on_collision(CollisionCallback callback, Want want, double limit) {
    Interest all;
    all.want = want;
    all.limit = limit;
    add_module({}, {all}, std::move(callback));
}

std::size_t LiveWorld::deliver() {
    std::size_t calls = 0;
    for (Batch& batch : state_->found.take())
        std::ranges::move(batch, std::back_inserter(state_->to_deliver));
    while (!state_->to_deliver.empty()) {
        KeptCollision kept = std::move(state_->to_deliver.front());
        state_->to_deliver.pop_front();
        --state_->waiting_collisions;
        kept.collision.contacts = kept.contacts;
        if (!*kept.callback) continue;
        (*kept.callback)(kept.collision);
        ++calls;
    }
    return calls;
}

LiveWorld::Reading::Reading(const LiveWorld& live) : live_(live) {
    live_.state_->lock.begin_reading();
}
LiveWorld::Reading::~Reading() {
    live_.state_->lock.end_reading();
}
const World& LiveWorld::world() const {
    return state_->world;
}

LiveCounts LiveWorld::counts() const {
    return {state_->updates, state_->carried_out, state_->dropped_moves, state_->dropped_collisions,
            state_->refused};
}

}  // namespace graze::inline v1
