// A closed mesh as the skin of a solid, wound outwards throughout.
#pragma once

#include "graze/base/threads.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

class SolidTree;

// Pieces of a mesh may be inside out, each by itself, and pieces may lie in the material of others. A solid
// is what has a winding number other than zero, however it is wound; overlap_volume() counts it like this.
class SolidSkin {
  public:
    // Of a closed mesh.
    explicit SolidSkin(const Shape& shape);

    // 1 where the triangle is wound outwards, -1 inwards, 0 where there is material on both sides of its
    // piece.
    int facing(TriangleId t) const;
    // Of the solid; what pieces that cross each other have in common counts twice. With the error that
    // measures.h states.
    double volume(const Threads& threads = {}) const;

  private:
    const Shape& shape_;
    const SolidTree& tree_;
};

}  // namespace graze::inline v1::detail
