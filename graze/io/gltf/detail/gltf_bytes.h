// The binary data of a glTF file: the chunks of a GLB file, data in URIs, files beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/io/detail/file_reader.h"
#include "graze/io/gltf/detail/gltf_json.h"

namespace graze::inline v1::detail {

// Views into the file.
struct GltfChunks {
    std::string_view json;
    std::optional<std::span<const std::byte>> binary;
    std::uint64_t trailing_bytes = 0, unknown_chunks = 0;
};

// Of a GLB file, or of a file that is entirely JSON.
GltfChunks gltf_chunks(std::span<const std::byte> content);

// Decodes base64; throws for white space, truncated data and everything else that is not base64.
std::vector<std::byte> decode_base64(std::string_view text);

// The folder of the files that a file names.
struct GltfFolder {
    // None: the file is in memory, and files that it names are refused.
    std::optional<std::filesystem::path> path;
    bool allow_outside = false;  // as in LoadOptions
};

// The buffers of a file. Of other files only the requested bytes are read. Throws Error naming the buffer.
class GltfBytes {
  public:
    // All arguments must outlive this object.
    GltfBytes(const std::vector<GltfBuffer>& buffers, const GltfChunks& chunks, const GltfFolder& folder);

    // The size of a buffer in bytes. Throws if the buffer has fewer bytes than it declares.
    std::uint64_t size(std::size_t buffer);
    // Some bytes of a buffer, which must be within its size. Of `available` bytes from the offset on, a few
    // more may be read ahead: never more than were asked for so far, and a little.
    std::span<const std::byte> bytes(std::size_t buffer, std::uint64_t offset, std::uint64_t length,
                                     std::uint64_t available = 0);

    // All bytes that were read besides the file itself: at most twice the size of the files, and for each
    // file at most twice the size of the largest buffer.
    std::uint64_t fetched_bytes() const { return fetched_bytes_; }
    // With the file itself: the base of limits.
    std::uint64_t all_bytes() const {
        return chunks_.json.size() + (chunks_.binary ? chunks_.binary->size() : 0) + fetched_bytes_;
    }

  private:
    // A file, under all names that buffers use for it.
    struct File {
        // By their start; they may overlap. Of those with one start, the longest comes last.
        std::multimap<std::uint64_t, std::vector<std::byte>> pieces;
        std::vector<std::byte> whole;  // if pieces would be more than that
        std::uint64_t in_pieces = 0, asked_for = 0;
    };
    struct Buffer {
        std::optional<std::span<const std::byte>> in_memory;
        File* file = nullptr;
    };

    void open(std::size_t index, Buffer& buffer);
    void decode(const std::string& uri, Buffer& buffer);
    // Of a buffer that names a file.
    const std::string& uri_of(std::size_t index) const;
    FileReader& reader_of(std::size_t index);
    std::span<const std::byte> piece(File& file, std::size_t index, std::uint64_t offset,
                                     std::uint64_t length, std::uint64_t available);
    std::vector<std::byte> read(std::size_t index, std::uint64_t offset, std::uint64_t length);

    const std::vector<GltfBuffer>& sources_;
    const GltfChunks& chunks_;
    const GltfFolder& folder_;
    std::vector<std::optional<Buffer>> buffers_;
    std::map<FileReader::Identity, File> files_;
    std::vector<std::vector<std::byte>> decoded_;
    // Only the file that was used last: there may be more files than a process may have open.
    std::optional<FileReader> reader_;
    std::size_t reader_index_ = 0;
    std::uint64_t most_ = 0;  // bytes of the largest buffer
    std::uint64_t fetched_bytes_ = 0;
};

}  // namespace graze::inline v1::detail
