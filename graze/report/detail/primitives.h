// What is drawn: triangles in the picture, from the items' triangles and from the lines along their edges.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/base/threads.h"
#include "graze/report/detail/scene.h"
#include "graze/report/detail/view.h"

namespace graze::inline v1::detail {

struct Primitive {
    static constexpr TriangleId line = ~TriangleId{0};

    std::array<std::uint32_t, 3> points{};  // into Primitives::points
    std::uint32_t item = 0;                 // into Scene::items
    TriangleId triangle = 0;                // of the item; `line` for a piece of one

    bool is_line() const { return triangle == line; }
};

struct Primitives {
    // All points are finite.
    std::vector<ScreenPoint> points;
    // In the order of the items; first triangles, then lines of each.
    std::vector<Primitive> opaque, transparent;
};

// The same for any number of threads.
Primitives find_primitives(const Scene& scene, const DrawOptions& options);

// Lines are easier to see than surfaces of the same opacity should be.
double line_opacity(const SceneItem& item);

}  // namespace graze::inline v1::detail
