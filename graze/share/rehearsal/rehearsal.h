// A shared world rehearsed in one process: several owners on a simulated network, whose objects fly about and
// collide. Says what sharing would be like: do all agree, how far do objects get into one another, what does
// it cost to send?
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graze/share/network/simulated_network.h"
#include "graze/share/rehearsal/object_driver.h"
#include "graze/share/shared_world.h"

namespace graze::inline v1 {

struct RehearsalOptions {
    std::uint32_t owners = 8, objects = 100;
    Shape shape{Sphere{{0, 0, 0}, 0.5}};
    RehearsedMotion motion = RehearsedMotion::straight;
    double arena = 0;    // side of the cube; 0: 2.5 times what the objects' boxes fill
    double speed = 0;    // 0: the shape's diagonal per second
    double rate = 60;    // updates per second
    double clocks = 10;  // clocks differ by up to so many seconds
    NetworkOptions network{};
    SharedOptions shared{};  // lengths in it count as given
    std::uint64_t seed = 1;
    std::function<void(const PeerId&, const SharedEvent&)> each_event;  // that a living owner hears
};

struct RehearsalReport {
    double seconds = 0;
    std::uint64_t verdicts = 0;  // different ones
    std::uint64_t pairs_judged = 0;
    bool agreed = false;  // every living peer knows the same, in the same order
    std::uint64_t applied_twice = 0, lost = 0;
    std::uint64_t corrections = 0, superseded = 0, owners_corrected = 0, refused = 0;
    double worst_delay = 0;  // seconds until a verdict reached the other owner
    double worst_overlap =
        0;  // of objects of different owners, where their owners have them; of spheres only
    double explained_overlap = 0;  // what latency explains of it
    double largest_speed = 0;
    std::uint64_t motion_updates = 0;  // sent, to each receiver
    std::uint64_t every_frame = 0;     // that would have been sent with one for each object and frame
    std::uint64_t bytes = 0, datagrams = 0;
    double mean_error = 0, worst_error = 0;  // of remote objects as they are shown, in lengths
};

class Rehearsal {
  public:
    explicit Rehearsal(const RehearsalOptions& options);
    ~Rehearsal();
    Rehearsal(const Rehearsal&) = delete;
    Rehearsal& operator=(const Rehearsal&) = delete;

    // Until all have joined; false if that takes more than `seconds`. Then everybody adds its objects.
    bool gather(double seconds = 60);
    void step();
    void run(double seconds);

    // From here on own objects rest, and nothing new happens: time to hear of everything.
    void settle();

    // What can happen. Owners are numbered from 0.
    void kill(std::uint32_t owner);
    void rejoin(std::uint32_t owner);                        // in a new session, if it is dead
    void partition(const std::vector<int>& group_of_owner);  // empty: it heals
    void hand_over(std::uint32_t owner, std::uint32_t to);   // one object, the first that it has
    void grab(std::uint32_t owner, std::uint32_t object);  // the object with this number, from whoever has it
    bool alive(std::uint32_t owner) const;

    bool agreed() const;  // the living, now
    // What went wrong with verdicts so far; empty: nothing. Call it when all have had time to hear of
    // everything.
    std::string problem() const;
    RehearsalReport report() const;
    const SharedWorld* world(std::uint32_t owner) const;  // null: dead

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
