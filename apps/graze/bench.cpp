// graze bench: hands over to graze-bench, which is a program of its own because it is linked with the peers.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "graze/base/error.h"

namespace graze::app {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& file) {
    std::error_code error;
    return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

// Beside this program (installed), where the build puts it, or in PATH; empty if it is nowhere.
fs::path find_bench_program() {
    constexpr const char* name = "graze-bench";
    std::vector<fs::path> folders;
    std::error_code error;
    if (const fs::path self = fs::read_symlink("/proc/self/exe", error); !error) {
        folders.push_back(self.parent_path());
        folders.push_back(self.parent_path() / "../../bench");
    }
    const char* path = std::getenv("PATH");
    for (const std::string& folder : CLI::detail::split(path == nullptr ? "" : path, ':'))
        if (!folder.empty()) folders.emplace_back(folder);
    for (const fs::path& folder : folders)
        if (is_program(folder / name)) return folder / name;
    return {};
}

Exit run_bench(const std::vector<std::string>& arguments) {
    const fs::path program = find_bench_program();
    if (program.empty())
        throw Error("the program graze-bench is neither beside graze nor in PATH", "bench",
                    "build it in graze's source folder with 'make bench'");
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    std::signal(SIGPIPE, SIG_DFL);  // the other program did not ask to have it ignored
    ::execv(program.c_str(), pointers.data());
    throw Error(fmt::format("cannot be started ({})", std::strerror(errno)), program.string());
}

}  // namespace

void add_bench(CLI::App& program, Actions& actions) {
    CLI::App& command =
        *program.add_subcommand("bench", "Measure graze beside its peers (needs graze-bench)");
    command.prefix_command();  // everything that follows is graze-bench's
    command.footer(
        "Runs the program graze-bench with these arguments. 'make bench' in graze's source folder builds "
        "it.\n"
        "\n"
        "Examples:\n"
        "  graze bench intersect --quick\n"
        "  graze bench io --triangles 100000\n"
        "  graze bench pair --help\n"
        "\n"
        "Exit codes: 0 measured; 2 error; others are those of graze-bench.");
    actions[&command] = [&command](Session&) { return run_bench(command.remaining()); };
}

}  // namespace graze::app
