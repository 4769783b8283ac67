// What must hold for every mesh that a reader accepts, whatever was in the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/load.h"
#include "graze/io/save.h"

namespace graze::fuzz {

inline void require(bool condition) {
    if (!condition) std::abort();
}

// Whatever was in the file, it is refused with a sentence.
inline void check_error(const Error& e) {
    require(!e.problem().empty());
    require(std::string_view(e.what()).size() < 1000);
    for (const char c : std::string_view(e.what())) require(static_cast<unsigned char>(c) >= 0x20);
}

inline void check_mesh(const Mesh& mesh) {
    require(!mesh.empty());
    for (const Vec3& v : mesh.vertices()) require(is_in_range(v));
    for (const auto& t : mesh.triangles())
        for (const VertexId v : t)
            require(v < mesh.vertices().size() && mesh.box().contains(mesh.vertices()[v]));
    std::size_t triangles = 0;
    PolygonId last = 0;
    for (PolygonId p = 0; p < mesh.polygon_count(); ++p) {
        require(mesh.polygon(p).size() >= 3);
        triangles += mesh.polygon(p).size() - 2;
        const MeshPart& part = mesh.parts()[mesh.part_of(p)];
        require(part.first_polygon <= p && p - part.first_polygon < part.polygon_count);
    }
    require(triangles == mesh.triangle_count());
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const PolygonId p = mesh.polygon_of(t);
        require(p >= last && p < mesh.polygon_count());
        last = p;
        for (const VertexId v : mesh.triangles()[t])
            require(std::ranges::find(mesh.polygon(p), v) != mesh.polygon(p).end());
    }
}

inline Loaded parse(std::span<const char> content, Format format) {
    return parse_mesh(std::as_bytes(content), format, "fuzz");
}

// Through OBJ everything must come back.
inline void check_obj_round_trip(const Mesh& mesh) {
    std::string text;
    const Saved saved = format_mesh(mesh, Format::obj, text);
    const Loaded again = parse(text, Format::obj);
    require(std::ranges::equal(again.mesh.vertices(), mesh.vertices()));
    require(std::ranges::equal(again.mesh.triangles(), mesh.triangles()));
    std::size_t p = 0;  // parts without polygons are counted, not kept
    for (const MeshPart& part : mesh.parts()) {
        if (part.polygon_count == 0) continue;
        const MeshPart& other = again.mesh.parts()[p++];
        require(other.first_polygon == part.first_polygon && other.polygon_count == part.polygon_count);
        require(other.name == part.name || saved.renamed_parts > 0);
    }
    require(p == again.mesh.parts().size());
}

// Through text STL every triangle must come back.
inline void check_stl_round_trip(const Mesh& mesh) {
    std::string text;
    SaveOptions options;
    options.ascii = true;
    format_mesh(mesh, Format::stl, text, options);
    const Loaded again = parse(text, Format::stl);
    require(again.mesh.triangle_count() == mesh.triangle_count());
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t)
        require(again.mesh.triangle(t).corner == mesh.triangle(t).corner);
    require(again.mesh.parts().size() == mesh.parts().size());
}

// PLY, binary and text, and OFF keep vertices and polygons; PLY the unit as well.
inline void check_polygon_round_trip(const Mesh& mesh, Format format, bool ascii) {
    std::string text;
    SaveOptions options;
    options.ascii = ascii;
    const Saved saved = format_mesh(mesh, format, text, options);
    const Loaded again = parse(text, format);
    require(std::ranges::equal(again.mesh.vertices(), mesh.vertices()));
    require(std::ranges::equal(again.mesh.triangles(), mesh.triangles()));
    require(again.mesh.polygon_count() == mesh.polygon_count());
    require(saved.unit_dropped || again.mesh.metres_per_unit() == mesh.metres_per_unit());
}

// An Error is the one way to refuse; anything else that gets out is a bug.
inline int check(const std::uint8_t* data, std::size_t size, Format format) {
    Loaded loaded;
    try {
        loaded = parse({reinterpret_cast<const char*>(data), size}, format);
    } catch (const Error& e) {
        check_error(e);
        return 0;
    }
    check_mesh(loaded.mesh);
    check_obj_round_trip(loaded.mesh);
    check_stl_round_trip(loaded.mesh);
    check_polygon_round_trip(loaded.mesh, Format::ply, false);
    check_polygon_round_trip(loaded.mesh, Format::ply, true);
    check_polygon_round_trip(loaded.mesh, Format::off, false);
    return 0;
}

}  // namespace graze::fuzz
