// Shapes in files of a folder, so that they can be dropped from memory and read again.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>

#include "graze/mesh/content_hash.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Files are named after the content of the mesh and the version of graze, so that several runs may share a
// folder. Any number of threads may call.
class ShapeFiles {
  public:
    ShapeFiles() = default;  // stores nothing
    // The folder is made when it is first needed; an empty path: a temporary folder. `keep`: files stay for
    // later runs. Otherwise the destructor removes the files that this class has named, and the folder if it
    // is then empty.
    ShapeFiles(std::filesystem::path folder, bool keep);
    ~ShapeFiles();
    ShapeFiles(ShapeFiles&& other) noexcept;
    ShapeFiles(const ShapeFiles&) = delete;
    ShapeFiles& operator=(const ShapeFiles&) = delete;
    ShapeFiles& operator=(ShapeFiles&&) = delete;

    bool keeps_for_later() const { return keep_; }

    // nullopt if the shape was never saved, or its file is damaged.
    std::optional<Shape> load(const Mesh& mesh);
    // Writes the shape unless its file exists. A failure to write is logged once; the shape is then not
    // saved.
    void save(const Shape& shape);

  private:
    std::filesystem::path file_of(const ContentHash& hash) const;
    bool make_folder();

    bool used_ = false, keep_ = false, failed_ = false;
    bool touched_ = false;  // the folder has files of this run
    std::filesystem::path folder_;
    std::mutex mutex_;
};

}  // namespace graze::inline v1::detail
