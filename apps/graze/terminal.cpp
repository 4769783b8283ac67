#include "terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "graze/base/error.h"
#include "text.h"

namespace graze::app {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : value;
}

// Returns 0 or the error number.
int write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(descriptor, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {  // somebody made the stream non-blocking
            pollfd wait{descriptor, POLLOUT, 0};
            ::poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

// "40 s", "3 min", "2 h 10 min": no more digits than an estimate deserves.
std::string duration_text(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    const auto minutes = static_cast<std::uint64_t>(std::round(seconds / 60));
    if (minutes < 90) return fmt::format("{} min", minutes);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60 / 10 * 10);
}

bool has_cursor_control(int descriptor) {
    const std::string_view term = environment("TERM");
    return is_terminal(descriptor) && !term.empty() && term != "dumb";
}

}  // namespace

void guard_standard_streams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
        // The lowest free descriptor is taken, which is this one. Opened for the wrong direction, so that
        // using it fails as it would have failed.
        [[maybe_unused]] const int opened =
            ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

// Open MPI's mpirun gives its processes a terminal of its own, wherever it sends what they write.
bool is_terminal(int descriptor) {
    return ::isatty(descriptor) == 1 && environment("OMPI_COMM_WORLD_RANK").empty();
}

std::size_t terminal_width() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

Style::Style(int descriptor) : coloured_(has_cursor_control(descriptor) && environment("NO_COLOR").empty()) {}

std::string Style::paint(const char* code, std::string_view text) const {
    return coloured_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

void Output::write(std::string_view text) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    buffer_ += text;
    if (buffer_.size() >= enough) flush();
}

void Output::flush() {
    const int error = reader_gone_ ? 0 : write_all(STDOUT_FILENO, buffer_);
    buffer_.clear();
    if (error == EPIPE) {
        reader_gone_ = true;
    } else if (error != 0) {
        throw Error(fmt::format("cannot be written ({})", std::strerror(error)), "standard output",
                    "free some space or send it elsewhere");
    }
}

void complain(std::string_view sentence) {
    // If standard error is gone too, the exit code is all that is left.
    write_all(STDERR_FILENO, fmt::format("graze: {}\n", printable(sentence)));
}

TerminalProgress::TerminalProgress() : enabled_(has_cursor_control(STDERR_FILENO)), start_(Clock::now()) {}

TerminalProgress::~TerminalProgress() {
    clear();
}

void TerminalProgress::report(std::string_view stage, std::uint64_t done, std::uint64_t total) {
    using namespace std::chrono_literals;
    if (!enabled_) return;
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (stage != stage_) time_left_ = {};
    stage_ = stage;
    time_left_.report(std::chrono::duration<double>(now - start_).count(), done, total);
    if (now - start_ < 1s || (visible_ && now - last_drawn_ < 100ms)) return;
    last_drawn_ = now;
    visible_ = true;
    constexpr std::size_t width = 30;
    std::string line = fmt::format("\r{:<20.40}", stage);
    if (total > 0) {
        const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
        const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
        line += fmt::format(" [{:<{}}] {:3.0f} %", std::string(filled, '#'), width, share * 100);
        if (const auto left = time_left_.seconds(); left && *left >= 1)
            line += fmt::format(", {} left", duration_text(*left));
    } else {
        line += fmt::format(" {}", with_thousands(done));
    }
    write_all(STDERR_FILENO, line + "\x1b[K");
}

void TerminalProgress::clear() {
    const std::lock_guard lock(mutex_);
    if (visible_) write_all(STDERR_FILENO, "\r\x1b[K");
    visible_ = false;
}

namespace {
std::atomic<Progress*> interruptible{nullptr};
static_assert(std::atomic<Progress*>::is_always_lock_free);  // used in a signal handler
}  // namespace

void cancel_on_interrupt(Progress& progress) {
    interruptible = &progress;
    struct sigaction action{};
    action.sa_handler = [](int) {
        if (Progress* p = interruptible.load()) p->cancel();
    };
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // the next one is not caught
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction before{};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) continue;  // started in the background, or under nohup
        ::sigaction(signal, &action, nullptr);
        // A parent may have left it blocked.
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, signal);
        ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
    }
}

}  // namespace graze::app
