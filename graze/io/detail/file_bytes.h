// A whole file as shared bytes, at an address that is aligned for any array in it.
#pragma once

#include <cstddef>
#include <span>

#include "graze/base/progress.h"
#include "graze/base/shared_array.h"
#include "graze/io/detail/file_reader.h"

namespace graze::inline v1::detail {

// All results are aligned to 64 bytes. All functions throw Error without the file's name, or std::bad_alloc.
// `head` holds the bytes that were already read.
SharedArray<std::byte> read_bytes(FileReader& reader, std::span<const std::byte> head, Progress* progress);
SharedArray<std::byte> map_bytes(const FileReader& reader);
SharedArray<std::byte> copy_bytes(std::span<const std::byte> content);

}  // namespace graze::inline v1::detail
