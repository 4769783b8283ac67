#include "graze/io/detail/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <system_error>

#include "graze/base/error.h"
#include "graze/io/detail/system_message.h"

namespace graze::inline v1::detail {
namespace {

// The end of a chain of symbolic links, even if no file exists there yet.
std::filesystem::path behind_links(std::filesystem::path file) {
    std::error_code error;
    for (int links = 0; std::filesystem::is_symlink(file, error); ++links) {
        const std::filesystem::path target = std::filesystem::read_symlink(file, error);
        if (error || links == 40) throw Error("cannot be written: too many symbolic links");
        file = target.is_absolute() ? target : file.parent_path() / target;
    }
    return file;
}

// Replacing a file that is not regular (/dev/null, say) would do harm.
std::optional<mode_t> permissions_of_existing(const std::filesystem::path& file) {
    struct stat status{};
    if (::stat(file.c_str(), &status) != 0) return {};
    if (S_ISDIR(status.st_mode)) throw Error("is a folder; it cannot be replaced by a file");
    if (!S_ISREG(status.st_mode)) throw Error("is a pipe, socket or device; only files are written");
    return static_cast<mode_t>(status.st_mode & 07777);
}

}  // namespace

void Output::write(std::string_view text) {
    if (text.size() > most_at_once) {
        flush();
        send(text);
        return;
    }
    char* const p = room(text.size());
    std::memcpy(p, text.data(), text.size());
    end_at(p + text.size());
}

void Output::flush() {
    if (used_ > 0) send({buffer_.get(), used_});
    used_ = 0;
}

FileOutput::FileOutput(const std::filesystem::path& file) : file_(behind_links(file)) {
    const std::optional<mode_t> permissions = permissions_of_existing(file_);
    static std::atomic<unsigned> counter{0};
    do {
        temporary_ = file_;
        temporary_ += '.';
        temporary_ += std::to_string(::getpid());
        temporary_ += '-';
        temporary_ += std::to_string(counter++);
        temporary_ += ".tmp";
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0) throw Error("cannot be written: " + system_message(errno));
    // A failure is ignored: some file systems have no permissions.
    if (permissions) static_cast<void>(::fchmod(descriptor_, *permissions) == 0);
}

FileOutput::~FileOutput() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileOutput::finish() {
    flush();
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0 || std::rename(temporary_.c_str(), file_.c_str()) != 0)
        throw Error("cannot be written: " + system_message(errno));
    temporary_.clear();
}

void FileOutput::send(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw Error("cannot be written: " + system_message(errno));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace graze::inline v1::detail
