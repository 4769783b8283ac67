#include "threemf_model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <pugixml.hpp>
#include <string_view>
#include <utility>

#include "unit_names.h"

namespace graze::importers {
namespace {

std::string_view without_prefix(std::string_view name) {
    const std::size_t colon = name.find(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

bool is_named(const pugi::xml_node& node, std::string_view name) {
    return node.type() == pugi::node_element && without_prefix(node.name()) == name;
}

pugi::xml_node child_of(const pugi::xml_node& node, std::string_view name) {
    for (const pugi::xml_node child : node.children())
        if (is_named(child, name)) return child;
    return {};
}

// An attribute of an extension: with whatever prefix the file gives it.
std::string prefixed(const pugi::xml_node& node, std::string_view name) {
    for (const pugi::xml_attribute attribute : node.attributes()) {
        const std::string_view full = attribute.name();
        if (full.size() > name.size() && without_prefix(full) == name) return attribute.value();
    }
    return {};
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Parts of packages have names that start with "/".
std::string without_slash(std::string name) {
    while (name.starts_with('/')) name.erase(0, 1);
    return name;
}

class ModelReader {
  public:
    ModelReader(std::string xml, const std::string& path) : xml_(std::move(xml)), path_(path) {}

    ThreemfModel read() {
        const pugi::xml_parse_result parsed = document_.load_buffer_inplace(
            xml_.data(), xml_.size(), pugi::parse_escapes | pugi::parse_doctype);
        for (const pugi::xml_node child : document_.children())
            if (child.type() == pugi::node_doctype)
                throw ImportError{path_ + " has a document type declaration, which 3MF does not allow",
                                  "save it without one"};
        if (!parsed)
            throw ImportError{
                path_ + ", byte " + std::to_string(parsed.offset) + ": is no XML: " + parsed.description(),
                "save it again"};
        const pugi::xml_node root = child_of(document_, "model");
        if (!root) throw ImportError{path_ + " holds no 3MF model", "save it again"};
        model_.metres_per_unit = metres_in(root.attribute("unit").value());
        check_extensions(root);
        for (const pugi::xml_node resource : child_of(root, "resources").children()) read_resource(resource);
        for (const pugi::xml_node item : child_of(root, "build").children())
            if (is_named(item, "item")) read_item(item);
        return std::move(model_);
    }

  private:
    [[noreturn]] void refuse_model(const std::string& what) const {
        throw ImportError{path_ + (place_.empty() ? "" : ", ") + place_ + ": " + what, "save it again"};
    }

    // A file says which extensions a reader cannot do without. The shapes of those that are known are counted
    // where they occur.
    void check_extensions(const pugi::xml_node& root) {
        constexpr std::array known{"/production/",        "/material/",     "/slice/",
                                   "/beamlattice/",       "/trianglesets/", "/displacement/",
                                   "/booleanoperations/", "/volumetric/",   "/implicit/"};
        std::string_view prefixes = root.attribute("requiredextensions").value();
        while (!(prefixes = trimmed(prefixes)).empty()) {
            const std::string prefix(prefixes.substr(0, prefixes.find_first_of(" \t\r\n")));
            prefixes.remove_prefix(prefix.size());
            const std::string space = root.attribute(("xmlns:" + prefix).c_str()).value();
            if (space.find("securecontent") != space.npos)
                throw ImportError{"is encrypted (3MF secure content)", "save it without encryption"};
            if (std::ranges::none_of(known, [&](const char* k) { return space.find(k) != space.npos; }))
                ++model_.skipped["required extensions that are not known (" +
                                 (space.empty() ? prefix : space) + ")"];
        }
    }

    void read_resource(const pugi::xml_node& node) {
        if (is_named(node, "slicestack")) ++model_.skipped["slice stacks (not supported)"];
        if (!is_named(node, "object")) return;  // materials and textures have no bearing on shape
        place_.clear();
        const std::uint32_t id = number_of<std::uint32_t>(node, "id");
        place_ = "object " + std::to_string(id);
        const auto [found, is_new] = model_.objects.try_emplace(id);
        if (!is_new) refuse_model("there is another of this id");
        ThreemfObject& object = found->second;
        object.name = node.attribute("name").value();
        object.part_number = node.attribute("partnumber").value();
        object.type = node.attribute("type").value();
        object.uuid = prefixed(node, "UUID");
        for (const pugi::xml_node child : node.children()) {
            if (is_named(child, "mesh"))
                read_mesh(child, object.mesh);
            else if (is_named(child, "components"))
                read_components(child, object);
            else if (is_named(child, "metadatagroup"))
                read_metadata(child, object);
            else if (child.type() == pugi::node_element)
                ++model_.skipped["objects of a kind that is not supported (" +
                                 std::string(without_prefix(child.name()).substr(0, 80)) + ")"];
        }
        place_.clear();
    }

    void read_mesh(const pugi::xml_node& node, Mesh& mesh) {
        for (const pugi::xml_node vertex : child_of(node, "vertices").children())
            if (is_named(vertex, "vertex"))
                mesh.vertices.push_back(
                    {coordinate(vertex, "x"), coordinate(vertex, "y"), coordinate(vertex, "z")});
        for (const pugi::xml_node triangle : child_of(node, "triangles").children()) {
            if (!is_named(triangle, "triangle")) continue;
            for (const char* const corner : {"v1", "v2", "v3"}) {
                const std::uint32_t v = number_of<std::uint32_t>(triangle, corner);
                if (v >= mesh.vertices.size())
                    refuse_model("triangle " + std::to_string(mesh.corners.size() / 3) +
                                 " refers to vertex " + std::to_string(v) + " of " +
                                 std::to_string(mesh.vertices.size()));
                mesh.corners.push_back(v);
            }
        }
        if (child_of(node, "beamlattice")) ++model_.skipped["beam lattices (not supported)"];
    }

    void read_components(const pugi::xml_node& node, ThreemfObject& object) {
        for (const pugi::xml_node component : node.children())
            if (is_named(component, "component")) object.components.push_back(placement(component));
    }

    void read_metadata(const pugi::xml_node& node, ThreemfObject& object) {
        for (const pugi::xml_node entry : node.children())
            if (is_named(entry, "metadata") && object.metadata.size() < 100)
                object.metadata.emplace_back(entry.attribute("name").value(), entry.child_value());
    }

    void read_item(const pugi::xml_node& node) {
        place_ = "item " + std::to_string(model_.items.size());
        if (trimmed(node.attribute("printable").value()) == "0")
            ++model_.skipped["items that are not to be printed"];
        else
            model_.items.push_back(placement(node));
        place_.clear();
    }

    ThreemfPlacement placement(const pugi::xml_node& node) {
        ThreemfPlacement placed;
        placed.object = number_of<std::uint32_t>(node, "objectid");
        placed.path = without_slash(prefixed(node, "path"));
        placed.uuid = prefixed(node, "UUID");
        if (const pugi::xml_attribute transform = node.attribute("transform"))
            placed.place = matrix_of(transform.value());
        return placed;
    }

    // Twelve numbers, for vectors written as rows: the three of an axis after the other, then the place.
    Matrix matrix_of(std::string_view text) const {
        Matrix m;
        for (std::size_t column = 0; column < 4; ++column)
            for (std::size_t row = 0; row < 3; ++row) {
                text = trimmed(text);
                const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n"));
                text.remove_prefix(word.size());
                m[row][column] = finite(word, "a transform");
            }
        if (!trimmed(text).empty()) refuse_model("a transform has more than 12 numbers");
        return m;
    }

    double coordinate(const pugi::xml_node& node, const char* name) const {
        return finite(trimmed(node.attribute(name).value()), "a vertex");
    }

    double finite(std::string_view word, const char* where) const {
        if (word.starts_with('+')) word.remove_prefix(1);
        double value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
            refuse_model(std::string(where) + " has \"" + std::string(word.substr(0, 80)) +
                         "\" where a number is wanted");
        return value;
    }

    template <typename T>
    T number_of(const pugi::xml_node& node, const char* name) const {
        const std::string_view word = trimmed(node.attribute(name).value());
        T value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size())
            refuse_model(std::string(name) + " is \"" + std::string(word.substr(0, 80)) +
                         "\", not a number from 0");
        return value;
    }

    std::string xml_;
    const std::string& path_;
    std::string place_;  // for messages
    pugi::xml_document document_;
    ThreemfModel model_;
};

// Walks from the items to be built down to the meshes.
class PackageImport {
  public:
    PackageImport(const PackageFiles& files, StreamWriter& writer) : files_(files), writer_(writer) {}

    void run() {
        const std::string root = threemf_root(files_);
        const ThreemfModel& model = model_at(root);
        metres_per_unit_ = model.metres_per_unit;
        writer_.header("3mf", false, metres_per_unit_,
                       ImportUp::z);  // the specification says which way is up
        const bool builds_nothing = model.items.empty();
        for (const ThreemfPlacement& item : builds_nothing ? unplaced(model) : model.items)
            place(item, root, no_node, identity);
        if (builds_nothing) ++skipped_["missing lists of what to build: objects are where they lie"];
        for (const auto& [path, loaded] : models_)
            for (const auto& [what, count] : loaded.skipped) skipped_[what] += count;
        for (const auto& [what, count] : skipped_) writer_.skipped(what, count);
    }

  private:
    static constexpr std::uint64_t most_placed = 1'000'000;
    static constexpr std::size_t deepest = 100;

    const ThreemfModel& model_at(const std::string& path) {
        const auto found = models_.find(path);
        if (found != models_.end()) return found->second;
        std::optional<std::string> xml = files_(path);
        if (!xml) throw ImportError{"has no file " + path + " in it, which it refers to", "save it again"};
        return models_.emplace(path, read_threemf_model(std::move(*xml), path)).first->second;
    }

    // Objects that are no component of others.
    static std::vector<ThreemfPlacement> unplaced(const ThreemfModel& model) {
        std::map<std::uint32_t, bool> is_component;
        for (const auto& [id, object] : model.objects)
            for (const ThreemfPlacement& component : object.components)
                if (component.path.empty()) is_component[component.object] = true;
        std::vector<ThreemfPlacement> items;
        for (const auto& [id, object] : model.objects) {
            if (is_component.contains(id)) continue;
            items.emplace_back().object = id;
        }
        return items;
    }

    void place(const ThreemfPlacement& placed, const std::string& from, std::uint32_t parent,
               const Matrix& world) {
        const std::string& path = placed.path.empty() ? from : placed.path;
        const ThreemfModel& model = model_at(path);
        const auto found = model.objects.find(placed.object);
        if (found == model.objects.end())
            throw ImportError{path + " has no object " + std::to_string(placed.object) + ", which is placed",
                              "save it again"};
        const ThreemfObject& object = found->second;
        if (object.type == "support" || object.type == "solidsupport") {
            ++skipped_["supports"];
            return;
        }
        if (++placed_count_ > most_placed)
            throw ImportError{
                "its components multiply to more than " + std::to_string(most_placed) + " parts", {}};
        if (std::ranges::find(open_, &object) != open_.end())
            throw ImportError{
                path + ", object " + std::to_string(placed.object) + ": is a component of itself",
                "save it again"};
        if (open_.size() == deepest)
            throw ImportError{
                "its components lie more than " + std::to_string(deepest) + " deep in one another", {}};
        const Matrix here = product(world, in_common_unit(placed.place, from, model));
        const bool is_mesh = object.components.empty();
        const std::uint32_t node = writer_.node(parent, name_of(object, placed.object, is_mesh));
        if (is_mesh) {
            writer_.part(node, sent(object), here);
            send_attributes(object, placed);
            return;
        }
        open_.push_back(&object);
        for (const ThreemfPlacement& component : object.components) place(component, path, node, here);
        open_.pop_back();
    }

    // A transform is in the unit of the file that it stands in, an object in that of its own.
    Matrix in_common_unit(Matrix m, const std::string& from, const ThreemfModel& of) {
        const double outer = model_at(from).metres_per_unit, scale = of.metres_per_unit / outer;
        if (scale == 1) return m;
        for (auto& row : m)
            for (std::size_t j = 0; j < 3; ++j) row[j] *= scale;
        return m;
    }

    // An assembly without a name is no level of its own.
    static std::string name_of(const ThreemfObject& object, std::uint32_t id, bool is_mesh) {
        if (!object.name.empty()) return object.name;
        if (!object.part_number.empty()) return object.part_number;
        return is_mesh ? "object " + std::to_string(id) : std::string();
    }

    std::uint32_t sent(const ThreemfObject& object) {
        const auto [found, is_new] = sent_.try_emplace(&object, 0);
        if (is_new) found->second = writer_.mesh(object.mesh);
        return found->second;
    }

    void send_attributes(const ThreemfObject& object, const ThreemfPlacement& placed) {
        const auto send = [&](const char* name, const std::string& value) {
            if (!value.empty()) writer_.attribute(name, value);
        };
        send("UUID", object.uuid);
        send("instance UUID", placed.uuid);
        send("part number", object.part_number);
        if (object.type != "model") send("type", object.type);
        for (const auto& [name, value] : object.metadata) send(name.c_str(), value);
    }

    const PackageFiles& files_;
    StreamWriter& writer_;
    double metres_per_unit_ = 1e-3;
    std::map<std::string, ThreemfModel> models_;  // by path; never removed
    std::map<const ThreemfObject*, std::uint32_t> sent_;
    std::vector<const ThreemfObject*> open_;  // that we are in
    std::map<std::string, std::uint64_t> skipped_;
    std::uint64_t placed_count_ = 0;
};

}  // namespace

ThreemfModel read_threemf_model(std::string xml, const std::string& path) {
    return ModelReader(std::move(xml), path).read();
}

std::string threemf_root(const PackageFiles& files) {
    constexpr const char* usual = "3D/3dmodel.model";
    std::optional<std::string> xml = files("_rels/.rels");
    pugi::xml_document document;
    if (!xml || !document.load_buffer_inplace(xml->data(), xml->size(), pugi::parse_escapes)) return usual;
    for (const pugi::xml_node relation : child_of(document, "Relationships").children())
        if (std::string_view(relation.attribute("Type").value()).ends_with("/3dmodel"))
            return without_slash(relation.attribute("Target").value());
    return usual;
}

void import_threemf(const PackageFiles& files, StreamWriter& writer) {
    PackageImport(files, writer).run();
}

}  // namespace graze::importers
