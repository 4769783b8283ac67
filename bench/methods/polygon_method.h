// One way to decide pairs of polygons, made comparable with the others.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/methods/pair_method.h"
#include "bench/scenes/polygon_pairs.h"

namespace graze::bench {

class PolygonMethod {
  public:
    PolygonMethod(std::string name, Tone tone) : name_(std::move(name)), tone_(tone) {}
    PolygonMethod(const PolygonMethod&) = delete;
    PolygonMethod& operator=(const PolygonMethod&) = delete;
    virtual ~PolygonMethod() = default;

    const std::string& name() const { return name_; }
    Tone tone() const { return tone_; }

    virtual void prepare(const PolygonPairs& pairs) = 0;  // not timed
    virtual void run(Answers& answers) = 0;               // timed

  private:
    std::string name_;
    Tone tone_;
};

using PolygonMethods = std::vector<std::unique_ptr<PolygonMethod>>;

// graze's exact answer: polygons are cut into triangles beforehand, as they are when a mesh is built, then
// pairs of triangles are tested until two intersect.
std::unique_ptr<PolygonMethod> graze_polygon_method();

// Moeller by triangles, Zachmann, and the rule that chooses between them; none prepares anything.
PolygonMethods seed_polygon_methods();

}  // namespace graze::bench
