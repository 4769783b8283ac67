#include "graze/io/save.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "graze/base/error.h"
#include "graze/io/detail/formats.h"
#include "graze/io/detail/naming.h"
#include "graze/io/detail/output.h"
#include "graze/io/detail/text.h"
#include "graze/io/detail/writers.h"
#include "graze/io/saved/detail/saved_shape.h"

namespace graze::inline v1 {

namespace detail {

std::string one_line(std::string_view name, Saved& saved) {
    std::string line(name);
    std::ranges::replace_if(line, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    line = trimmed(line);
    if (line != name) ++saved.renamed_parts;
    return line;
}

namespace {

Assembly alone(const Mesh& mesh) {
    return {{{{}, std::make_shared<const Mesh>(mesh), Pose()}}, mesh.metres_per_unit(), {}};
}

Saved write(const Mesh& mesh, Format format, Output& output, const SaveOptions& options) {
    if (is_imported(format)) throw Error("is of a format that is read, not written", {}, name_a_format);
    if (format == Format::graze) {
        const Shape shape(mesh, TreeOptions{.threads = options.threads, .progress = options.progress});
        write_saved_shape(shape, output, options.progress);
        return {};  // the format holds everything
    }
    if (format == Format::gltf) return write_glb(alone(mesh), output, options.progress);
    if (format == Format::obj) return write_obj(mesh, output, options.progress);
    if (format == Format::ply) return write_ply(mesh, output, options);
    if (format == Format::off) return write_off(mesh, output, options.progress);
    return options.ascii ? write_ascii_stl(mesh, output, options.progress)
                         : write_binary_stl(mesh, output, options.progress);
}

Saved write(const Assembly& assembly, Format format, Output& output, const SaveOptions& options) {
    if (format == Format::gltf) return write_glb(assembly, output, options.progress);
    Saved saved = write(merged(assembly), format, output, options);
    saved.up_dropped = assembly.up.has_value();
    return saved;
}

Format format_to_write(const std::filesystem::path& file, const SaveOptions& options) {
    if (options.format) return *options.format;
    if (equal_ignoring_case(file.extension().string(), ".gltf"))
        throw Error("would be glTF as text, and graze writes it as one binary file", {}, "name it .glb");
    if (const auto format = format_of_extension(file)) return *format;
    throw Error("is of a kind that is not known", {}, name_a_format);
}

Saved save_any(const auto& what, const std::filesystem::path& file, const SaveOptions& options) {
    return naming(file.string(), [&] {
        const Format format = format_to_write(file, options);
        FileOutput output(file);
        const Saved saved = write(what, format, output, options);
        output.finish();
        return saved;
    });
}

Saved format_any(const auto& what, Format format, std::string& content, const SaveOptions& options) {
    const std::size_t before = content.size();
    try {
        StringOutput output(content);
        const Saved saved = write(what, format, output, options);
        output.flush();
        return saved;
    } catch (...) {
        content.resize(before);
        throw;
    }
}

void check_animation(const Assembly& assembly, std::span<const PartAnimation> moving) {
    std::vector<bool> moves(assembly.parts.size());
    for (const PartAnimation& a : moving) {
        if (a.part >= assembly.parts.size()) throw Error("animates a part that the assembly does not have");
        const std::string part = "part " + excerpt(assembly.parts[a.part].path);
        if (moves[a.part]) throw Error("moves twice", part);
        moves[a.part] = true;
        if (a.times.empty() || a.times.size() != a.world_from_part.size())
            throw Error("needs as many poses as times to move, and at least one", part);
        for (std::size_t i = 0; i < a.times.size(); ++i)
            if (!(a.times[i] >= 0 && a.times[i] < 1e30) || (i > 0 && !(a.times[i] > a.times[i - 1])))
                throw Error("moves at times that do not ascend from 0 or more", part);
    }
}

}  // namespace
}  // namespace detail

Saved save_animation(const Assembly& assembly, std::span<const PartAnimation> moving, const FilePath& given,
                     const SaveOptions& options) {
    const std::filesystem::path file = given;
    return detail::naming(file.string(), [&] {
        if (detail::format_to_write(file, options) != Format::gltf)
            throw Error("is of a format without motion", {}, "name it .glb");
        detail::check_animation(assembly, moving);
        detail::FileOutput output(file);
        const Saved saved = detail::write_glb(assembly, output, options.progress, moving);
        output.finish();
        return saved;
    });
}

Saved save_mesh(const Mesh& mesh, const FilePath& given, const SaveOptions& options) {
    const std::filesystem::path file = given;
    return detail::save_any(mesh, file, options);
}

Saved format_mesh(const Mesh& mesh, Format format, std::string& content, const SaveOptions& options) {
    return detail::format_any(mesh, format, content, options);
}

bool keeps_assemblies(const FilePath& given) {
    const std::filesystem::path file = given;
    return detail::format_of_extension(file) == Format::gltf;
}

Saved save_assembly(const Assembly& assembly, const FilePath& given, const SaveOptions& options) {
    const std::filesystem::path file = given;
    return detail::save_any(assembly, file, options);
}

Saved format_assembly(const Assembly& assembly, Format format, std::string& content,
                      const SaveOptions& options) {
    return detail::format_any(assembly, format, content, options);
}

}  // namespace graze::inline v1
