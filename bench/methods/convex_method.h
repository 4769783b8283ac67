// One way to compare two convex solids, or one with a mesh, made comparable with the others.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/pose.h"
#include "graze/convex/convex_hull.h"
#include "graze/convex/oriented_box.h"
#include "graze/mesh/mesh.h"

namespace graze::bench {

// The poses of A and of B.
using ConvexPoses = std::vector<std::pair<Pose, Pose>>;

class ConvexMethod {
  public:
    explicit ConvexMethod(std::string name) : name_(std::move(name)) {}
    virtual ~ConvexMethod() = default;
    ConvexMethod(const ConvexMethod&) = delete;
    ConvexMethod& operator=(const ConvexMethod&) = delete;

    const std::string& name() const { return name_; }

    // Not timed. False if the method has no such shapes.
    virtual bool load(const ConvexHull& a, const ConvexHull& b) = 0;
    virtual bool load(const OrientedBox& /*a*/, const OrientedBox& /*b*/) { return false; }
    virtual bool load(const ConvexHull& /*a*/, const Mesh& /*b*/) { return false; }
    virtual void prepare(const ConvexPoses& poses) = 0;

    virtual bool has_signed_distance() const { return true; }
    // Assertions in the peer's library end the program for some poses.
    virtual bool may_abort() const { return false; }
    // Timed, for the pair of poses with this number.
    virtual bool meets(std::size_t pose) = 0;
    virtual double signed_distance(std::size_t /*pose*/) { return std::numeric_limits<double>::quiet_NaN(); }

  private:
    std::string name_;
};

using ConvexMethods = std::vector<std::unique_ptr<ConvexMethod>>;

std::unique_ptr<ConvexMethod> graze_convex_method();
// Those that were found when the benchmark was built.
ConvexMethods peer_convex_methods();

// Each in a file of its own that is built only where the peer is installed.
ConvexMethods ccd_convex_methods();
ConvexMethods fcl_convex_methods();
ConvexMethods bullet_convex_methods();

}  // namespace graze::bench
