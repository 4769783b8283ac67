#include "graze/io/import/detail/import_sandbox.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>

#if defined(__linux__)
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#define GRAZE_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define GRAZE_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif
#endif

namespace graze::inline v1::detail {
namespace {

// Limits work on every system. Without a free descriptor number, nothing can be opened. The caller limits
// memory and time.
bool limit_sandbox_resources() {
    constexpr rlimit none{0, 0};
    bool done = true;
    for (const auto resource : {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_NPROC})
        done = ::setrlimit(resource, &none) == 0 && done;
    return done;
}

#if defined(__linux__)

// Landlock by its numbers: the headers of the build machine may be older than the running kernel. All rights
// of the version are handled and no rule grants any. Versions (docs of the kernel): 1 files; 2 moves between
// folders; 3 truncating; 4 TCP; 5 devices; 6 signals and abstract sockets.
struct LandlockRuleset {
    std::uint64_t files, network, scopes;
};
constexpr long landlock_create = 444, landlock_restrict = 446;  // the same on all machines
constexpr int landlock_known = 6;

bool enter_landlock(int version) {
    constexpr std::array<std::uint64_t, landlock_known> files{0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff, 0xffff};
    const LandlockRuleset rules{files[static_cast<std::size_t>(std::min(version, landlock_known)) - 1],
                                version >= 4 ? 0x3ULL : 0, version >= 6 ? 0x3ULL : 0};
    const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    const long ruleset = ::syscall(landlock_create, &rules, size, 0U);
    if (ruleset < 0) return false;
    const bool done = ::syscall(landlock_restrict, static_cast<int>(ruleset), 0U) == 0;
    ::close(static_cast<int>(ruleset));
    return done;
}

// Drops root's capabilities, for users who run graze as root. Without them limits cannot be raised again.
void drop_powers() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    const std::array<__user_cap_data_struct, 2> none{};
    // Does not fail; a process without capabilities has none to lose.
    ::syscall(SYS_capset, &header, none.data());
}

#if defined(GRAZE_AUDIT_ARCH)

constexpr unsigned word_of_argument(unsigned i) {  // the lower one
    return static_cast<unsigned>(offsetof(seccomp_data, args)) + 8 * i;
}

// The system calls for computing, and for reading and writing open descriptors. All others fail with EPERM,
// new ones of later kernels too: libraries handle that like a missing file.
constexpr std::array plain_calls{
    SYS_read,
    SYS_pread64,
    SYS_readv,
    SYS_write,
    SYS_writev,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_futex,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_exit,
    SYS_exit_group,
    SYS_restart_syscall,
    SYS_getpid,
    SYS_gettid,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_getrandom,
    SYS_getrusage,
    SYS_times,
    SYS_sysinfo,
    SYS_uname,
#if defined(SYS_time)
    SYS_time,
#endif
};

// What Node calls beside those, on descriptors that it has: its event loop.
constexpr std::array v8_calls{
    SYS_epoll_pwait,
    SYS_epoll_ctl,
#if defined(SYS_epoll_wait)
    SYS_epoll_wait,
#endif
};

std::vector<sock_filter> seccomp_filter(ImportRuntime runtime) {
    std::vector<sock_filter> program;
    const auto statement = [&](int code, std::uint32_t value) {
        program.push_back(sock_filter BPF_STMT(static_cast<unsigned short>(code), value));
    };
    const auto jump = [&](int code, std::uint32_t value, std::uint8_t if_so, std::uint8_t if_not) {
        program.push_back(sock_filter BPF_JUMP(static_cast<unsigned short>(code), value, if_so, if_not));
    };
    const auto give = [&](std::uint32_t answer) { statement(BPF_RET | BPF_K, answer); };
    const auto load = [&](std::size_t offset) {
        statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
    };
    constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;

    // The system calls of another architecture (32 bits) have other numbers.
    load(offsetof(seccomp_data, arch));
    jump(BPF_JMP | BPF_JEQ | BPF_K, GRAZE_AUDIT_ARCH, 1, 0);
    give(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
    for (const long call : plain_calls) {
        jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
        give(SECCOMP_RET_ALLOW);
    }
    if (runtime == ImportRuntime::v8)
        for (const long call : v8_calls) {
            jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
            give(SECCOMP_RET_ALLOW);
        }
    // Node looks at the flags of its standard descriptors when it ends, and aborts if it cannot.
    if (runtime == ImportRuntime::v8) {
        jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 4);
        load(word_of_argument(1));
        jump(BPF_JMP | BPF_JEQ | BPF_K, F_GETFL, 0, 1);
        give(SECCOMP_RET_ALLOW);
        give(refused);
    }
    // Allows memory, but executable memory only to V8.
    for (const long call : {SYS_mmap, SYS_mprotect}) {
        if (runtime == ImportRuntime::v8) {
            jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
            give(SECCOMP_RET_ALLOW);
            continue;
        }
        jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
        load(word_of_argument(2));
        jump(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1);
        give(refused);
        give(SECCOMP_RET_ALLOW);
    }
    // Allows a signal to itself: abort ends a program with it.
    jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4);
    load(word_of_argument(0));
    jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(::getpid()), 0, 1);
    give(SECCOMP_RET_ALLOW);
    give(refused);
    give(refused);
    return program;
}

bool has_seccomp() {
    const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
    return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0U, &action) == 0;
}

bool enter_seccomp(ImportRuntime runtime) {
    std::vector<sock_filter> filter = seccomp_filter(runtime);
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    // Also for threads that libraries may have started.
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

bool has_seccomp() {
    return false;
}
bool enter_seccomp(ImportRuntime /*runtime*/) {
    return false;
}

#endif
#endif

}  // namespace

ImportProtection available_import_protection() {
    ImportProtection found;
#if defined(__linux__)
    found.seccomp = has_seccomp();
    constexpr unsigned ask_version = 1;
    found.landlock =
        static_cast<int>(std::max(0L, ::syscall(landlock_create, nullptr, std::size_t{0}, ask_version)));
#endif
    return found;
}

ImportProtection lesser(const ImportProtection& a, const ImportProtection& b) {
    return {a.seccomp && b.seccomp, std::min(a.landlock, b.landlock)};
}

std::string described(const ImportProtection& protection) {
    const std::string landlock = "Landlock " + std::to_string(protection.landlock);
    if (protection.seccomp && protection.landlock > 0) return "in a sandbox (seccomp, " + landlock + ")";
    if (protection.seccomp) return "in a sandbox (seccomp; this system has no Landlock)";
    if (protection.landlock > 0)
        return "in a sandbox that keeps files, but not all else, from them (" + landlock +
               "; this system has no seccomp)";
    return "limited, but in no sandbox (this system has neither seccomp nor Landlock)";
}

bool enter_import_sandbox(const ImportProtection& most, ImportRuntime runtime) {
    const ImportProtection wanted = lesser(available_import_protection(), most);
    bool done = true;
#if defined(__linux__)
    done = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    done = ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && done;
    // Needs a descriptor for a moment.
    if (wanted.landlock > 0) done = enter_landlock(wanted.landlock) && done;
#endif
    done = limit_sandbox_resources() && done;
#if defined(__linux__)
    drop_powers();
    if (wanted.seccomp) done = enter_seccomp(runtime) && done;
#endif
    return done;
}

}  // namespace graze::inline v1::detail
