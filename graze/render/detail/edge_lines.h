// Which edges of an item are drawn as lines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/threads.h"
#include "graze/mesh/edges.h"
#include "graze/render/detail/scene.h"

namespace graze::inline v1::detail {

class EdgeLines {
  public:
    EdgeLines(const Scene& scene, const SceneItem& item, const Threads& threads);

    // True for creases, borders and outlines. `uses` are those of one edge.
    bool is_drawn(std::span<const EdgeUse> uses) const;

  private:
    bool is_drawn_between(const EdgeUse& a, const EdgeUse& b) const;

    const SceneItem* item_;
    std::vector<std::uint8_t> faces_eye_;  // per triangle
};

}  // namespace graze::inline v1::detail
