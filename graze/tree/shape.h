// A shape: the object of the queries.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "graze/convex/convex_hull.h"
#include "graze/convex/oriented_box.h"
#include "graze/convex/primitives.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/mesh.h"
#include "graze/tree/companion.h"
#include "graze/tree/shape_kind.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1 {

// Which shape, and which of its versions: a shape that deforms is a sequence of shapes with one identity and
// rising versions. Copies of a shape have the same id; no two shapes that were built apart do.
struct ShapeId {
    std::uint64_t identity = 0;  // 0: no shape
    std::uint64_t version = 0;

    GRAZE_INLINE friend bool operator==(const ShapeId& a, const ShapeId& b) {
        return a.identity == b.identity && a.version == b.version;
    }
};

// Immutable; copies share the same data, and any number of threads may query it. The default shape is an
// empty mesh and touches nothing. Meshes are surfaces; all other kinds are solids, whose inside belongs to
// them.
class Shape {
  public:
    Shape();
    // A mesh with its hierarchy.
    explicit Shape(Mesh mesh, const TreeOptions& options = {});
    // A mesh with a tree that was built for it before. Throws Error if queries cannot use the tree on this
    // mesh (see check_tree.h).
    Shape(Mesh mesh, WideTree tree);
    // Solids. Throw Error for numbers that are not finite, beyond 1e100, or without sense for the kind: a
    // negative radius, a cylinder or cone without height, half axes of 0 or not at right angles to each
    // other.
    explicit Shape(const OrientedBox& box);
    explicit Shape(const ConvexHull& hull);
    explicit Shape(const Sphere& sphere);
    explicit Shape(const Capsule& capsule);
    explicit Shape(const Cylinder& cylinder);
    explicit Shape(const Cone& cone);
    explicit Shape(const Ellipsoid& ellipsoid);
    explicit Shape(const HalfSpace& half_space);
    // A shape of a kind that some room has registered. Throws Error without a value.
    Shape(ShapeKind kind, std::shared_ptr<const ShapeValue> value);

    // The same object, deformed: its identity with the next version. An object keeps its kind: a mesh becomes
    // another mesh, and any shape becomes what another shape of its kind is. Throws Error otherwise.
    Shape next_version(Mesh mesh, const TreeOptions& options = {}) const;
    Shape next_version(const Shape& deformed) const;

    ShapeKind kind() const { return data_->kind; }
    bool is_mesh() const { return data_->kind.is_mesh(); }
    const ShapeId& id() const { return data_->id; }
    // Bounds in the shape's own coordinates. Sides may be infinite, but not those of a mesh or of an oriented
    // box; empty for an empty mesh.
    const Box& box() const { return data_->box; }
    bool empty() const { return data_->box.empty(); }

    // Both are empty if the shape is not a mesh.
    const Mesh& mesh() const { return data_->mesh; }
    const WideTree& tree() const { return data_->tree; }
    // None for a mesh.
    const ShapeValue* value() const { return data_->value.get(); }
    // The solid that the shape was made of: OrientedBox, ConvexHull, Sphere and so on. None if the shape is
    // of another kind.
    template <class Solid>
    const Solid* as() const;
    const OrientedBox* oriented_box() const;

    // The hash of the mesh, or of what else the shape consists of. Trees of different versions of graze may
    // differ although the hashes are equal. Computed on first use.
    const ContentHash& content_hash() const;
    // Does the mesh enclose a volume, and which pieces does it consist of? Computed on first use, which takes
    // about a tenth of the time of building the tree.
    const ClosedSurface& closed_surface() const;

    // What a room keeps with the shape: made on first use, shared by copies (see companion.h).
    template <class T>
    const T& companion(const CompanionSlot<T>& slot) const {
        return *static_cast<const T*>(made_companion(slot.number()));
    }
    // Bytes of the companion in this slot; false if there is none yet, or it is not to be saved.
    bool save_companion(std::uint32_t slot, std::string& bytes) const;
    // Takes the companion in this slot from bytes, unless there is one. Throws Error for bytes that it cannot
    // trust.
    void load_companion(std::uint32_t slot, std::span<const std::byte> bytes) const;

  private:
    struct Data {
        Data(ShapeId id, Mesh mesh, WideTree tree);
        Data(ShapeId id, ShapeKind kind, std::shared_ptr<const ShapeValue> value);
        ~Data();
        Data(const Data&) = delete;
        Data& operator=(const Data&) = delete;

        ShapeId id;
        ShapeKind kind;
        Box box;
        Mesh mesh;
        WideTree tree;
        std::shared_ptr<const ShapeValue> value;
        mutable std::atomic<detail::Companions*> companions = nullptr;  // made with the first of them
    };
    detail::Companions& companions() const;
    const void* made_companion(std::uint32_t slot) const;
    const void* make_companion(std::uint32_t slot) const;

    explicit Shape(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    std::shared_ptr<const Data> data_;
};

// The kind of Shape(Solid).
template <class Solid>
ShapeKind kind_of();
ShapeKind oriented_box_kind();  // kind_of<OrientedBox>()
// All kinds of solids of this room; what looks for a kind by its name does this by itself.
void register_solid_kinds();

}  // namespace graze::inline v1
