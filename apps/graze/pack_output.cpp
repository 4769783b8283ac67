#include "pack_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "graze/base/error.h"
#include "graze/io/save.h"
#include "graze/io/saved_shape.h"
#include "graze/spheres/packing/sphere_mesh.h"
#include "graze/spheres/tree/sphere_tree.h"
#include "whole_file.h"
#ifdef GRAZE_HAS_RENDER
#include "draw_arguments.h"
#include "graze/render/draw.h"
#endif

namespace graze::app {
namespace {

void write_pack_text(const std::string& file, const std::string& content) {
    write_file(file, [&](const Send& send) { send(content); });
}

// Files name the triangles of the mesh that was read, not of the one that was stitched.
SpherePacking with_source_triangles(const PackOutput& output) {
    SpherePacking packing = output.packed.packing;
    if (!output.source.empty())
        for (TriangleId& t : packing.triangles) t = output.source[t];
    return packing;
}

#ifdef GRAZE_HAS_RENDER
// Spheres of one size class have one colour, and as many triangles as their size is worth.
std::vector<Mesh> meshes_by_size(std::span<const Sphere> spheres) {
    std::vector<Mesh> meshes;
    std::uint32_t triangles = 2048;
    for (std::size_t first = 0; first < spheres.size();) {
        const auto rest = spheres.subspan(first);
        const auto end = std::find_if(rest.begin(), rest.end(),
                                      [&](const Sphere& s) { return s.radius < rest.front().radius / 2; });
        const auto count = static_cast<std::size_t>(end - rest.begin());
        meshes.push_back(sphere_mesh(rest.first(count), triangles));
        triangles = std::max(triangles / 2, 72u);
        first += count;
    }
    return meshes;
}

// Which of the root's children each sphere is below, in a hierarchy of at most eight children to a node.
std::vector<std::size_t> clusters_of(const SphereTree& tree, std::size_t sphere_count) {
    std::vector<std::size_t> cluster(sphere_count, 0);
    const SphereNode& root = tree.nodes()[0];
    for (std::size_t i = 0; i < SphereNode::width; ++i) {
        std::vector<SphereLink> open{root.child[i]};
        while (!open.empty()) {
            const SphereLink link = open.back();
            open.pop_back();
            if (link.is_none()) continue;
            if (link.is_leaf()) {
                cluster[tree.leaves()[link.index()].sphere] = i;
            } else {
                for (const SphereLink child : tree.nodes()[link.index()].child) open.push_back(child);
            }
        }
    }
    return cluster;
}

// Spheres of one cluster of the inner sphere tree have one colour.
std::vector<Mesh> meshes_by_cluster(const PackOutput& output, std::span<const Sphere> spheres) {
    const SphereTree tree(output.shape, output.packed.packing, {.threads = output.threads});
    const std::vector<std::size_t> cluster = clusters_of(tree, output.packed.packing.spheres.size());
    std::vector<std::vector<Sphere>> groups(SphereNode::width);
    for (std::size_t i = 0; i < spheres.size(); ++i) groups[cluster[i]].push_back(spheres[i]);
    std::vector<Mesh> meshes;
    for (const std::vector<Sphere>& group : groups) meshes.push_back(sphere_mesh(group, 288));
    return meshes;
}

void draw_packing(Session& session, const PackOutput& output, const std::string& file) {
    // More are too small to be seen.
    constexpr std::size_t most_drawn = 100'000;
    const std::span<const Sphere> all = output.packed.packing.spheres;
    const auto drawn = all.first(std::min(all.size(), most_drawn));
    const bool by_cluster = output.by_cluster && !drawn.empty();
    const std::vector<Mesh> meshes = by_cluster ? meshes_by_cluster(output, drawn) : meshes_by_size(drawn);
    std::vector<DrawItem> items;
    for (std::size_t i = 0; i < meshes.size(); ++i)
        items.push_back({.mesh = &meshes[i], .color = palette_color(i), .crease_degrees = 180});
    items.push_back({.mesh = &output.shape.mesh(), .color = {150, 150, 155}, .opacity = 0.12});
    DrawOptions drawing;
    const PictureSize size = parse_picture_size("--size", output.size);
    drawing.width = size.width;
    drawing.height = size.height;
    drawing.threads = output.threads;
    drawing.progress = &session.progress;
    const Camera camera = fit(items, {1, -1.4, 0.9}, drawing.width, drawing.height);
    save_png(draw(items, camera, drawing), file);
}
#endif

}  // namespace

PackFile pack_file_of(const std::string& name) {
    std::string extension = std::filesystem::path(name).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (extension == ".json") return PackFile::json;
    if (extension == ".ply") return PackFile::ply;
    if (extension == ".stl" || extension == ".obj" || extension == ".off" || extension == ".glb")
        return PackFile::mesh;
    if (extension == ".graze") return PackFile::shape;
#ifdef GRAZE_HAS_RENDER
    if (extension == ".png") return PackFile::picture;
#endif
    throw Error("is not a kind of file that packings are written as", name,
                "end the name in .json, .ply (points with radii), .png (a picture), .graze (the solid with "
                "its sphere "
                "tree), or .obj, .stl, .off or .glb (spheres as triangles)");
}

void write_packing(Session& session, const PackOutput& output, const std::string& file) {
    switch (pack_file_of(file)) {
        case PackFile::json: {
            SphereEdges graph;
            if (output.neighbours) graph = sphere_graph(output.packed.packing.spheres, 0.01, output.threads);
            Packed packed = output.packed;
            packed.packing = with_source_triangles(output);
            write_pack_text(file, packing_json(packed, output.named, output.neighbours ? &graph : nullptr));
            return;
        }
        case PackFile::ply:
            write_pack_text(file, packing_ply(with_source_triangles(output)));
            return;
        case PackFile::mesh:
            save_mesh(sphere_mesh(output.packed.packing.spheres), file);
            return;
        case PackFile::shape:
            keep_sphere_tree(output.shape,
                             SphereTree(output.shape, output.packed.packing,
                                        {.threads = output.threads, .progress = &session.progress}));
            save_shape(output.shape, file, &session.progress);
            return;
        case PackFile::picture:
#ifdef GRAZE_HAS_RENDER
            draw_packing(session, output, file);
#endif
            return;
    }
    static_cast<void>(session);
}

std::vector<Sphere> read_packing(const std::string& file) {
    const auto refuse = [&](const std::string& problem) {
        return Error(problem, file, "give a file that graze pack has written");
    };
    const Json json = Json::parse(read_file(file), nullptr, false);
    if (!json.is_object() || json.value("schema", "") != "graze.packing/1")
        throw refuse("is not a packing of the schema graze.packing/1");
    const auto found = json.find("spheres");
    if (found == json.end() || !found->is_array()) throw refuse("has no list of spheres");
    std::vector<Sphere> spheres;
    for (const Json& s : *found) {
        const bool good = s.is_array() && s.size() == 4 &&
                          std::all_of(s.begin(), s.end(), [](const Json& v) { return v.is_number(); });
        if (!good) throw refuse(fmt::format("sphere {} is not a list of four numbers", spheres.size()));
        spheres.push_back({{s[0].get<double>(), s[1].get<double>(), s[2].get<double>()}, s[3].get<double>()});
    }
    return spheres;
}

Json to_json(const PackingCheck& check) {
    return {{"feasible", check.feasible()},
            {"not_inside", check.not_inside},
            {"overlapping_pairs", check.overlapping_pairs},
            {"bad_radii", check.bad_radii},
            {"fill_rate", check.fill_rate},
            {"fill_rate_error", check.fill_rate_error}};
}

}  // namespace graze::app
