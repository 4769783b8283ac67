// triangulate() with its scratch memory, for callers that cut many polygons.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/mesh/detail/ear_clipper.h"

namespace graze::inline v1::detail {

class Triangulator {
  public:
    bool operator()(std::span<const Vec3> polygon, std::vector<std::array<std::uint32_t, 3>>& triangles);

  private:
    // A projection of the polygon: along an axis, mirrored if the polygon would turn clockwise.
    struct View {
        int axis = 2;
        bool mirrored = false;
    };
    bool cut(std::span<const Vec3> polygon, View view, std::vector<std::array<std::uint32_t, 3>>& triangles);
    bool cut_large(std::vector<std::array<std::uint32_t, 3>>& triangles);
    bool cut_from_any_side(std::span<const Vec3> polygon, const Vec3& normal,
                           std::vector<std::array<std::uint32_t, 3>>& triangles);

    std::vector<Vec2> projected_;
    EarClipper clipper_;
    std::uint64_t work_left_ = 0;
};

}  // namespace graze::inline v1::detail
