// OFF: counts, vertices, polygons.
#include <string>

#include "graze/io/detail/ticker.h"
#include "graze/io/detail/writers.h"

namespace graze::inline v1::detail {

Saved write_off(const Mesh& mesh, Output& output, Progress* progress) {
    Saved saved;
    saved.parts_dropped = has_named_parts(mesh);
    saved.unit_dropped = mesh.metres_per_unit().has_value();
    Ticker ticker(progress, "writing", mesh.vertices().size() + mesh.polygon_count());
    // Readers do not need the number of edges.
    output.write("OFF\n" + std::to_string(mesh.vertices().size()) + ' ' +
                 std::to_string(mesh.polygon_count()) + " 0\n");
    std::uint64_t done = 0;
    for (const Vec3& v : mesh.vertices()) {
        ticker.at(done++);
        write_vertex(v, output);
    }
    for (PolygonId p = 0; p < mesh.polygon_count(); ++p) {
        ticker.at(done++);
        write_face(mesh.polygon(p), output);
    }
    return saved;
}

}  // namespace graze::inline v1::detail
