// Shapes with their trees in files (.graze): saved once, loaded without building.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "graze/base/progress.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct SavedShapeOptions {
    // Uses the file where it lies instead of reading it into memory, so that processes share one copy. The
    // file must not change while the shape or a copy of it lives: if it shrinks, the system ends the program
    // (SIGBUS); if it is overwritten in place, answers are undefined. save_shape and save_mesh never do
    // either: they put a new file in the place of the old one.
    bool map = false;
    // Off, damage goes unnoticed where it leaves the file well-formed. Everything that keeps queries safe is
    // checked all the same.
    bool verify_checksum = true;
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"
};

// The same bytes for the same shape, on every machine and for any number of threads. The file appears when
// complete, as with save_mesh. Throws Error if it cannot be written.
void save_shape(const Shape& shape, const std::filesystem::path& file, Progress* progress = nullptr);

// Throws Error, saying what is wrong, for files that are missing, foreign, truncated, damaged, of another
// version, or that no shape could have been saved to.
Shape load_shape(const std::filesystem::path& file, const SavedShapeOptions& options = {});

// The same in memory: format_shape appends to `content` and leaves it as before on Error; `name` stands for
// the file in messages; `options.map` plays no part.
void format_shape(const Shape& shape, std::string& content);
Shape parse_shape(std::span<const std::byte> content, const std::string& name,
                  const SavedShapeOptions& options = {});

}  // namespace graze::inline v1
