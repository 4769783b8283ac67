#include "graze/io/load_assembly.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/files_progress.h"
#include "graze/io/detail/naming.h"
#include "graze/io/detail/readers.h"
#include "graze/io/gltf/detail/gltf_root.h"

namespace graze::inline v1 {
namespace {

using detail::Objects;
using detail::PartsFile;
using detail::SoupFile;

// The name that each part of the mesh belongs to; views into `mesh` and `objects`.
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
// make sorting slow.
struct Numbered {
    std::vector<std::uint32_t> number;       // of each name given
    std::vector<std::string_view> distinct;  // by number
};

Numbered number_names(const std::vector<std::string_view>& names) {
    std::vector<std::uint32_t> order(names.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return names[i]; });
    std::vector<std::uint32_t> first(names.size());  // the first index with the same name
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

// STL may have solids without facets; they are left out of assemblies.
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
    arrays.rounding *= factor;
    if (arrays.faces) {
        auto faces = std::make_shared<SurfaceFaces>(*arrays.faces);
        for (SurfaceFace& face : faces->faces)
            face = transformed(face, {Vec3{factor, 0, 0}, {0, factor, 0}, {0, 0, factor}}, {});
        arrays.faces = std::move(faces);
    }
    return Mesh(std::move(arrays));
}

// Single-precision numbers are rounded to 24 binary digits.
Mesh with_single_rounding(const Mesh& mesh) {
    double largest = 0;
    for (const Vec3& corner : {mesh.box().lower, mesh.box().upper})
        largest = std::max({largest, std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)});
    return mesh.with_rounding(mesh.empty() ? 0 : largest * 0x1p-24);
}

void note_single_precision(std::vector<Part>& parts) {
    std::map<const Mesh*, std::shared_ptr<const Mesh>> rounded;
    for (Part& part : parts) {
        std::shared_ptr<const Mesh>& mesh = rounded[part.mesh.get()];
        if (!mesh) mesh = std::make_shared<const Mesh>(with_single_rounding(*part.mesh));
        part.mesh = mesh;
    }
}

Pose moved_by(const Pose& pose, double factor) {
    auto rows = pose.matrix();
    for (auto& row : rows) row[3] *= factor;
    return Pose(rows);
}

// Meshes stay shared.
void scale(std::vector<Part>& parts, double factor, std::optional<double> metres_per_unit) {
    std::map<const Mesh*, std::shared_ptr<const Mesh>> scaled_meshes;
    for (Part& part : parts) {
        std::shared_ptr<const Mesh>& mesh = scaled_meshes[part.mesh.get()];
        if (!mesh) mesh = std::make_shared<const Mesh>(scaled(*part.mesh, factor, metres_per_unit));
        part.mesh = mesh;
        part.world_from_part = moved_by(part.world_from_part, factor);
    }
}

// The rotation that makes the axis `to` of one that was upwards: by way of y, as glTF turns them. All entries
// are 0, 1 or -1, so that nothing is rounded.
Pose turned_up(Axis from, Axis to) {
    return Pose(detail::gltf_root(1, to)).inverse() * Pose(detail::gltf_root(1, from));
}

// True if the parts had to be turned to the upward axis of the files before.
bool agree_on_up(Assembly& assembly, std::vector<Part>& parts, std::optional<Axis> up) {
    if (!assembly.up) assembly.up = up;
    if (!up || *up == *assembly.up) return false;
    const Pose turn = turned_up(*up, *assembly.up);
    for (Part& part : parts) part.world_from_part = turn * part.world_from_part;
    return true;
}

// The parts of one file, in its own unit.
struct FileOfParts {
    AssemblyFile file;
    std::vector<Part> parts;
    std::optional<double> metres_per_unit;

    void add(std::string_view name, Mesh mesh) {
        std::string path = file.stem;
        if (!name.empty()) path.append("/").append(name);
        parts.push_back({std::move(path), std::make_shared<const Mesh>(std::move(mesh)), Pose()});
    }
};

