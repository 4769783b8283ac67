// Builds a mesh from the elements of a PLY file, whatever their encoding.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/detail/face_list.h"
#include "graze/io/detail/text.h"
#include "graze/io/load.h"
#include "graze/io/ply/detail/ply.h"

namespace graze::inline v1::detail {

[[noreturn]] inline void refuse_ply_index(const std::string& index, std::uint64_t vertex_count) {
    throw Error("vertex index " + index + " is out of range (" + std::to_string(vertex_count) +
                " vertices, counted from 0)");
}

// Any whole number as the index of a vertex. Throws Error without the place.
template <typename T>
VertexId ply_vertex(T index, std::uint64_t vertex_count) {
    bool good = index >= T{0};
    if constexpr (std::is_floating_point_v<T>)
        good = good && static_cast<double>(index) < static_cast<double>(vertex_count) &&
               static_cast<T>(static_cast<std::uint64_t>(index)) == index;
    else
        good = good && static_cast<std::uint64_t>(index) < vertex_count;
    if (!good) refuse_ply_index(std::to_string(index), vertex_count);
    return static_cast<VertexId>(index);
}

// Calls for each element of a file, in order, the function of `reader` that the plan selects.
template <typename Reader>
void read_ply_elements(const PlyHeader& header, const PlyPlan& plan, Reader& reader) {
    for (std::size_t i = 0; i < header.elements.size(); ++i) {
        const PlyElement& element = header.elements[i];
        if (i == plan.vertices)
            reader.read_vertices(element);
        else if (i == plan.faces)
            reader.read_faces(element);
        else if (i == plan.strips)
            reader.read_strips(element);
        else
            reader.pass_over(element);
    }
}

struct PlyMesh {
    std::vector<Vec3> vertices;
    FaceList faces;
    std::uint64_t small_faces = 0;  // with fewer than three corners

    void end_face() {
        if (!faces.end_face()) ++small_faces;
    }

    Loaded finish(const PlyHeader& header, const PlyPlan& plan, const LoadOptions& options) {
        Loaded loaded;
        for (std::size_t i = 0; i < header.elements.size(); ++i) {
            const PlyElement& element = header.elements[i];
            if (i != plan.vertices && i != plan.faces && i != plan.strips && element.count > 0)
                loaded.skipped.push_back({"elements " + excerpt(element.name), element.count});
        }
        if (small_faces > 0) loaded.skipped.push_back({"faces with fewer than three corners", small_faces});
        if (faces.count() == 0) throw Error("holds no triangles");
        PolygonSoup soup;
        soup.vertices = std::move(vertices);
        faces.move_to(soup);
        soup.metres_per_unit = options.unit ? options.unit : header.metres_per_unit;
        loaded.stated_unit = header.metres_per_unit;
        loaded.mesh = Mesh(std::move(soup), options.progress);
        return loaded;
    }
};

// A strip of triangles: each corner after the second makes a triangle with the two before it; -1 starts a new
// strip.
class PlyStrip {
  public:
    PlyStrip(PlyMesh& mesh, std::uint64_t vertex_count) : mesh_(mesh), vertex_count_(vertex_count) {}

    template <typename T>
    void add(T index) {
        if constexpr (!std::is_unsigned_v<T>) {
            if (index == T{-1}) {
                length_ = 0;
                return;
            }
        }
        const VertexId corner = ply_vertex(index, vertex_count_);
        if (length_ >= 2) {
            const bool odd = length_ % 2 == 1;  // every other triangle has the opposite winding
            mesh_.faces.add_corner(odd ? before_ : before_last_);
            mesh_.faces.add_corner(odd ? before_last_ : before_);
            mesh_.faces.add_corner(corner);
            mesh_.end_face();
        }
        before_last_ = before_;
        before_ = corner;
        ++length_;
    }

  private:
    PlyMesh& mesh_;
    std::uint64_t vertex_count_, length_ = 0;
    VertexId before_last_ = 0, before_ = 0;
};

}  // namespace graze::inline v1::detail
