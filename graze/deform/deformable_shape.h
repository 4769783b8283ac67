// A mesh whose vertices move while its triangles stay, until faces are taken away or added: cloth, hoses,
// soft bodies.
//
//     graze::DeformableShape cloth(graze::load_mesh("cloth.ply").mesh);
//     cloth.move_to(positions);                      // once per frame
//     cloth.move_to(motion, time);                   // or by velocities or key frames, see vertex_motion.h
//     cloth.change_faces(torn, {});                  // faces go and come
//     world.reshape(id, cloth.shape());              // or any question about cloth.shape()
//
// Each frame is an immutable Shape, with the identity of the first one and the next version. Copies of it
// stay as they are. Caches notice a new version.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/base/threads.h"
#include "graze/deform/motion/vertex_motion.h"
#include "graze/mesh/mesh.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct DeformOptions {
    BuildEffort effort = BuildEffort::normal;
    // The hierarchy is mended when the surface of its boxes has grown by this factor since it was built (see
    // box_surface); 0: never. Subtrees that have decayed by as much are built anew, or the whole tree if
    // these are more than half of it, or after eight times in turn.
    double rebuild_at = 2;
    bool whole_rebuilds = false;  // always build the whole tree anew
    Threads threads{};
};

struct DeformCounts {
    std::uint64_t frames = 0;            // calls of move_to
    std::uint64_t rebuilds = 0;          // of the hierarchy; it was refitted in all other frames
    std::uint64_t partial_rebuilds = 0;  // of some of its subtrees, on top of these
};

class DeformableShape {
  public:
    // Throws Error for an option that is negative or not a number.
    explicit DeformableShape(Mesh mesh, const DeformOptions& options = {});

    // The current frame.
    const Shape& shape() const { return shape_; }
    // Moves vertex i to positions[i]. The memory of frames that nobody holds any more is used again. Throws
    // Error, and changes nothing, if the number of positions is not that of the vertices, or a coordinate is
    // not finite or beyond 1e100.
    const Shape& move_to(std::span<const Vec3> positions);
    // Moves all vertices to where the motion has them at a time. Throws Error, and changes nothing, for
    // another number of vertices, and for what VertexMotion::positions refuses.
    const Shape& move_to(const VertexMotion& motion, double time);

    // Takes triangles away and adds others, in one step; the vertices stay where they are, whether they are
    // used or not, and new ones follow. Triangles that stay keep their order and close ranks; those that were
    // added come after them. Polygons of more corners become triangles, and the names of parts are forgotten.
    // Only the leaves of the hierarchy in question change. Throws Error, and changes nothing, for triangles
    // that the mesh does not have or that are taken away twice, and for what Mesh refuses.
    const Shape& change_faces(std::span<const TriangleId> removed,
                              std::span<const std::array<VertexId, 3>> added,
                              std::span<const Vec3> new_vertices = {});

    const DeformCounts& counts() const { return counts_; }

    DeformableShape(DeformableShape&&) = default;
    DeformableShape& operator=(DeformableShape&&) = default;
    ~DeformableShape() = default;

  private:
    // The arrays of one frame. Frames that nobody holds any more are used again.
    struct Frame;
    std::shared_ptr<Frame> free_frame();
    // Makes the vertices that the frame has the current ones.
    const Shape& take(const std::shared_ptr<Frame>& frame);
    // The pattern is another one, for this mesh.
    void measure_pattern(const Mesh& mesh);
    void rebuild(const Mesh& mesh);
    // Some subtrees, where that is enough.
    bool rebuild_parts(const Mesh& mesh, const WideTree& tree);

    DeformOptions options_;
    Shape shape_;
    WideTree pattern_;          // built last; gives the branches
    double surface_built_ = 0;  // of the pattern, refitted to the mesh that it was built for
    std::vector<float> subtree_surfaces_;
    int parts_in_turn_ = 0;  // partial rebuilds since the last whole one
    DeformCounts counts_;
    std::vector<std::shared_ptr<Frame>> frames_;
};

}  // namespace graze::inline v1
