// Somebody else's way to let a part follow a hand.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"

namespace graze::bench {

class SlideMethod {
  public:
    explicit SlideMethod(std::string name) : name_(std::move(name)) {}
    SlideMethod(const SlideMethod&) = delete;
    SlideMethod& operator=(const SlideMethod&) = delete;
    virtual ~SlideMethod() = default;
    const std::string& name() const { return name_; }

    // The part turns about `centre`, in its own frame. The holder rests.
    virtual void load(const Mesh& part, const Pose& world_from_part, const Vec3& centre, const Mesh& holder,
                      const Pose& world_from_holder) = 0;
    virtual Pose follow(const Pose& hand) = 0;  // where the part is after a step

  private:
    std::string name_;
};

using SlideMethods = std::vector<std::unique_ptr<SlideMethod>>;

SlideMethods bullet_slide_methods();

}  // namespace graze::bench
