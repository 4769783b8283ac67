// Reads the output of an importer program. The output is untrusted like any file: the file that the program
// read may have subverted it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "graze/base/progress.h"
#include "graze/io/detail/readers.h"

namespace graze::inline v1::detail {

// Fills `into` completely; throws Error if it cannot.
using PullBytes = std::function<void(std::span<std::byte> into)>;

// Answers an importer that requests the file of that name; throws Error if it cannot.
using GiveFile = std::function<void(const std::string& name)>;

// Merges vertices of a mesh with equal coordinates. Throws the Error that the stream reports, or one for
// anything that is not such a stream. `unit` is for files without a unit. Memory grows with the bytes read,
// never with a number in the stream.
PartsFile read_import_stream(const PullBytes& pull, std::optional<double> unit, Progress* progress,
                             const GiveFile& give_file = {});

}  // namespace graze::inline v1::detail
