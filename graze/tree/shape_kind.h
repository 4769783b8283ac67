// The kinds of shapes, and how a room adds a kind of its own.
//
// A triangle mesh is one kind of shape, an oriented box another. A room further down adds a kind by a class
// derived from ShapeValue and a call of register_shape_kind(). The room then fills in the cells of the
// questions that it answers (query/kinds/question_tables.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graze/base/box.h"

namespace graze::inline v1 {

// The default is a mesh.
class ShapeKind {
  public:
    static constexpr std::size_t most = 32;  // kinds in one program

    constexpr ShapeKind() = default;
    GRAZE_INLINE constexpr bool is_mesh() const { return number_ == 0; }
    // Small, given in the order of registration: it may differ from program to program.
    GRAZE_INLINE constexpr std::uint8_t number() const { return number_; }
    // "mesh", "oriented box", ...: the same in every program and version, as saved files have it.
    std::string_view name() const;

    GRAZE_INLINE friend constexpr bool operator==(ShapeKind a, ShapeKind b) { return a.number_ == b.number_; }

  private:
    friend struct ShapeKinds;
    explicit constexpr ShapeKind(std::uint8_t number) : number_(number) {}
    std::uint8_t number_ = 0;
};

// What a shape that is not a mesh consists of. Immutable, so that any number of threads may read it.
class ShapeValue {
  public:
    virtual ~ShapeValue() = default;

    // Contains the shape, in its own coordinates. Sides may be infinite.
    virtual Box box() const = 0;
    // Appends the bytes from which ShapeKindDescription::read makes an equal value. Numbers are
    // little-endian. The content hash of the shape is the hash of these bytes.
    virtual void write(std::string& bytes) const = 0;
};

struct ShapeKindDescription {
    std::string_view name;      // must live as long as the program
    std::uint32_t version = 1;  // of the bytes; saved files of another version are refused
    // Throws Error for bytes that write() cannot have written. Null: shapes of this kind cannot be loaded.
    std::shared_ptr<const ShapeValue> (*read)(std::span<const std::byte> bytes) = nullptr;
};

// Called by the function that registers a room (see docs/query.md). A kind of the same name is the same kind,
// so calls may be repeated. Any thread may call. Throws Error if there are too many kinds; those of graze are
// counted, but never the ones that are refused.
ShapeKind register_shape_kind(const ShapeKindDescription& description);

namespace detail {
// For the kinds of this room, which have their places whatever others register.
ShapeKind register_own_kind(const ShapeKindDescription& description);
}  // namespace detail

// None: no such kind was registered.
std::optional<ShapeKind> find_shape_kind(std::string_view name);
// The description of a kind other than mesh.
const ShapeKindDescription& description_of(ShapeKind kind);

}  // namespace graze::inline v1
