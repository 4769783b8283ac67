// A peer that computes the volume two closed meshes share, made comparable with graze.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"

namespace graze::bench {

class VolumeMethod {
  public:
    explicit VolumeMethod(std::string name) : name_(std::move(name)) {}
    VolumeMethod(const VolumeMethod&) = delete;
    VolumeMethod& operator=(const VolumeMethod&) = delete;
    virtual ~VolumeMethod() = default;

    const std::string& name() const { return name_; }

    // Brings two copies of the mesh, the second one moved, into the method's form. Not timed; called before
    // every volume(), since peers may use up what they are given. False if the method cannot use the mesh.
    virtual bool load(const Mesh& mesh, const Pose& world_from_b) = 0;
    // Timed. None if the method gives up.
    virtual std::optional<double> volume() = 0;

  private:
    std::string name_;
};

// In a file of its own that is built only where the peer is installed.
std::unique_ptr<VolumeMethod> cgal_volume_method();

}  // namespace graze::bench
