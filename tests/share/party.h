// Several shared worlds on one simulated network.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/share/network/simulated_network.h"
#include "graze/share/shared_world.h"

namespace graze::test {

constexpr double frame = 1.0 / 60;

inline Shape ball_shape(double radius = 0.5) {
    return Shape(Sphere{{0, 0, 0}, radius});
}

inline MovingState at_rest(const Vec3& position) {
    MovingState s;
    s.position = position;
    return s;
}

inline MovingState moving(const Vec3& position, const Vec3& velocity) {
    MovingState s = at_rest(position);
    s.velocity = velocity;
    return s;
}

class SharedParty {
  public:
    struct Member {
        Address address = 0;
        std::uint32_t session = 1;
        std::unique_ptr<SharedWorld> world;    // null: dead
        std::vector<SharedEvent> events;       // since the last look
        std::vector<VerdictApplied> verdicts;  // all, of this session

        template <class Event>
        std::vector<Event> take() {
            std::vector<Event> found;
            for (const SharedEvent& e : events)
                if (const auto* one = std::get_if<Event>(&e)) found.push_back(*one);
            return found;
        }
    };

    explicit SharedParty(const NetworkOptions& network, SharedOptions options = {})
        : network_(network), options_(options) {}

    // A new peer, or one that comes back in a new session. The first one starts the world.
    Member& enter(std::uint32_t number, double clock_offset = 0) {
        if (members_.size() < number) members_.resize(number);
        if (!members_[number - 1]) members_[number - 1] = std::make_unique<Member>();
        Member& m = *members_[number - 1];
        SharedOptions options = options_;
        options.peer = number;
        options.session = m.session++;
        Transport& end = network_.add(clock_offset);
        m.address = end.address();
        m.verdicts.clear();
        m.world = std::make_unique<SharedWorld>(end, options);
        m.world->on_event([&m](const SharedEvent& e) {
            m.events.push_back(e);
            if (const auto* v = std::get_if<VerdictApplied>(&e)) m.verdicts.push_back(*v);
        });
        const Member* host = nullptr;
        for (const auto& other : members_)
            if (other && other.get() != &m && other->world && other->world->joined()) host = other.get();
        if (host == nullptr) {
            m.world->start();
        } else {
            m.world->join(host->address);
        }
        return m;
    }
    void kill(std::uint32_t number) {
        network_.kill(members_[number - 1]->address);
        members_[number - 1]->world.reset();
    }

    // One frame of everybody, in the order of their numbers.
    void step() {
        network_.advance(frame);
        for (const auto& m : members_)
            if (m && m->world) m->world->update();
    }
    void run(double seconds) {
        for (int i = 0; i < seconds / frame; ++i) step();
    }
    template <class Done>
    bool run_until(double most, const Done& done) {
        for (int i = 0; i < most / frame; ++i) {
            step();
            if (done()) return true;
        }
        return false;
    }

    Member& member(std::uint32_t number) { return *members_[number - 1]; }
    SharedWorld& operator[](std::uint32_t number) { return *members_[number - 1]->world; }
    SimulatedNetwork& network() { return network_; }
    std::vector<Member*> living() {
        std::vector<Member*> all;
        for (const auto& m : members_)
            if (m && m->world && m->world->joined()) all.push_back(m.get());
        return all;
    }
    bool all_agree() {
        const auto all = living();
        for (const Member* m : all)
            if (m->world->agreement().digest() != all[0]->world->agreement().digest()) return false;
        return true;
    }

  private:
    SimulatedNetwork network_;
    SharedOptions options_;
    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace graze::test
