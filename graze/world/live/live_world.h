// A world that runs beside its callers: callers report moves without waiting for detection, and receive
// notifications on a thread of their own (Zachmann 2000, 3.11.4).
//
//     graze::LiveWorld live;
//     std::jthread detection([&](std::stop_token stop) { live.run(stop); });
//     live.move(hand, pose);      // any thread, at any time
//     live.deliver();             // calls back on this thread what has been found
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <stop_token>

#include "graze/world/world.h"

namespace graze::inline v1 {

namespace detail {
class LiveState;
}

struct LiveOptions {
    WorldOptions world{};
    // Moves that wait for detection. When detection lags behind this far, further moves are dropped and
    // counted. Only the last pose counts, so after a drop it is enough to move again.
    std::size_t max_waiting_moves = 1 << 20;
    // Collisions that wait for deliver(). When this many wait, collisions that only last are dropped and
    // counted.
    std::size_t max_waiting_collisions = 1 << 20;
};

struct LiveCounts {
    std::uint64_t updates = 0;
    std::uint64_t requests = 0;  // requests carried out
    std::uint64_t dropped_moves = 0, dropped_collisions = 0;
    std::uint64_t refused = 0;  // requests about objects that were removed, and other Errors
};

class LiveWorld {
  public:
    explicit LiveWorld(const LiveOptions& options = {});
    ~LiveWorld();  // call only after run() has returned
    LiveWorld(const LiveWorld&) = delete;
    LiveWorld& operator=(const LiveWorld&) = delete;

    // Detects collisions until a stop is requested: carries out the requests made since the last round,
    // updates, and waits if there is nothing to do. Runs on one thread at a time, which the caller provides.
    void run(std::stop_token stop);
    // One round of run(). False if there was nothing to do.
    bool run_once();

    // From any thread, at any time, without waiting for detection. Requests are carried out in the order in
    // which they were made. Requests about objects that were removed are counted and ignored.
    void move(ObjectId id, const Pose& pose);
    std::future<ObjectId> add(Shape shape, const Pose& pose = {}, ObjectOptions options = {});
    void remove(ObjectId id);
    // Any other request. An Error that the request throws is counted, as is an Error of a callback that the
    // request added to the world. Requests and such callbacks must not throw other exceptions.
    void post(std::function<void(World&)> request);

    // Interests of a module whose callback is called by deliver().
    using Interests = std::vector<Interest>;
    void add_module(ModuleOptions options, Interests interests, CollisionCallback callback);
    void on_collision(CollisionCallback callback, Want want = Want::witness, double limit = 0);
    // Calls the callbacks for the collisions found since the last call, in the order in which they were
    // found, on this thread. Returns the number of calls. One thread at a time. If a callback throws, the
    // next call reports the rest.
    std::size_t deliver();

    // Runs a query on the world as of its last update, on this thread and beside detection. The query waits
    // while objects are being moved, but not while pairs are being tested. Use functions that do not change
    // the world. Do not call from within a request: a request has access to the world already.
    template <class Question>
    auto ask(Question&& question) const {
        const Reading reading(*this);
        return std::forward<Question>(question)(world());
    }

    LiveCounts counts() const;

  private:
    class Reading {
      public:
        explicit Reading(const LiveWorld& live);
        ~Reading();
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

      private:
        const LiveWorld& live_;
    };
    const World& world() const;

    std::unique_ptr<detail::LiveState> state_;
};

}  // namespace graze::inline v1
