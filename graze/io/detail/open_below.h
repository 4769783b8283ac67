// Opens the files that a file names.
#pragma once

#include <filesystem>

namespace graze::inline v1::detail {

// Opens the file `name` of `folder` for reading and returns a descriptor. Links are followed as long as they,
// and all ".." in the name, lead to something below the folder. All other names throw, whether the file
// exists or not, and the file is not opened. Concurrent changes of the folder cannot redirect the path.
// Neither pipes nor devices block. Throws Error without the file's name.
int open_below(const std::filesystem::path& folder, const std::filesystem::path& name);

}  // namespace graze::inline v1::detail
