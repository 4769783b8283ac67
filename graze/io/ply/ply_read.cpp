// PLY from memory, or from a file; binary files are never held as a whole.
#include <algorithm>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/file_bytes.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/ply/detail/ply_read.h"

namespace graze::inline v1::detail {
namespace {

// Larger than any header; a file of another kind is not searched to its end.
constexpr std::size_t max_header_size = std::size_t{16} << 20;

// Reads until `head` holds the header.
void complete_header(FileReader& reader, std::vector<std::byte>& head) {
    while (!ply_header_size(as_text(head)) &&
           head.size() < std::min<std::uint64_t>(reader.size(), max_header_size)) {
        const std::size_t had = head.size();
        head.resize(static_cast<std::size_t>(std::min<std::uint64_t>(reader.size(), 2 * had)));
        reader.read(std::span(head).subspan(had));
    }
}

}  // namespace

Loaded read_ply(SharedArray<std::byte> content, const LoadOptions& options) {
    const PlyHeader header = read_ply_header(as_text(content));
    const PlyPlan plan = plan_ply(header, content.size() - header.size);
    if (header.encoding == PlyEncoding::ascii)
        return read_ascii_ply(header, plan, std::move(content), options);
    ByteStream stream(std::span(content.data(), content.size()).subspan(header.size));
    return read_binary_ply(header, plan, stream, options);
}

Loaded load_ply(FileReader& reader, std::span<const std::byte> first, const LoadOptions& options) {
    std::vector<std::byte> head(first.begin(), first.end());
    complete_header(reader, head);
    const PlyHeader header = read_ply_header(as_text(head));
    const PlyPlan plan = plan_ply(header, reader.size() - header.size);
    if (header.encoding == PlyEncoding::ascii)
        return read_ascii_ply(header, plan, read_bytes(reader, head, options.progress), options);
    ByteStream stream(reader, std::span(head).subspan(header.size), reader.size() - head.size());
    return read_binary_ply(header, plan, stream, options);
}

}  // namespace graze::inline v1::detail
