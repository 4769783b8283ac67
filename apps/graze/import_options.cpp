#include "import_options.h"

#include "arguments.h"

namespace graze::app {

void ImportOptions::add_to(CLI::App& command) {
    command
        .add_option(
            "--deflection", deflection,
            "STEP, IGES and IFC: how far triangles may be from curved surfaces, in mm unless a unit is given "
            "(default: 0.1mm, or a thousandth of the part's size)")
        ->type_name("LENGTH");
    command
        .add_option("--import-time", time,
                    "STEP, IGES, IFC, 3MF and formats read by Assimp: seconds that reading a file may take "
                    "(default: 600)")
        ->type_name("SECONDS");
    command
        .add_option("--import-memory", memory,
                    "The same: memory that it may take, in MB (default: three quarters of the machine's)")
        ->type_name("MB");
    command.add_flag("--ifc-spaces", ifc_spaces,
                     "IFC: also spaces, openings, zones, grids and annotations (default: they take no part)");
    command.add_flag("--allow-outside", allow_outside,
                     "Read files that a file names (buffers of glTF) also where they are outside its folder");
}

void ImportOptions::apply_to(LoadOptions& load) const {
    constexpr std::uint32_t most = 1'000'000'000;
    load.allow_outside = allow_outside;
    load.ifc_spaces = ifc_spaces;
    if (!deflection.empty()) {
        constexpr double millimetre = 0.001;
        const Length length = parse_length_with_unit("--deflection", deflection);
        load.tessellation.deflection = length.value * length.metres_per_unit.value_or(millimetre);
    }
    if (!time.empty()) load.import_limits.seconds = parse_count("--import-time", time, 1, most);
    if (!memory.empty())
        load.import_limits.memory = std::uint64_t{parse_count("--import-memory", memory, 1, most)} << 20;
}

}  // namespace graze::app
