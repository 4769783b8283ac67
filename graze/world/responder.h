// Objects that fly through a world and stop, bounce or are set back when they run into something: a module
// that shows how one is made, and enough for simple virtual environments.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "graze/world/response.h"
#include "graze/world/world.h"

namespace graze::inline v1 {

// Each object is moved by its velocity, and who then touches something responds as its options say. Both
// respond if both move.
//
// With `set_back` it goes to where it was before the step or, if something was there, to its last free pose;
// who has come in its way since goes back as well. So objects that touch nothing before a step touch nothing
// after it.
//
// An object that touched something before it moved is not set back into it, and responds to it only if the
// way out is behind it: else it goes on until it is out. If no free pose is known it stays where the step
// took it.
class Responder {
  public:
    // The world must live as long as this, and stay where it is.
    explicit Responder(World& world, const ResponseOptions& options = {});
    ~Responder();
    Responder(const Responder&) = delete;
    Responder& operator=(const Responder&) = delete;

    // Objects without a velocity are obstacles. Refuses velocities that are not finite, and objects that are
    // not there.
    void set_velocity(ObjectId object, const Vec3& velocity);
    Vec3 velocity(ObjectId object) const;
    // Moves everything on by `time` and updates the world. Returns what the update did. Throws Error, before
    // anything has moved, if an object would leave the range of coordinates.
    UpdateReport step(double time);
    // Responses of the last step.
    std::size_t responses() const { return responses_; }

  private:
    // What an object touches after it moved.
    struct Touch {
        ObjectId other;
        Vec3 normal;  // of the other's face that it runs into most straight; zero if none has one
    };
    struct Flyer {
        Vec3 velocity;
        std::optional<Pose> start{};      // where it was before this step
        std::optional<Pose> last_free{};  // nothing, as long as none is known
        std::vector<Touch> touches{};
        bool is_back = false;  // in this step
    };
    // One that was set back, from where, and by whom if it stood in the way.
    struct SetBack {
        ObjectId id;
        Pose from;
        ObjectId by;
    };

    void hear(const Collision& collision);
    bool counts(ObjectId id, const Flyer& flyer, ObjectId other) const;
    void turn(Flyer& flyer, const Vec3& normal, const Vec3& before);
    void respond(ObjectId id, Flyer& flyer);
    bool go_back(ObjectId id, const Pose& to);
    bool make_way(ObjectId id, std::vector<SetBack>& gone);
    void send_back(ObjectId id, const Pose& to, ObjectId by, std::vector<SetBack>& gone);

    World& world_;
    ResponseOptions options_;
    ModuleId module_;
    std::map<ObjectId, Flyer> flyers_;
    std::vector<ObjectId> back_;  // set back in this step
    std::size_t responses_ = 0;
};

}  // namespace graze::inline v1
