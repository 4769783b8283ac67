// STL: triangles without shared vertices. Binary STL has floats and no names.
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/float_rounding.h"
#include "graze/io/detail/bytes.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/detail/writers.h"

namespace graze::inline v1::detail {
namespace {

Saved what_stl_drops(const Mesh& mesh) {
    Saved saved;
    saved.polygons_cut = !mesh.all_triangles();
    saved.unused_vertices_dropped = mesh.unused_vertex_count();
    saved.unit_dropped = mesh.metres_per_unit().has_value();
    return saved;
}

std::vector<char> used_vertices(const Mesh& mesh) {
    std::vector<char> used(mesh.vertices().size());
    for (const auto& t : mesh.triangles())
        for (const VertexId v : t) used[v] = 1;
    return used;
}

using Float3 = std::array<float, 3>;

// Vertices in the precision of the file. Counts those that are not exact.
std::vector<Float3> rounded_vertices(const Mesh& mesh, Saved& saved) {
    // Halfway between the largest float and the next power of two: smaller magnitudes still round to a finite
    // float.
    constexpr double limit = 0x1.ffffffp127;
    const std::vector<char> used = used_vertices(mesh);
    std::vector<Float3> rounded(mesh.vertices().size());
    for (std::size_t v = 0; v < rounded.size(); ++v) {
        if (!used[v]) continue;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double exact = mesh.vertices()[v][axis];
            if (!(std::abs(exact) < limit))
                throw Error("vertex " + std::to_string(v) +
                                " has a coordinate beyond 3.4e38, the range of binary STL files",
                            {}, "write text STL or OBJ instead");
            rounded[v][axis] = nearest_float(exact);
            if (rounded[v][axis] != exact) ++saved.rounded_coordinates;
        }
    }
    return rounded;
}

char* put_facet(char* p, const std::array<const Float3*, 3>& corner) {
    Triangle t;
    for (std::size_t i = 0; i < 3; ++i) t[i] = {(*corner[i])[0], (*corner[i])[1], (*corner[i])[2]};
    const Vec3 normal = unit_normal(t);
    for (const double n : {normal.x, normal.y, normal.z}) p = store_f32(p, static_cast<float>(n));
    for (const Float3* c : corner)
        for (const float coordinate : *c) p = store_f32(p, coordinate);
    *p++ = 0;  // no attributes
    *p++ = 0;
    return p;
}

// Each vertex as text, once: most are corners of six triangles.
class VertexTexts {
  public:
    explicit VertexTexts(std::span<const Vec3> vertices) {
        start_.reserve(vertices.size() + 1);
        for (const Vec3& v : vertices) {
            start_.push_back(text_.size());
            char buffer[80];
            text_.append(buffer, put_point(buffer, v));
        }
        start_.push_back(text_.size());
    }
    std::string_view operator[](VertexId v) const {
        return std::string_view(text_).substr(start_[v], start_[v + 1] - start_[v]);
    }

  private:
    std::string text_;
    std::vector<std::size_t> start_;
};

char* put(char* p, std::string_view text) {
    std::memcpy(p, text.data(), text.size());
    return p + text.size();
}

char* put_ascii_facet(char* p, const Mesh& mesh, TriangleId t, const VertexTexts& texts) {
    const Vec3 normal = unit_normal(mesh.triangle(t));
    p = put(p, "facet normal");
    for (const double n : {normal.x, normal.y, normal.z}) {
        *p++ = ' ';
        p = std::to_chars(p, p + 24, static_cast<float>(n)).ptr;
    }
    p = put(p, "\nouter loop\n");
    for (const VertexId v : mesh.triangles()[t]) {
        p = put(p, "vertex ");
        p = put(p, texts[v]);
        *p++ = '\n';
    }
    return put(p, "endloop\nendfacet\n");
}

}  // namespace

Saved write_binary_stl(const Mesh& mesh, Output& output, Progress* progress) {
    Saved saved = what_stl_drops(mesh);
    saved.parts_dropped = has_named_parts(mesh);
    const std::vector<Float3> vertices = rounded_vertices(mesh, saved);
    Ticker ticker(progress, "writing", mesh.triangle_count());
    // Must not start with "solid", or readers would take the file for text.
    std::string header = "binary STL written by graze";
    header.resize(80, ' ');
    output.write(header);
    output.end_at(store_u32(output.room(4), static_cast<std::uint32_t>(mesh.triangle_count())));
    for (std::size_t t = 0; t < mesh.triangle_count(); ++t) {
        ticker.at(t);
        const auto& v = mesh.triangles()[t];
        char* const p = output.room(stl_facet_size);
        output.end_at(put_facet(p, {&vertices[v[0]], &vertices[v[1]], &vertices[v[2]]}));
    }
    return saved;
}

Saved write_ascii_stl(const Mesh& mesh, Output& output, Progress* progress) {
    Saved saved = what_stl_drops(mesh);
    const VertexTexts texts(mesh.vertices());
    Ticker ticker(progress, "writing", mesh.triangle_count());
    std::size_t t = 0;
    for (const MeshPart& part : mesh.parts()) {
        const std::string name = one_line(part.name, saved);
        output.write("solid " + name + "\n");
        const std::uint64_t end = std::uint64_t{part.first_polygon} + part.polygon_count;
        for (; t < mesh.triangle_count() && mesh.polygon_of(static_cast<TriangleId>(t)) < end; ++t) {
            ticker.at(t);
            char* const p =
                output.room(512);  // three points of 74 characters, a normal of 48, and the keywords
            output.end_at(put_ascii_facet(p, mesh, static_cast<TriangleId>(t), texts));
        }
        output.write("endsolid " + name + "\n");
    }
    return saved;
}

}  // namespace graze::inline v1::detail
