// Other files that an imported file names (a scene its objects), and which of them the importer may read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "graze/io/detail/open_descriptor.h"
#include "graze/io/import/detail/import_protocol.h"

namespace graze::inline v1::detail {

class ImportFolder {
  public:
    // Allows only regular files below the folder of `file` (find_below()), or all with `allow_outside`.
    // Formats of one file get none.
    ImportFolder(const std::filesystem::path& file, bool allow_outside);

    struct Found {
        ImportAnswer answer = ImportAnswer::missing;
        OpenDescriptor content;  // if the file is allowed
        std::uint64_t size = 0;
    };
    // `name` is relative to the folder or absolute, and untrusted. Throws Error for more files than any model
    // needs.
    Found find(const std::string& name);

  private:
    std::filesystem::path folder_;
    bool allow_outside_;
    bool names_files_;
    std::uint32_t asked_ = 0;
};

}  // namespace graze::inline v1::detail
