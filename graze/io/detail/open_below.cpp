#include "graze/io/detail/open_below.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/system_message.h"

namespace graze::inline v1::detail {
namespace {

namespace fs = std::filesystem;

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    int get() const { return number_; }
    int release() { return std::exchange(number_, -1); }

  private:
    int number_;
};

[[noreturn]] void refuse_to_open(int error) {
    if (error == ENOENT) throw Error("there is no such file");
    // A link or file where there was none a moment before.
    if (error == ELOOP || error == ENOTDIR)
        throw Error("cannot be opened: there is a link or a file where a folder was", {},
                    "try again when nobody changes the folder");
    throw Error("cannot be opened: " + system_message(error));
}

// Without links and "..". Names at the end of the path that do not exist stay unchanged.
fs::path resolved(const fs::path& path) {
    std::error_code error;
    fs::path result = fs::weakly_canonical(path, error);
    if (error) throw Error("cannot be opened: " + error.message());
    return result;
}

bool is_below(const fs::path& folder, const fs::path& file) {
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

}  // namespace

int open_below(const fs::path& folder, const fs::path& name) {
    const fs::path top = resolved(folder.empty() ? fs::path(".") : folder);
    const fs::path file = resolved(top / name);
    if (!is_below(top, file))
        throw Error("lies outside the folder of the file that names it", {},
                    "put it into that folder, or allow files outside (--allow-outside, LoadOptions)");
    const fs::path way = file.lexically_relative(top);
    if (way == ".") throw Error("is a folder, not a file");
#ifdef O_PATH
    constexpr int pass_through = O_PATH;  // folders that may be entered but not listed
#else
    constexpr int pass_through = O_RDONLY;
#endif
    // Step by step, and no step follows a link: the path had none when it was resolved.
    Descriptor at(::open(top.c_str(), pass_through | O_DIRECTORY | O_CLOEXEC));
    if (at.get() < 0) refuse_to_open(errno);
    for (auto step = way.begin(); step != way.end(); ++step) {
        const bool is_last = std::next(step) == way.end();
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        const int how = is_last ? O_RDONLY | O_NONBLOCK | O_NOCTTY : pass_through | O_DIRECTORY;
        const int next = ::openat(at.get(), step->c_str(), how | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0) refuse_to_open(errno);
        at = Descriptor(next);
    }
    return at.release();
}

}  // namespace graze::inline v1::detail
