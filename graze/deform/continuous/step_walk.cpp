#include "graze/deform/continuous/detail/step_walk.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/deform/continuous/step_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/deform/detail/boxes_walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

using detail::EightBoxes;
using detail::FeatureSink;
using detail::FloatBox;
using detail::SweptFeatures;
using detail::SweptLeaf;

// Gives the sink the features whose boxes overlap.
class StepLeaves {
  public:
    explicit StepLeaves(const detail::StepWalk& w) : w_(w) {}

    bool spend(std::uint32_t tests) const {
        w_.counts.box_pairs += tests * EightBoxes::width;
        return w_.meter.spend(tests * EightBoxes::width);
    }

    bool within(std::uint32_t index) const {
        const Leaf leaf(w_.a, index);
        ++w_.counts.leaf_pairs;
        for (std::uint32_t v = 0; v < leaf.at.vertices; ++v)
            for (unsigned rest = overlapping(leaf.faces[0], box_of(leaf.vertices, v)); rest != 0;
                 rest &= rest - 1)
                if (!w_.sink.add(FeatureSink::vertex_face, leaf.at.first_vertex + v,
                                 leaf.triangles[std::countr_zero(rest)]))
                    return false;
        std::uint32_t tested = leaf.at.vertices;
        for (std::uint32_t e = 0; e + 1 < leaf.at.edges; ++e) {
            const FloatBox box = box_of(leaf.edges, e);
            for (std::uint32_t block = e / 8; block < leaf.at.edge_blocks(); ++block, ++tested) {
                unsigned rest = overlapping(leaf.edges[block], box);
                if (block == e / 8) rest &= bits_after(static_cast<int>(e % 8));
                for (; rest != 0; rest &= rest - 1)
                    if (!w_.sink.add(FeatureSink::edge_edge, leaf.at.first_edge + e,
                                     leaf.at.first_edge + block * 8 +
                                         static_cast<std::uint32_t>(std::countr_zero(rest))))
                        return false;
            }
        }
        return spend(tested);
    }

    bool between(std::uint32_t a, const FloatBox& box_a, std::uint32_t b, const FloatBox& box_b) const {
        const Leaf in_a(w_.a, a), in_b(w_.b, b);
        ++w_.counts.leaf_pairs;
        std::uint32_t tested = 0;
        const FeatureSink::Kind reversed =
            &w_.a == &w_.b ? FeatureSink::vertex_face : FeatureSink::face_vertex;
        return vertices_with_faces(in_a, in_b, box_b, FeatureSink::vertex_face, tested) &&
               vertices_with_faces(in_b, in_a, box_a, reversed, tested) &&
               edges_with_edges(in_a, in_b, box_b, tested) && spend(tested);
    }

  private:
    struct Leaf {
        const SweptLeaf& at;
        const EightBoxes *faces, *vertices, *edges;
        const TriangleId* triangles;

        Leaf(const SweptFeatures& of, std::uint32_t index)
            : at(of.leaves()[index]),
              faces(&of.blocks()[at.first_block]),
              vertices(faces + 1),
              edges(vertices + at.vertex_blocks()),
              triangles(of.tree_leaves()[index].triangle) {}
    };
    static FloatBox box_of(const EightBoxes* blocks, std::uint32_t i) {
        return detail::box_in(blocks[i / 8], static_cast<int>(i % 8));
    }

    bool vertices_with_faces(const Leaf& of, const Leaf& with, const FloatBox& box, FeatureSink::Kind kind,
                             std::uint32_t& tested) const {
        for (std::uint32_t block = 0; block < of.at.vertex_blocks(); ++block) {
            ++tested;
            for (unsigned near = overlapping(of.vertices[block], box); near != 0; near &= near - 1) {
                const int i = std::countr_zero(near);
                const std::uint32_t vertex = of.at.first_vertex + block * 8 + static_cast<std::uint32_t>(i);
                ++tested;
                for (unsigned rest = overlapping(with.faces[0], detail::box_in(of.vertices[block], i));
                     rest != 0; rest &= rest - 1) {
                    const TriangleId face = with.triangles[std::countr_zero(rest)];
                    if (!(kind == FeatureSink::vertex_face ? w_.sink.add(kind, vertex, face)
                                                           : w_.sink.add(kind, face, vertex)))
                        return false;
                }
            }
        }
        return true;
    }

    bool edges_with_edges(const Leaf& a, const Leaf& b, const FloatBox& box_b, std::uint32_t& tested) const {
        for (std::uint32_t block = 0; block < a.at.edge_blocks(); ++block) {
            ++tested;
            for (unsigned near = overlapping(a.edges[block], box_b); near != 0; near &= near - 1) {
                const int i = std::countr_zero(near);
                const FloatBox box = detail::box_in(a.edges[block], i);
                const std::uint32_t edge = a.at.first_edge + block * 8 + static_cast<std::uint32_t>(i);
                for (std::uint32_t other = 0; other < b.at.edge_blocks(); ++other, ++tested)
                    for (unsigned rest = overlapping(b.edges[other], box); rest != 0; rest &= rest - 1)
                        if (!w_.sink.add(FeatureSink::edge_edge, edge,
                                         b.at.first_edge + other * 8 +
                                             static_cast<std::uint32_t>(std::countr_zero(rest))))
                            return false;
            }
        }
        return true;
    }

    const detail::StepWalk& w_;
};

bool run_step_walk(const detail::StepWalk& w, const detail::WalkPiece& piece) {
    StepLeaves leaves(w);
    return BoxesWalk(w.a.tree(), w.b.tree(), leaves).run(piece);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(run_step_walk);

bool walk(const StepWalk& walk, const WalkPiece& piece) {
    return HWY_DYNAMIC_DISPATCH(run_step_walk)(walk, piece);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
