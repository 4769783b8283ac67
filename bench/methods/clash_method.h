// Which pairs of parts of an assembly collide or come too close? Yes or no and a distance, no more: what
// peers can tell, made comparable.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/box.h"
#include "graze/mesh/assembly.h"

namespace graze::bench {

// What is said about two parts, a < b, whose boxes are close enough.
struct LookedAtPair {
    std::uint32_t a = 0, b = 0;
    bool colliding = false;
    // If not colliding, and below the clearance.
    double distance = std::numeric_limits<double>::infinity();
};

struct LookedAtPairs {
    std::vector<LookedAtPair> all;
    bool complete = true;  // false: time was up
};

class ClashMethod {
  public:
    explicit ClashMethod(std::string name) : name_(std::move(name)) {}
    ClashMethod(const ClashMethod&) = delete;
    ClashMethod& operator=(const ClashMethod&) = delete;
    virtual ~ClashMethod() = default;

    const std::string& name() const { return name_; }

    // Brings vertices and triangles into the method's form. Not timed. `boxes` are those of the parts in the
    // world, as tight as can be.
    virtual void load(const Assembly& assembly, std::span<const Box> boxes) = 0;
    // Timed: a hierarchy for each mesh, however many parts share it, and the broad phase over the parts with
    // boxes that reach so far that pairs closer than the clearance are met.
    virtual void build(double clearance) = 0;
    // Timed.
    virtual LookedAtPairs compare(double clearance, double most_seconds) = 0;

  private:
    std::string name_;
};

using ClashMethods = std::vector<std::unique_ptr<ClashMethod>>;

std::unique_ptr<ClashMethod> graze_clash_method();

// In a file of its own that is built only where the peer is installed.
ClashMethods fcl_clash_methods();

}  // namespace graze::bench
