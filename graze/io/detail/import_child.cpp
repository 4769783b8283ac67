#include "graze/io/detail/import_child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "graze/base/error.h"
#include "graze/io/detail/import_protocol.h"
#include "graze/io/detail/system_message.h"

extern char** environ;

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t buffer_size = 1 << 16;
constexpr int look_up_milliseconds = 20;  // how often cancelling is noticed
constexpr double longest_wait = 1e8;      // seconds; three years, and no clock overflows

std::string in_megabytes(std::uint64_t bytes) {
    return std::to_string(bytes >> 20) + " MB";
}

std::string in_seconds(double seconds) {
    std::string text = std::to_string(seconds);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text + " s";
}

// What the program starts with: nothing to read, the pipe to write to, nowhere to complain.
class FileActions {
  public:
    explicit FileActions(int output) {
        ::posix_spawn_file_actions_init(&actions_);
        // In this order, for `output` may itself be 0, 1 or 2 in a program that has closed those.
        ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, 3);  // what the caller forgot to mark
#endif
    }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
};

// Signals as in a fresh program, whatever ours ignores or blocks, and a group of its own: an interrupt from
// the keyboard is for us to pass on.
class SpawnAttributes {
  public:
    SpawnAttributes() {
        ::posix_spawnattr_init(&attributes_);
        sigset_t none, all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::sigdelset(&all, SIGKILL);
        ::sigdelset(&all, SIGSTOP);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setflags(&attributes_,
                                   POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    const posix_spawnattr_t* get() const { return &attributes_; }

  private:
    posix_spawnattr_t attributes_;
};

#if defined(__linux__)
void lower_limit(pid_t process, __rlimit_resource resource, std::uint64_t most) {
    rlimit limit{};
    if (::prlimit(process, resource, nullptr, &limit) != 0) return;  // it has ended already
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, most);
    limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
    if (::prlimit(process, resource, &limit, nullptr) != 0 && errno != ESRCH)
        throw Error("the importer cannot be limited: " + system_message(errno));
}
#endif

std::string how_it_ended(int status) {
    if (WIFSIGNALED(status)) {
        // strsignal is not for threads.
        const char* const name = ::sigdescr_np(WTERMSIG(status));
        return "signal " + std::to_string(WTERMSIG(status)) + (name ? std::string(", ") + name : "");
    }
    return "exit code " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : status);
}

}  // namespace

std::uint64_t default_import_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return std::uint64_t{4} << 30;
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / 4 * 3;
}

ImportChild::ImportChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         const ImportLimits& limits, const Progress* progress)
    : name_(program.filename().string()),
      memory_(limits.memory > 0 ? limits.memory : default_import_memory()),
      seconds_(limits.seconds),
      progress_(progress) {
    if (!(seconds_ > 0)) throw Error("the time that importing may take is not a number above 0");
    seconds_ = std::min(seconds_, longest_wait);
    deadline_ =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                               std::chrono::duration<double>(seconds_));
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Error("the importer " + name_ + " cannot be started: " + system_message(errno));
    const int failed = ::posix_spawn(&process_, program.c_str(), FileActions(ends[1]).get(),
                                     SpawnAttributes().get(), argv.data(), environ);
    ::close(ends[1]);
    pipe_ = ends[0];
    if (failed != 0) {
        process_ = -1;
        ::close(pipe_);
        throw Error("the importer " + name_ + " cannot be started: " + system_message(failed));
    }
    try {
        limit_resources();
    } catch (...) {
        end();
        throw;
    }
}

ImportChild::~ImportChild() {
    end();
}

// From outside, for between fork and exec a program of many threads may do next to nothing. The few
// instructions that the importer runs before do no harm.
void ImportChild::limit_resources() const {
#if defined(__linux__)
    lower_limit(process_, RLIMIT_AS, memory_);
    lower_limit(process_, RLIMIT_CORE, 0);
    // Should we be killed, it does not go on for ever. Threads make processor time pass faster.
    lower_limit(process_, RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(seconds_ * 8)) + 1);
#endif
}

void ImportChild::end() {
    if (process_ > 0) {
        ::kill(-process_, SIGKILL);  // the whole group
        while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
        process_ = -1;
    }
    if (pipe_ >= 0) ::close(pipe_);
    pipe_ = -1;
}

void ImportChild::pull(std::span<std::byte> into) {
    while (!into.empty()) {
        if (position_ == buffer_.size()) refill();
        const std::size_t n = std::min(into.size(), buffer_.size() - position_);
        std::memcpy(into.data(), buffer_.data() + position_, n);
        position_ += n;
        into = into.subspan(n);
    }
}

void ImportChild::refill() {
    buffer_.resize(buffer_size);
    ssize_t n = 0;
    do {
        wait_for_bytes();
        n = ::read(pipe_, buffer_.data(), buffer_.size());
    } while (n < 0 && (errno == EINTR || errno == EAGAIN));
    if (n < 0) throw Error("the importer " + name_ + " cannot be heard: " + system_message(errno));
    buffer_.resize(static_cast<std::size_t>(n));
    position_ = 0;
    if (n == 0) ended_too_soon();
    received_ += static_cast<std::uint64_t>(n);
    if (received_ > memory_)
        throw Error("importing it gives more than the " + in_megabytes(memory_) + " that it may take", {},
                    "allow more memory or a coarser deflection");
}

void ImportChild::wait_for_bytes() const {
    for (;;) {
        if (progress_ && progress_->cancelled()) throw Error("cancelled");
        const auto left = deadline_ - std::chrono::steady_clock::now();
        if (left.count() <= 0)
            throw Error("importing it takes longer than the " + in_seconds(seconds_) + " that it may", {},
                        "allow more time or a coarser deflection");
        const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(left).count();
        pollfd waiting{pipe_, POLLIN, 0};
        const int ready =
            ::poll(&waiting, 1, static_cast<int>(std::min<long>(milliseconds, look_up_milliseconds)));
        if (ready > 0) return;
        if (ready < 0 && errno != EINTR && errno != EAGAIN)
            throw Error("the importer " + name_ + " cannot be heard: " + system_message(errno));
    }
}

int ImportChild::reap_soon() {
    for (int i = 0; i < 1000; ++i) {
        siginfo_t ended{};
        const int failed = ::waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT);
        if (failed == 0 && ended.si_pid == 0) {
            ::poll(nullptr, 0, 1);
            continue;
        }
        // What it started goes first: until it is reaped, nobody else can have the number of its group.
        ::kill(-process_, SIGKILL);
        int status = 0;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
        process_ = -1;
        return status;  // 0 in a program that ignores SIGCHLD and so never learns
    }
    return SIGKILL;  // it closed its output and stayed; end() kills it
}

void ImportChild::ended_too_soon() {
    const int status = reap_soon();
    if (WIFEXITED(status) && WEXITSTATUS(status) == import_out_of_memory)
        throw Error("importing it takes more than the " + in_megabytes(memory_) + " of memory that it may",
                    {}, "allow more memory or a coarser deflection");
    throw Error(
        "the importer " + name_ + " ended unexpectedly (" + how_it_ended(status) + ")", {},
        "the file may be damaged, or need more than the " + in_megabytes(memory_) + " of memory allowed");
}

}  // namespace graze::inline v1::detail
