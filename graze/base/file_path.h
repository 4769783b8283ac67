// The name of a file, as people and programs give it.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/base/platform.h"

namespace graze::inline v1 {

namespace detail {

template <typename T>
concept IsPath = requires(const T& path) {
    { path.string() } -> std::convertible_to<std::string>;
    path.native();
    path.lexically_normal();
};

}  // namespace detail

// Made from text or from a std::filesystem::path, and convertible to one. A type of its own, because
// <filesystem> is expensive to compile; those who use it include it.
class FilePath {
  public:
    FilePath() = default;
    FilePath(const char* text) : text_(text) {}
    FilePath(std::string_view text) : text_(text) {}
    FilePath(std::string text) : text_(std::move(text)) {}
    template <detail::IsPath Path>
    FilePath(const Path& path) : text_(path.string()) {}
    template <typename Entry>  // std::filesystem::directory_entry
        requires requires(const Entry& entry) {
            { entry.path() } -> detail::IsPath;
        }
    FilePath(const Entry& entry) : text_(entry.path().string()) {}

    const std::string& string() const { return text_; }
    bool empty() const { return text_.empty(); }
    void clear() { text_.clear(); }

    template <detail::IsPath Path>
    operator Path() const {
        return Path(text_);
    }

    friend bool operator==(const FilePath& a, const FilePath& b) { return a.text_ == b.text_; }

  private:
    std::string text_;
};

// Several of them: written in braces, or any range of what a FilePath is made from.
class FilePaths {
  public:
    FilePaths(std::initializer_list<FilePath> files) : files_(files) {}
    FilePaths(std::vector<FilePath> files) : files_(std::move(files)) {}
    template <typename Range>
        requires(!detail::IsPath<Range>) && requires(const Range& range) {
            { *range.begin() } -> std::convertible_to<FilePath>;
            range.end();
        }
    FilePaths(const Range& range) : files_(range.begin(), range.end()) {}

    const std::vector<FilePath>& list() const { return files_; }

  private:
    std::vector<FilePath> files_;
};

}  // namespace graze::inline v1
