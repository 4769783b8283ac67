// glTF 2.0, as text or GLB (Khronos, "glTF 2.0 Specification", 2.0.1): the triangles of a scene and their
// positions from its nodes.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/gltf/detail/gltf_accessors.h"
#include "graze/io/gltf/detail/gltf_bytes.h"
#include "graze/io/gltf/detail/gltf_json.h"
#include "graze/io/gltf/detail/gltf_meshes.h"
#include "graze/io/gltf/detail/gltf_nodes.h"

namespace graze::inline v1::detail {
namespace {

constexpr const char* instancing = "EXT_mesh_gpu_instancing";

void check_version(const std::string& version) {
    if (!version.starts_with("2."))
        throw Error("is glTF of version " + excerpt(version), {}, "export it as glTF 2.0");
}

class GltfReader {
  public:
    GltfReader(std::span<const std::byte> content, const LoadOptions& options,
               const std::optional<std::filesystem::path>& folder)
        : size_(content.size()),
          chunks_(gltf_chunks(content)),
          json_(read_gltf_json(chunks_.json)),
          model_(json_.model),
          folder_{folder, options.allow_outside},
          bytes_(json_.buffers, chunks_, folder_),
          meshes_(json_, bytes_, size_, options.progress),
          accessors_(model_, bytes_) {
        check_version(model_.asset.version);
        find_parents();
        roots_ = find_roots();
        frame_ = gltf_frame(model_, roots_);
        stated_unit_ = frame_.metres_per_unit;
        if (options.unit) frame_.metres_per_unit = options.unit;
    }

    PartsFile read() {
        // The total length of paths of a deep tree grows quadratically.
        PlacedParts placed(frame_.metres_per_unit, frame_.up, {.path_bytes = 64 * size_ + (1 << 20)});
        visit_scene(placed);
        PartsFile file;
        file.assembly = placed.finish();
        file.format = is_glb() ? "glb" : "gltf";
        file.single_precision = !meshes_.has_doubles();
        file.merged_vertices = meshes_.merged_vertices();
        file.skipped = skipped(placed);
        file.stated_unit = stated_unit_;
        return file;
    }

  private:
    // A node during the descent. `path_length` is the length of the path up to this node.
    struct Visit {
        std::size_t node;
        Affine world_from_node;
        std::size_t path_length;
        std::vector<std::string> child_names;
        std::size_t next_child = 0;
    };

    bool is_glb() const { return chunks_.binary || chunks_.json.size() != size_; }

    std::string where(std::size_t node) const {
        const std::string& name = model_.nodes[node].name;
        return "node " + std::to_string(node) + (name.empty() ? "" : " " + excerpt(name));
    }

    void find_parents() {
        parents_.assign(model_.nodes.size(), -1);
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            for (const int child : model_.nodes[n].children) {
                int& parent = parents_[checked_node(child)];
                if (parent >= 0)
                    throw Error("has two parents", where(static_cast<std::size_t>(child)),
                                "nodes of glTF form a tree; give it one parent");
                parent = static_cast<int>(n);
            }
        }
    }

    std::size_t checked_node(int node) const {
        if (node < 0 || static_cast<std::size_t>(node) >= model_.nodes.size())
            throw Error("is not in the file, which has " + std::to_string(model_.nodes.size()),
                        "node " + std::to_string(node));
        return static_cast<std::size_t>(node);
    }

    // The roots of the default scene, else of the first; without scenes all nodes that have no parent.
    std::vector<int> find_roots() const {
        if (!model_.scenes.empty()) {
            const int scene = std::max(model_.defaultScene, 0);
            if (static_cast<std::size_t>(scene) >= model_.scenes.size())
                throw Error("is not in the file, which has " + std::to_string(model_.scenes.size()),
                            "scene " + std::to_string(scene));
            std::vector<int> roots = model_.scenes[static_cast<std::size_t>(scene)].nodes;
            for (const int root : roots) checked_node(root);
            return roots;
        }
        std::vector<int> roots;
        for (std::size_t n = 0; n < parents_.size(); ++n)
            if (parents_[n] < 0) roots.push_back(static_cast<int>(n));
        if (roots.empty() && !parents_.empty())
            throw Error("its nodes form a circle: none is without a parent");
        return roots;
    }

