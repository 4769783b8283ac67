// The readers of PLY behind readers.h.
#pragma once

#include <string_view>

#include "graze/base/shared_array.h"
#include "graze/io/load.h"
#include "graze/io/ply/detail/byte_stream.h"
#include "graze/io/ply/detail/ply.h"

namespace graze::inline v1::detail {

// Reads what follows the header.
Loaded read_binary_ply(const PlyHeader& header, const PlyPlan& plan, ByteStream& stream,
                       const LoadOptions& options);
// `content` is the whole file; it is released before the mesh is made.
Loaded read_ascii_ply(const PlyHeader& header, const PlyPlan& plan, SharedArray<std::byte> content,
                      const LoadOptions& options);

}  // namespace graze::inline v1::detail
