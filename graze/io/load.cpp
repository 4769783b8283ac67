#include "graze/io/load.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/log.h"
#include "graze/base/units.h"
#include "graze/io/detail/file_bytes.h"
#include "graze/io/detail/file_reader.h"
#include "graze/io/detail/formats.h"
#include "graze/io/detail/naming.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/saved/detail/saved_shape.h"

namespace graze::inline v1 {
namespace {

using namespace detail;

Shape saved_shape(SharedArray<std::byte> content, const LoadOptions& options) {
    Shape shape = read_saved_shape(std::move(content), {.progress = options.progress});
    if (shape.is_mesh() && shape.empty()) throw Error("holds no triangles");
    return shape;
}

Shape with_unit(const Shape& shape, const LoadOptions& options) {
    if (!shape.is_mesh() || !options.unit || shape.mesh().metres_per_unit() == options.unit) return shape;
    return {shape.mesh().with_unit(*options.unit), shape.tree()};
}

Loaded as_loaded(const Shape& shape, const LoadOptions& options) {
    if (!shape.is_mesh())
        throw Error("holds a shape of the kind " + std::string(shape.kind().name()) + ", not a mesh", {},
                    "give a mesh, or ask what can be asked about any kind of shape");
    Loaded loaded;
    loaded.stated_unit = shape.mesh().metres_per_unit();
    loaded.mesh = options.unit ? shape.mesh().with_unit(*options.unit) : shape.mesh();
    loaded.format = "graze";
    return loaded;
}

SoupFile soup(Loaded loaded) {
    return {std::move(loaded), {}};
}

SoupFile obj(SharedArray<std::byte> content, const LoadOptions& options) {
    SoupFile file;
    file.loaded = read_obj(std::move(content), options, &file.objects);
    return file;
}

PartsFile gltf([[maybe_unused]] std::span<const std::byte> content,
               [[maybe_unused]] const LoadOptions& options,
               [[maybe_unused]] const std::optional<std::filesystem::path>& folder) {
#ifdef GRAZE_HAS_TINYGLTF
    return read_gltf(content, options, folder);
#else
    throw Error("is a glTF file, which this build of graze does not read", {}, "build it with tinygltf");
#endif
}

// `content` must be aligned if a saved shape is to be used in place. Files that it names are searched for in
// `folder`.
AnyFile parse(SharedArray<std::byte> content, Format format, const LoadOptions& options,
              const std::optional<std::filesystem::path>& folder = {}) {
    if (content.empty()) throw Error("is empty");
    switch (format) {
        case Format::stl:
            return soup(read_stl(as_text(content), options));
        case Format::obj:
            return obj(std::move(content), options);
        case Format::ply:
            return soup(read_ply(std::move(content), options));
        case Format::off:
            return soup(read_off(std::move(content), options));
        case Format::gltf:
            return gltf(content, options, folder);
        case Format::graze:
            return soup(as_loaded(saved_shape(std::move(content), options), options));
        case Format::step:
        case Format::iges:
        case Format::threemf:
        case Format::ifc:
        case Format::other:
            throw Error("is of a format that is read from files, not from memory", {}, "save it to a file");
    }
    throw Error("is of a format that this build does not read");
}

// Merges the parts into one soup.
Loaded flattened(AnyFile file) {
    if (SoupFile* const one = std::get_if<SoupFile>(&file)) return std::move(one->loaded);
    PartsFile& parts = std::get<PartsFile>(file);
    Loaded loaded;
    // A single part without a name and with the identity pose is the mesh itself, with its own parts.
    const Part& first = parts.assembly.parts.at(0);
    const bool is_one =
        parts.assembly.parts.size() == 1 && first.path.empty() && first.world_from_part == Pose();
    loaded.mesh = is_one ? *first.mesh : merged(parts.assembly);
    loaded.format = std::move(parts.format);
    loaded.single_precision = parts.single_precision;
    loaded.up = parts.assembly.up;
    loaded.skipped = std::move(parts.skipped);
    loaded.merged_vertices = parts.merged_vertices;
    loaded.stated_unit = parts.stated_unit;
    return loaded;
}

// A shape cannot tell what its file said.
void tell_of_unit(const std::string& file, std::optional<double> stated, const LoadOptions& options) {
    if (options.unit && stated && *stated != *options.unit)
        log(LogLevel::warning, unit_remark(file, *stated, *options.unit));
}

// For formats whose readers do not keep the content.
SharedArray<std::byte> borrowed(std::span<const std::byte> content, Format format) {
    return format == Format::graze ? copy_bytes(content) : SharedArray<std::byte>(content, nullptr);
}

// Binary STL files are by far the largest and need no look ahead: they are read through a small buffer.
Loaded load_binary_stl(FileReader& reader, std::uint32_t facets, const LoadOptions& options) {
    std::vector<std::byte> block;
    const auto next = [&](std::size_t count) {
        block.resize(count);
        reader.read(block);
        return block.data();
    };
    return read_binary_stl_facets(facets, next, options);
}

Format format_of(const std::filesystem::path& file, std::span<const std::byte> head, std::uint64_t size,
                 const LoadOptions& options) {
    if (options.format) return *options.format;
    if (is_saved_shape(head)) return Format::graze;
    if (is_binary_stl(head, size) || is_ascii_stl(as_text(head))) return Format::stl;
    if (is_glb(as_text(head))) return Format::gltf;
    if (is_ply(as_text(head))) return Format::ply;
    if (is_off(as_text(head))) return Format::off;
    if (const auto format = format_of_extension(file)) return *format;
    throw Error("is of a kind that is not known", {}, name_a_format);
}

AnyFile load_any(const std::filesystem::path& file, const LoadOptions& options) {
    FileReader reader(file);
    std::array<std::byte, 4096> first;
    const std::span head(first.data(),
                         static_cast<std::size_t>(std::min<std::uint64_t>(first.size(), reader.size())));
    const std::span binary_head = head.first(std::min(head.size(), stl_header_size));
    reader.read(binary_head);
    if (!is_saved_shape(binary_head) && options.format.value_or(Format::stl) == Format::stl &&
        is_binary_stl(binary_head, reader.size()))
        return soup(load_binary_stl(reader, stl_facet_count(binary_head), options));
    reader.read(head.subspan(binary_head.size()));
    const Format format = format_of(file, head, reader.size(), options);
    if (is_imported(format)) return read_imported(file, format, options);
    if (format == Format::ply) return soup(load_ply(reader, head, options));
    return parse(read_bytes(reader, head, options.progress), format, options, file.parent_path());
}

bool holds_saved_shape(const std::filesystem::path& file, const LoadOptions& options) {
    if (options.format) return *options.format == Format::graze;
    FileReader reader(file);
    std::array<std::byte, 64> first;
    const std::span head(first.data(),
                         static_cast<std::size_t>(std::min<std::uint64_t>(first.size(), reader.size())));
    reader.read(head);
    return is_saved_shape(head);
}

}  // namespace

bool has_known_extension(const FilePath& file) {
    return format_of_extension(std::filesystem::path(file)).has_value();
}

Loaded load_mesh(const FilePath& given, const LoadOptions& options) {
    const std::filesystem::path file = given;
    return naming(file.string(), [&] { return flattened(load_any(file, options)); });
}

Loaded parse_mesh(std::span<const std::byte> content, Format format, const std::string& name,
                  const LoadOptions& options) {
    return naming(name, [&] { return flattened(parse(borrowed(content, format), format, options)); });
}

Shape load(const FilePath& given, const LoadOptions& options) {
    const std::filesystem::path file = given;
    return naming(file.string(), [&] {
        if (holds_saved_shape(file, options)) {
            FileReader reader(file);
            const Shape shape = saved_shape(read_bytes(reader, {}, options.progress), options);
            if (shape.is_mesh()) tell_of_unit(file.string(), shape.mesh().metres_per_unit(), options);
            return with_unit(shape, options);
        }
        const Loaded loaded = flattened(load_any(file, options));
        tell_of_unit(file.string(), loaded.stated_unit, options);
        return Shape(loaded.mesh, TreeOptions{.threads = options.threads, .progress = options.progress});
    });
}

AnyFile detail::load_file(const std::filesystem::path& file, const LoadOptions& options) {
    return naming(file.string(), [&] { return load_any(file, options); });
}

AnyFile detail::parse_file(std::span<const std::byte> content, Format format, const std::string& name,
                           const LoadOptions& options) {
    return naming(name, [&] { return parse(borrowed(content, format), format, options); });
}

}  // namespace graze::inline v1
