// Shapes with their trees in files (.graze): saved once, loaded without building the tree.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "graze/base/file_path.h"
#include "graze/base/progress.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

struct SavedShapeOptions {
    // Maps the file instead of reading it into memory, so that processes share one copy. The file must not
    // change while the shape or a copy of it lives: if it shrinks, the system ends the program (SIGBUS); if
    // it is overwritten in place, answers are undefined. save_shape and save_mesh do neither: they replace
    // the old file by a new one.
    bool map = false;
    // Without this, damage that leaves the file well-formed goes unnoticed. Everything that keeps queries
    // safe is checked nevertheless.
    bool verify_checksum = true;
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"
};

// Writes the same bytes for the same shape, on every machine and for any number of threads. The file appears
// when it is complete, as with save_mesh. Throws Error if the file cannot be written.
void save_shape(const Shape& shape, const FilePath& file, Progress* progress = nullptr);

// Throws Error, with the problem, for files that are missing, foreign, truncated, damaged, of another
// version, or that no shape could have been saved to.
Shape load_shape(const FilePath& file, const SavedShapeOptions& options = {});

// The name of the kind of shape that a file holds; none if it is not a saved shape. Reads only a little of
// the file and does not look for damage: a file whose kind is not found is said to hold a mesh. Throws Error
// if the file cannot be read.
std::optional<std::string> kind_of_saved_shape(const FilePath& file);

// The same in memory: format_shape appends to `content` and leaves it unchanged on Error; `name` stands for
// the file in messages; `options.map` is ignored.
void format_shape(const Shape& shape, std::string& content);
Shape parse_shape(std::span<const std::byte> content, const std::string& name,
                  const SavedShapeOptions& options = {});

}  // namespace graze::inline v1
