// One way to decide whether two meshes touch, made comparable with the others.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"
#include "graze/query/intersect.h"

namespace graze::bench {

// Two copies of one object: the first stays where it was made, the second is moved.
class MeshMethod {
  public:
    MeshMethod(std::string name, Tone tone) : name_(std::move(name)), tone_(tone) {}
    MeshMethod(const MeshMethod&) = delete;
    MeshMethod& operator=(const MeshMethod&) = delete;
    virtual ~MeshMethod() = default;

    const std::string& name() const { return name_; }
    Tone tone() const { return tone_; }
    // Claims the answer of exact arithmetic on the same vertices as graze, so that it can serve as reference.
    virtual bool exact() const { return false; }

    // Brings vertices and triangles into the method's form. Not timed. The mesh outlives the method's use.
    virtual void load(const Mesh& mesh) = 0;
    // Timed: the hierarchy, once for both copies.
    virtual void build() = 0;
    // Of the hierarchy alone, vertices and triangles not counted; none where the peer does not tell.
    virtual std::optional<std::size_t> tree_bytes() const { return {}; }

    // Brings the poses of the second copy into the method's form. Not timed. They outlive their queries.
    virtual void prepare(std::span<const Pose> world_from_b) = 0;
    // Timed: sets the pose and asks, yes or no.
    virtual bool touching(std::size_t pose) = 0;
    // What graze did for one query; zeros for peers.
    virtual IntersectCounts counts_of(std::size_t) { return {}; }

  private:
    std::string name_;
    Tone tone_;
};

using MeshMethods = std::vector<std::unique_ptr<MeshMethod>>;

std::unique_ptr<MeshMethod> graze_mesh_method();
// Peers that were found when the benchmark was built.
MeshMethods peer_mesh_methods();

// Each in a file of its own that is built only where the peer is installed.
MeshMethods fcl_mesh_methods();
std::unique_ptr<MeshMethod> ode_mesh_method();
std::unique_ptr<MeshMethod> bullet_mesh_method();
std::unique_ptr<MeshMethod> cgal_mesh_method();

}  // namespace graze::bench
