// A way to find when two copies of an object meet, made comparable with graze.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"

namespace graze::bench {

class ContinuousMethod {
  public:
    explicit ContinuousMethod(std::string name) : name_(std::move(name)) {}
    ContinuousMethod(const ContinuousMethod&) = delete;
    ContinuousMethod& operator=(const ContinuousMethod&) = delete;
    virtual ~ContinuousMethod() = default;

    const std::string& name() const { return name_; }
    virtual void load(const Mesh& mesh) = 0;  // not timed
    // The first copy rests; the second goes from pose to pose, its origin straight and turning evenly. The
    // time from 0 to 1 at which they meet; none if they do not. Timed.
    virtual std::optional<double> impact(const Pose& from, const Pose& to) = 0;

  private:
    std::string name_;
};

using ContinuousMethods = std::vector<std::unique_ptr<ContinuousMethod>>;
// In a file of its own that is built only where the peer is installed.
ContinuousMethods fcl_continuous_methods();

}  // namespace graze::bench
