// What commands about the parts of files share: which files, what is a part, how they are read.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "graze/io/load_assembly.h"
#include "import_options.h"

namespace graze::app {

struct AssemblyInput {
    std::vector<std::string> files;  // or folders
    std::string parts = "names";
    std::vector<std::string>
        units;  // as typed: "mm" for all files, "scan.stl=mm" for one; none: what they say
    ImportOptions import;

    void add_unit_to(CLI::App& command, const std::string& description);

    // All files as one assembly. Throws Error; ends the program's run if it was interrupted.
    LoadedAssembly read(Session& session, const Threads& threads) const;
    // The files, with those in a folder instead of its name, by name; hidden ones and those of formats that
    // graze does not read are left out. Throws Error for a folder without any.
    std::vector<std::string> all_files() const;
};

inline constexpr const char* part_choices = "names|groups|files|pieces";
inline constexpr const char* part_choices_help =
    "What is a part: objects, or groups where there are none; every group; whole files; or the connected "
    "pieces of all that";

}  // namespace graze::app
