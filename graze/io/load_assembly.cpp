#include "graze/io/load_assembly.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/naming.h"
#include "graze/io/detail/readers.h"

namespace graze::inline v1 {
namespace {

using detail::Objects;
using detail::PartsFile;
using detail::SoupFile;

// What the name of each of the mesh's parts makes it belong to; views into `mesh` and `objects`.
std::vector<std::string_view> owners(const Mesh& mesh, const Objects& objects, PartsFrom parts_from) {
    std::vector<std::string_view> names(mesh.parts().size());
    if (parts_from == PartsFrom::files) return names;
    const bool by_object = parts_from == PartsFrom::names && !objects.names.empty();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!by_object)
            names[i] = mesh.parts()[i].name;
        else if (objects.of_part[i] > 0)
            names[i] = objects.names[objects.of_part[i] - 1];
    }
    return names;
}

// Equal names get the same number, in the order in which names first occur. Sorted, not hashed: no file can
// make that slow.
struct Numbered {
    std::vector<std::uint32_t> number;       // of each name given
    std::vector<std::string_view> distinct;  // by number
};

Numbered number_names(const std::vector<std::string_view>& names) {
    std::vector<std::uint32_t> order(names.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return names[i]; });
    std::vector<std::uint32_t> first(names.size());  // the first place with the same name
    for (std::size_t i = 0; i < order.size(); ++i)
        first[order[i]] = i > 0 && names[order[i]] == names[order[i - 1]] ? first[order[i - 1]] : order[i];
    Numbered result;
    result.number.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (first[i] == i) {
            result.number[i] = static_cast<std::uint32_t>(result.distinct.size());
            result.distinct.push_back(names[i]);
        } else {
            result.number[i] = result.number[first[i]];
        }
    }
    return result;
}

// STL may have solids without facets; they have no place in an assembly.
std::uint64_t drop_empty(std::vector<Mesh>& pieces, std::vector<std::string_view>& names) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i].empty()) continue;
        if (kept != i) pieces[kept] = std::move(pieces[i]);
        names[kept++] = names[i];
    }
    const std::uint64_t dropped = pieces.size() - kept;
    pieces.resize(kept);
    names.resize(kept);
    return dropped;
}

// The factor to the unit of the assembly, which is that of its first file.
double to_common_unit(Assembly& assembly, std::optional<double> own, bool is_first) {
    std::optional<double>& common = assembly.metres_per_unit;
    if (is_first) common = own;
    if (own == common) return 1;
    if (!own || !common)
        throw Error(own ? "says its unit, and files before it do not"
                        : "does not say its unit, and files before it do",
                    {}, "say the unit of files without one");
    return *own / *common;
}

Mesh scaled(const Mesh& mesh, double factor, std::optional<double> metres_per_unit) {
    MeshArrays arrays = mesh.arrays();
    std::vector<Vec3> vertices(arrays.vertices.begin(), arrays.vertices.end());
    for (Vec3& v : vertices) v = v * factor;
    arrays.vertices = std::move(vertices);
    arrays.metres_per_unit = metres_per_unit;
    return Mesh(std::move(arrays));
}

Pose moved_by(const Pose& pose, double factor) {
    auto rows = pose.matrix();
    for (auto& row : rows) row[3] *= factor;
    return Pose(rows);
}

// Files that disagree about the upward axis leave the assembly without one.
void agree_on_up(Assembly& assembly, std::optional<Axis> up, bool is_first) {
    if (is_first) assembly.up = up;
    if (assembly.up != up) assembly.up.reset();
}

void add_part(Assembly& assembly, const std::string& stem, std::string_view name, Mesh mesh) {
    std::string path = stem;
    if (!name.empty()) path.append("/").append(name);
    assembly.parts.push_back({std::move(path), std::make_shared<const Mesh>(std::move(mesh)), Pose()});
}

