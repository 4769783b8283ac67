// Points against voxels: a voxmap and a pointshell (McNeely 1999; Weller 2012, 6.4.5.1; Zachmann
// 2000, 3.6.1).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/threads.h"
#include "graze/tree/shape.h"

namespace graze::bench {

// Cells with their layer: 0 at the surface, 1 within, and so on; negative outside.
class Voxmap {
  public:
    Voxmap(const Shape& shape, std::uint32_t cells_along, const Threads& threads);

    std::size_t cell_count() const { return layer_.size(); }
    double cell() const { return cell_; }
    // Of the cell that contains the point, in the shape's coordinates, and the vector to its centre.
    int layer_at(const Vec3& point, Vec3& to_center) const;

  private:
    Vec3 lower_;
    double cell_ = 1;
    std::array<std::int64_t, 3> size_{};
    std::vector<std::int8_t> layer_;
};

// Points of a surface with normals that point inwards.
struct Pointshell {
    std::vector<Vec3> points, normals;

    Pointshell(const Mesh& mesh, std::size_t count);
};

struct VoxmapForce {
    Vec3 force, torque;      // on the pointshell, in the frame of the voxmap; about its origin
    std::size_t points = 0;  // within
};

// Equations 6.17 to 6.20: a continuous part within the cell and a discrete one of layers.
VoxmapForce voxmap_force(const Voxmap& voxmap, const Pointshell& shell, const Pose& map_from_shell);

}  // namespace graze::bench
