// The text that --help prints.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace graze::app {

// "graze check": the names from the program down to this command.
std::string command_path(const CLI::App& command);

// False for flags.
bool takes_value(const CLI::Option& option);

// Purpose, usage, arguments, options and the footer, in at most `width` columns.
std::string help_text(const CLI::App& command, std::size_t width);

}  // namespace graze::app
