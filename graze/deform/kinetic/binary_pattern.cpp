#include "graze/deform/kinetic/detail/binary_pattern.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace graze::inline v1::detail {
namespace {

struct Range {
    std::uint32_t parent, first, count;
    bool second;                             // the second child of its parent
    std::array<std::uint32_t, 3> unsplit{};  // levels since the last split along each axis
};

std::uint8_t split_axis(const Box& centres, const Range& range, std::uint32_t axis_again) {
    const Vec3 size = centres.size();
    std::uint8_t axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    if (axis_again == 0) return axis;
    // The axis that was not split for longest must be next if the others could not wait for it.
    const auto oldest =
        static_cast<std::uint8_t>(std::ranges::max_element(range.unsplit) - range.unsplit.begin());
    if (range.unsplit[oldest] + 2 >= axis_again) axis = oldest;
    return axis;
}

}  // namespace

BinaryPattern make_pattern(const Mesh& mesh, const PatternOptions& options) {
    BinaryPattern pattern;
    const std::size_t count = mesh.triangle_count();
    std::vector<Vec3> centre(count);
    for (TriangleId t = 0; t < count; ++t) {
        const Triangle corners = mesh.triangle(t);
        Box box;
        for (std::size_t c = 0; c < 3; ++c) box.grow(corners[c]);
        centre[t] = box.center();
    }
    pattern.triangles.resize(count);
    std::iota(pattern.triangles.begin(), pattern.triangles.end(), 0u);
    pattern.nodes.reserve(2 * count);

    std::vector<Range> open{{0, 0, static_cast<std::uint32_t>(count), false, {}}};
    while (!open.empty()) {
        const Range range = open.back();
        open.pop_back();
        const auto index = static_cast<std::uint32_t>(pattern.nodes.size());
        pattern.nodes.push_back({range.parent, 0, range.first, range.count, 0, 0, 0});
        if (range.second) pattern.nodes[range.parent].second = index;
        const auto begin = pattern.triangles.begin() + range.first, end = begin + range.count;
        if (range.count <= options.leaf_triangles) {
            std::sort(begin, end);
            const std::size_t start = pattern.leaf_vertices.size();
            for (auto t = begin; t != end; ++t)
                for (const VertexId v : mesh.triangles()[*t]) pattern.leaf_vertices.push_back(v);
            const auto run = pattern.leaf_vertices.begin() + static_cast<std::ptrdiff_t>(start);
            std::sort(run, pattern.leaf_vertices.end());
            pattern.leaf_vertices.erase(std::unique(run, pattern.leaf_vertices.end()),
                                        pattern.leaf_vertices.end());
            pattern.nodes[index].vertices = static_cast<std::uint32_t>(start);
            pattern.nodes[index].vertex_count =
                static_cast<std::uint16_t>(pattern.leaf_vertices.size() - start);
            continue;
        }
        Box centres;
        for (auto t = begin; t != end; ++t) centres.grow(centre[*t]);
        const std::uint8_t axis = split_axis(centres, range, options.axis_again);
        pattern.nodes[index].axis = axis;
        const std::uint32_t half = range.count / 2;
        std::nth_element(begin, begin + half, end, [&](TriangleId a, TriangleId b) {
            const double x = centre[a][axis], y = centre[b][axis];
            return x != y ? x < y : a < b;
        });
        std::array<std::uint32_t, 3> unsplit = range.unsplit;
        for (std::size_t k = 0; k < 3; ++k) unsplit[k] = k == axis ? 0 : unsplit[k] + 1;
        open.push_back({index, range.first + half, range.count - half, true, unsplit});
        open.push_back({index, range.first, half, false, unsplit});
    }

    // Which leaves does a vertex belong to?
    std::vector<std::uint32_t>& start = pattern.leaf_start;
    start.assign(mesh.vertices().size() + 1, 0);
    for (const VertexId v : pattern.leaf_vertices) ++start[v + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    pattern.leaves.resize(pattern.leaf_vertices.size());
    std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
    for (std::uint32_t n = 0; n < pattern.nodes.size(); ++n) {
        if (!pattern.nodes[n].is_leaf()) continue;
        for (const VertexId v : pattern.vertices_of(n)) pattern.leaves[next[v]++] = n;
    }
    return pattern;
}

}  // namespace graze::inline v1::detail
