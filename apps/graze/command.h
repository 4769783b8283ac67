// What a subcommand is: options on a CLI::App, and what to do once they are parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>

#include "terminal.h"

namespace graze::app {

enum class Exit : int {
    fine = 0,        // done, nothing found
    found = 1,       // done, something found
    error = 2,       // bad input or bad arguments
    incomplete = 3,  // interrupted
};

// What a subcommand works with while it runs.
struct Session {
    Output out;
    Style style;
    TerminalProgress progress;
};

// May throw Error.
using Action = std::function<Exit(Session&)>;
using Actions = std::map<const CLI::App*, Action>;

// Each adds one subcommand to the program, and its action.
void add_info(CLI::App& program, Actions& actions);
void add_generate(CLI::App& program, Actions& actions);
void add_repair(CLI::App& program, Actions& actions);
void add_convert(CLI::App& program, Actions& actions);
void add_check(CLI::App& program, Actions& actions);
void add_distance(CLI::App& program, Actions& actions);
void add_volume(CLI::App& program, Actions& actions);
void add_clash(CLI::App& program, Actions& actions);
void add_merge(CLI::App& program, Actions& actions);
void add_sweep(CLI::App& program, Actions& actions);      // where graze was built with reports
void add_slide(CLI::App& program, Actions& actions);      // where graze was built with sliding as well
void add_grasp(CLI::App& program, Actions& actions);      // as well
void add_draw(CLI::App& program, Actions& actions);       // where graze was built with pictures
void add_pack(CLI::App& program, Actions& actions);       // where graze was built with sphere packings
void add_proximity(CLI::App& program, Actions& actions);  // as well
void add_share(CLI::App& program, Actions& actions);      // where graze was built with shared worlds
void add_bench(CLI::App& program, Actions& actions);
void add_completion(CLI::App& program, Actions& actions);

}  // namespace graze::app
