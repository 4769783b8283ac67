// Polygons during a repair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/mesh/repair.h"

namespace graze::inline v1::detail {

class RepairSoup {
  public:
    static constexpr PolygonId no_source = 0xffffffff;  // marks a new face

    RepairSoup() = default;
    explicit RepairSoup(const Mesh& mesh);

    std::vector<Vec3> vertices;

    std::size_t size() const { return source_.size(); }
    std::span<const VertexId> polygon(std::size_t p) const {
        return std::span(corners_).subspan(start_[p], start_[p + 1] - start_[p]);
    }
    PolygonId source(std::size_t p) const { return source_[p]; }
    std::uint32_t part(std::size_t p) const { return part_[p]; }
    bool all_triangles() const { return corners_.size() == 3 * size(); }

    void add(std::span<const VertexId> corners, PolygonId source, std::uint32_t part);
    void reverse(std::size_t p);
    // Takes the polygons of `edited` and keeps the vertices.
    void take_polygons(RepairSoup&& edited);
    // Corner v becomes index[v].
    void renumber_corners(std::span<const VertexId> index);

    // The middle of a polygon's corners, and its original number.
    RepairPlace place(std::size_t p) const;

    // A mesh of the polygons in their present order, all in one part.
    Mesh mesh() const;
    // With the parts, names and unit of `original`. Unused vertices are dropped if wanted, and counted.
    Mesh finished(const Mesh& original, bool drop_unused, RepairCount& dropped, std::size_t places);

  private:
    std::vector<VertexId> corners_;
    std::vector<std::uint64_t> start_{0};
    std::vector<PolygonId> source_;
    std::vector<std::uint32_t> part_;
};

inline void count_place(RepairCount& count, std::size_t places, const RepairPlace& place) {
    ++count.count;
    if (count.first.size() < places) count.first.push_back(place);
}

}  // namespace graze::inline v1::detail
