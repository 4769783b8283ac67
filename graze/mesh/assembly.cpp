#include "graze/mesh/assembly.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

// Collects polygons; corner counts are kept only if there are other polygons than triangles.
class SoupBuilder {
  public:
    explicit SoupBuilder(bool all_triangles) : all_triangles_(all_triangles) {}

    PolygonSoup soup;

    void add_polygon(std::span<const VertexId> corners, auto&& new_id) {
        for (const VertexId v : corners) soup.corners.push_back(new_id(v));
        if (!all_triangles_) soup.corner_counts.push_back(static_cast<std::uint32_t>(corners.size()));
    }

  private:
    bool all_triangles_;
};

// The faces of several meshes of triangles, one after the other.
class FaceCollector {
  public:
    void add(const Part& part) {
        const Mesh& mesh = *part.mesh;
        const auto first = static_cast<std::uint32_t>(faces_.faces.size());
        if (mesh.faces() == nullptr) {
            faces_.faces.emplace_back();
            faces_.of_triangle.insert(faces_.of_triangle.end(), mesh.triangle_count(), first);
            return;
        }
        known_ = true;
        for (const SurfaceFace& face : mesh.faces()->faces)
            faces_.faces.push_back(transformed(face, part.world_from_part));
        for (const std::uint32_t face : mesh.faces()->of_triangle) faces_.of_triangle.push_back(first + face);
    }
    // Null if nothing is known of any.
    std::shared_ptr<const SurfaceFaces> take() {
        return known_ ? std::make_shared<const SurfaceFaces>(std::move(faces_)) : nullptr;
    }

  private:
    SurfaceFaces faces_;
    bool known_ = false;
};

// The faces of some triangles of a mesh of triangles.
class FacePicker {
  public:
    explicit FacePicker(const Mesh& mesh) : all_(mesh.all_triangles() ? mesh.faces() : nullptr) {}

    void add(TriangleId triangle) {
        if (all_ == nullptr) return;
        const std::uint32_t face = all_->of_triangle[triangle];
        const auto [place, is_new] =
            number_.try_emplace(face, static_cast<std::uint32_t>(picked_.faces.size()));
        if (is_new) picked_.faces.push_back(all_->faces[face]);
        picked_.of_triangle.push_back(place->second);
    }
    Mesh given_to(const Mesh& mesh) {
        return all_ == nullptr ? mesh
                               : mesh.with_faces(std::make_shared<const SurfaceFaces>(std::move(picked_)));
    }

  private:
    const SurfaceFaces* all_;
    SurfaceFaces picked_;
    std::map<std::uint32_t, std::uint32_t> number_;
};

// Cuts pieces out of one mesh. The tables are as large as the mesh and are reused for all pieces.
class Splitter {
  public:
    explicit Splitter(const Mesh& mesh)
        : mesh_(mesh), new_id_(mesh.vertices().size()), used_by_(mesh.vertices().size(), nobody) {}

    Mesh cut_out(std::uint32_t piece, std::span<const std::uint32_t> parts) {
        SoupBuilder builder(mesh_.all_triangles());
        PolygonSoup& soup = builder.soup;
        const auto new_id = [&](VertexId v) {
            if (used_by_[v] != piece) {
                used_by_[v] = piece;
                new_id_[v] = static_cast<VertexId>(soup.vertices.size());
                soup.vertices.push_back(mesh_.vertices()[v]);
            }
            return new_id_[v];
        };
        PolygonId polygons = 0;
        FacePicker faces(mesh_);
        for (const std::uint32_t part : parts) {
            const MeshPart& source = mesh_.parts()[part];
            for (PolygonId p = 0; p < source.polygon_count; ++p) {
                builder.add_polygon(mesh_.polygon(source.first_polygon + p), new_id);
                faces.add(source.first_polygon + p);
            }
            soup.parts.push_back({source.name, polygons, source.polygon_count});
            polygons += source.polygon_count;
        }
        soup.vertices.shrink_to_fit();  // there may be very many pieces
        soup.metres_per_unit = mesh_.metres_per_unit();
        return faces.given_to(Mesh(std::move(soup)).with_rounding(mesh_.rounding()));
    }

  private:
    static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
    const Mesh& mesh_;
    std::vector<VertexId> new_id_;        // number in the piece that used the vertex last
    std::vector<std::uint32_t> used_by_;  // that piece
};

