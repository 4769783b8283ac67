// The other way to share a world: one server moves everything (Ohlenburg 2003, 4.3), and clients may predict
// their own objects (4.2.1). Here to be compared with SharedWorld, which needs no server: graze-bench share
// does.
//
// A client sends what its user does as numbered inputs. The server applies each of them once, in order: a
// tentative place, collision detection against everything, and the object stays where it was if it would
// touch. It sends all places back, with the number of the last input that they contain. So all see one truth,
// a round trip late. A client that predicts applies its inputs at once, with the same code; when the server
// answers, it starts from that answer and applies again what the answer does not contain yet.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "graze/share/motion/position_history.h"
#include "graze/share/network/transport.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct CentralInput {
    std::uint32_t number = 0;  // 1, 2, ... of this client
    float duration = 0;        // seconds, up to 0.25
    Vec3 velocity{};           // as floats
};

// What server and clients compute alike: the same bits from the same places and inputs.
class CentralSimulation {
  public:
    struct Object {
        Shape shape;
        Vec3 position{};
    };

    void set(std::uint32_t id, Object object) { objects_[id] = std::move(object); }
    void remove(std::uint32_t id) { objects_.erase(id); }
    const std::map<std::uint32_t, Object>& objects() const { return objects_; }
    // False: it would touch another object, and stays.
    bool apply(std::uint32_t id, const CentralInput& input);

  private:
    std::map<std::uint32_t, Object> objects_;
};

struct CentralOptions {
    Shape shape;            // of every client's object
    double send_rate = 60;  // answers per second
    std::size_t clients_most = 250;
    double time_ahead = 0.5;  // seconds of input that a client may be ahead of the server's clock
};

class CentralServer {
  public:
    // The transport must outlive the server.
    CentralServer(Transport& transport, const CentralOptions& options);
    ~CentralServer();
    CentralServer(const CentralServer&) = delete;
    CentralServer& operator=(const CentralServer&) = delete;

    // Hears inputs, moves, and answers. Once per step.
    void update();
    const CentralSimulation& simulation() const;
    std::uint64_t refused() const;  // messages that are none, inputs that run ahead of time, clients too many
    std::uint64_t bytes_sent() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

struct CentralClientOptions {
    Shape shape;
    std::uint32_t id = 0;  // from 1, unlike all others'
    Vec3 begin{};          // where its object comes in
    Address server = 0;
    bool predict = true;
};

class CentralClient {
  public:
    CentralClient(Transport& transport, const CentralClientOptions& options);
    ~CentralClient();
    CentralClient(const CentralClient&) = delete;
    CentralClient& operator=(const CentralClient&) = delete;

    // What the user does from now on for `duration` seconds. Sends it, with what the server has not answered
    // yet.
    void act(const Vec3& velocity, double duration);
    // Hears the server. Once per step.
    void update();

    bool joined() const;
    Vec3 own() const;  // where this client shows its object
    // Others are extrapolated from their last places, as far as these are old. NaN: not known.
    Vec3 other(std::uint32_t id) const;
    std::uint64_t answers() const;
    // Answers after which the own object was somewhere else than predicted, and how far in the worst case.
    std::uint64_t corrections() const;
    double worst_correction() const;
    std::uint64_t bytes_sent() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
