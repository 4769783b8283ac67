// Primitives: triangles in the picture, made from the items' triangles and from the lines along their edges.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/base/threads.h"
#include "graze/render/detail/scene.h"
#include "graze/render/detail/view.h"

namespace graze::inline v1::detail {

struct Primitive {
    static constexpr TriangleId line = ~TriangleId{0};
    static constexpr TriangleId cap = ~TriangleId{1};  // the face where a section plane cuts an item

    std::array<std::uint32_t, 3> points{};  // into Primitives::points
    std::uint32_t item = 0;                 // into Scene::items
    TriangleId triangle = 0;                // of the item; `line` for a piece of one

    bool is_line() const { return triangle == line; }
    bool is_cap() const { return triangle == cap; }
};

struct Primitives {
    // All points are finite.
    std::vector<ScreenPoint> points;
    // In the order of the items; first each item's triangles, then its lines.
    std::vector<Primitive> opaque, transparent;

    // Caps are not in the lists. Their ids follow those of the opaque primitives: one per item, and one more
    // for the places where caps overlap.
    std::uint32_t cap_id(std::uint32_t item) const {
        return static_cast<std::uint32_t>(opaque.size()) + item;
    }
    Primitive opaque_or_cap(std::uint32_t id) const {
        if (id < opaque.size()) return opaque[id];
        return {{}, id - static_cast<std::uint32_t>(opaque.size()), Primitive::cap};
    }
};

// The same for any number of threads.
Primitives find_primitives(const Scene& scene, const DrawOptions& options);

// Lines of transparent items are more opaque than their faces, so that they can be seen.
double line_opacity(const SceneItem& item);

}  // namespace graze::inline v1::detail
