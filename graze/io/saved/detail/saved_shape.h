// The reader and the writer behind saved_shape.h. They throw Error without the file's name.
#pragma once

#include <cstddef>
#include <span>

#include "graze/base/shared_array.h"
#include "graze/io/detail/output.h"
#include "graze/io/saved_shape.h"

namespace graze::inline v1::detail {

// Whether a file with this start claims to be a saved shape.
bool is_saved_shape(std::span<const std::byte> head);

// `bytes` are aligned to 64; the shape uses them without copying.
Shape read_saved_shape(SharedArray<std::byte> bytes, const SavedShapeOptions& options);

void write_saved_shape(const Shape& shape, Output& output, Progress* progress);

}  // namespace graze::inline v1::detail
