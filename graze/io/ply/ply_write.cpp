// PLY: vertices as doubles, polygons as lists. The format has no unit, so the unit is in a comment that the
// reader knows.
#include <algorithm>
#include <bit>
#include <string>

#include "graze/io/detail/bytes.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/detail/writers.h"
#include "graze/io/ply/detail/ply.h"

namespace graze::inline v1::detail {
namespace {

std::size_t largest_polygon(const Mesh& mesh) {
    std::size_t corners = 3;
    if (!mesh.all_triangles())
        for (PolygonId p = 0; p < mesh.polygon_count(); ++p)
            corners = std::max(corners, mesh.polygon(p).size());
    return corners;
}

// Most programs expect "uchar" and "int", so larger types are used only if these are too small.
std::string header_of(const Mesh& mesh, bool ascii, bool byte_counts) {
    std::string text = "ply\nformat ";
    text += ascii ? "ascii" : "binary_little_endian";
    text += " 1.0\ncomment written by graze\n";
    if (const std::optional<double> unit = mesh.metres_per_unit()) {
        char number[24];
        text.append("comment ").append(ply_unit_comment).append(" ");
        text.append(number, put_number(number, *unit)).append("\n");
    }
    text += "element vertex " + std::to_string(mesh.vertices().size()) + '\n';
    for (const char* axis : {"x", "y", "z"}) text += std::string("property double ") + axis + '\n';
    text += "element face " + std::to_string(mesh.polygon_count()) + "\nproperty list ";
    text += byte_counts ? "uchar " : "uint ";
    text += mesh.vertices().size() <= 0x7fffffff ? "int" : "uint";
    text += " vertex_indices\nend_header\n";
    return text;
}

char* put_vertex(char* p, const Vec3& v) {
    for (const double coordinate : {v.x, v.y, v.z}) {
        const auto bits = std::bit_cast<std::uint64_t>(coordinate);
        p = store_u32(p, static_cast<std::uint32_t>(bits));
        p = store_u32(p, static_cast<std::uint32_t>(bits >> 32));
    }
    return p;
}

void write_binary_face(std::span<const VertexId> corners, bool byte_count, Output& output) {
    char* p = output.room(4);
    if (byte_count)
        *p++ = static_cast<char>(corners.size());
    else
        p = store_u32(p, static_cast<std::uint32_t>(corners.size()));
    output.end_at(p);
    for (const VertexId corner : corners) output.end_at(store_u32(output.room(4), corner));
}

}  // namespace

void write_face(std::span<const VertexId> corners, Output& output) {
    char* p = output.room(16);
    output.end_at(std::to_chars(p, p + 12, corners.size()).ptr);
    for (const VertexId corner : corners) {
        p = output.room(16);
        *p++ = ' ';
        output.end_at(std::to_chars(p, p + 12, corner).ptr);
    }
    output.write("\n");
}

void write_vertex(const Vec3& vertex, Output& output) {
    char* p = put_point(output.room(80), vertex);
    *p++ = '\n';
    output.end_at(p);
}

Saved write_ply(const Mesh& mesh, Output& output, const SaveOptions& options) {
    Saved saved;
    saved.parts_dropped = has_named_parts(mesh);
    const bool byte_counts = largest_polygon(mesh) <= 255;
    Ticker ticker(options.progress, "writing", mesh.vertices().size() + mesh.polygon_count());
    output.write(header_of(mesh, options.ascii, byte_counts));
    std::uint64_t done = 0;
    for (const Vec3& v : mesh.vertices()) {
        ticker.at(done++);
        if (options.ascii)
            write_vertex(v, output);
        else
            output.end_at(put_vertex(output.room(24), v));
    }
    for (PolygonId p = 0; p < mesh.polygon_count(); ++p) {
        ticker.at(done++);
        if (options.ascii)
            write_face(mesh.polygon(p), output);
        else
            write_binary_face(mesh.polygon(p), byte_counts, output);
    }
    return saved;
}

}  // namespace graze::inline v1::detail
