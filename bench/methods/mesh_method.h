// One way to decide whether two meshes touch, made comparable with the others.
#pragma once

#include <memory>
#include <vector>

#include "bench/methods/copies_method.h"

namespace graze::bench {

class MeshMethod : public CopiesMethod {
  public:
    using CopiesMethod::CopiesMethod;

    // Claims the answer of exact arithmetic on the same vertices as graze, so that it can serve as reference.
    virtual bool exact() const { return false; }
    // Timed: sets the pose and asks, yes or no.
    virtual bool touching(std::size_t pose) = 0;
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
