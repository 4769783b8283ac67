// Reads what an importer program writes. It is believed no more than a file from a stranger: the program may
// have been led astray by the file it read.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "graze/base/progress.h"
#include "graze/io/detail/readers.h"

namespace graze::inline v1::detail {

// Fills `into` completely; throws Error where it cannot.
using PullBytes = std::function<void(std::span<std::byte> into)>;

// Answers the importer that wants to read the file of that name; throws Error where it cannot.
using GiveFile = std::function<void(const std::string& name)>;

// Vertices of a mesh with equal coordinates become one. Throws the Error that the stream reports, or one for
// anything that is no such stream. `unit` is for files that do not say theirs. Memory grows with what has
// been read, never with what a number in the stream says.
PartsFile read_import_stream(const PullBytes& pull, std::optional<double> unit, Progress* progress,
                             const GiveFile& give_file = {});

}  // namespace graze::inline v1::detail
