// The layout of a GLB file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/io/detail/output.h"
#include "graze/io/detail/path_tree.h"
#include "graze/io/save.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1::detail {

// Sizes of the headers of the file and of each chunk, in bytes; and the kinds of chunks.
inline constexpr std::uint64_t glb_header_size = 12, glb_chunk_header_size = 8;
inline constexpr std::uint32_t glb_json_chunk = 0x4e4f534a, glb_binary_chunk = 0x004e4942;

enum class GlbIndices : std::uint8_t { none, two_bytes, four_bytes };

// Offsets are in bytes, from the start of all positions and of all indices of that size.
struct GlbMesh {
    const Mesh* mesh;
    GlbIndices indices = GlbIndices::none;
    std::uint64_t vertex_count = 0;  // vertices that triangles use
    std::uint64_t first_position = 0, first_index = 0;
    std::uint64_t accessor = 0;  // accessor of the positions; those of the indices of its parts follow

    std::uint64_t index_size() const { return indices == GlbIndices::two_bytes ? 2 : 4; }
};

inline constexpr std::uint64_t glb_position_size = 12, glb_time_size = 4, glb_rotation_size = 16;
// A time, a place and a rotation: floats.
inline constexpr std::uint64_t glb_animated_pose_size = glb_time_size + glb_position_size + glb_rotation_size;

// First the positions of all meshes, then the indices of four bytes, then those of two, then the times,
// places and rotations of parts that move. Every mesh is written once, however many parts share it.
class GlbLayout {
  public:
    // Throws Error for an assembly without triangles, or with coordinates beyond the range of float.
    explicit GlbLayout(const Assembly& assembly, std::span<const PartAnimation> moving = {});
    GlbLayout(const GlbLayout&) = delete;
    GlbLayout& operator=(const GlbLayout&) = delete;

    const Assembly& assembly;
    std::span<const PartAnimation> moving;
    Saved saved;  // what is known before coordinates are rounded
    PathTree tree;
    Pose::Matrix root_matrix;
    std::vector<GlbMesh> meshes;
    std::uint64_t positions_size = 0, wide_indices_size = 0, short_indices_size = 0;

    // Numbers of four bytes must be at multiples of four.
    std::uint64_t first_time() const {
        return (positions_size + wide_indices_size + short_indices_size + 3) / 4 * 4;
    }
    std::uint64_t binary_size() const {
        return moving.empty() ? positions_size + wide_indices_size + short_indices_size
                              : first_time() + animation_size();
    }
    // Eight floats for each pose.
    std::uint64_t animation_size() const;
    // Of the times of the first part that moves; those of its places and rotations follow.
    std::uint64_t first_animation_accessor() const { return accessor_count_; }
    const PartAnimation* animation_of(std::size_t part) const;
    bool has_root() const;

    // nullopt for a mesh without triangles.
    std::optional<std::size_t> number_of(const Mesh& mesh) const { return numbers_.at(&mesh); }

  private:
    std::string checked_name(std::string name);
    void collect_meshes();
    void lay_out(GlbMesh& m);

    std::map<const Mesh*, std::optional<std::size_t>> numbers_;
    std::uint64_t accessor_count_ = 0;
};

void write_glb_json(const GlbLayout& layout, Output& output);

}  // namespace graze::inline v1::detail
