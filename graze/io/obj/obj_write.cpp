// Wavefront OBJ: all vertices, then the polygons of each part under an `o` line with its name.
#include <string>

#include "graze/io/detail/ticker.h"
#include "graze/io/detail/writers.h"

namespace graze::inline v1::detail {
namespace {

// A backslash at the end of a line would continue it.
std::string object_name(const MeshPart& part, Saved& saved) {
    std::string name = one_line(part.name, saved);
    if (name.ends_with('\\')) {
        if (name == part.name) ++saved.renamed_parts;
        name.back() = '_';
    }
    return name;
}

void write_polygon(std::span<const VertexId> corners, Output& output) {
    char* p = output.room(16);
    *p++ = 'f';
    output.end_at(p);
    for (const VertexId v : corners) {
        p = output.room(16);
        *p++ = ' ';
        output.end_at(std::to_chars(p, p + 12, std::uint64_t{v} + 1).ptr);
    }
    output.write("\n");
}

}  // namespace

Saved write_obj(const Mesh& mesh, Output& output, Progress* progress) {
    Saved saved;
    saved.unit_dropped = mesh.metres_per_unit().has_value();
    Ticker ticker(progress, "writing", mesh.vertices().size() + mesh.polygon_count());
    output.write("# written by graze\n");
    std::uint64_t done = 0;
    for (const Vec3& v : mesh.vertices()) {
        ticker.at(done++);
        char* p = output.room(80);
        *p++ = 'v';
        *p++ = ' ';
        p = put_point(p, v);
        *p++ = '\n';
        output.end_at(p);
    }
    for (const MeshPart& part : mesh.parts()) {
        if (has_named_parts(mesh)) output.write("o " + object_name(part, saved) + "\n");
        for (PolygonId i = 0; i < part.polygon_count; ++i) {
            ticker.at(done++);
            write_polygon(mesh.polygon(part.first_polygon + i), output);
        }
    }
    return saved;
}

}  // namespace graze::inline v1::detail