// Makes parts from the names in a soup.
void take_soup(FileOfParts& result, SoupFile soup, const LoadAssemblyOptions& options, Progress* progress) {
    Loaded& loaded = soup.loaded;
    AssemblyFile& file = result.file;
    result.metres_per_unit = loaded.mesh.metres_per_unit();
    file.format = std::move(loaded.format);
    file.single_precision = loaded.single_precision;
    file.up = loaded.up;
    file.stated_unit = loaded.stated_unit;
    file.skipped = std::move(loaded.skipped);
    file.merged_vertices = loaded.merged_vertices;
    file.unused_vertices = loaded.mesh.unused_vertex_count();
    if (options.keep_soups) file.soup = loaded.mesh;
    Numbered pieces = number_names(owners(loaded.mesh, soup.objects, options.parts_from));
    if (pieces.distinct.size() == 1 && loaded.mesh.unused_vertex_count() == 0) {
        // Copied, because it is a view into the mesh that is destroyed.
        const std::string name(pieces.distinct[0]);
        result.add(name, std::move(loaded.mesh));
        return;
    }
    std::vector<Mesh> meshes = split(loaded.mesh, pieces.number, progress);
    if (const std::uint64_t empty = drop_empty(meshes, pieces.distinct); empty > 0)
        file.skipped.push_back({"parts without triangles", empty});
    result.parts.reserve(meshes.size());
    for (std::size_t i = 0; i < meshes.size(); ++i) result.add(pieces.distinct[i], std::move(meshes[i]));
}

// Placed parts are taken unchanged; meshes stay shared.
void take_parts(FileOfParts& result, PartsFile parts, const LoadAssemblyOptions& options) {
    AssemblyFile& file = result.file;
    result.metres_per_unit = parts.assembly.metres_per_unit;
    file.format = std::move(parts.format);
    file.single_precision = parts.single_precision;
    file.up = parts.assembly.up;
    file.stated_unit = parts.stated_unit;
    file.skipped = std::move(parts.skipped);
    file.merged_vertices = parts.merged_vertices;
    if (options.parts_from == PartsFrom::files) {
        result.add({}, merged(parts.assembly));
        return;
    }
    result.parts = std::move(parts.assembly.parts);
    for (Part& part : result.parts) part.path = part.path.empty() ? file.stem : file.stem + "/" + part.path;
}

void take(FileOfParts& result, detail::AnyFile content, const LoadAssemblyOptions& options,
          Progress* progress) {
    if (SoupFile* const soup = std::get_if<SoupFile>(&content))
        take_soup(result, std::move(*soup), options, progress);
    else
        take_parts(result, std::move(std::get<PartsFile>(content)), options);
}

void append(LoadedAssembly& result, FileOfParts file) {
    Assembly& assembly = result.assembly;
    const bool is_first = result.files.empty();
    if (file.file.single_precision) note_single_precision(file.parts);
    const double factor = to_common_unit(assembly, file.metres_per_unit, is_first);
    if (factor != 1) scale(file.parts, factor, assembly.metres_per_unit);
    file.file.turned = agree_on_up(assembly, file.parts, file.file.up);
    file.file.metres_per_unit = file.metres_per_unit;
    file.file.first_part = assembly.parts.size();
    file.file.part_count = file.parts.size();
    std::ranges::move(file.parts, std::back_inserter(assembly.parts));
    result.files.push_back(std::move(file.file));
}

// Names of files without folder and extension, with a number if the name is taken.
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

LoadedAssembly load_assembly(const FilePaths& given, const LoadAssemblyOptions& options) {
    const std::vector<std::filesystem::path> files(given.list().begin(), given.list().end());
    if (files.empty()) throw Error("an assembly needs at least one file");
    std::vector<FileOfParts> loaded(files.size());
    Stems stems;
    for (std::size_t i = 0; i < files.size(); ++i) {
        loaded[i].file.file = files[i].string();
        loaded[i].file.stem = stems.add(files[i]);
    }
    Progress* const watcher = options.load.progress;
    const bool is_one = files.size() == 1;  // a single file can report its stages
    detail::FilesProgress all(is_one ? nullptr : watcher, files);
    parallel_for(options.load.threads, files.size(), 1, [&](std::size_t i, std::size_t) {
        if (watcher && watcher->cancelled()) throw Error("cancelled");
        LoadOptions load = options.load;
        load.progress = is_one ? watcher : all.of(i);
        if (!options.units.empty()) load.unit = options.units.at(i);
        detail::AnyFile content = detail::load_file(files[i], load);
        detail::naming(loaded[i].file.file, [&] {
            take(loaded[i], std::move(content), options, load.progress);
            return 0;
        });
        all.finish(i);
    });
    LoadedAssembly result;
    for (FileOfParts& file : loaded) {
        const std::string name = file.file.file;
        detail::naming(name, [&] {
            append(result, std::move(file));
            return 0;
        });
    }
    return result;
}

LoadedAssembly parse_assembly(std::span<const std::byte> content, Format format, const std::string& name,
                              const LoadAssemblyOptions& options) {
    FileOfParts file;
    file.file.file = name;
    file.file.stem = std::filesystem::path(name).stem().string();
    take(file, detail::parse_file(content, format, name, options.load), options, options.load.progress);
    LoadedAssembly result;
    append(result, std::move(file));
    return result;
}

}  // namespace graze::inline v1
