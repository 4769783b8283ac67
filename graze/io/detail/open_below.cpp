#include "graze/io/detail/open_below.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

#include "graze/io/detail/system_message.h"

namespace graze::inline v1::detail {
namespace {

namespace fs = std::filesystem;

NamedFile no_file(Error why) {
    return {{}, false, std::move(why)};
}

NamedFile not_opened(int error) {
    if (error == ENOENT) return no_file(Error("there is no such file"));
    return no_file(Error("cannot be opened: " + system_message(error)));
}

// Without links and "..". Names at the end of the path that do not exist stay unchanged.
fs::path resolved(const fs::path& path, std::error_code& error) {
    return fs::weakly_canonical(path, error);
}

bool is_below(const fs::path& folder, const fs::path& file) {
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

// Opening a pipe or a device has side effects, so the file is examined first. What takes its place in between
// is opened without waiting, examined, and closed again.
NamedFile open_regular(int folder, const char* name, bool follow) {
    const auto refusal = [](const struct stat& status) -> std::optional<Error> {
        if (S_ISREG(status.st_mode)) return std::nullopt;
        if (S_ISDIR(status.st_mode)) return Error("is a folder, not a file");
        return Error("is not a regular file but a pipe, socket or device");
    };
    struct stat status{};
    if (::fstatat(folder, name, &status, follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0) return not_opened(errno);
    const bool is_link = S_ISLNK(status.st_mode);  // which was none a moment before: opening it fails
    if (auto why = refusal(status); why && !is_link) return no_file(*std::move(why));
    const int how = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW);
    OpenDescriptor content(::openat(folder, name, how));
    if (!content.is_open() || ::fstat(content.number(), &status) != 0) return not_opened(errno);
    if (auto why = refusal(status)) return no_file(*std::move(why));
    return {std::move(content), false, std::nullopt};
}

}  // namespace

NamedFile find_below(const fs::path& folder, const fs::path& name) {
    std::error_code error;
    const fs::path top = resolved(folder.empty() ? fs::path(".") : folder, error);
    if (error) return not_opened(error.value());
    const fs::path file = resolved(top / name, error);
    if (error) return not_opened(error.value());
    if (!is_below(top, file))
        return {{},
                true,
                Error("lies outside the folder of the file that names it", {},
                      "put it into that folder, or allow files outside (--allow-outside, LoadOptions)")};
    const fs::path way = file.lexically_relative(top);
    if (way == ".") return no_file(Error("is a folder, not a file"));
#ifdef O_PATH
    constexpr int pass_through = O_PATH;  // folders that may be entered but not listed
#else
    constexpr int pass_through = O_RDONLY;
#endif
    // Step by step, and no step follows a link: the path had none when it was resolved.
    const auto changed = [](int why) {
        return why != ELOOP && why != ENOTDIR
                   ? not_opened(why)
                   : no_file(Error("cannot be opened: there is a link or a file where a folder was", {},
                                   "try again when nobody changes the folder"));
    };
    OpenDescriptor at(::open(top.c_str(), pass_through | O_DIRECTORY | O_CLOEXEC));
    if (!at.is_open()) return changed(errno);
    const auto last = std::prev(way.end());
    for (auto step = way.begin(); step != last; ++step) {
        OpenDescriptor next(
            ::openat(at.number(), step->c_str(), pass_through | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!next.is_open()) return changed(errno);
        at = std::move(next);
    }
    return open_regular(at.number(), last->c_str(), false);
}

NamedFile find_anywhere(const fs::path& file) {
    return open_regular(AT_FDCWD, file.c_str(), true);
}

}  // namespace graze::inline v1::detail
