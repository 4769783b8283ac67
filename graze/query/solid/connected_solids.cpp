#include "graze/query/solid/connected_solids.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "graze/base/box.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/measures.h"
#include "graze/query/point/point_distance.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {
namespace {

// The piece of each polygon.
struct PieceNumbers {
    std::vector<std::uint32_t> of_polygon;
    std::uint32_t count = 0;
};

// In the order of their lowest polygons. What has no area is connected to nothing, and goes with the piece of
// the first triangle; a polygon that touches itself may hold two pieces, which stay together then.
PieceNumbers number_pieces(const Mesh& mesh, const ClosedSurface& surface) {
    PieceNumbers pieces{std::vector<std::uint32_t>(mesh.polygon_count(), 0), 0};
    const auto of_triangle = surface.component_of_triangle();
    for (TriangleId t = 0; t < of_triangle.size(); ++t)
        if (of_triangle[t] != ClosedSurface::no_component)
            pieces.of_polygon[mesh.polygon_of(t)] = of_triangle[t];
    constexpr std::uint32_t none = ClosedSurface::no_component;
    std::vector<std::uint32_t> number(surface.component_count(), none);
    for (std::uint32_t& piece : pieces.of_polygon) {
        if (number[piece] == none) number[piece] = pieces.count++;
        piece = number[piece];
    }
    return pieces;
}

// What the triangles stand for, after they were put into another order.
std::shared_ptr<const SurfaceFaces> reordered(const SurfaceFaces& faces, std::span<const TriangleId> order) {
    auto result = std::make_shared<SurfaceFaces>();
    result->faces = faces.faces;
    result->of_triangle.reserve(order.size());
    for (const TriangleId t : order) result->of_triangle.push_back(faces.of_triangle[t]);
    return result;
}

// The polygons in the order of their pieces, each piece a part of the mesh.
std::vector<Mesh> cut_apart(const Mesh& mesh, const PieceNumbers& pieces) {
    const std::vector<std::uint32_t>& piece_of = pieces.of_polygon;
    std::vector<PolygonId> order(piece_of.size());
    std::iota(order.begin(), order.end(), PolygonId{0});
    std::ranges::stable_sort(order, {}, [&](PolygonId p) { return piece_of[p]; });
    PolygonSoup soup;
    soup.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
    soup.metres_per_unit = mesh.metres_per_unit();
    soup.parts.resize(pieces.count);
    for (PolygonId i = 0; i < order.size(); ++i) {
        const auto corners = mesh.polygon(order[i]);
        soup.corners.insert(soup.corners.end(), corners.begin(), corners.end());
        if (!mesh.all_triangles()) soup.corner_counts.push_back(static_cast<std::uint32_t>(corners.size()));
        MeshPart& part = soup.parts[piece_of[order[i]]];
        if (part.polygon_count++ == 0) part.first_polygon = i;
    }
    std::vector<std::uint32_t> each(pieces.count);
    std::iota(each.begin(), each.end(), 0U);
    Mesh sorted = Mesh(std::move(soup)).with_rounding(mesh.rounding());
    if (mesh.faces() != nullptr && mesh.all_triangles())
        sorted = sorted.with_faces(reordered(*mesh.faces(), order));
    return split(sorted, each);
}

// A piece with what is needed to tell whether others lie in it.
struct Piece {
    const Mesh* mesh = nullptr;
    Box box;
    double volume = 0;  // 0: not closed
    std::optional<Shape> shape;

    bool holds(const Piece& other) {
        if (!box.contains(other.box.lower) || !box.contains(other.box.upper)) return false;
        if (!shape) shape.emplace(*mesh);
        return signed_distance(*shape, Pose(), other.mesh->vertices().front()).value <= 0;
    }
};

// For each piece the one that it belongs to: itself, or the smallest that it is a cavity of.
std::vector<std::uint32_t> owners_of(const std::vector<Mesh>& meshes, const Threads& threads) {
    std::vector<Piece> pieces(meshes.size());
    parallel_for(threads, meshes.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            pieces[i].mesh = &meshes[i];
            pieces[i].box = Box();
            for (const Vec3& v : meshes[i].vertices()) pieces[i].box.grow(v);
            const ClosedSurface surface(meshes[i]);
            if (surface.closed()) pieces[i].volume = solid_measures(meshes[i], surface).volume;
        }
    });
    std::vector<std::uint32_t> owners(meshes.size());
    for (std::uint32_t i = 0; i < owners.size(); ++i) {
        owners[i] = i;
        if (!(pieces[i].volume < 0)) continue;
        for (std::uint32_t k = 0; k < owners.size(); ++k) {
            const bool could_be = pieces[k].volume > -pieces[i].volume &&
                                  (owners[i] == i || pieces[k].volume < pieces[owners[i]].volume);
            if (could_be && pieces[k].holds(pieces[i])) owners[i] = k;
        }
    }
    return owners;
}

}  // namespace

std::vector<Mesh> connected_solids(const Mesh& mesh, const Threads& threads) {
    const ClosedSurface surface(mesh, threads);
    if (surface.component_count() < 2) return {mesh};
    PieceNumbers pieces = number_pieces(mesh, surface);
    if (pieces.count < 2) return {mesh};
    std::vector<Mesh> meshes = cut_apart(mesh, pieces);
    const std::vector<std::uint32_t> owners = owners_of(meshes, threads);
    std::vector<std::uint32_t> number(owners.size());  // of the bodies, which are their own owners
    pieces.count = 0;
    for (std::uint32_t i = 0; i < owners.size(); ++i)
        if (owners[i] == i) number[i] = pieces.count++;
    if (pieces.count == owners.size()) return meshes;
    for (std::uint32_t& piece : pieces.of_polygon) piece = number[owners[piece]];
    return cut_apart(mesh, pieces);
}

}  // namespace graze::inline v1
