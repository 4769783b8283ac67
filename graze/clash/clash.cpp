#include "graze/clash/clash.h"

#include <algorithm>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>

#include "graze/base/detail/steps.h"
#include "graze/clash/detail/box_tree.h"
#include "graze/mesh/closed_surface.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {
namespace {

Box world_box(const Part& part) {
    Box box;
    if (!part.mesh->empty())
        for (const Vec3& v : part.mesh->vertices()) box.grow(part.world_from_part(v));
    return box;
}

ClashPart describe(const Mesh& mesh, const ClosedSurface& surface) {
    return {{},
            mesh.triangle_count(),
            surface.closed(),
            surface.open_edge_count(),
            surface.inconsistent_edge_count(),
            surface.why_not()};
}

int rank(Relation r) {
    switch (r) {
        case Relation::overlapping:
            return 0;
        case Relation::a_in_b:
        case Relation::b_in_a:
            return 1;
        case Relation::undecided:
            return 2;
        case Relation::not_closed:
            return 3;
        case Relation::touching:
        case Relation::apart:
            break;
    }
    return 4;
}

std::uint64_t& count_of(ClashCounts& counts, Relation r) {
    switch (r) {
        case Relation::apart:
            return counts.apart;
        case Relation::touching:
            return counts.touching;
        case Relation::overlapping:
            return counts.overlapping;
        case Relation::a_in_b:
        case Relation::b_in_a:
            return counts.inside;
        case Relation::not_closed:
            return counts.not_closed;
        case Relation::undecided:
            break;
    }
    return counts.undecided;
}

class Clash {
  public:
    Clash(const Assembly& assembly, const ClashOptions& options) : parts_(assembly.parts), options_(options) {
        report_.metres_per_unit = assembly.metres_per_unit;
    }

    ClashReport run() {
        const std::uint64_t n = parts_.size();
        report_.counts.pairs = n < 2 ? 0 : n * (n - 1) / 2;
        find_boxes();
        const detail::BoxTree tree(boxes_);
        count_candidates(tree);
        find_meshes();
        build_shapes();
        compare(tree);
        std::ranges::stable_sort(report_.findings, {},
                                 [](const ClashFinding& f) { return rank(f.relation); });
        return std::move(report_);
    }

  private:
    struct Pair {
        std::uint32_t a = 0, b = 0;
        bool compared = false;
        Relation relation = Relation::apart;
        std::optional<Witness> witness;
    };

    struct DistinctMesh {
        const Mesh* mesh = nullptr;
        bool needs_shape = false;
        Shape shape;
        ClashPart description;  // of a part without its path
    };

    bool cancelled() const { return options_.progress != nullptr && options_.progress->cancelled(); }

