// The combined progress of several files that are read at the same time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "graze/base/progress.h"

namespace graze::inline v1::detail {

// Reports the stage "loading" in bytes of all files. The reported number never decreases, whatever the order
// of the threads.
class FilesProgress {
  public:
    // `watcher` may be null.
    FilesProgress(Progress* watcher, std::span<const std::filesystem::path> files);

    // For the reader of a file, which runs on one thread; null if there is no watcher.
    Progress* of(std::size_t file) { return watcher_ ? &each_[file] : nullptr; }

    void finish(std::size_t file);

  private:
    // A file's stages are not known in advance: each stage takes half of what is left.
    class One : public Progress {
      public:
        void report(std::string_view stage, std::uint64_t done, std::uint64_t total) override;

        FilesProgress* all = nullptr;
        std::uint64_t size = 0, done = 0;  // in bytes

      private:
        std::string stage_;
        double left_ = 1;
    };
    void advance(One& file, std::uint64_t done);

    Progress* watcher_;
    std::unique_ptr<One[]> each_;
    std::mutex mutex_;
    std::uint64_t total_ = 0, done_ = 0, next_ = 0;
};

}  // namespace graze::inline v1::detail
