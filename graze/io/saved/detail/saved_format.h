// The layout of a saved shape in its file:
//
//   header                    64 bytes
//   table of sections         32 bytes each
//   sections                  each starts at the next multiple of 64 bytes; zeros between them; the file ends
//                             with the last
//
// All numbers are little-endian, on every machine. A reader skips sections that it does not know, unless they
// are marked as required.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// Like PNG's magic: a transfer that changes line ends or cuts off bit 7 is detected at once.
inline constexpr std::string_view saved_magic = "\x89GRAZE\r\n";
// Increases whenever a file of the old version would be misread. The contents of nodes and leaves are part of
// the format: a change of them must also change this number.
inline constexpr std::uint32_t saved_version = 2;
inline constexpr std::size_t saved_alignment = 64;
inline constexpr std::uint32_t most_sections = 64;

constexpr std::size_t aligned(std::size_t offset) {
    return (offset + saved_alignment - 1) / saved_alignment * saved_alignment;
}

struct SavedHeader {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t section_count;
    std::uint64_t hash_high, hash_low;  // content hash of the shape
    std::uint64_t file_size;
    std::array<std::uint64_t, 2> unused;  // zero
    std::uint64_t checksum;               // XXH3 of the header, with 0 here, and the table of sections
};

using SectionTag = std::array<char, 4>;

struct SavedSection {
    SectionTag tag;
    std::uint32_t required;  // 1: a reader that does not know the tag cannot use the file; 0: may skip it
    std::uint64_t offset, size;
    std::uint64_t checksum;  // XXH3 of its bytes
};

// The sections. Arrays have as many elements as fit their size.
inline constexpr SectionTag mesh_section{'M', 'E', 'S', 'H'};      // SavedMesh
inline constexpr SectionTag vertex_section{'V', 'E', 'R', 'T'};    // Vec3
inline constexpr SectionTag triangle_section{'T', 'R', 'I', 'A'};  // three vertex ids
// The next three exist only if some polygon is not a triangle; as in MeshArrays.
inline constexpr SectionTag start_section{'P', 'S', 'T', 'A'};    // uint64
inline constexpr SectionTag corner_section{'P', 'C', 'O', 'R'};   // vertex ids
inline constexpr SectionTag polygon_section{'P', 'T', 'R', 'I'};  // polygon ids
// Number of parts (uint64), a SavedPart for each, then their names without separators.
inline constexpr SectionTag part_section{'P', 'A', 'R', 'T'};
// These two exist only if faces are known; as in SurfaceFaces.
inline constexpr SectionTag face_section{'F', 'A', 'C', 'E'};           // SavedFace
inline constexpr SectionTag face_triangle_section{'F', 'T', 'R', 'I'};  // uint32, the face of each triangle
// Mesh::rounding (double), where it is not 0. May be skipped.
inline constexpr SectionTag rounding_section{'R', 'N', 'D', 'G'};
inline constexpr SectionTag tree_section{'T', 'R', 'E', 'E'};     // SavedTree
inline constexpr SectionTag node_section{'N', 'O', 'D', 'E'};     // WideNode
inline constexpr SectionTag leaf_section{'L', 'E', 'A', 'F'};     // TreeLeaf
inline constexpr SectionTag support_section{'S', 'U', 'P', 'P'};  // float; not for small trees

// A shape of another kind than mesh has these two sections and none of the above.
inline constexpr SectionTag kind_section{'K', 'I', 'N',
                                         'D'};  // version of the value (uint32), then the kind's name
inline constexpr SectionTag value_section{'V', 'A', 'L', 'U'};  // what ShapeValue::write writes
// Companions, for a shape of any kind: a SavedCompanion for each, followed by its name and its bytes. May be
// skipped.
inline constexpr SectionTag companion_section{'C', 'O', 'M', 'P'};

struct SavedCompanion {
    std::uint64_t name_size, size;
};

struct SavedMesh {
    std::uint64_t irregular_polygons;
    std::uint64_t has_unit;  // 0 or 1
    double metres_per_unit;  // 0 without unit
};

struct SavedFace {
    std::uint32_t kind, concave;
    double outward, inward, tolerance;
    std::array<double, 3> point, axis;
    double radius, slope;
};

struct SavedPart {
    std::uint32_t polygon_count;
    std::uint32_t name_size;
};

struct SavedTree {
    std::uint32_t node_size, leaf_size;  // in bytes: nodes and leaves of other sizes are another format
    std::array<double, 3> origin;
    double unit;
    std::array<float, 3> half;
    std::uint32_t unused;  // zero
};

static_assert(sizeof(SavedHeader) == 64 && sizeof(SavedSection) == 32 && sizeof(SavedMesh) == 24 &&
              sizeof(SavedPart) == 8 && sizeof(SavedTree) == 56 && sizeof(SavedCompanion) == 16 &&
              sizeof(SavedFace) == 96);
// Structures that are saved as they are in memory: without padding bytes, and aligned at the start of a
// section.
static_assert(sizeof(Vec3) == 24 && sizeof(std::array<VertexId, 3>) == 12);
static_assert(sizeof(WideNode) == 6 * 8 * sizeof(float) + 4 * 8 * sizeof(std::int16_t) +
                                      8 * sizeof(TreeLink) + 5 * 8 * sizeof(std::uint32_t));
static_assert(sizeof(TreeLeaf) == 9 * 8 * sizeof(std::int16_t) + 8 * sizeof(TriangleId) + 4 * sizeof(float));
static_assert(alignof(WideNode) <= saved_alignment && alignof(TreeLeaf) <= saved_alignment);

inline constexpr bool can_save_shapes = std::endian::native == std::endian::little;

}  // namespace graze::inline v1::detail
