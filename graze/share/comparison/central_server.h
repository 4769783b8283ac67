// The other way to share a world: one server moves everything (Ohlenburg 2003, 4.3), and clients may predict
// their own objects (4.2.1). Here to be compared with SharedWorld, which needs no server: graze-bench share
// does.
//
// A client sends what its user does as numbered inputs. The server applies each of them once, in order: a
// tentative place, collision detection against everything, and the object stays where it was if it would
// touch. It sends all places back, with the number of the last input that they contain. So all see one truth,
// a round trip late. A client that predicts applies its inputs at once, with the same code; when the server
// answers, it starts from that answer and applies again what the answer does not contain yet.
//
// Lag compensation (4.2.1): a user shoots at what is on the screen, which is where others were a while ago. A
// shot says when that was, and the server judges it against the places of that time. So it hits what it was
// aimed at; and whoever has gone behind a corner since may be hit there ("shooting around the corner").
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "graze/share/comparison/place_history.h"
#include "graze/share/motion/position_history.h"
#include "graze/share/network/transport.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct CentralInput {
    std::uint32_t number = 0;  // 1, 2, ... of this client
    float duration = 0;        // seconds, up to 0.25
    Vec3 velocity{};           // as floats
};

// A ray, and the moment that it was aimed at.
struct CentralShot {
    std::uint32_t number = 0;  // 1, 2, ... of this client
    Vec3 origin{};
    Vec3 direction{};    // as floats
    double seen_at = 0;  // by the server's clock: when others were where the shooter saw them
};
struct CentralHit {
    std::uint32_t number = 0;  // of the shot
    std::uint32_t target = 0;  // 0: nobody
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
    // The first that is hit of all others, each where `place` says; 0: none.
    std::uint32_t first_hit_by(std::uint32_t shooter, const CentralShot& shot,
                               const std::function<Vec3(std::uint32_t)>& place) const;

  private:
    std::map<std::uint32_t, Object> objects_;
};

struct CentralOptions {
    Shape shape;            // of every client's object
    double send_rate = 60;  // answers per second
    std::size_t clients_most = 250;
    double time_ahead = 0.5;  // seconds of input that a client may be ahead of the server's clock
    bool compensate = true;   // shots are judged against what the shooter saw
    double rewind_most = 1;   // seconds that a shot may look back; those that ask for more get this much
};

// What became of a shot.
struct JudgedShot {
    std::uint32_t shooter = 0, number = 0, target = 0;
    double rewound = 0;  // seconds
    // With compensation: the target would not have been hit where it is now, and how far it has gone since.
    bool around_the_corner = false;
    double target_moved = 0;
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
    void on_shot(std::function<void(const JudgedShot&)> callback);
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
    // 0: others are extrapolated to where they may be by now. More: they are shown so many seconds behind the
    // server's newest answer, on the line between answers, which is where they were.
    double view_delay = 0;
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
    // Aims at what is shown now; from an origin of the user's. Returns the shot's number.
    std::uint32_t shoot(const Vec3& origin, const Vec3& direction);
    // What the server has said about shots since the last call, each once.
    std::vector<CentralHit> take_hits();
    // Hears the server. Once per step.
    void update();

    bool joined() const;
    Vec3 own() const;  // where this client shows its object
    // Where others are shown; see view_delay. NaN: not known.
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
