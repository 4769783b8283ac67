// The command-line program. Each of its subcommands is in the file of its name.
#include "command.h"
#include "graze/io/load.h"
#include "program.h"

namespace graze::app {
namespace {

void set_up(CLI::App& program, Actions& actions) {
    program.require_subcommand(0, 1);  // none: the help is shown
    program.set_version_flag(
        "--version",
        [] {
            std::string formats = "STL, OBJ, PLY, OFF, glTF";
            for (const std::string& format : imported_formats()) formats += ", " + format;
            return "graze " GRAZE_VERSION "\nreads " + formats + "\nimporters run " + import_protection();
        },
        "Print the version, what can be read and how importers are protected, and exit");
    program.set_help_flag("-h,--help", "Print this help and exit");
    program.footer(
        "'graze help COMMAND' says more about a command.\n"
        "\n"
        "Examples:\n"
        "  graze clash engine.step\n"
        "  graze clash house.ifc pipes.ifc -o report\n"
        "  graze generate machine -o machine.obj\n"
        "  graze clash machine.obj\n"
        "  graze generate sphere -o ball.stl\n"
        "  graze check ball.stl ball.stl --pose-b 1.5,0,0\n"
        "\n"
        "Exit codes: 0 fine, nothing found; 1 something found; 2 error; 3 incomplete (interrupted, budget).");
    add_clash(program, actions);
    add_merge(program, actions);
    add_check(program, actions);
    add_distance(program, actions);
    add_volume(program, actions);
#ifdef GRAZE_HAS_REPORT
    add_sweep(program, actions);
#endif
#ifdef GRAZE_HAS_SLIDE
    add_slide(program, actions);
    add_grasp(program, actions);
#endif
#ifdef GRAZE_HAS_RENDER
    add_draw(program, actions);
#endif
#ifdef GRAZE_HAS_SPHERES
    add_proximity(program, actions);
    add_pack(program, actions);
#endif
#ifdef GRAZE_HAS_SHARE
    add_share(program, actions);
#endif
    add_info(program, actions);
    add_repair(program, actions);
    add_convert(program, actions);
    add_generate(program, actions);
    add_bench(program, actions);
    add_completion(program, actions);
}

}  // namespace
}  // namespace graze::app

int main(int argc, char** argv) {
    using namespace graze::app;
    prepare_process();
    CLI::App program("Find out where shapes touch", "graze");
    return static_cast<int>(run_program(argc, argv, program, set_up, complain));
}
