#include "graze/io/detail/file_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "graze/base/error.h"
#include "graze/io/detail/system_message.h"

namespace graze::inline v1::detail {

FileReader::FileReader(const std::filesystem::path& file) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0) {
        if (errno == ENOENT) throw Error("there is no such file");
        throw Error("cannot be opened: " + system_message(errno));
    }
    examine();
}

FileReader::FileReader(int descriptor) : descriptor_(descriptor) {
    examine();
}

void FileReader::examine() {
    struct stat status{};
    const int failed = ::fstat(descriptor_, &status);
    const int error = errno;
    const auto refuse = [&](const std::string& problem) {
        ::close(descriptor_);
        throw Error(problem);
    };
    if (failed != 0) refuse("cannot be examined: " + system_message(error));
    if (S_ISDIR(status.st_mode)) refuse("is a folder, not a file");
    if (!S_ISREG(status.st_mode)) refuse("is not a regular file but a pipe, socket or device");
    if (status.st_size == 0) refuse("is empty");
    size_ = static_cast<std::uint64_t>(status.st_size);
    identity_ = {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

FileReader::~FileReader() {
    ::close(descriptor_);
}

void FileReader::read(std::span<std::byte> into) {
    while (!into.empty()) {
        constexpr std::size_t most = std::size_t{1} << 30;  // some systems refuse more than 2 GB at once
        const ssize_t got = ::read(descriptor_, into.data(), std::min(into.size(), most));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            throw Error("cannot be read: " + system_message(errno), "byte " + std::to_string(position_));
        if (got == 0)
            throw Error(
                "ended before its size of " + std::to_string(size_) + " bytes; it shrank while being read",
                "byte " + std::to_string(position_), "try again when nobody writes to it");
        position_ += static_cast<std::uint64_t>(got);
        into = into.subspan(static_cast<std::size_t>(got));
    }
}

void FileReader::go_to(std::uint64_t position) {
    if (::lseek(descriptor_, static_cast<off_t>(position), SEEK_SET) < 0)
        throw Error("cannot be read: " + system_message(errno), "byte " + std::to_string(position));
    position_ = position;
}

}  // namespace graze::inline v1::detail
