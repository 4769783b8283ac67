#include "graze/io/gltf/detail/gltf_bytes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/bytes.h"
#include "graze/io/detail/open_below.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/gltf/detail/glb_layout.h"

namespace graze::inline v1::detail {
namespace {

// Removes the first chunk from `rest` and returns it. Chunks end at multiples of four, but not all programs
// respect that at the end of the file.
std::span<const std::byte> take_chunk(std::span<const std::byte>& rest, std::uint32_t& type) {
    if (rest.size() < glb_chunk_header_size) throw Error("is truncated: it ends inside a chunk");
    const std::uint32_t length = load_u32(rest.data());
    type = load_u32(rest.data() + 4);
    rest = rest.subspan(glb_chunk_header_size);
    if (length > rest.size())
        throw Error("is truncated: a chunk of " + std::to_string(length) + " bytes has only " +
                    std::to_string(rest.size()));
    const std::span chunk = rest.first(length);
    rest = rest.subspan(length);
    return chunk;
}

GltfChunks glb_chunks(std::span<const std::byte> content) {
    if (content.size() < glb_header_size) throw Error("is truncated: it ends inside its header");
    const std::uint32_t version = load_u32(content.data() + 4), length = load_u32(content.data() + 8);
    if (version != 2)
        throw Error("is a GLB file of version " + std::to_string(version), {}, "export it as glTF 2.0");
    if (length < glb_header_size || length > content.size())
        throw Error("is truncated: it says that it has " + std::to_string(length) + " bytes, and has " +
                    std::to_string(content.size()));
    GltfChunks chunks;
    chunks.trailing_bytes = content.size() - length;
    std::span rest = content.subspan(glb_header_size, length - glb_header_size);
    std::uint32_t type = 0;
    chunks.json = as_text(take_chunk(rest, type));
    if (type != glb_json_chunk) throw Error("is not a GLB file: its first chunk is not JSON");
    while (!rest.empty()) {
        const std::span chunk = take_chunk(rest, type);
        if (type == glb_binary_chunk && !chunks.binary)
            chunks.binary = chunk;
        else
            ++chunks.unknown_chunks;
    }
    return chunks;
}

constexpr std::array<std::int8_t, 256> base64_values = [] {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < digits.size(); ++i)
        values[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
    return values;
}();

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// "%20" becomes a blank.
std::string percent_decoded(std::string_view uri) {
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const int high = uri[i] == '%' && i + 2 < uri.size() ? hex_digit(uri[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(uri[i + 2]) : -1;
        if (low >= 0) {
            text += static_cast<char>(16 * high + low);
            i += 2;
        } else {
            text += uri[i];
        }
    }
    return text;
}

// "https:" and the like; also "C:".
bool has_scheme(std::string_view uri) {
    const std::size_t colon = uri.find(':');
    return colon != std::string_view::npos &&
           uri.substr(0, colon).find_first_of("/\\%") == std::string_view::npos;
}

}  // namespace

GltfChunks gltf_chunks(std::span<const std::byte> content) {
    if (is_glb(as_text(content))) return glb_chunks(content);
    GltfChunks chunks;
    chunks.json = as_text(content);
    if (looks_binary(chunks.json)) throw Error("is not a glTF file: it is neither GLB nor text");
    return chunks;
}

std::vector<std::byte> decode_base64(std::string_view text) {
    for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
    if (text.size() % 4 == 1) throw Error("its data URI is truncated");
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        const std::int8_t value = base64_values[static_cast<unsigned char>(c)];
        if (value < 0) throw Error("its data URI has a character that is not base64");
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push_back(static_cast<std::byte>(bits >> count & 0xff));
    }
    return bytes;
}

GltfBytes::GltfBytes(const std::vector<GltfBuffer>& buffers, const GltfChunks& chunks,
                     const GltfFolder& folder)
    : sources_(buffers), chunks_(chunks), folder_(folder), buffers_(buffers.size()) {
    for (const GltfBuffer& buffer : buffers) most_ = std::max(most_, buffer.byte_length);
}

std::uint64_t GltfBytes::size(std::size_t index) {
    const auto name = [&] { return "buffer " + std::to_string(index); };
    if (index >= sources_.size())
        throw Error("is not in the file, which has " + std::to_string(sources_.size()), name());
    if (!buffers_[index]) {
        try {
            Buffer buffer;
            open(index, buffer);
            buffers_[index] = buffer;
        } catch (const Error& e) {
            throw e.within(name());
        }
    }
    return sources_[index].byte_length;
}

std::span<const std::byte> GltfBytes::bytes(std::size_t index, std::uint64_t offset, std::uint64_t length,
                                            std::uint64_t available) {
    size(index);
    const std::optional<Buffer>& opened = buffers_[index];
    if (!opened) throw Error("has no data");
    const Buffer& buffer = *opened;
    if (buffer.in_memory)
        return buffer.in_memory->subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    try {
        return piece(*buffer.file, index, offset, length, available);
    } catch (const Error& e) {
        throw e.within("buffer " + std::to_string(index));
    }
}

void GltfBytes::open(std::size_t index, Buffer& buffer) {
    const GltfBuffer& source = sources_[index];
    std::uint64_t there = 0;
    if (source.uri && !source.uri->starts_with("data:")) {
        const FileReader& reader = reader_of(index);
        there = reader.size();
        buffer.file = &files_[reader.identity()];
    } else {
        if (source.uri) {
            decode(*source.uri, buffer);
        } else {
            if (index != 0 || !chunks_.binary) throw Error("has no data");
            buffer.in_memory = *chunks_.binary;
        }
        there = buffer.in_memory ? buffer.in_memory->size() : 0;
    }
    if (there < source.byte_length)
        throw Error("is truncated: it has " + std::to_string(there) + " bytes of " +
                    std::to_string(source.byte_length));
}

void GltfBytes::decode(const std::string& uri, Buffer& buffer) {
    const std::size_t comma = uri.find(',');
    if (comma == std::string::npos || !std::string_view(uri).substr(0, comma).ends_with(";base64"))
        throw Error("its data URI is not base64");
    decoded_.push_back(decode_base64(std::string_view(uri).substr(comma + 1)));
    fetched_bytes_ += decoded_.back().size();
    buffer.in_memory = decoded_.back();
}

const std::string& GltfBytes::uri_of(std::size_t index) const {
    const std::optional<std::string>& uri = sources_[index].uri;
    if (!uri) throw Error("has no data");
    return *uri;
}

FileReader& GltfBytes::reader_of(std::size_t index) {
    if (reader_ && reader_index_ == index) return *reader_;
    const std::string& uri = uri_of(index);
    const std::string name = percent_decoded(uri);
    const bool is_absolute = name.starts_with('/') || name.starts_with('\\');
    if (has_scheme(uri) || (is_absolute && !folder_.allow_outside))
        throw Error("lies at " + excerpt(uri) + ", and only files named relative to this one are read", {},
                    "put the file beside it, or export as GLB");
    if (name.empty() || name.find('\0') != std::string::npos) throw Error("its URI names no file");
    if (!folder_.path)
        throw Error("is in the file " + excerpt(name) + ", which cannot be read from memory", {},
                    "read it from its file, or export as GLB");
    try {
        reader_.reset();
        NamedFile named =
            folder_.allow_outside ? find_anywhere(*folder_.path / name) : find_below(*folder_.path, name);
        if (named.problem) throw *named.problem;
        reader_.emplace(named.content.release());
        reader_index_ = index;
    } catch (const Error& e) {
        throw e.within(shortened(uri));
    }
    return *reader_;
}

// Many pieces of one file could overlap: at most the whole file is read once more.
std::span<const std::byte> GltfBytes::piece(File& file, std::size_t index, std::uint64_t offset,
                                            std::uint64_t length, std::uint64_t available) {
    file.asked_for += length;
    const auto within = [&](const std::vector<std::byte>& bytes, std::uint64_t start) {
        return start <= offset && offset - start + length <= bytes.size();
    };
    const auto part = [&](const std::vector<std::byte>& bytes, std::uint64_t start) {
        return std::span(bytes).subspan(static_cast<std::size_t>(offset - start),
                                        static_cast<std::size_t>(length));
    };
    if (within(file.whole, 0)) return part(file.whole, 0);
    auto last = file.pieces.upper_bound(offset);
    if (last != file.pieces.begin() && within((--last)->second, last->first))
        return part(last->second, last->first);
    const std::uint64_t most = std::min(most_, reader_of(index).size());
    // Bytes that were read before are in use.
    if (!file.whole.empty() || offset + length > most)
        throw Error("changed while being read", shortened(uri_of(index)),
                    "try again when nobody writes to it");
    if (file.in_pieces + length > most) {
        file.whole = read(index, 0, most);
        return part(file.whole, 0);
    }
    // A file of many small parts has its data side by side: a call of the system for each would take long.
    constexpr std::uint64_t little = 1 << 16;
    const std::uint64_t allowed_in_all = 2 * file.asked_for + little;
    const std::uint64_t allowed = allowed_in_all - std::min(file.in_pieces, allowed_in_all);
    const std::uint64_t ahead = std::min({available, little, allowed, most - file.in_pieces, most - offset});
    const std::uint64_t taken = std::max(length, ahead);
    file.in_pieces += taken;
    const std::vector<std::byte>& read_now = file.pieces.emplace(offset, read(index, offset, taken))->second;
    return part(read_now, offset);
}

std::vector<std::byte> GltfBytes::read(std::size_t index, std::uint64_t offset, std::uint64_t length) {
    FileReader& reader = reader_of(index);
    try {
        std::vector<std::byte> bytes(static_cast<std::size_t>(length));
        reader.go_to(offset);
        reader.read(bytes);
        fetched_bytes_ += length;
        return bytes;
    } catch (const Error& e) {
        throw e.within(shortened(uri_of(index)));
    }
}

}  // namespace graze::inline v1::detail
