// A peer that says how deep two meshes reach into each other, made comparable with graze.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"

namespace graze::bench {

// What a peer claims: moved along the direction by the depth, A is out of B.
struct ClaimedDepth {
    double depth = 0;
    Vec3 way_of_a;  // of length 1; 0 if the peer gives none
};

class DepthMethod {
  public:
    // `convex`: only for convex meshes, which it takes for their hulls.
    DepthMethod(std::string name, bool convex) : name_(std::move(name)), convex_(convex) {}
    DepthMethod(const DepthMethod&) = delete;
    DepthMethod& operator=(const DepthMethod&) = delete;
    virtual ~DepthMethod() = default;

    const std::string& name() const { return name_; }
    bool convex() const { return convex_; }

    virtual void load(const Mesh& a, const Mesh& b) = 0;  // not timed
    // Timed. None if the method says that the two do not overlap.
    virtual std::optional<ClaimedDepth> depth(const Pose& world_from_a, const Pose& world_from_b) = 0;

  private:
    std::string name_;
    bool convex_;
};
using DepthMethods = std::vector<std::unique_ptr<DepthMethod>>;

// Each in a file of its own that is built only where the peer is installed.
DepthMethods fcl_depth_methods();
DepthMethods bullet_depth_methods();

}  // namespace graze::bench
