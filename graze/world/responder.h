// Objects that fly through a world and stop, bounce or are set back when they run into something: an example
// of a module, sufficient for simple virtual environments.
#pragma once

#include <cstddef>
#include <memory>

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
    std::size_t responses() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
