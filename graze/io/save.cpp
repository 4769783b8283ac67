#include "graze/io/save.h"

#include <algorithm>

#include "graze/base/error.h"
#include "graze/io/detail/formats.h"
#include "graze/io/detail/output.h"
#include "graze/io/detail/saved_shape.h"
#include "graze/io/detail/writers.h"

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

Saved write(const Mesh& mesh, Format format, Output& output, const SaveOptions& options) {
    if (format == Format::graze) {
        const Shape shape(mesh, TreeOptions{.threads = options.threads, .progress = options.progress});
        write_saved_shape(shape, output, options.progress);
        return {};  // it holds everything
    }
    if (format == Format::obj) return write_obj(mesh, output, options.progress);
    return options.ascii ? write_ascii_stl(mesh, output, options.progress)
                         : write_binary_stl(mesh, output, options.progress);
}

}  // namespace
}  // namespace detail

Saved save_mesh(const Mesh& mesh, const std::filesystem::path& file, const SaveOptions& options) {
    try {
        const std::optional<Format> format =
            options.format ? options.format : detail::format_of_extension(file);
        if (!format)
            throw Error("is of a kind that is not known", {},
                        "name it .stl, .obj or .graze, or say the format");
        detail::FileOutput output(file);
        const Saved saved = detail::write(mesh, *format, output, options);
        output.finish();
        return saved;
    } catch (const Error& e) {
        throw e.within(detail::printable(file.string()));
    }
}

Saved format_mesh(const Mesh& mesh, Format format, std::string& content, const SaveOptions& options) {
    const std::size_t before = content.size();
    try {
        detail::StringOutput output(content);
        const Saved saved = detail::write(mesh, format, output, options);
        output.flush();
        return saved;
    } catch (...) {
        content.resize(before);
        throw;
    }
}

}  // namespace graze::inline v1