    // Depth first, with an explicit stack: a file may nest to any depth.
    void visit_scene(PlacedParts& placed) {
        visited_.assign(model_.nodes.size(), false);
        std::vector<std::string> names = names_of(roots_);
        // The only part of a file needs no name.
        if (roots_.size() == 1 && !frame_.written_by_graze && is_nameless_leaf(checked_node(roots_[0])))
            names[0].clear();
        for (std::size_t i = 0; i < roots_.size(); ++i) {
            path_.clear();
            if (frame_.root)
                visit_tree(placed, *frame_.root, {}, true);
            else
                visit_tree(placed, checked_node(roots_[i]), names[i], false);
        }
    }

    bool is_nameless_leaf(std::size_t n) const {
        const tinygltf::Node& node = model_.nodes[n];
        const auto mesh = static_cast<std::size_t>(node.mesh);
        return node.name.empty() && node.children.empty() && node.extensions.empty() && node.mesh >= 0 &&
               mesh < model_.meshes.size() && model_.meshes[mesh].name.empty();
    }

    // `is_frame`: the node that only defines unit and axis, and is no level of the paths.
    void visit_tree(PlacedParts& placed, std::size_t root, const std::string& name, bool is_frame) {
        std::vector<Visit> stack;
        path_ = is_frame ? "" : join_path("", name);
        stack.push_back(enter(placed, root, identity, is_frame));
        while (!stack.empty()) {
            Visit& visit = stack.back();
            path_.resize(visit.path_length);
            const std::vector<int>& children = model_.nodes[visit.node].children;
            if (visit.next_child == children.size()) {
                stack.pop_back();
                continue;
            }
            const std::size_t i = visit.next_child++;
            // Not join_path: below a node with an empty name it would lose a level.
            const bool first_level = is_frame && stack.size() == 1;
            if (is_part_of_parent(children[i])) {
                path_.resize(visit.path_length);
            } else {
                if (!first_level) path_ += '/';
                path_ += join_path("", visit.child_names[i]);
            }
            stack.push_back(
                enter(placed, static_cast<std::size_t>(children[i]), visit.world_from_node, false));
        }
    }

    // Adds the node's parts at their transformation.
    Visit enter(PlacedParts& placed, std::size_t n, const Affine& world_from_parent, bool is_frame) {
        if (visited_[n])
            throw Error("is reached twice: it is below itself, or in the scene and below another node",
                        where(n), "nodes of glTF form a tree");
        visited_[n] = true;
        const tinygltf::Node& node = model_.nodes[n];
        Visit visit{n, identity, path_.size(), names_of(node.children)};
        try {
            if (!is_frame) visit.world_from_node = composed(world_from_parent, gltf_transformation(node));
            if (node.mesh >= 0) place(placed, node, visit);
        } catch (const Error& e) {
            throw e.within(where(n));
        }
        return visit;
    }

    void place(PlacedParts& placed, const tinygltf::Node& node, Visit& visit) {
        const auto mesh = static_cast<std::size_t>(node.mesh);
        if (mesh >= model_.meshes.size())
            throw Error("is not in the file, which has " + std::to_string(model_.meshes.size()),
                        "mesh " + std::to_string(mesh));
        if (node.skin >= 0) ++skins_;
        const PlacedParts::MeshId id = meshes_.add_to(placed, mesh);
        const auto extension = node.extensions.find(instancing);
        if (extension == node.extensions.end())
            placed.add_part(path_, id, visit.world_from_node);
        else
            place_instances(placed, id, extension->second, visit);
    }

