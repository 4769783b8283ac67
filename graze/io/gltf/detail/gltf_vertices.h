// The vertices of a glTF file that triangles use, and their new numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/io/gltf/detail/gltf_accessors.h"
#include "graze/mesh/detail/welder.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// Usage: mark all used vertices, then weld, then query their new numbers.
class GltfVertices {
  public:
    // `corners` is the number of corners to be marked: few are kept in a list, not in a table of all
    // vertices.
    GltfVertices(const GltfElements& positions, std::uint64_t corners)
        : positions_(positions), has_table_(positions.size() <= 4 * corners) {
        if (has_table_) became_.resize(static_cast<std::size_t>(positions.size()), unused);
    }

    void mark(VertexId v) {
        if (has_table_)
            became_[v] = marked;
        else
            used_.push_back(v);
    }

    // In the order of the accessor. Returns the number of marked vertices. Throws Error for coordinates out
    // of range.
    std::uint64_t weld(Welder& welder);

    // The new number of a marked vertex.
    VertexId operator[](VertexId v) const {
        if (has_table_) return became_[v];
        return became_[static_cast<std::size_t>(std::ranges::lower_bound(used_, v) - used_.begin())];
    }

  private:
    static constexpr VertexId unused = 0, marked = 1;  // before they are welded

    std::uint64_t weld_table(Welder& welder);
    std::uint64_t weld_list(Welder& welder);
    void check(const Vec3& point, std::uint64_t vertex) const;

    const GltfElements& positions_;
    bool has_table_;
    std::vector<VertexId> used_;    // if there is no table
    std::vector<VertexId> became_;  // by vertex, or by used vertex
};

}  // namespace graze::inline v1::detail
