// A world that runs beside its callers: they say what moves and never wait for it, and are told on a thread
// of their own (Zachmann 2000, 3.11.4).
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
    // Moves that wait for detection; when it lags behind so far, further ones are dropped and counted. The
    // pose that counts is the last one anyway, so it is enough to move again.
    std::size_t max_waiting_moves = 1 << 20;
    // Collisions that wait for deliver(); when nobody fetches them, those that only last are dropped and
    // counted.
    std::size_t max_waiting_collisions = 1 << 20;
};

struct LiveCounts {
    std::uint64_t updates = 0;
    std::uint64_t requests = 0;  // carried out
    std::uint64_t dropped_moves = 0, dropped_collisions = 0;
    std::uint64_t refused = 0;  // requests about objects that are gone, and other Errors
};

class LiveWorld {
  public:
    explicit LiveWorld(const LiveOptions& options = {});
    ~LiveWorld();  // after run() has returned
    LiveWorld(const LiveWorld&) = delete;
    LiveWorld& operator=(const LiveWorld&) = delete;

    // Detects until it is told to stop: carries out what was asked for since the last time, updates, and
    // waits if there is nothing to do. On one thread at a time, which the caller provides.
    void run(std::stop_token stop);
    // One round of it. False if there was nothing to do.
    bool run_once();

    // From any thread, at any time, without waiting for detection. Requests are carried out in the order in
    // which they were made; those about objects that are gone are counted and ignored.
    void move(ObjectId id, const Pose& pose);
    std::future<ObjectId> add(Shape shape, const Pose& pose = {}, ObjectOptions options = {});
    void remove(ObjectId id);
    // Anything else. An Error that it throws is counted, as is one of a callback that it has added to the
    // world itself; other exceptions must not leave them.
    void post(std::function<void(World&)> request);

    // Interests of a module whose callback is called by deliver().
    using Interests = std::vector<Interest>;
    void add_module(ModuleOptions options, Interests interests, CollisionCallback callback);
    void on_collision(CollisionCallback callback, Want want = Want::witness, double reach = 0);
    // Calls back what has been found since the last time, in the order in which it was found, on this thread.
    // Returns the number of calls. On one thread at a time. If a callback throws, the rest is told next time.
    std::size_t deliver();

    // Runs a question on the world as of its last update, on this thread and beside detection; it waits while
    // objects are being moved, not while pairs are being tested. Use functions that do not change the world.
    // Not from within a request, which has the world already.
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
