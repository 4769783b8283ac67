// Collects the corners of facets, a block at a time, into shared vertices.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/load.h"
#include "graze/mesh/detail/welder.h"

namespace graze::inline v1::detail {

class FacetWelder {
  public:
    // `expected` facets; a closed mesh has half as many vertices.
    explicit FacetWelder(std::size_t expected) : welder_(expected / 2 + 3), expected_(expected) {
        triangles_.reserve(expected);
    }

    // Storage for the three corners of the next facet.
    Vec3* next_facet() {
        if (pending_ == corners_.size()) flush();
        pending_ += 3;
        return corners_.data() + pending_ - 3;
    }
    std::size_t facet_count() const { return triangles_.size() + pending_ / 3; }

    // The mesh; the welder must not be used afterwards.
    Loaded finish(std::vector<MeshPart> parts, const LoadOptions& options) {
        flush();
        if (triangles_.empty()) throw Error("holds no triangles");
        Loaded loaded;
        loaded.merged_vertices = 3 * triangles_.size() - welder_.vertices().size();
        loaded.mesh = Mesh(welder_.take_vertices(), std::move(triangles_), std::move(parts), options.unit);
        return loaded;
    }

  private:
    void flush() {
        const std::size_t facets = triangles_.size(), known = welder_.vertices().size();
        triangles_.resize(facets + pending_ / 3);
        make_room(facets);
        if (pending_ > 0) welder_.add({corners_.data(), pending_}, triangles_[facets].data());
        const std::vector<Vec3>& vertices = welder_.vertices();
        for (std::size_t v = known; v < vertices.size(); ++v)
            if (!is_in_range(vertices[v])) refuse(facets, v);
        pending_ = 0;
    }

    // Soups have up to six times as many vertices as closed meshes. The facets read so far show how many
    // there will be. A vector that grows by half again and again would take twice the memory.
    void make_room(std::size_t facets) {
        const std::vector<Vec3>& vertices = welder_.vertices();
        if (facets == 0 || facets >= expected_ || vertices.size() + pending_ <= vertices.capacity()) return;
        const double per_facet = static_cast<double>(vertices.size()) / static_cast<double>(facets);
        const double in_all = 1.01 * per_facet * static_cast<double>(expected_);
        welder_.reserve(std::max(static_cast<std::size_t>(in_all), vertices.size() + pending_));
    }

    [[noreturn]] void refuse(std::size_t first_facet, std::size_t vertex) const {
        std::size_t facet = first_facet;
        while (std::ranges::find(triangles_[facet], vertex) == triangles_[facet].end()) ++facet;
        throw Error(is_finite(welder_.vertices()[vertex]) ? "coordinate is beyond 1e100"
                                                          : "coordinate is not a finite number",
                    "facet " + std::to_string(facet + 1));
    }

    Welder welder_;
    std::vector<std::array<VertexId, 3>> triangles_;
    std::array<Vec3, 192> corners_;  // small enough to stay in the fastest cache
    std::size_t expected_, pending_ = 0;
};

}  // namespace graze::inline v1::detail