    void find_boxes() {
        boxes_.resize(parts_.size());
        parallel_for(options_.threads, parts_.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) boxes_[i] = world_box(parts_[i]);
        });
    }

    // How many pairs there are to compare, and which parts take part in them.
    void count_candidates(const detail::BoxTree& tree) {
        has_neighbours_.resize(parts_.size());
        const std::uint64_t candidates = parallel_reduce(
            options_.threads, parts_.size(), 64, std::uint64_t{0},
            [&](std::size_t first, std::size_t last) {
                std::uint64_t count = 0;
                for (std::size_t i = first; i < last; ++i) {
                    tree.visit_overlapping(boxes_[i], 0, [&](std::uint32_t other) {
                        if (other > i) ++count;
                        if (other != i) has_neighbours_[i] = 1;
                    });
                }
                return count;
            },
            std::plus<>());
        report_.counts.apart_by_boxes = report_.counts.pairs - candidates;
        report_.counts.not_compared = candidates;
    }

    // Every mesh once, however many parts share it.
    void find_meshes() {
        std::unordered_map<const Mesh*, std::uint32_t> number_of_mesh;
        mesh_of_part_.reserve(parts_.size());
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const auto [it, is_new] =
                number_of_mesh.try_emplace(parts_[i].mesh.get(), static_cast<std::uint32_t>(meshes_.size()));
            if (is_new) meshes_.push_back({parts_[i].mesh.get(), false, {}, {}});
            if (has_neighbours_[i] != 0) meshes_[it->second].needs_shape = true;
            mesh_of_part_.push_back(it->second);
        }
    }

    void build_shapes() {
        detail::Steps steps(options_.progress, "building trees", meshes_.size());
        parallel_for(options_.threads, meshes_.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                DistinctMesh& m = meshes_[i];
                if (m.needs_shape && !cancelled()) {
                    m.shape = Shape(*m.mesh, TreeOptions{.threads = options_.threads});
                    m.description = describe(*m.mesh, m.shape.closed_surface());
                } else {
                    m.description = describe(*m.mesh, ClosedSurface(*m.mesh));
                }
                steps.add(1);
            }
        });
        report_.parts.reserve(parts_.size());
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            report_.parts.push_back(meshes_[mesh_of_part_[i]].description);
            report_.parts.back().path = parts_[i].path;
        }
    }

    const Shape& shape(std::uint32_t part) const { return meshes_[mesh_of_part_[part]].shape; }

    // In blocks, so that a million parts in a heap do not need memory for all their pairs.
    void compare(const detail::BoxTree& tree) {
        constexpr std::size_t block_size = 1 << 16, grain = 4;
        detail::Steps steps(options_.progress, "comparing parts", report_.counts.not_compared);
        std::vector<Pair> block;
        for (std::size_t part = 0; part < parts_.size() && !cancelled();) {
            block.clear();
            while (part < parts_.size() && block.size() < block_size)
                append_candidates(tree, static_cast<std::uint32_t>(part++), block);
            parallel_for(options_.threads, block.size(), grain, [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last && !cancelled(); ++i) compare_pair(block[i]);
                steps.add(last - first);
            });
            for (const Pair& pair : block) add_to_report(pair);
        }
    }

    // The parts after `a` whose boxes overlap its own, in ascending order.
    void append_candidates(const detail::BoxTree& tree, std::uint32_t a, std::vector<Pair>& block) const {
        const auto first = static_cast<std::ptrdiff_t>(block.size());
        tree.visit_overlapping(boxes_[a], a + 1,
                               [&](std::uint32_t b) { block.push_back({a, b, false, Relation::apart, {}}); });
        std::ranges::sort(block.begin() + first, block.end(), {}, &Pair::b);
    }

    void compare_pair(Pair& pair) const {
        const Pose &pose_a = parts_[pair.a].world_from_part, &pose_b = parts_[pair.b].world_from_part;
        pair.relation = relation(shape(pair.a), pose_a, shape(pair.b), pose_b,
                                 {options_.open_parts, options_.budget_per_pair});
        if (pair.relation == Relation::touching || pair.relation == Relation::overlapping)
            pair.witness = witness(shape(pair.a), pose_a, shape(pair.b), pose_b);
        pair.compared = true;
    }

    void add_to_report(const Pair& pair) {
        if (!pair.compared) return;
        --report_.counts.not_compared;
        ++count_of(report_.counts, pair.relation);
        if (pair.relation != Relation::apart)
            report_.findings.push_back({pair.a, pair.b, pair.relation, pair.witness});
    }

    std::span<const Part> parts_;
    const ClashOptions& options_;
    std::vector<Box> boxes_;                    // of the parts in the world
    std::vector<std::uint8_t> has_neighbours_;  // whose boxes overlap the part's; not bool: threads write it
    std::vector<DistinctMesh> meshes_;
    std::vector<std::uint32_t> mesh_of_part_;
    ClashReport report_;
};

}  // namespace

bool is_clash(Relation r) {
    return r == Relation::overlapping || r == Relation::a_in_b || r == Relation::b_in_a;
}

ClashReport clash(const Assembly& assembly, const ClashOptions& options) {
    return Clash(assembly, options).run();
}

}  // namespace graze::inline v1
