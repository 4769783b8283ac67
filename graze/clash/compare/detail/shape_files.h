// Shapes in files of a folder, to be dropped from memory and had again.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>

#include "graze/mesh/content_hash.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Files are named after the content of the mesh and the version of graze, so that several runs may share a
// folder. Any number of threads may use it.
class ShapeFiles {
  public:
    ShapeFiles() = default;  // keeps nothing
    // The folder is made when it is first needed. An empty one: a temporary folder. `keep`: files stay for
    // later runs; else those that are named as ours go, and the folder if it is empty then.
    ShapeFiles(std::filesystem::path folder, bool keep);
    ~ShapeFiles();
    ShapeFiles(ShapeFiles&& other) noexcept;
    ShapeFiles(const ShapeFiles&) = delete;
    ShapeFiles& operator=(const ShapeFiles&) = delete;
    ShapeFiles& operator=(ShapeFiles&&) = delete;

    bool keeps_for_later() const { return keep_; }

    // None if it was never saved, or its file is damaged.
    std::optional<Shape> load(const Mesh& mesh);
    // Unless it is there. If it cannot be written, which is logged once, it is not.
    void save(const Shape& shape);

  private:
    std::filesystem::path file_of(const ContentHash& hash) const;
    bool make_folder();

    bool used_ = false, keep_ = false, failed_ = false;
    bool touched_ = false;  // files of this run are in the folder
    std::filesystem::path folder_;
    std::mutex mutex_;
};

}  // namespace graze::inline v1::detail
