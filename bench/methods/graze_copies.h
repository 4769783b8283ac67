// graze's hierarchy for two copies of one object, for any question.
#pragma once

#include <span>
#include <utility>

#include "bench/methods/copies_method.h"
#include "graze/tree/shape.h"

namespace graze::bench {

template <class Method>
class GrazeCopies : public Method {
  public:
    explicit GrazeCopies(const std::string& name) : Method(name, Tone::graze) {}
    void load(const Mesh& mesh) override { copy_ = mesh; }
    void build() override { shape_ = Shape(std::move(copy_)); }
    std::optional<std::size_t> tree_bytes() const override { return shape_.tree().bytes(); }
    void prepare(std::span<const Pose> world_from_b) override { poses_ = world_from_b; }

  protected:
    Shape shape_;
    Pose world_from_a_;
    std::span<const Pose> poses_;

  private:
    Mesh copy_;
};

}  // namespace graze::bench
