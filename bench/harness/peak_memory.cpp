#include "bench/harness/peak_memory.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "graze/base/error.h"

namespace graze::bench {
namespace {

std::string text_until_end(int descriptor) {
    std::string text;
    char buffer[256];
    for (ssize_t got = 0; (got = ::read(descriptor, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(got));
    return text;
}

}  // namespace

std::uint64_t peak_resident_bytes() {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("VmHWM:")) continue;
        std::uint64_t kilobytes = 0;
        std::istringstream(line.substr(6)) >> kilobytes;
        return kilobytes * 1024;
    }
    return 0;
}

std::uint64_t number_printed_by_this_program(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{std::filesystem::read_symlink("/proc/self/exe").string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);

    int ends[2];
    if (::pipe(ends) != 0) throw Error("no pipe can be made");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    const std::string text = failed == 0 ? text_until_end(ends[0]) : std::string();
    ::close(ends[0]);
    int status = 0;
    if (failed == 0) ::waitpid(child, &status, 0);
    std::uint64_t number = 0;
    if (failed != 0 || status != 0 ||
        std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
        throw Error("a process of its own did not give its number", words[0]);
    return number;
}

}  // namespace graze::bench
