// Finds what lies on the border of the same region: crossings of the two surfaces, and points of both meshes
// inside the other solid.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/detail/disjoint_sets.h"
#include "graze/query/solid/detail/index_table.h"
#include "graze/query/solid/detail/shifted_signs.h"

namespace graze::inline v1::detail {

struct MeshPoint {
    VertexId point;
    WhichMesh mesh;

    friend bool operator==(const MeshPoint&, const MeshPoint&) = default;
};
inline std::uint64_t scatter(const MeshPoint& p) {
    return (std::uint64_t{p.point} << 1 | (p.mesh == WhichMesh::b ? 1u : 0u)) * 0x9e3779b97f4a7c15;
}

// Members are numbered: crossings first, in the order of the graph, then points in the order of their first
// use.
class RegionSets {
  public:
    explicit RegionSets(std::size_t crossings)
        : crossings_(static_cast<std::uint32_t>(crossings)), sets_(crossings) {}

    // Only for points inside the other solid.
    std::uint32_t point(WhichMesh mesh, VertexId p) {
        const std::uint32_t i = points_.number_of({p, mesh});
        if (crossings_ + i == sets_.size()) sets_.add();
        return crossings_ + i;
    }
    std::optional<std::uint32_t> known_point(WhichMesh mesh, VertexId p) const {
        const std::uint32_t i = points_.known({p, mesh});
        if (i == IndexTable<MeshPoint>::none) return std::nullopt;
        return crossings_ + i;
    }

    void join(std::uint32_t x, std::uint32_t y) { sets_.merge(x, y); }
    std::uint32_t find(std::uint32_t x) { return sets_.find(x); }  // the lowest member
    std::size_t size() const { return sets_.size(); }

  private:
    std::uint32_t crossings_;
    IndexTable<MeshPoint> points_;
    DisjointSets sets_;
};

}  // namespace graze::inline v1::detail
