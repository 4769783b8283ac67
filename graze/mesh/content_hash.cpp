#include "graze/mesh/content_hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>

#include "graze/base/detail/hash.h"

namespace graze::inline v1 {
namespace {

// Adds doubles as 64-bit numbers with the same bits: directly on little-endian machines, else through a small
// buffer.
void add_vertices(detail::Hasher128& hasher, std::span<const Vec3> vertices) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    if constexpr (std::endian::native == std::endian::little) {
        hasher.add(std::as_bytes(vertices));
    } else {
        for (const Vec3& v : vertices) {
            const std::array bits{std::bit_cast<std::uint64_t>(v.x), std::bit_cast<std::uint64_t>(v.y),
                                  std::bit_cast<std::uint64_t>(v.z)};
            detail::add_numbers(hasher, std::span<const std::uint64_t>(bits));
        }
    }
}

void add_ids(detail::Hasher128& hasher, const std::uint32_t* ids, std::size_t count) {
    detail::add_numbers(hasher, std::span(ids, count));
}

void add_triangles(detail::Hasher128& hasher, const Mesh& mesh) {
    static_assert(sizeof(std::array<VertexId, 3>) == 3 * sizeof(VertexId));
    if (!mesh.empty()) add_ids(hasher, mesh.triangles().front().data(), 3 * mesh.triangle_count());
}

void add_doubles(detail::Hasher128& hasher, std::initializer_list<double> values) {
    for (const double v : values) detail::add_number(hasher, std::bit_cast<std::uint64_t>(v + 0.0));
}

// Nothing for a mesh without faces: its hash is that of earlier versions.
void add_faces(detail::Hasher128& hasher, const SurfaceFaces& faces) {
    detail::add_number(hasher, std::uint64_t{faces.faces.size()});
    for (const SurfaceFace& f : faces.faces) {
        detail::add_number(hasher,
                           std::uint64_t{static_cast<std::uint8_t>(f.kind)} * 2 + (f.concave ? 1 : 0));
        add_doubles(hasher, {f.outward, f.inward, f.tolerance, f.point.x, f.point.y, f.point.z, f.axis.x,
                             f.axis.y, f.axis.z, f.radius, f.slope});
    }
    add_ids(hasher, faces.of_triangle.data(), faces.of_triangle.size());
}

}  // namespace

// Counts come first, so that different meshes never make the same sequence of bytes. The triangles follow
// from the polygons, but only for one version of the triangulation.
ContentHash content_hash(const Mesh& mesh) {
    detail::Hasher128 hasher;
    const std::size_t polygons = mesh.all_triangles() ? 0 : mesh.polygon_count();
    for (const std::uint64_t count :
         {mesh.vertices().size(), mesh.triangle_count(), polygons, mesh.parts().size()})
        detail::add_number(hasher, count);
    detail::add_number(hasher, std::bit_cast<std::uint64_t>(mesh.metres_per_unit().value_or(0)));
    add_vertices(hasher, mesh.vertices());
    add_triangles(hasher, mesh);
    for (PolygonId p = 0; p < polygons; ++p) {
        const std::span<const VertexId> corners = mesh.polygon(p);
        detail::add_number(hasher, static_cast<std::uint64_t>(corners.size()));
        add_ids(hasher, corners.data(), corners.size());
    }
    for (const MeshPart& part : mesh.parts()) {
        detail::add_number(hasher, part.polygon_count);
        detail::add_number(hasher, static_cast<std::uint64_t>(part.name.size()));
        hasher.add(std::as_bytes(std::span(part.name)));
    }
    if (mesh.faces() != nullptr) add_faces(hasher, *mesh.faces());
    const detail::Hash128 h = hasher.result();
    return {h.high, h.low};
}

ContentHash geometry_hash(const Mesh& mesh) {
    detail::Hasher128 hasher;
    for (const std::uint64_t count : {mesh.vertices().size(), mesh.triangle_count()})
        detail::add_number(hasher, count);
    add_vertices(hasher, mesh.vertices());
    add_triangles(hasher, mesh);
    const detail::Hash128 h = hasher.result();
    return {h.high, h.low};
}

std::string ContentHash::hex() const {
    std::string digits(32, '0');
    for (std::size_t i = 0; i < 16; ++i) {
        digits[15 - i] = "0123456789abcdef"[high >> (4 * i) & 0xf];
        digits[31 - i] = "0123456789abcdef"[low >> (4 * i) & 0xf];
    }
    return digits;
}

}  // namespace graze::inline v1
