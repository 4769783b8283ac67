// An importer that has been led astray: it does whatever the file says, with the sandbox and the limits of a
// real one, and tells what came of it.
#include <fcntl.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "apps/importers/stream_writer.h"

namespace graze::importers {
namespace {

using Attack = std::function<long(const std::string& target)>;  // negative: it failed, and errno says why

long fork_and_reap() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    if (child > 0) ::waitpid(child, nullptr, 0);
    return child;
}

long read_parent() {
    char byte = 0;
    const iovec here{&byte, 1}, there{&byte, 1};
    // No memory of that place there is another error than no permission.
    const long n = ::process_vm_readv(::getppid(), &here, 1, &there, 1, 0);
    return n < 0 && errno == EFAULT ? 0 : n;
}

long run_program() {
    std::array<char*, 1> none{nullptr};
    return ::execve("/bin/true", none.data(), none.data());
}

long raise_limit() {
    const rlimit more{64, 64};
    return ::setrlimit(RLIMIT_NOFILE, &more);
}

long executable_memory(int first, int then) {
    void* const page = ::mmap(nullptr, 4096, first, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return -1;
    return then == first ? 0 : ::mprotect(page, 4096, then);
}

long shared_memory() {
    const int id = ::shmget(IPC_PRIVATE, 4096, 0600);
    if (id >= 0) ::shmctl(id, IPC_RMID, nullptr);
    return id;
}

const std::map<std::string, Attack> attacks{
    {"inet", [](const std::string&) { return ::socket(AF_INET, SOCK_STREAM, 0); }},
    {"udp", [](const std::string&) { return ::socket(AF_INET6, SOCK_DGRAM, 0); }},
    {"unix", [](const std::string&) { return ::socket(AF_UNIX, SOCK_STREAM, 0); }},
    {"netlink", [](const std::string&) { return ::socket(AF_NETLINK, SOCK_RAW, 0); }},
    {"uring", [](const std::string&) { return ::syscall(425, 1, nullptr); }},
    {"open", [](const std::string& path) { return ::open(path.c_str(), O_RDONLY); }},
    {"list", [](const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY); }},
    {"write", [](const std::string& path) { return ::open(path.c_str(), O_WRONLY | O_CREAT, 0600); }},
    {"stat",
     [](const std::string& path) {
         struct stat s;
         return ::stat(path.c_str(), &s);
     }},
    {"remove", [](const std::string& path) { return ::unlink(path.c_str()); }},
    {"mkdir", [](const std::string& path) { return ::mkdir((path + ".new").c_str(), 0700); }},
    {"chmod", [](const std::string&) { return ::fchmod(STDIN_FILENO, 0777); }},
    {"memfd", [](const std::string&) { return ::memfd_create("x", 0); }},
    {"fork", [](const std::string&) { return fork_and_reap(); }},
    {"exec", [](const std::string&) { return run_program(); }},
    {"ptrace", [](const std::string&) { return ::ptrace(PTRACE_SEIZE, ::getppid(), nullptr, nullptr); }},
    {"read parent", [](const std::string&) { return read_parent(); }},
    {"kill", [](const std::string&) { return ::kill(::getppid(), 0); }},
    {"kill thread", [](const std::string&) { return ::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0); }},
    {"raise limit", [](const std::string&) { return raise_limit(); }},
    {"mmap exec",
     [](const std::string&) { return executable_memory(PROT_READ | PROT_EXEC, PROT_READ | PROT_EXEC); }},
    {"mprotect exec", [](const std::string&) { return executable_memory(PROT_READ, PROT_READ | PROT_EXEC); }},
    {"shared memory", [](const std::string&) { return shared_memory(); }},
    {"bpf", [](const std::string&) { return ::syscall(SYS_bpf, 0, nullptr, 0); }},
    {"unshare", [](const std::string&) { return ::syscall(SYS_unshare, 0x40000000); }},
    {"mount", [](const std::string&) { return ::syscall(SYS_mount, nullptr, "/", nullptr, 0, nullptr); }},
};

#if defined(__x86_64__)
// getpid by the numbers of 32-bit programs.
void other_numbers() {
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
}
#else
void other_numbers() {
    std::abort();
}
#endif

void import(const Task& task, StreamWriter& writer) {
    const std::string text(task.content);
    const std::string name = text.substr(0, text.find(':'));
    const std::string target = text.find(':') == text.npos ? "" : text.substr(text.find(':') + 1);
    if (name == "memory") {
        for (std::vector<char*> blocks;;) {
            blocks.push_back(static_cast<char*>(std::malloc(1 << 20)));
            std::memset(blocks.back(), 1, 1 << 20);
        }
    }
    if (name == "mapped memory") {
        while (::mmap(nullptr, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
            continue;
        throw ImportError{"refused: " + std::string(::strerrorname_np(errno)), {}};
    }
    if (name == "loop")
        for (;;) ::getpid();
    if (name == "memory and output") {
        std::vector<char> held(40 << 20, 'x');
        for (int i = 0; i < 40; ++i) writer.node(no_node, std::string(held.data(), 1 << 20));
        throw ImportError{"done", {}};
    }
    if (name == "output")
        for (;;) writer.node(no_node, std::string(1 << 20, 'x'));
    if (name == "other numbers") other_numbers();
    if (name == "abort") std::abort();
    if (name == "ask") {
        const StreamWriter::Answer answer = writer.ask_for_file(target);
        throw ImportError{"answer " + std::to_string(static_cast<int>(answer.kind)) + " " + answer.content,
                          {}};
    }
    const auto attack = attacks.find(name);
    if (attack == attacks.end()) throw ImportError{"no such attack", {}};
    const long result = attack->second(target);
    throw ImportError{result < 0 ? "refused: " + std::string(::strerrorname_np(errno)) : "done", {}};
}

}  // namespace
}  // namespace graze::importers

int main(int argc, char** argv) {
    return graze::importers::run(argc, argv, graze::importers::import);
}
