#include "graze/io/gltf/detail/gltf_triangles.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "graze/base/error.h"

namespace graze::inline v1::detail {

std::span<const VertexId> GltfTriangles::take(std::uint64_t first, std::span<VertexId> block) const {
    const std::span<VertexId> corners =
        block.first(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), corner_count() - first)));
    if (!indices_) {
        std::iota(corners.begin(), corners.end(), static_cast<VertexId>(first));
        return corners;
    }
    indices_->read_indices(first, corners);
    const VertexId highest = *std::ranges::max_element(corners);
    if (highest >= vertex_count_) {
        const VertexId bad = *std::ranges::find_if(corners, [&](VertexId v) { return v >= vertex_count_; });
        throw Error("its index " + std::to_string(bad) + " is out of range (" +
                        std::to_string(vertex_count_) + " vertices)",
                    indices_->name());
    }
    return corners;
}

}  // namespace graze::inline v1::detail
