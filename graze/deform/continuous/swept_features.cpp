#include "graze/deform/continuous/detail/swept_features.h"

#include <algorithm>
#include <cmath>

#include "graze/base/float_rounding.h"

namespace graze::inline v1::detail {

StepFrame StepFrame::around(const Box& box) {
    const Vec3 size = box.size();
    const double largest = std::max({size.x, size.y, size.z});
    return {box.center(), largest > 0 ? std::ldexp(1.0, std::min(1022, -std::ilogb(largest))) : 1};
}

SweptFeatures::SweptFeatures(const Shape& shape, std::span<const Vec3> to, const StepFrame& frame,
                             const Threads& threads)
    : shape_(&shape), to_(to), nodes_(shape.tree().nodes().size()) {
    const std::span<const Vec3> from = shape.mesh().vertices();
    std::vector<Way> ways(from.size());
    parallel_for(threads, from.size(), 8192, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const Vec3 p = (from[i] - frame.origin) * frame.scale, q = (to[i] - frame.origin) * frame.scale;
            for (std::size_t k = 0; k < 3; ++k) {
                const float start = nearest_float(p[k]), end = nearest_float(q[k]);
                ways[i].lower[k] = std::min(start, end);
                ways[i].upper[k] = std::max(start, end);
            }
        }
    });
    list_features(feature_owners(shape.mesh().triangles(), from.size()));
    parallel_for(threads, leaves_.size(), 512, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) fill_leaf(i, ways);
    });
    fill_nodes();
}

void SweptFeatures::list_features(const std::vector<OwnedFeatures>& owned) {
    const std::span<const TreeLeaf> leaves = tree_leaves();
    leaves_.resize(leaves.size());
    std::uint32_t block = 0, feature = 0;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        int vertices = 0, edges = 0;
        for (std::uint32_t k = 0; k < leaves[i].count(); ++k) {
            vertices += owned[leaves[i].triangle[k]].vertex_count();
            edges += owned[leaves[i].triangle[k]].edge_count();
        }
        SweptLeaf& leaf = leaves_[i];
        leaf.first_block = block;
        leaf.first_vertex = feature;
        leaf.first_edge = feature + static_cast<std::uint32_t>(vertices);
        leaf.vertices = static_cast<std::uint8_t>(vertices);
        leaf.edges = static_cast<std::uint8_t>(edges);
        block += leaf.blocks();
        feature = leaf.first_edge + leaf.edges;
    }
    blocks_.resize(block);
    features_.resize(feature);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        std::uint32_t vertex = leaves_[i].first_vertex, edge = leaves_[i].first_edge;
        for (std::uint32_t k = 0; k < leaves[i].count(); ++k) {
            const TriangleId t = leaves[i].triangle[k];
            const std::array<VertexId, 3>& corners = triangles()[t];
            for (unsigned c = 0; c < 3; ++c) {
                if ((owned[t].vertices >> c & 1U) != 0)
                    features_[vertex++] = {{corners[c], corners[c]}, t, c};
                if ((owned[t].edges >> c & 1U) != 0) features_[edge++] = {edge_of(corners, c), t, c};
            }
        }
    }
}

void SweptFeatures::fill_leaf(std::size_t index, std::span<const Way> ways) {
    const SweptLeaf& leaf = leaves_[index];
    const TreeLeaf& pattern = tree_leaves()[index];
    const auto hull = [&](const Way& p, const Way& q) {
        FloatBox box{};
        for (int k = 0; k < 3; ++k) {
            box.lower[k] = std::min(p.lower[k], q.lower[k]);
            box.upper[k] = std::max(p.upper[k], q.upper[k]);
        }
        return box;
    };
    EightBoxes* const faces = &blocks_[leaf.first_block];
    for (int i = 0; i < EightBoxes::width; ++i) {
        if (i >= static_cast<int>(pattern.count())) {
            faces->clear(i);
            continue;
        }
        const std::array<VertexId, 3>& c = triangles()[pattern.triangle[i]];
        FloatBox box = hull(ways[c[0]], ways[c[1]]);
        for (int k = 0; k < 3; ++k) {
            box.lower[k] = std::min(box.lower[k], ways[c[2]].lower[k]);
            box.upper[k] = std::max(box.upper[k], ways[c[2]].upper[k]);
        }
        faces->set(i, box);
    }
    const auto fill = [&](EightBoxes* boxes, std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t i = 0; i < (count + 7) / 8 * 8; ++i) {
            EightBoxes& block = boxes[i / 8];
            if (i >= count) {
                block.clear(static_cast<int>(i % 8));
                continue;
            }
            const auto [p, q] = features_[first + i].ends;
            block.set(static_cast<int>(i % 8), hull(ways[p], ways[q]));
        }
    };
    fill(faces + 1, leaf.first_vertex, leaf.vertices);
    fill(faces + 1 + leaf.vertex_blocks(), leaf.first_edge, leaf.edges);
}

void SweptFeatures::fill_nodes() {
    const std::span<const WideNode> nodes = shape_->tree().nodes();
    // Each node comes after its parent.
    for (std::size_t n = nodes.size(); n-- > 0;) {
        for (int slot = 0; slot < WideNode::width; ++slot) {
            const TreeLink child = nodes[n].child[slot];
            if (child.is_none())
                nodes_[n].clear(slot);
            else
                nodes_[n].set(slot, child.is_leaf() ? blocks_[leaves_[child.index()].first_block].all()
                                                    : nodes_[child.index()].all());
        }
    }
}

}  // namespace graze::inline v1::detail
