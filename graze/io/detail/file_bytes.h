// A whole file as bytes that are shared, at an address that suits any array in it.
#pragma once

#include <cstddef>
#include <span>

#include "graze/base/progress.h"
#include "graze/base/shared_array.h"
#include "graze/io/detail/file_reader.h"

namespace graze::inline v1::detail {

// All aligned to 64 bytes. All throw Error without the file's name, or std::bad_alloc. `head` is what was
// read already.
SharedArray<std::byte> read_bytes(FileReader& reader, std::span<const std::byte> head, Progress* progress);
SharedArray<std::byte> map_bytes(const FileReader& reader);
SharedArray<std::byte> copy_bytes(std::span<const std::byte> content);

}  // namespace graze::inline v1::detail
