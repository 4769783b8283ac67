#include "graze/io/import/detail/import_child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/system_message.h"
#include "graze/io/import/detail/import_protocol.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t buffer_size = 1 << 16;
constexpr int look_up_milliseconds = 20;  // interval for checking for cancellation
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

// The descriptors that the program starts with: the file to read, the pipe to write to, no standard error,
// and a socket for answers. All descriptors of this process have higher numbers, so that none is overwritten
// before it is used.
constexpr int first_free_number = 10;

class FileActions {
  public:
    FileActions(int input, int output, int answers) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, answers, import_answers);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
        // Descriptors that callers did not close.
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, import_answers + 1);
#endif
    }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
};

// Signals as in a fresh program, whatever this process ignores or blocks, and a separate group: this process
// passes on an interrupt from the keyboard.
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
    if (::prlimit(process, resource, nullptr, &limit) != 0) return;  // the program has ended already
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, most);
    limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
    if (::prlimit(process, resource, &limit, nullptr) != 0 && errno != ESRCH)
        throw Error("the importer cannot be limited: " + system_message(errno));
}
#endif

// 0 if unknown.
std::uint64_t resident_memory(pid_t process) {
    std::ifstream statistics("/proc/" + std::to_string(process) + "/statm");
    std::uint64_t all = 0, resident = 0;
    const long page = ::sysconf(_SC_PAGESIZE);
    return statistics >> all >> resident && page > 0 ? resident * static_cast<std::uint64_t>(page) : 0;
}

std::string how_it_ended(int status) {
    if (WIFSIGNALED(status)) {
        // strsignal is not thread-safe.
        const char* const name = ::sigdescr_np(WTERMSIG(status));
        return "signal " + std::to_string(WTERMSIG(status)) + (name ? std::string(", ") + name : "");
    }
    return "exit code " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : status);
}

// A copy with a number above those that the program uses.
OpenDescriptor moved_up(int number) {
    return OpenDescriptor(::fcntl(number, F_DUPFD_CLOEXEC, first_free_number));
}

struct Ends {
    OpenDescriptor ours, of_child;
};

Ends open_pipe() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    const OpenDescriptor theirs(ends[1]);
    return {OpenDescriptor(ends[0]), moved_up(ends[1])};
}

Ends open_socket() {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return {};
    const OpenDescriptor theirs(ends[1]);
    return {OpenDescriptor(ends[0]), moved_up(ends[1])};
}

// The library path, if it is set; numbers are written as in the C locale.
std::vector<std::string> import_environment() {
    std::vector<std::string> variables{"LC_ALL=C"};
    if (const char* const libraries = std::getenv("LD_LIBRARY_PATH"))
        variables.push_back(std::string("LD_LIBRARY_PATH=") + libraries);
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

ImportProtection& import_protection_ceiling() {
    static ImportProtection most = all_import_protection;
    return most;
}

}  // namespace

void lower_import_protection(const ImportProtection& most) {
    import_protection_ceiling() = most;
}

std::uint64_t default_import_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return std::uint64_t{4} << 30;
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / 4 * 3;
}

ImportChild::ImportChild(const ImportProgram& program, int input, const ImportLimits& limits,
                         const Progress* progress)
    : name_(program.path.filename().string()),
      format_(program.format),
      memory_(limits.memory),
      watch_memory_(program.watch_memory),
      seconds_(limits.seconds),
      progress_(progress) {
    if (!(seconds_ > 0)) throw Error("the time that importing may take is not a number above 0");
    seconds_ = std::min(seconds_, longest_wait);
    deadline_ =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                               std::chrono::duration<double>(seconds_));
    const ImportProtection most = import_protection_ceiling();
    std::vector<std::string> words{program.path.string()}, variables = import_environment();
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    words.push_back(most.seccomp ? "1" : "0");
    words.push_back(std::to_string(most.landlock));

    Ends output = open_pipe(), answers = open_socket();
    const OpenDescriptor file = moved_up(input);
    if (!output.of_child.is_open() || !answers.of_child.is_open() || !file.is_open())
        throw Error("the importer " + name_ + " cannot be started: " + system_message(errno));
    const FileActions actions(file.number(), output.of_child.number(), answers.of_child.number());
    const int failed = ::posix_spawn(&process_, program.path.c_str(), actions.get(), SpawnAttributes().get(),
                                     pointers(words).data(), pointers(variables).data());
    if (failed != 0) {
        process_ = -1;
        throw Error("the importer " + name_ + " cannot be started: " + system_message(failed));
    }
    pipe_ = std::move(output.ours);
    answers_ = std::move(answers.ours);
    try {
        limit_resources();
        // Only now may the program read the file. A program that has ended already is noticed at the next
        // read.
        const char start = 'G';
        (void)::send(answers_.number(), &start, 1, MSG_NOSIGNAL);
    } catch (...) {
        end();
        throw;
    }
}