    void place_instances(PlacedParts& placed, PlacedParts::MeshId mesh, const tinygltf::Value& extension,
                         const Visit& visit) {
        std::optional<GltfElements> translations, rotations, scales;
        std::uint64_t count = 0;
        const auto open = [&](const char* key, int type, std::optional<GltfElements>& elements) {
            if (!extension.Has("attributes") || !extension.Get("attributes").Has(key)) return;
            elements = accessors_.numbers(extension.Get("attributes").Get(key).GetNumberAsInt(), type);
            if (count > 0 && elements->size() != count)
                throw Error("its instances have attributes of different lengths");
            count = elements->size();
        };
        open("TRANSLATION", TINYGLTF_TYPE_VEC3, translations);
        open("ROTATION", TINYGLTF_TYPE_VEC4, rotations);
        open("SCALE", TINYGLTF_TYPE_VEC3, scales);
        instances_ += count;
        if (instances_ > (size_ + bytes_.fetched_bytes()) / 4 + 1000)
            throw Error("has more instances than the file has data for");
        std::vector<std::string> names = visit.child_names;
        for (std::uint64_t i = 0; i < count; ++i) names.push_back(std::to_string(i + 1));
        make_unique(names);
        for (std::uint64_t i = 0; i < count; ++i) {
            const Affine node_from_instance =
                gltf_trs(translations ? translations->vec3(i) : Vec3{},
                         rotations ? rotations->at(i) : std::array<double, 4>{0, 0, 0, 1},
                         scales ? scales->vec3(i) : Vec3{1, 1, 1});
            placed.add_part(path_ + "/" + join_path("", names[visit.child_names.size() + i]), mesh,
                            composed(visit.world_from_node, node_from_instance));
        }
    }

    // A node written by graze that holds the mesh of its parent, which has a pose of its own.
    bool is_part_of_parent(int node) const {
        const tinygltf::Value& extras = model_.nodes[static_cast<std::size_t>(node)].extras;
        return frame_.written_by_graze && extras.Has("graze");
    }

    std::vector<std::string> names_of(const std::vector<int>& nodes) const {
        std::vector<std::string> names;
        names.reserve(nodes.size());
        for (const int node : nodes) names.push_back(name_of(static_cast<std::size_t>(node)));
        make_unique(names);
        return names;
    }

    std::string name_of(std::size_t n) const {
        const tinygltf::Node& node = model_.nodes[n];
        if (!node.name.empty() || frame_.written_by_graze) return node.name;
        const auto mesh = static_cast<std::size_t>(node.mesh);
        if (node.mesh >= 0 && mesh < model_.meshes.size() && !model_.meshes[mesh].name.empty())
            return model_.meshes[mesh].name;
        return "node " + std::to_string(n);
    }

    std::vector<Skipped> skipped(const PlacedParts& placed) const {
        std::vector<Skipped> list = meshes_.skipped();
        std::ranges::move(placed.skipped(), std::back_inserter(list));
        const auto add = [&](const char* what, std::uint64_t count) {
            if (count > 0) list.push_back({what, count});
        };
        std::vector<bool> used(model_.meshes.size());
        std::uint64_t outside = 0;
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            const auto mesh = static_cast<std::size_t>(model_.nodes[n].mesh);
            if (model_.nodes[n].mesh < 0 || mesh >= used.size()) continue;
            used[mesh] = true;
            if (!visited_[n]) ++outside;
        }
        add("nodes outside the scene", outside);
        add("meshes that no node uses", static_cast<std::uint64_t>(std::ranges::count(used, false)));
        add("morph targets", json_.morph_targets);
        add("skins", skins_);
        add("animations", json_.animations);
        add("unknown chunks", chunks_.unknown_chunks);
        add("bytes after the end", chunks_.trailing_bytes);
        return list;
    }

    std::uint64_t size_;
    GltfChunks chunks_;
    GltfJson json_;
    const tinygltf::Model& model_;
    GltfFolder folder_;
    GltfBytes bytes_;
    GltfMeshes meshes_;
    GltfAccessors accessors_;  // of instances
    std::vector<int> parents_, roots_;
    GltfFrame frame_;
    std::optional<double> stated_unit_;
    std::vector<bool> visited_;
    std::string path_;
    std::uint64_t skins_ = 0, instances_ = 0;
};

}  // namespace

PartsFile read_gltf(std::span<const std::byte> content, const LoadOptions& options,
                    const std::optional<std::filesystem::path>& folder) {
    return GltfReader(content, options, folder).read();
}

}  // namespace graze::inline v1::detail
