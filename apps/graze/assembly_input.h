// What commands about the parts of files share: which files, what is a part, how they are read.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "graze/io/load_assembly.h"
#include "import_options.h"

namespace graze::app {

struct AssemblyInput {
    std::vector<std::string> files;
    std::string parts = "names", unit;  // as typed; no unit: what the files say
    ImportOptions import;

    // All files as one assembly. Throws Error; ends the program's run if it was interrupted.
    LoadedAssembly read(Session& session, const Threads& threads) const;
};

}  // namespace graze::app
