// graze-import-assimp: everything that Assimp reads and graze does not.
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/DefaultLogger.hpp>
#include <assimp/Importer.hpp>
#include <assimp/LogStream.hpp>
#include <assimp/ProgressHandler.hpp>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "assimp_files.h"
#include "index_check.h"
#include "model_facts.h"
#include "stream_writer.h"
#include "zip_package.h"

namespace graze::importers {
namespace {

std::string_view text_of(const aiString& s) {
    return {s.data, s.length};
}

// The double that was meant by what is now a float: 0.01 and not 0.00999999977648258.
double as_written(double value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value)).ptr;
    std::from_chars(text.data(), end, value);
    return value;
}

Matrix matrix_of(const aiMatrix4x4& m) {
    return {{{m.a1, m.a2, m.a3, m.a4}, {m.b1, m.b2, m.b3, m.b4}, {m.c1, m.c2, m.c3, m.c4}}};
}

// Assimp puts a transform into a file's root so that all files are in metres with y up. It is undone here,
// for graze keeps coordinates as they are in the file.
struct World {
    Matrix root;
    double metres_per_unit = 0;
    ImportUp up = ImportUp::unknown;
};

// The uniform scale of a matrix; 0 if it has none.
double uniform_scale(const Matrix& m) {
    std::array<double, 3> length{};
    for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = 0; i < 3; ++i) length[j] += m[i][j] * m[i][j];
    for (double& l : length) l = std::sqrt(l);
    const bool uniform = std::abs(length[1] - length[0]) <= 1e-5 * length[0] &&
                         std::abs(length[2] - length[0]) <= 1e-5 * length[0];
    return uniform ? length[0] : 0;
}

// Removes the scale. Entries that are 0 or 1 up to the rounding of floats become 0 or 1.
Matrix unscaled(const Matrix& m, double scale) {
    Matrix result;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
            const double v = m[i][j] / scale;
            result[i][j] = j < 3 && std::abs(v - std::round(v)) < 1e-6 ? std::round(v) : v;
        }
    return result;
}

constexpr Matrix y_from_x{{{0, -1, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0}}};
constexpr Matrix y_from_z{{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}}};

// Collada: the root holds the unit and the turn to y, and nothing else.
World collada_world(const Matrix& root) {
    const double scale = uniform_scale(root);
    if (scale > 0) {
        const Matrix turn = unscaled(root, scale);
        for (const auto& [matrix, up] : {std::pair(identity, ImportUp::y), std::pair(y_from_x, ImportUp::x),
                                         std::pair(y_from_z, ImportUp::z)})
            if (turn == matrix) return {identity, as_written(scale), up};
    }
    return {root, 1, ImportUp::y};
}

// FBX: in centimetres times a factor.
World fbx_world(const Matrix& root, const aiMetadata* metadata) {
    double factor = 1;
    float single = 0;
    std::int32_t axis = -1;
    if (metadata) {
        if (!metadata->Get("UnitScaleFactor", factor) && metadata->Get("UnitScaleFactor", single))
            factor = single;
        metadata->Get("UpAxis", axis);
    }
    World world{root, as_written(0.01 * factor), ImportUp::unknown};
    if (axis >= 0 && axis < 3) world.up = static_cast<ImportUp>(axis);
    if (!(world.metres_per_unit > 0)) world.metres_per_unit = 0;
    return world;
}

class SceneImport {
  public:
    SceneImport(const aiScene& scene, StreamWriter& writer) : scene_(scene), writer_(writer) {}

    std::map<std::string, std::string, std::less<>> names;  // for nodes whose names are ids

    // The root is Assimp's, not one of the file's own nodes.
    void run(const Matrix& root) {
        used_.assign(scene_.mNumMeshes, false);
        // Without recursion: a file may be of any depth.
        std::vector<Place> open{{scene_.mRootNode, no_node, root, 0}};
        add_parts(open.back(), no_node);
        while (!open.empty()) {
            const Place place = open.back();
            open.pop_back();
            if (place.depth > detail::most_import_depth)
                throw ImportError{"its nodes lie more than 1000 deep in one another", {}};
            const bool is_root = place.depth == 0;
            const std::uint32_t node = is_root ? no_node : writer_.node(place.parent, name_of(*place.node));
            if (!is_root) add_parts(place, node);
            for (unsigned i = place.node->mNumChildren; i-- > 0;) {
                const aiNode* const child = place.node->mChildren[i];
                if (!child) continue;
                open.push_back(
                    {child, node, product(place.world, matrix_of(child->mTransformation)), place.depth + 1});
            }
        }
        report_skipped();
    }

  private:
    struct Place {
        const aiNode* node;
        std::uint32_t parent;
        Matrix world;
        std::uint32_t depth;
    };

