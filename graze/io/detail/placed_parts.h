// Converts meshes placed by any affine matrices, as files have them, to an assembly with rigid poses.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/pose.h"
#include "graze/io/load.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// Rows as in Pose, but with any linear part, as in the nodes of files.
using Affine = Pose::Matrix;

inline constexpr Affine identity{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

// First `inner`, then `outer`: `world_from_b = composed(world_from_a, a_from_b)`.
Affine composed(const Affine& outer, const Affine& inner);

// Against files in which a few bytes expand to much: a deep tree of nodes has long paths, and one mesh may
// occur in very many sizes. Honest files stay far below both limits.
struct PlacedLimits {
    std::uint64_t path_bytes = std::uint64_t{1} << 30;      // of all paths together
    std::uint64_t baked_vertices = std::uint64_t{1} << 26;  // of all copies of meshes
};

// Collects meshes and the parts that place them. Scale, shear and mirrors are baked: a matrix A becomes R * S
// with a rigid R, the part's pose, and S applied to a copy of the mesh, which all parts of that mesh with the
// same S share, however they are turned. S is as simple as it can be: one factor for a uniform scale, one per
// axis where there is no shear. A mirror turns the winding round, so that what was outside stays outside. A
// matrix that flattens is baked as a whole.
//
//     PlacedParts placed(0.001, Axis::y);
//     const auto bolt = placed.add_mesh(Mesh(...));
//     placed.add_part("engine/bolt", bolt, world_from_node);
//     placed.add_part("engine/bolt", bolt, world_from_other_node);   // becomes "engine/bolt (2)"
//     Assembly assembly = placed.finish();
//     for (Skipped& s : placed.skipped()) ...
class PlacedParts {
  public:
    using MeshId = std::uint32_t;

    PlacedParts(std::optional<double> metres_per_unit, std::optional<Axis> up,
                const PlacedLimits& limits = {});

    // Any mesh, also an empty one: parts with an empty mesh are skipped and counted. Sets the unit of the
    // mesh to that of the assembly.
    MeshId add_mesh(Mesh mesh);

    // `path` as made by join_path; it need not be unique and may be empty. Throws Error naming the part if
    // the matrix has an entry that is not finite or beyond 1e100, if it moves a vertex beyond 1e100, or at
    // the limits.
    void add_part(std::string path, MeshId mesh, const Affine& world_from_part);

    // Of the part added last; dropped with it if its mesh is empty.
    void add_attribute(Attribute attribute);

    // The parts in the order in which they were added. Repeated paths get " (2)", " (3)", never a path that
    // another part has; empty ones "part (2)". Throws Error if there is no part with a triangle. Afterwards
    // only skipped() may be called.
    Assembly finish();

    // After finish(): parts without triangles, meshes that no part places. Without counts of zero.
    std::vector<Skipped> skipped() const;

  private:
    // The linear map applied to a mesh. Upper triangular if possible; columns.
    using Stretch = std::array<Vec3, 3>;
    struct Baked {
        Stretch stretch;
        std::shared_ptr<const Mesh> mesh;
    };
    struct Source {
        std::shared_ptr<const Mesh> mesh;
        bool placed = false;
    };
    // Mesh and stretch, rounded coarsely: stretches that differ only by rounding share a key.
    using RoughKey = std::array<std::int64_t, 9>;
    using ExactKey = std::array<std::uint64_t, 10>;

    static RoughKey rough_key(MeshId mesh, const Stretch& u, bool mirrored);
    Part placed(MeshId mesh, const Affine& matrix);
    Part placed_whole(MeshId mesh, const Stretch& columns, const Vec3& at);
    std::shared_ptr<const Mesh> bake(const Mesh& mesh, const Stretch& stretch);

    std::optional<double> metres_per_unit_;
    std::optional<Axis> up_;
    PlacedLimits limits_;
    std::vector<Source> sources_;
    std::vector<Part> parts_;
    std::map<RoughKey, std::vector<Baked>> baked_;
    std::map<ExactKey, std::shared_ptr<const Mesh>> baked_whole_;
    std::uint64_t empty_parts_ = 0, unplaced_meshes_ = 0;
    std::uint64_t path_bytes_ = 0, baked_vertices_ = 0;
    bool last_was_empty_ = false;
};

// Makes paths unique in n log n time: of equal paths the first stays unchanged.
void make_unique(std::vector<Part>& parts);

}  // namespace graze::inline v1::detail
