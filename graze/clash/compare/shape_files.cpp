#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/log.h"
#include "graze/base/version.h"
#include "graze/clash/compare/detail/shape_files.h"
#include "graze/io/saved_shape.h"

namespace graze::inline v1::detail {
namespace {

// Trees of other versions may differ, and with them the last digits of volumes.
std::string file_name(const ContentHash& hash) {
    return hash.hex() + "-" + version() + ".graze";
}

bool is_ours(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    const std::string ending = file_name({}).substr(32);
    return name.size() == 32 + ending.size() && name.ends_with(ending) &&
           name.find_first_not_of("0123456789abcdef") == 32;
}

}  // namespace

ShapeFiles::ShapeFiles(std::filesystem::path folder, bool keep)
    : used_(true), keep_(keep), folder_(std::move(folder)) {}

ShapeFiles::ShapeFiles(ShapeFiles&& other) noexcept
    : used_(std::exchange(other.used_, false)),
      keep_(other.keep_),
      failed_(other.failed_),
      touched_(other.touched_),
      folder_(std::move(other.folder_)) {}

ShapeFiles::~ShapeFiles() {
    if (!used_ || keep_ || !touched_ || folder_.empty()) return;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored))
        if (is_ours(entry.path())) std::filesystem::remove(entry.path(), ignored);
    std::filesystem::remove(folder_, ignored);  // fails if the folder has other files
}

std::filesystem::path ShapeFiles::file_of(const ContentHash& hash) const {
    return folder_ / file_name(hash);
}

// Uses the mesh in memory: the mesh in the file is needed only while the file is loaded.
std::optional<Shape> ShapeFiles::load(const Mesh& mesh) {
    {
        const std::lock_guard lock(mutex_);
        if (!used_ || folder_.empty()) return std::nullopt;
        touched_ = true;
    }
    const std::filesystem::path file = file_of(content_hash(mesh));
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return std::nullopt;
    try {
        const Shape saved = load_shape(file, {.map = true});
        return Shape(mesh, saved.tree());
    } catch (const Error& e) {
        log(LogLevel::warning, std::string(e.what()) + "; it is built again");
        std::filesystem::remove(file, error);
        return std::nullopt;
    }
}

void ShapeFiles::save(const Shape& shape) {
    if (!make_folder()) return;
    const std::filesystem::path file = file_of(shape.content_hash());
    std::error_code error;
    if (std::filesystem::exists(file, error)) return;
    try {
        save_shape(shape, file);
    } catch (const std::exception& e) {  // memory may be short here, too
        const std::lock_guard lock(mutex_);
        if (!std::exchange(failed_, true))
            log(LogLevel::warning,
                std::string(e.what()) + "; shapes that do not fit in memory are built again");
    }
}

bool ShapeFiles::make_folder() {
    const std::lock_guard lock(mutex_);
    if (!used_ || failed_) return false;
    touched_ = true;
    std::error_code error;
    if (folder_.empty()) {
        std::string name = (std::filesystem::temp_directory_path(error) / "graze-shapes-XXXXXX").string();
        if (!error && ::mkdtemp(name.data()) != nullptr) folder_ = name;
    } else {
        std::filesystem::create_directories(folder_, error);
    }
    failed_ = error || folder_.empty();
    if (failed_)
        log(LogLevel::warning,
            "there is no folder for shapes that do not fit in memory; they are built again");
    return !failed_;
}

}  // namespace graze::inline v1::detail
