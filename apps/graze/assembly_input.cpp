#include "assembly_input.h"

#include <filesystem>

#include "arguments.h"
#include "report.h"

namespace graze::app {

LoadedAssembly AssemblyInput::read(Session& session, const Threads& threads) const {
    LoadAssemblyOptions load;
    load.parts_from = parse_parts_from("--parts", parts);
    if (!unit.empty()) load.load.unit = parse_unit("--unit", unit);
    import.apply_to(load.load);
    load.load.progress = &session.progress;
    load.load.threads = threads;
    const std::vector<std::filesystem::path> paths(files.begin(), files.end());
    LoadedAssembly loaded = load_assembly(paths, load);
    stop_if_interrupted(session);
    return loaded;
}

}  // namespace graze::app
