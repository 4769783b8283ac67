// Starts Node with the script that reads IFC files (ifc/import_ifc.mjs), and says what is missing where it
// cannot.
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "stream_writer.h"

namespace graze::importers {
namespace {

namespace fs = std::filesystem;

// That of the build first: it is known to be of the right version.
std::string node_program() {
    for (const char* const path :
         {GRAZE_NODE_PROGRAM, "/usr/bin/node", "/usr/local/bin/node", "/usr/bin/nodejs"})
        if (::access(path, X_OK) == 0) return path;
    return {};
}

int start_node(char** arguments) {
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path() / "ifc";
    const std::string node = node_program();
    if (node.empty()) {
        StreamWriter(STDOUT_FILENO)
            .error({"cannot be read without Node.js, which runs web-ifc",
                    "install Node.js 18 or later (Debian: nodejs)"});
        return 0;
    }
    const bool spaces = std::string(arguments[1]) == "ifc-spaces";
    std::vector<std::string> words{node,
                                   "--no-warnings",
                                   (folder / "import_ifc.mjs").string(),
                                   (folder / "sandbox.node").string(),
                                   arguments[2],
                                   arguments[3],
                                   spaces ? "1" : "0"};
    std::vector<std::string> variables{"LC_ALL=C", std::string("GRAZE_SECCOMP=") + arguments[5],
                                       std::string("GRAZE_LANDLOCK=") + arguments[6]};
    if (const char* const libraries = std::getenv("LD_LIBRARY_PATH"))
        variables.push_back(std::string("LD_LIBRARY_PATH=") + libraries);
    const auto pointers = [](std::vector<std::string>& texts) {
        std::vector<char*> result;
        for (std::string& text : texts) result.push_back(text.data());
        result.push_back(nullptr);
        return result;
    };
    ::execve(node.c_str(), pointers(words).data(), pointers(variables).data());
    return 2;
}

}  // namespace
}  // namespace graze::importers

int main(int argc, char** argv) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // Node, too, ends with the library that started it
    if (argc != 7) {
        std::cerr << "This program is for graze to call: graze info FILE\n";
        return 2;
    }
    return graze::importers::start_node(argv);
}
