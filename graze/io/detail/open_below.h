// Opening the files that a file names.
#pragma once

#include <filesystem>

namespace graze::inline v1::detail {

// A descriptor of the file that `name` stands for in `folder`, open for reading. Links are followed as long
// as they, and all ".." in the name, lead to something below the folder; all else is refused, whether it
// exists or not, and is not opened. Nothing that somebody changes meanwhile leads elsewhere. Neither pipes
// nor devices make it wait. Throws Error without the file's name.
int open_below(const std::filesystem::path& folder, const std::filesystem::path& name);

}  // namespace graze::inline v1::detail
