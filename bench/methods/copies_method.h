// What is asked about two copies of one object, made comparable between libraries.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "bench/harness/plot.h"
#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {

// The first copy stays where it was made, the second is moved.
class CopiesMethod {
  public:
    CopiesMethod(std::string name, Tone tone) : name_(std::move(name)), tone_(tone) {}
    CopiesMethod(const CopiesMethod&) = delete;
    CopiesMethod& operator=(const CopiesMethod&) = delete;
    virtual ~CopiesMethod() = default;

    const std::string& name() const { return name_; }
    Tone tone() const { return tone_; }

    // Brings vertices and triangles into the method's form. Not timed. The mesh outlives the method's use.
    virtual void load(const Mesh& mesh) = 0;
    // Timed: the hierarchy, once for both copies.
    virtual void build() = 0;
    // Of the hierarchy alone, vertices and triangles not counted; none where the peer does not tell.
    virtual std::optional<std::size_t> tree_bytes() const { return {}; }

    // Brings the poses of the second copy into the method's form. Not timed. They outlive their queries.
    virtual void prepare(std::span<const Pose> world_from_b) = 0;
    // What graze did for one query; zeros for peers.
    virtual QueryCounts counts_of(std::size_t) { return {}; }

  private:
    std::string name_;
    Tone tone_;
};

// Of the hierarchy, per triangle; short ones are repeated, and the fastest counts.
double build_nanoseconds(CopiesMethod& method, const Mesh& mesh);

}  // namespace graze::bench
