// Finds the files that a file names, and decides which of them may be read.
#pragma once

#include <filesystem>
#include <optional>

#include "graze/base/error.h"
#include "graze/io/detail/open_descriptor.h"

namespace graze::inline v1::detail {

// What a name leads to.
struct NamedFile {
    OpenDescriptor content;        // of a regular file, open for reading
    bool outside = false;          // not below the folder: nothing was opened
    std::optional<Error> problem;  // why there is no content; without the file's name
};

// Finds the file `name` of `folder`. Links are followed as long as they, and all ".." in the name, lead to
// something below the folder. All other names are outside, whether the file exists or not. Concurrent changes
// of the folder cannot redirect the path. Pipes and devices are not opened.
NamedFile find_below(const std::filesystem::path& folder, const std::filesystem::path& name);

// The same for callers that allow all files.
NamedFile find_anywhere(const std::filesystem::path& file);

}  // namespace graze::inline v1::detail
