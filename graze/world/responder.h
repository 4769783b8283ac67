// Objects that fly through a world and stop, bounce or are set back when they run into something: a module
// that shows how one is made, and enough for simple virtual environments.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "graze/world/response.h"
#include "graze/world/world.h"

namespace graze::inline v1 {

// Each object is moved by its velocity, and who then touches something responds as its options say. Both
// respond if both move. An object that touched something before it moved is not set back into it.
class Responder {
  public:
    // The world must live as long as this, and stay where it is.
    explicit Responder(World& world, const ResponseOptions& options = {});
    ~Responder();
    Responder(const Responder&) = delete;
    Responder& operator=(const Responder&) = delete;

    // Objects without a velocity are obstacles.
    void set_velocity(ObjectId object, const Vec3& velocity);
    Vec3 velocity(ObjectId object) const;
    // Moves everything on by `time` and updates the world. Returns what the update did.
    UpdateReport step(double time);
    // Responses of the last step.
    std::size_t responses() const { return responses_; }

  private:
    struct Flyer {
        Vec3 velocity;
        Pose last_free;
        std::vector<Vec3> normals;  // of what it touches since this step
    };
    void hear(const Collision& collision);
    void respond(ObjectId id, Flyer& flyer);

    World& world_;
    ResponseOptions options_;
    ModuleId module_;
    std::map<ObjectId, Flyer> flyers_;
    std::size_t responses_ = 0;
};

}  // namespace graze::inline v1
