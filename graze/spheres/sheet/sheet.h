// How much of a solid has gone through a sheet? (Weller 2012, 5.7.1.1)
//
// A sheet is an open mesh, as sheet metal is modelled: one layer of triangles. It has no inside, so that it
// shares no volume with anything. But the space on each side of it can be filled with spheres, up to a
// thickness. The part of a solid that is in the space behind the sheet, seen from the side that the solid
// comes from, says how far it has gone through.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/spheres/proximity/proximity.h"

namespace graze::inline v1 {

// The front is where the normals of the triangles point.
enum class SheetSide : std::uint8_t { front, back };

struct SheetOptions {
    // How far the space on each side goes: above 0, and more than solids move from one query to the next.
    // Along an edge where the sheet is bent, and where it is curved more tightly than this, it goes less far.
    double thickness = 0;
    std::uint32_t spheres = 4000;  // on each side
    Threads threads{};
    Progress* progress = nullptr;
};

// Immutable; copies share the data.
class Sheet {
  public:
    // Throws Error for options out of range, and for meshes that are no sheet: empty, closed, with edges of
    // more than two triangles, or wound differently from triangle to triangle.
    Sheet(const Mesh& mesh, const SheetOptions& options);

    const Shape& surface() const { return surface_; }
    double thickness() const { return thickness_; }
    // The space on one side, as a closed mesh, and its spheres.
    const Shape& space(SheetSide side) const { return space_[side == SheetSide::back]; }
    const SphereTree& tree(SheetSide side) const { return tree_[side == SheetSide::back]; }

  private:
    Shape surface_;
    double thickness_ = 0;
    std::array<Shape, 2> space_;
    std::array<SphereTree, 2> tree_;
};

// The space on one side of a sheet as a closed mesh: the sheet, the sheet moved along the normals of its
// vertices, and walls along its boundary.
Mesh space_beside(const Mesh& sheet, SheetSide side, double thickness);

// From which side a solid came, for the next query about the same two.
class SheetCache {
  public:
    // Forgets it: the solid was put somewhere else.
    void clear() { from_.reset(); }

  private:
    friend struct SheetQuery;
    std::optional<SheetSide> from_;
    std::array<ProximityCache, 2> proximity_;
};

struct SheetPenetration {
    // The side that the solid comes from. With a cache, where it was when it last was on one side only; else
    // where more of it is. None if it is in neither space.
    std::optional<SheetSide> from;
    // What of the solid is in the space on the other side, with bounds that hold for that space, and its
    // centre in the world.
    double volume = 0, volume_at_least = 0, volume_at_most = 0;
    Vec3 center;
    double before = 0;            // estimate of what is in the space on its own side
    Answer through = Answer::no;  // is any of it behind the sheet?
    std::uint64_t tests = 0;
    QueryStatus status = QueryStatus::complete;
};

// `solid` is a closed mesh (`not_closed`, `unsupported`). Of the options, `refinement` and `cache` are not
// used.
SheetPenetration sheet_penetration(const Sheet& sheet, const Pose& world_from_sheet, const Shape& solid,
                                   const SphereTree& tree, const Pose& world_from_solid,
                                   SheetCache* cache = nullptr, const ProximityOptions& options = {});
SheetPenetration sheet_penetration(const Sheet& sheet, const Pose& world_from_sheet, const Shape& solid,
                                   const Pose& world_from_solid, SheetCache* cache = nullptr,
                                   const ProximityOptions& options = {});

}  // namespace graze::inline v1
