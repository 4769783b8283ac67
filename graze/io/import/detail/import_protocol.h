// What an importer program (apps/importers) writes to its standard output and the library reads. Private:
// both are built from the same sources, and a version that does not match is refused.
//
//   stream   magic (8 bytes), version (u32), records
//   record   tag (u8), then by tag:
//     header    format (string), single precision (u8), metres per unit (f64, 0: unknown), up (u8)
//     unit      metres per unit (f64) that the file states, where its coordinates were converted to that of
//     the
//               header; comes before it
//     progress  done, total (u64 each)
//     mesh      number of vertices, corners, polygons, faces (u64 each; polygons 0: all are triangles; faces
//     0:
//               not known, as they must be for polygons), vertices (3 f64 each), corners (u32 each), corners
//               of each polygon (u32 each), faces, the face of each triangle (u32 each, if there are faces)
//     node      parent (u32, counted from 0 in the order of nodes; no_node: none), name (string)
//     part      node (u32, or no_node), mesh (u32, counted from 0), 3x4 matrix (12 f64, row by row)
//     attribute name, value (string each): of the part before it
//     skipped   what (string), count (u64)
//     file      name (string) of another file that the importer wants to read; answered as below
//     error     problem (string), how to mend it (string); the last record
//     end       the last record of a stream that is complete
//   face     what SurfaceFace has (graze/mesh/surface_faces.h): kind, concave (u8 each), then f64: outward,
//            inward, tolerance, point (3), axis (3), radius, slope
//   string   bytes (u32), then those in UTF-8
//
// The importer can open nothing. It has the file that it reads as its standard input, and gets what else it
// needs through descriptor 3: one byte when it may start, and for each record "file" an answer.
//
//   answer   kind (u8); if given: size (u64), then as many bytes
//
// All numbers are those of the machine: both ends run on it. Nodes come after their parents, parts after
// their mesh and node; the header comes before meshes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graze::inline v1::detail {

inline constexpr std::string_view import_magic = "GRAZEimp";
inline constexpr std::uint32_t import_version = 4;

enum class ImportTag : std::uint8_t {
    header = 'H',
    unit = 'U',
    progress = 'G',
    mesh = 'M',
    node = 'N',
    part = 'P',
    attribute = 'A',
    skipped = 'S',
    file = 'F',
    error = 'E',
    end = 'Z',
};

enum class ImportAnswer : std::uint8_t { missing, given, outside };
inline constexpr int import_answers = 3;  // the descriptor

enum class ImportUp : std::uint8_t { x, y, z, unknown };

inline constexpr std::uint32_t no_node = 0xffffffff;

// The exit code of an importer that ran out of memory: wherever in the stream it was then.
inline constexpr int import_out_of_memory = 77;

// Limits that importers keep as well, so that they can say what is wrong.
inline constexpr std::uint32_t most_import_depth = 1000;       // of nodes in nodes
inline constexpr std::uint32_t most_import_string = 1U << 20;  // bytes
inline constexpr std::uint32_t most_import_attributes = 1000;  // of one part

}  // namespace graze::inline v1::detail
