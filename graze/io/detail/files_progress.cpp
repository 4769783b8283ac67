#include "graze/io/detail/files_progress.h"

#include <algorithm>

namespace graze::inline v1::detail {

FilesProgress::FilesProgress(Progress* watcher, std::span<const std::filesystem::path> files)
    : watcher_(watcher) {
    if (!watcher_) return;
    each_ = std::make_unique<One[]>(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::error_code error;
        const std::uintmax_t size = std::filesystem::file_size(files[i], error);
        each_[i].all = this;
        each_[i].size = error ? 1 : size + 1;  // the reader reports what is wrong with the file
        total_ += each_[i].size;
    }
}

void FilesProgress::finish(std::size_t file) {
    if (watcher_) advance(each_[file], each_[file].size);
}

void FilesProgress::One::report(std::string_view stage, std::uint64_t stage_done, std::uint64_t total) {
    if (stage != stage_) {
        if (!stage_.empty()) left_ /= 2;
        stage_ = stage;
    }
    const double of_stage =
        total == 0 ? 0 : std::min(1.0, static_cast<double>(stage_done) / static_cast<double>(total));
    const double share = 1 - left_ + left_ / 2 * of_stage;
    all->advance(*this, static_cast<std::uint64_t>(share * static_cast<double>(size)));
    if (all->watcher_->cancelled()) cancel();
}

void FilesProgress::advance(One& file, std::uint64_t done) {
    const std::lock_guard lock(mutex_);
    if (done > file.done) {
        done_ += done - file.done;
        file.done = done;
    }
    // Under the lock, so that reports come in their order; not for every small file.
    if (done_ < next_ && done_ < total_) return;
    watcher_->report("loading", done_, total_);
    next_ = done_ + std::max<std::uint64_t>(total_ / 256, 1);
}

}  // namespace graze::inline v1::detail
