// The triangles of a primitive of a glTF file, read from the accessor each time they are needed: a list of
// them would take as much memory as the mesh.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "graze/io/gltf/detail/gltf_accessors.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

class GltfTriangles {
  public:
    // Without indices, corners are consecutive vertices. `mode` is one of the modes of triangles.
    GltfTriangles(const std::optional<GltfElements>& indices, std::uint64_t vertex_count, int mode)
        : indices_(indices), vertex_count_(vertex_count), mode_(mode) {}

    bool is_strung() const { return mode_ != TINYGLTF_MODE_TRIANGLES; }  // a strip or fan
    std::uint64_t corner_count() const { return indices_ ? indices_->size() : vertex_count_; }
    std::uint64_t unfinished_corners() const {
        if (is_strung()) return corner_count() < 3 ? corner_count() : 0;
        return corner_count() % 3;
    }

    // Calls f(corners) for each triangle (glTF 2.0, 3.7.2.1). Throws Error for an index beyond the vertices.
    template <typename F>
    void for_each(F&& f) const {
        std::array<VertexId, std::size_t{3} << 10> block;
        std::array<VertexId, 2> before{};  // the two previous corners; for a fan, its middle comes first
        for (std::uint64_t done = 0; done < corner_count(); done += block.size()) {
            const std::span<const VertexId> corners = take(done, block);
            if (!is_strung()) {
                for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
                    f(std::array{corners[i], corners[i + 1], corners[i + 2]});
                continue;
            }
            for (std::size_t i = 0; i < corners.size(); ++i) add_to_string(done + i, corners[i], before, f);
        }
    }

  private:
    // Corner number `i` and the triangle that it completes.
    template <typename F>
    void add_to_string(std::uint64_t i, VertexId corner, std::array<VertexId, 2>& before, F&& f) const {
        if (i < 2) {
            before[static_cast<std::size_t>(i)] = corner;
            return;
        }
        const auto [first, second] = before;
        // A repeated corner joins strips and closes fans: it makes no triangle.
        const bool is_meant = first != second && second != corner && corner != first;
        if (mode_ == TINYGLTF_MODE_TRIANGLE_FAN) {
            if (is_meant) f(std::array{second, corner, first});
            before = {first, corner};
        } else {
            // Every other triangle has the opposite winding.
            if (is_meant)
                f(i % 2 == 0 ? std::array{first, second, corner} : std::array{first, corner, second});
            before = {second, corner};
        }
    }

    // The corners from `first` on, as many as the span can hold.
    std::span<const VertexId> take(std::uint64_t first, std::span<VertexId> block) const;

    std::optional<GltfElements> indices_;
    std::uint64_t vertex_count_;
    int mode_;
};

}  // namespace graze::inline v1::detail