    // Names that Assimp makes up ("$RelAggregates", "$ColladaAutoName$_1") are ignored.
    std::string name_of(const aiNode& node) const {
        std::string name(text_of(node.mName));
        if (name.starts_with('$')) return {};
        const std::string_view id =
            name.starts_with("Object_") ? std::string_view(name).substr(7) : std::string_view(name);
        if (const auto found = names.find(id); found != names.end()) return found->second;
        return name;
    }

    // Assimp cuts a mesh of several materials into several meshes of the same name. They are joined to one
    // part again, which is closed if the mesh was. Meshes of different names are parts of their own.
    void add_parts(const Place& place, std::uint32_t node) {
        std::vector<std::vector<unsigned>> groups;
        std::map<std::string_view, std::size_t> group_of;
        for (unsigned i = 0; i < place.node->mNumMeshes; ++i) {
            const unsigned mesh = place.node->mMeshes[i];
            if (mesh >= scene_.mNumMeshes || !scene_.mMeshes[mesh]) continue;
            const auto [group, is_new] =
                group_of.emplace(text_of(scene_.mMeshes[mesh]->mName), groups.size());
            if (is_new) groups.emplace_back();
            groups[group->second].push_back(mesh);
        }
        for (const std::vector<unsigned>& group : groups) {
            const std::string_view name = text_of(scene_.mMeshes[group.front()]->mName);
            // The only mesh of a node goes by the node's name; without a node, by its own.
            const bool own_name = groups.size() > 1 || node == no_node;
            const std::uint32_t part = own_name ? writer_.node(node, name) : node;
            writer_.part(part, written(group), place.world);
        }
    }

    std::uint32_t written(const std::vector<unsigned>& group) {
        const auto [place, is_new] = written_.emplace(group, 0);
        if (is_new) {
            Mesh mesh;
            for (const unsigned m : group) {
                used_[m] = true;
                append(mesh, *scene_.mMeshes[m]);
            }
            if (std::ranges::all_of(mesh.corner_counts, [](std::uint32_t n) { return n == 3; }))
                mesh.corner_counts.clear();
            place->second = writer_.mesh(mesh);
        }
        return place->second;
    }

    void append(Mesh& mesh, const aiMesh& source) {
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (unsigned v = 0; v < source.mNumVertices; ++v) {
            const aiVector3D& p = source.mVertices[v];
            mesh.vertices.push_back({p.x, p.y, p.z});
        }
        for (unsigned f = 0; f < source.mNumFaces; ++f) {
            const aiFace& face = source.mFaces[f];
            if (face.mNumIndices < 3) {
                ++(face.mNumIndices == 2 ? lines_ : points_);
                continue;
            }
            for (unsigned i = 0; i < face.mNumIndices; ++i) {
                if (face.mIndices[i] >= source.mNumVertices)
                    throw ImportError{"a face refers to vertex " + std::to_string(face.mIndices[i]) + " of " +
                                          std::to_string(source.mNumVertices),
                                      "re-export the file"};
                mesh.corners.push_back(first + face.mIndices[i]);
            }
            mesh.corner_counts.push_back(face.mNumIndices);
        }
        skinned_ += source.HasBones();
        morph_targets_ += source.mNumAnimMeshes;
    }

    void report_skipped() {
        writer_.skipped("points", points_);
        writer_.skipped("lines", lines_);
        writer_.skipped("morph targets", morph_targets_);
        writer_.skipped("skins (the mesh is as it rests)", skinned_);
        writer_.skipped("animations", scene_.mNumAnimations);
        writer_.skipped("meshes that no part uses",
                        static_cast<std::uint64_t>(std::ranges::count(used_, false)));
    }

    const aiScene& scene_;
    StreamWriter& writer_;
    std::map<std::vector<unsigned>, std::uint32_t> written_;
    std::vector<bool> used_;
    std::uint64_t points_ = 0, lines_ = 0, skinned_ = 0, morph_targets_ = 0;
};

// Some of Assimp's readers say how far they are.
class Progress : public Assimp::ProgressHandler {
  public:
    explicit Progress(StreamWriter& writer) : writer_(writer) {}

    bool Update(float fraction) override {
        const auto percent = static_cast<std::uint64_t>(std::clamp(fraction, 0.0F, 1.0F) * 100);
        if (percent > shown_) writer_.progress(shown_ = percent, 100);
        return true;
    }

  private:
    StreamWriter& writer_;
    std::uint64_t shown_ = 0;
};

std::string extension_of(const std::string& file) {
    const std::size_t dot = file.find_last_of("./");
    if (dot == file.npos || file[dot] == '/') return "?";
    std::string extension = file.substr(dot + 1);
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return extension;
}

// Assimp's messages have several sentences at times, and end as they like.
std::string one_sentence(std::string text) {
    text = text.substr(0, text.find_first_of("\r\n"));
    while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
    return text;
}

