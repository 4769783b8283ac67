// A solid given by its flat faces alone. The faces find their neighbours by the coordinates of their corners.
#pragma once

#include <vector>

#include "graze/models/gearbox/solid.h"

namespace graze::inline v1::gearbox {

using Points = std::vector<Vec3>;

class Faces {
  public:
    // With `mirrored`, everything that is added is mirrored at z = 0.
    explicit Faces(bool mirrored = false) : mirrored_(mirrored) {}

    // The outer loop is counter-clockwise as seen from outside; holes have either winding.
    void add(Points outer, std::vector<Points> holes = {});
    // Quadrangles between two rows of corners: from[i], from[i+1], to[i+1], to[i], counter-clockwise as seen
    // from outside.
    void strip(const Points& from, const Points& to);

    // If a corner of one face lies on an edge of another face and the edge is parallel to an axis, the corner
    // becomes a corner of that face, too. So faces need not know how their neighbours are divided.
    Mesh mesh() const;

  private:
    struct Face {
        Points outer;
        std::vector<Points> holes;
    };
    bool mirrored_;
    std::vector<Face> faces_;
};

// An outline in the plane at some height: x = first, y = second coordinate.
Points at_height(const Outline& outline, double z);

}  // namespace graze::inline v1::gearbox
