#include "graze/io/load.h"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <stdexcept>

#include "graze/base/error.h"
#include "graze/io/detail/file_reader.h"
#include "graze/io/detail/formats.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/detail/ticker.h"

namespace graze::inline v1 {
namespace {

using namespace detail;

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Loaded parse(std::string_view content, Format format, const LoadOptions& options) {
    if (content.empty()) throw Error("is empty");
    return format == Format::stl ? read_stl(content, options) : read_obj(content, options);
}

// Binary STL is by far the largest format and needs no look ahead: it goes through a small buffer.
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
    if (is_binary_stl(head, size) || is_ascii_stl(as_text(head))) return Format::stl;
    if (const auto format = format_of_extension(file)) return *format;
    throw Error("is of a kind that is not known", {}, "name it .stl or .obj, or say the format");
}

Loaded load(const std::filesystem::path& file, const LoadOptions& options) {
    FileReader reader(file);
    std::array<std::byte, 4096> first;
    const std::span head(first.data(),
                         static_cast<std::size_t>(std::min<std::uint64_t>(first.size(), reader.size())));
    const std::span binary_head = head.first(std::min(head.size(), stl_header_size));
    reader.read(binary_head);
    if (options.format.value_or(Format::stl) == Format::stl && is_binary_stl(binary_head, reader.size()))
        return load_binary_stl(reader, stl_facet_count(binary_head), options);
    reader.read(head.subspan(binary_head.size()));
    const Format format = format_of(file, head, reader.size(), options);

    // Not a vector: it would be filled with zeros first.
    const auto size = static_cast<std::size_t>(reader.size());
    const auto content = std::make_unique_for_overwrite<std::byte[]>(size);
    std::ranges::copy(head, content.get());
    Ticker ticker(options.progress, "reading", size);
    for (std::size_t done = head.size(); done < size;) {
        ticker.at(done);
        const std::size_t n = std::min<std::size_t>(size - done, 4 << 20);
        reader.read({content.get() + done, n});
        done += n;
    }
    return parse(as_text({content.get(), size}), format, options);
}

// Says which file it was.
template <typename Work>
Loaded naming(const std::string& name, Work&& work) {
    try {
        return work();
    } catch (const Error& e) {
        throw e.within(printable(name));
    } catch (const std::bad_alloc&) {
        throw Error("is too large for the memory there is", printable(name));
    } catch (const std::length_error&) {
        throw Error("is too large for the memory there is", printable(name));
    }
}

}  // namespace

Loaded load_mesh(const std::filesystem::path& file, const LoadOptions& options) {
    return naming(file.string(), [&] { return load(file, options); });
}

Loaded parse_mesh(std::span<const std::byte> content, Format format, const std::string& name,
                  const LoadOptions& options) {
    return naming(name, [&] { return parse(as_text(content), format, options); });
}

}  // namespace graze::inline v1
