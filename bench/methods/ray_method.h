// One way to find out what rays hit, made comparable with the others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "graze/mesh/mesh.h"
#include "graze/query/ray/ray_triangle.h"

namespace graze::bench {

inline constexpr TriangleId no_triangle = 0xffffffffu;

class RayMethod {
  public:
    RayMethod(std::string name, Tone tone) : name_(std::move(name)), tone_(tone) {}
    RayMethod(const RayMethod&) = delete;
    RayMethod& operator=(const RayMethod&) = delete;
    virtual ~RayMethod() = default;

    const std::string& name() const { return name_; }
    Tone tone() const { return tone_; }

    // Makes the hierarchy. Not timed. The mesh outlives the method's use.
    virtual void build(const Mesh& mesh) = 0;
    // Brings rays into the method's form. Not timed. They outlive their queries.
    virtual void prepare(std::span<const Ray> rays) = 0;
    // Timed: the nearest triangle that each of the rays from `first` on hits, or no_triangle.
    virtual void first_hits(std::size_t first, std::span<TriangleId> out) = 0;
    // Timed: 1 where a ray hits anything.
    virtual void any_hits(std::size_t first, std::span<std::uint8_t> out) = 0;

  private:
    std::string name_;
    Tone tone_;
};

using RayMethods = std::vector<std::unique_ptr<RayMethod>>;

// graze ray by ray, then in batches; then the peers that were found when the benchmark was built.
RayMethods ray_methods();

// Each in a file of its own that is built only where the peer is installed.
std::unique_ptr<RayMethod> cgal_ray_method();
std::unique_ptr<RayMethod> embree_ray_method();

}  // namespace graze::bench
