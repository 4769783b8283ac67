// Objects that fly through a world and stop, bounce or are set back when they run into something: an example
// of a module, sufficient for simple virtual environments.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "graze/world/response.h"
#include "graze/world/world.h"

namespace graze::inline v1 {

// A step moves each object by its velocity. An object that then touches something responds as its options
// say. If both objects of a pair move, both respond.
//
// With `set_back` an object returns to its pose before the step or, if something was there, to its last free
// pose. Objects that have moved into its way since are set back as well. So if no two objects
// touch before a step, none do after it. Where some do, an object may stay in contact that had none.
//
// An object that touched another before it moved is not set back into it, and responds to it only if the way
// out is behind the object: otherwise it moves on until it is out. If no free pose is known, the object stays
// where the step took it.
class Responder {
  public:
    // The world must outlive this object, at the same address.
    explicit Responder(World& world, const ResponseOptions& options = {});
    ~Responder();
    Responder(const Responder&) = delete;
    Responder& operator=(const Responder&) = delete;

    // Objects without a velocity are obstacles. Throws Error for velocities that are not finite and objects
    // that are not in the world.
    void set_velocity(ObjectId object, const Vec3& velocity);
    Vec3 velocity(ObjectId object) const;
    // Moves all objects with a velocity by `time` and updates the world. Returns the report of the update.
    // Throws Error, before anything has moved, if an object would leave the range of coordinates.
    UpdateReport step(double time);
    // Responses of the last step.
    std::size_t responses() const { return responses_; }

  private:
    // What an object touches after it moved.
    struct Touch {
        ObjectId other;
        Vec3 normal;  // of the other's face that the object hits most directly; zero if no face has a normal
    };
    struct Flyer {
        Vec3 velocity;
        std::optional<Pose> start{};      // pose before this step
        std::optional<Pose> last_free{};  // nullopt until one is known
        std::vector<Touch> touches{};
        bool is_back = false;  // in this step
    };
    // An object that was set back, its pose before, and the object that caused it if that one stood in the
    // way.
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
