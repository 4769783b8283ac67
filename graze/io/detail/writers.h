// The writers behind save.h. They throw Error without the file's name.
#pragma once

#include <charconv>
#include <span>
#include <string>
#include <string_view>

#include "graze/io/detail/output.h"
#include "graze/io/save.h"

namespace graze::inline v1::detail {

Saved write_binary_stl(const Mesh& mesh, Output& output, Progress* progress);
Saved write_ascii_stl(const Mesh& mesh, Output& output, Progress* progress);
Saved write_obj(const Mesh& mesh, Output& output, Progress* progress);
Saved write_glb(const Assembly& assembly, Output& output, Progress* progress,
                std::span<const PartAnimation> moving = {});
Saved write_ply(const Mesh& mesh, Output& output, const SaveOptions& options);
Saved write_off(const Mesh& mesh, Output& output, Progress* progress);

// Lines of PLY and OFF: "x y z" and "3 0 1 2".
void write_vertex(const Vec3& vertex, Output& output);
void write_face(std::span<const VertexId> corners, Output& output);

// A part's name as one line of text that a reader returns unchanged: control characters become blanks, blanks
// at the ends are removed. Counts the name if that changes it.
std::string one_line(std::string_view name, Saved& saved);

// A single part without a name does not count.
inline bool has_named_parts(const Mesh& mesh) {
    return mesh.parts().size() > 1 || (!mesh.parts().empty() && !mesh.parts().front().name.empty());
}

// The shortest text that reads back as the same double; at most 24 characters.
inline char* put_number(char* p, double value) {
    return std::to_chars(p, p + 24, value).ptr;
}

// "x y z", at most 74 characters.
inline char* put_point(char* p, const Vec3& point) {
    p = put_number(p, point.x);
    *p++ = ' ';
    p = put_number(p, point.y);
    *p++ = ' ';
    return put_number(p, point.z);
}

// Unit normal of a triangle, zero if it is flat. Only for files that store one beside the corners.
inline Vec3 unit_normal(const Triangle& t) {
    const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
    const double l = length(n);
    return l > 0 && l <= max_coordinate * max_coordinate ? n / l : Vec3{};
}

}  // namespace graze::inline v1::detail