// The parts of all pieces, one piece after the other, and where each piece starts.
struct Pieces {
    std::vector<std::uint32_t> parts;
    std::vector<std::size_t> start;
};

Pieces pieces_of(std::span<const std::uint32_t> piece_of_part) {
    Pieces pieces;
    pieces.parts.resize(piece_of_part.size());
    std::iota(pieces.parts.begin(), pieces.parts.end(), 0U);
    std::ranges::stable_sort(pieces.parts, {}, [&](std::uint32_t part) { return piece_of_part[part]; });
    for (std::size_t i = 0; i < pieces.parts.size(); ++i) {
        const std::uint32_t piece = piece_of_part[pieces.parts[i]];
        if (piece > pieces.start.size())
            throw Error("piece " + std::to_string(pieces.start.size()) + " has no part", "splitting a mesh",
                        "number the pieces without gaps");
        if (piece == pieces.start.size()) pieces.start.push_back(i);
    }
    pieces.start.push_back(pieces.parts.size());
    return pieces;
}

}  // namespace

std::string join_path(std::string_view parent, std::string_view name) {
    std::string path(parent);
    if (!path.empty()) path += '/';
    for (const char c : name) {
        if (c == '/' || c == '\\') path += '\\';
        path += c;
    }
    return path;
}

std::vector<std::string> split_path(std::string_view path) {
    std::vector<std::string> names(1);
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '/') {
            names.emplace_back();
            continue;
        }
        // Names from files without paths may contain a "\" anywhere.
        if (path[i] == '\\' && i + 1 < path.size() && (path[i + 1] == '/' || path[i + 1] == '\\')) ++i;
        names.back() += path[i];
    }
    return names;
}

Mesh merged(const Assembly& assembly) {
    const bool all_triangles =
        std::ranges::all_of(assembly.parts, [](const Part& part) { return part.mesh->all_triangles(); });
    SoupBuilder builder(all_triangles);
    PolygonSoup& soup = builder.soup;
    std::size_t polygons = 0;
    double rounding = 0;
    FaceCollector faces;
    for (const Part& part : assembly.parts) {
        const Mesh& mesh = *part.mesh;
        if (all_triangles) faces.add(part);
        rounding = std::max(rounding, mesh.rounding());
        const std::size_t first = soup.vertices.size();
        if (first + mesh.vertices().size() > std::numeric_limits<VertexId>::max() ||
            polygons + mesh.polygon_count() > std::numeric_limits<PolygonId>::max())
            throw Error("the parts together are more than one mesh holds", part.path);
        for (const Vec3& v : mesh.vertices()) soup.vertices.push_back(part.world_from_part(v));
        for (PolygonId p = 0; p < mesh.polygon_count(); ++p)
            builder.add_polygon(mesh.polygon(p),
                                [&](VertexId v) { return static_cast<VertexId>(first + v); });
        soup.parts.push_back(
            {part.path, static_cast<PolygonId>(polygons), static_cast<PolygonId>(mesh.polygon_count())});
        polygons += mesh.polygon_count();
    }
    soup.metres_per_unit = assembly.metres_per_unit;
    return Mesh(std::move(soup)).with_rounding(rounding).with_faces(faces.take());
}

std::vector<Mesh> split(const Mesh& mesh, std::span<const std::uint32_t> piece_of_part, Progress* progress) {
    if (piece_of_part.size() != mesh.parts().size())
        throw Error("there are " + std::to_string(mesh.parts().size()) + " parts, but pieces for " +
                        std::to_string(piece_of_part.size()),
                    "splitting a mesh");
    const Pieces pieces = pieces_of(piece_of_part);
    const std::size_t count = pieces.start.size() - 1;
    Splitter splitter(mesh);
    std::vector<Mesh> meshes;
    meshes.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (progress && i % (count / 64 + 1) == 0) {
            if (progress->cancelled()) throw Error("cancelled");
            progress->report("splitting", i, count);
        }
        const std::span parts =
            std::span(pieces.parts).subspan(pieces.start[i], pieces.start[i + 1] - pieces.start[i]);
        meshes.push_back(splitter.cut_out(static_cast<std::uint32_t>(i), parts));
    }
    return meshes;
}

}  // namespace graze::inline v1
