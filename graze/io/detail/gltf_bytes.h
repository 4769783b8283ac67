// The bytes behind a glTF file: the chunks of a GLB file, data in URIs, files beside it.
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

#include "graze/io/detail/gltf_json.h"

namespace graze::inline v1::detail {

// Views into the file.
struct GltfChunks {
    std::string_view json;
    std::optional<std::span<const std::byte>> binary;
    std::uint64_t trailing_bytes = 0, unknown_chunks = 0;
};

// Of a GLB file, or of one that is JSON as a whole.
GltfChunks gltf_chunks(std::span<const std::byte> content);

// What base64 stands for; white space and a missing end are refused as all else that is not base64.
std::vector<std::byte> decode_base64(std::string_view text);

// The buffers of a file, fetched when they are first used. Throws Error naming the buffer.
class GltfBytes {
  public:
    // `folder` is where other files are looked for; without it they are refused. All arguments must outlive
    // this.
    GltfBytes(const std::vector<GltfBuffer>& buffers, const GltfChunks& chunks,
              const std::optional<std::filesystem::path>& folder);

    std::span<const std::byte> buffer(std::size_t index);

    // All that was fetched besides the file itself.
    std::uint64_t fetched_bytes() const { return fetched_bytes_; }

  private:
    std::span<const std::byte> fetch(const std::string& uri);
    std::span<const std::byte> keep(const std::string& key, std::vector<std::byte> bytes);
    std::filesystem::path file_of(const std::string& uri) const;

    const std::vector<GltfBuffer>& buffers_;
    const GltfChunks& chunks_;
    const std::optional<std::filesystem::path>& folder_;
    // By file or data URI: buffers that lie in one place share it.
    std::map<std::string, std::vector<std::byte>> fetched_;
    std::uint64_t fetched_bytes_ = 0;
};

}  // namespace graze::inline v1::detail