ImportChild::~ImportChild() {
    end();
}

// Set from outside, because between fork and exec a program with several threads may do almost nothing. The
// importer does not read the file until it gets the start byte. Limits that do not depend on the caller are
// set by the importer itself.
void ImportChild::limit_resources() const {
#if defined(__linux__)
    if (!watch_memory_) lower_limit(process_, RLIMIT_AS, memory_);
    lower_limit(process_, RLIMIT_CORE, 0);
    // If this process is killed, the program does not run for ever. With threads, processor time passes
    // faster.
    lower_limit(process_, RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(seconds_ * 8)) + 1);
#endif
}

void ImportChild::end() {
    if (process_ > 0) {
        ::kill(-process_, SIGKILL);  // the whole group
        while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
        process_ = -1;
    }
    pipe_.close();
    answers_.close();
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
        wait_for(pipe_.number(), POLLIN);
        n = ::read(pipe_.number(), buffer_.data(), buffer_.size());
    } while (n < 0 && (errno == EINTR || errno == EAGAIN));
    if (n < 0) throw Error("the importer " + name_ + " cannot be heard: " + system_message(errno));
    buffer_.resize(static_cast<std::size_t>(n));
    position_ = 0;
    if (n == 0) ended_too_soon();
    received_ += static_cast<std::uint64_t>(n);
    check_output();
}

// The output of the program takes memory here while the program holds its own: both together stay within the
// limit.
void ImportChild::check_output() {
    constexpr std::uint64_t step = 16 << 20;
    if (received_ < next_look_) return;
    next_look_ = std::min(received_ + step, memory_ + 1);
    if (received_ + resident_memory(process_) > memory_)
        throw ImportOutOfMemory(
            "importing it gives more than the " + in_megabytes(memory_) + " that it may take", {},
            "allow more memory or a coarser deflection");
}

void ImportChild::send(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        wait_for(answers_.number(), POLLOUT);
        const ssize_t n = ::send(answers_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n < 0) ended_too_soon();
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
}

void ImportChild::check_memory() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_look_ < std::chrono::milliseconds(look_up_milliseconds)) return;
    last_look_ = now;
    if (received_ + resident_memory(process_) > memory_)
        throw ImportOutOfMemory(
            "importing it takes more than the " + in_megabytes(memory_) + " of memory that it may", {},
            "allow more memory or a coarser deflection");
}

void ImportChild::wait_for(int descriptor, short event) {
    for (;;) {
        if (progress_ && progress_->cancelled()) throw Error("cancelled");
        if (watch_memory_) check_memory();
        const auto left = deadline_ - std::chrono::steady_clock::now();
        if (left.count() <= 0)
            throw Error("importing it takes longer than the " + in_seconds(seconds_) + " that it may", {},
                        "allow more time or a coarser deflection");
        const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(left).count();
        pollfd waiting{descriptor, event, 0};
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
        // Kills the processes that it started first: until it is reaped, no other process can have the number
        // of its group.
        ::kill(-process_, SIGKILL);
        int status = 0;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
        process_ = -1;
        return status;  // 0 in a process that ignores SIGCHLD and so never gets the status
    }
    return SIGKILL;  // the program closed its output and did not end; end() kills it
}

void ImportChild::ended_too_soon() {
    const int status = reap_soon();
    if (WIFEXITED(status) && WEXITSTATUS(status) == import_out_of_memory)
        throw ImportOutOfMemory(
            "importing it takes more than the " + in_megabytes(memory_) + " of memory that it may", {},
            "allow more memory or a coarser deflection");
    throw Error("the importer " + name_ + " ended unexpectedly (" + how_it_ended(status) +
                    ") while reading " + format_ + ", which is a fault of the importer, whatever the file",
                {},
                "try another version of the format or another format (GLB, OBJ, STL), or allow more than " +
                    in_megabytes(memory_) + " of memory");
}

}  // namespace graze::inline v1::detail