// The names in a soup become parts.
void add_soup(Assembly& assembly, AssemblyFile& file, SoupFile soup, double factor,
              const LoadAssemblyOptions& options) {
    Loaded& loaded = soup.loaded;
    if (factor != 1) loaded.mesh = scaled(loaded.mesh, factor, assembly.metres_per_unit);
    file.format = std::move(loaded.format);
    file.single_precision = loaded.single_precision;
    file.skipped = std::move(loaded.skipped);
    file.merged_vertices = loaded.merged_vertices;
    file.unused_vertices = loaded.mesh.unused_vertex_count();
    Numbered pieces = number_names(owners(loaded.mesh, soup.objects, options.parts_from));
    if (pieces.distinct.size() == 1 && loaded.mesh.unused_vertex_count() == 0) {
        const std::string name(pieces.distinct[0]);  // it is a view into the mesh that goes away
        add_part(assembly, file.stem, name, std::move(loaded.mesh));
        return;
    }
    std::vector<Mesh> meshes = split(loaded.mesh, pieces.number, options.load.progress);
    if (const std::uint64_t empty = drop_empty(meshes, pieces.distinct); empty > 0)
        file.skipped.push_back({"parts without triangles", empty});
    for (std::size_t i = 0; i < meshes.size(); ++i)
        add_part(assembly, file.stem, pieces.distinct[i], std::move(meshes[i]));
}

// Placed parts come as they are; meshes stay shared.
void add_parts(Assembly& assembly, AssemblyFile& file, PartsFile parts, double factor,
               const LoadAssemblyOptions& options) {
    file.format = std::move(parts.format);
    file.single_precision = parts.single_precision;
    file.skipped = std::move(parts.skipped);
    file.merged_vertices = parts.merged_vertices;
    if (options.parts_from == PartsFrom::files) {
        Mesh whole = merged(parts.assembly);
        if (factor != 1) whole = scaled(whole, factor, assembly.metres_per_unit);
        add_part(assembly, file.stem, {}, std::move(whole));
        return;
    }
    std::map<const Mesh*, std::shared_ptr<const Mesh>> scaled_meshes;
    for (Part& part : parts.assembly.parts) {
        part.path = part.path.empty() ? file.stem : file.stem + "/" + part.path;
        if (factor != 1) {
            std::shared_ptr<const Mesh>& mesh = scaled_meshes[part.mesh.get()];
            if (!mesh)
                mesh = std::make_shared<const Mesh>(scaled(*part.mesh, factor, assembly.metres_per_unit));
            part.mesh = mesh;
            part.world_from_part = moved_by(part.world_from_part, factor);
        }
        assembly.parts.push_back(std::move(part));
    }
}

void add_file(LoadedAssembly& result, AssemblyFile file, detail::AnyFile content,
              const LoadAssemblyOptions& options) {
    Assembly& assembly = result.assembly;
    const bool is_first = result.files.empty();
    SoupFile* const soup = std::get_if<SoupFile>(&content);
    PartsFile* const parts = std::get_if<PartsFile>(&content);
    const double factor = to_common_unit(
        assembly, soup ? soup->loaded.mesh.metres_per_unit() : parts->assembly.metres_per_unit, is_first);
    file.up = soup ? soup->loaded.up : parts->assembly.up;
    agree_on_up(assembly, file.up, is_first);
    file.first_part = assembly.parts.size();
    if (soup)
        add_soup(assembly, file, std::move(*soup), factor, options);
    else
        add_parts(assembly, file, std::move(*parts), factor, options);
    file.part_count = assembly.parts.size() - file.first_part;
    result.files.push_back(std::move(file));
}

// Names of files without folder and extension, with a number where one is taken.
class Stems {
  public:
    std::string add(const std::filesystem::path& file) {
        const std::string stem = file.stem().string();
        int& number = last_number_.try_emplace(stem, 1).first->second;
        std::string name = stem;
        while (!taken_.insert(name).second) name = stem + " (" + std::to_string(++number) + ")";
        return name;
    }

  private:
    std::set<std::string> taken_;
    std::map<std::string, int> last_number_;
};

}  // namespace

LoadedAssembly load_assembly(std::span<const std::filesystem::path> files,
                             const LoadAssemblyOptions& options) {
    if (files.empty()) throw Error("an assembly needs at least one file");
    LoadedAssembly result;
    Stems stems;
    for (const std::filesystem::path& path : files) {
        AssemblyFile file;
        file.file = path.string();
        file.stem = stems.add(path);
        detail::AnyFile content = detail::load_file(path, options.load);
        detail::naming(path.string(), [&] {
            add_file(result, std::move(file), std::move(content), options);
            return 0;
        });
    }
    return result;
}

LoadedAssembly parse_assembly(std::span<const std::byte> content, Format format, const std::string& name,
                              const LoadAssemblyOptions& options) {
    LoadedAssembly result;
    AssemblyFile file;
    file.file = name;
    file.stem = std::filesystem::path(name).stem().string();
    add_file(result, std::move(file), detail::parse_file(content, format, name, options.load), options);
    return result;
}

}  // namespace graze::inline v1
