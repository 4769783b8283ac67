#include "graze/mesh/detail/repair_soup.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace graze::inline v1::detail {

RepairSoup::RepairSoup(const Mesh& mesh) : vertices(mesh.vertices().begin(), mesh.vertices().end()) {
    for (std::uint32_t part = 0; part < mesh.parts().size(); ++part) {
        const MeshPart& run = mesh.parts()[part];
        for (PolygonId p = 0; p < run.polygon_count; ++p)
            add(mesh.polygon(run.first_polygon + p), run.first_polygon + p, part);
    }
}

void RepairSoup::add(std::span<const VertexId> corners, PolygonId source, std::uint32_t part) {
    corners_.insert(corners_.end(), corners.begin(), corners.end());
    start_.push_back(corners_.size());
    source_.push_back(source);
    part_.push_back(part);
}

void RepairSoup::reverse(std::size_t p) {
    std::reverse(corners_.begin() + static_cast<std::ptrdiff_t>(start_[p]),
                 corners_.begin() + static_cast<std::ptrdiff_t>(start_[p + 1]));
}

void RepairSoup::take_polygons(RepairSoup&& edited) {
    corners_ = std::move(edited.corners_);
    start_ = std::move(edited.start_);
    source_ = std::move(edited.source_);
    part_ = std::move(edited.part_);
}

void RepairSoup::renumber_corners(std::span<const VertexId> index) {
    for (VertexId& v : corners_) v = index[v];
}

RepairPlace RepairSoup::place(std::size_t p) const {
    Box box;
    for (const VertexId v : polygon(p)) box.grow(vertices[v]);
    RepairPlace result{{}, box.center()};
    if (source_[p] != no_source) result.polygon = source_[p];
    return result;
}

Mesh RepairSoup::mesh() const {
    PolygonSoup soup;
    soup.vertices = vertices;
    soup.corners = corners_;
    if (!all_triangles()) {
        for (std::size_t p = 0; p < size(); ++p)
            soup.corner_counts.push_back(static_cast<std::uint32_t>(start_[p + 1] - start_[p]));
    }
    return Mesh(std::move(soup));
}

Mesh RepairSoup::finished(const Mesh& original, bool drop_unused, RepairCount& dropped, std::size_t places) {
    std::vector<std::size_t> order(size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t p) { return part_[p]; });

    PolygonSoup soup;
    std::vector<VertexId> new_id(vertices.size(), 0);
    if (drop_unused) {
        std::vector<bool> used(vertices.size(), false);
        for (const VertexId v : corners_) used[v] = true;
        for (VertexId v = 0; v < vertices.size(); ++v) {
            new_id[v] = static_cast<VertexId>(soup.vertices.size());
            if (used[v]) {
                soup.vertices.push_back(vertices[v]);
            } else {
                count_place(dropped, places, {{}, vertices[v]});
            }
        }
    } else {
        std::iota(new_id.begin(), new_id.end(), VertexId{0});
        soup.vertices = vertices;
    }
    for (const MeshPart& part : original.parts()) soup.parts.push_back({part.name, 0, 0});
    for (const std::size_t p : order) {
        for (const VertexId v : polygon(p)) soup.corners.push_back(new_id[v]);
        if (!all_triangles()) soup.corner_counts.push_back(static_cast<std::uint32_t>(polygon(p).size()));
        ++soup.parts[part_[p]].polygon_count;
    }
    for (std::size_t i = 1; i < soup.parts.size(); ++i)
        soup.parts[i].first_polygon = soup.parts[i - 1].first_polygon + soup.parts[i - 1].polygon_count;
    soup.metres_per_unit = original.metres_per_unit();
    return Mesh(std::move(soup));
}

}  // namespace graze::inline v1::detail