// Listens to Assimp's log. Faces, meshes and indices that Assimp cannot use are dropped with only a message
// there.
class AssimpLog {
  public:
    AssimpLog() {
        Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
        Assimp::DefaultLogger::get()->attachStream(new Stream(*this),
                                                   Assimp::Logger::Warn | Assimp::Logger::Err);
    }
    ~AssimpLog() { Assimp::DefaultLogger::kill(); }
    AssimpLog(const AssimpLog&) = delete;
    AssimpLog& operator=(const AssimpLog&) = delete;

    void report(StreamWriter& writer) const {
        for (const auto& [kind, count] : counts_) writer.skipped("warnings of Assimp: " + kind, count);
    }

  private:
    class Stream : public Assimp::LogStream {
      public:
        explicit Stream(AssimpLog& log) : log_(log) {}
        void write(const char* message) override { log_.add(message); }

      private:
        AssimpLog& log_;
    };

    // "Warn,  T0: the message": numbers are dropped, so that the same message about another face counts as
    // the same.
    void add(std::string_view message) {
        constexpr std::size_t most_kinds = 20, longest = 200;
        const bool is_error = message.starts_with("Err");
        if (const std::size_t colon = message.find(": "); colon != message.npos)
            message.remove_prefix(colon + 2);
        if (!is_about_shape(message, is_error)) return;
        const std::string kind = without_numbers(one_sentence(std::string(message.substr(0, longest))));
        if (counts_.contains(kind) || counts_.size() < most_kinds) ++counts_[kind];
    }

    // Materials and animations do not change the shape, and missing files are counted elsewhere.
    static bool is_about_shape(std::string_view message, bool is_error) {
        std::string text(message);
        for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        const auto mentions = [&](const char* word) { return text.find(word) != text.npos; };
        constexpr std::array looks{"material", "texture", "normal", "uv",    "color", "bone",
                                   "weight",   "anim",    "camera", "light", " file", "skeleton"};
        constexpr std::array shape{"vertex", "vertices", "index", "indices", "face", "polygon", "triangle"};
        if (std::ranges::any_of(looks, mentions)) return false;
        return is_error || std::ranges::any_of(shape, mentions);
    }

    static std::string without_numbers(std::string_view text) {
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        std::string result;
        for (const char c : text) {
            const bool in_word = !result.empty() && std::isalnum(static_cast<unsigned char>(result.back()));
            if (!is_digit(c) || in_word)
                result += c;
            else if (result.empty() || result.back() != '#')
                result += '#';
        }
        return result;
    }

    std::map<std::string, std::uint64_t> counts_;
};

void import(const Task& task, StreamWriter& writer) {
    Assimp::Importer importer;
    importer.SetProgressHandler(new Progress(writer));  // the importer owns it
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
    auto* const files = new AssimpFiles(task, writer);  // the importer owns it
    importer.SetIOHandler(files);
    const std::string extension = extension_of(task.file);
    if (extension == "dae") check_collada(task.content);
    if (extension == "ase" || extension == "ask") check_ase(task.content);
    if (extension == "zae") check_collada(ZipPackage(task.content).first_ending_in(".dae").value_or(""));
    AssimpLog log;
    const aiScene* const scene = importer.ReadFile(task.file, 0);
    // Assimp goes on without the objects that a scene names and that it cannot have.
    const bool names_objects = extension == "lws" || extension == "irr";
    if (const std::string name = files->first_outside(); names_objects && !name.empty())
        throw ImportError{"names the file \"" + name + "\", which is outside of its folder",
                          "put it into the folder, or allow files outside of it if you trust this one"};
    if (!scene) throw ImportError{"Assimp cannot read it: " + one_sentence(importer.GetErrorString()), {}};
    if (!scene->mRootNode) throw ImportError{"holds no triangles", {}};

    const aiImporterDesc* const reader =
        importer.GetImporterInfo(static_cast<std::size_t>(importer.GetPropertyInteger("importerIndex", -1)));
    const std::string_view by = reader ? reader->mName : "";
    const Matrix root = matrix_of(scene->mRootNode->mTransformation);
    World world{root};
    SceneImport parts(*scene, writer);
    const auto take_facts = [&](ModelFacts facts) {
        world.metres_per_unit = facts.metres_per_unit;
        world.up = facts.up;
        parts.names = std::move(facts.names);
    };
    if (by.starts_with("Collada"))
        world = collada_world(root);
    else if (by.find("FBX") != by.npos)
        world = fbx_world(root, scene->mMetaData);
    else if (by.find("AMF") != by.npos)
        take_facts(amf_facts(task.content));
    else if (by.find("X3D") != by.npos)
        take_facts(x3d_facts(task.content));
    writer.header(extension + " (by Assimp)", true, world.metres_per_unit, world.up);
    parts.run(world.root);
    log.report(writer);
    if (names_objects) writer.skipped("files that it names and that are missing", files->missing());
}

}  // namespace
}  // namespace graze::importers

int main(int argc, char** argv) {
    return graze::importers::run(argc, argv, graze::importers::import);
}
