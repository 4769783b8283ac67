// From the words of the command line to a chosen subcommand, or to a sentence about what is wrong with them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace graze::app {

// Rewrites arguments that CLI11 would misread, so that it reads them as file names: everything after "--",
// "[...]" and "++".
std::vector<std::string> file_names_made_safe(std::vector<std::string> arguments);

// The innermost subcommand that was named; the program itself if none was.
const CLI::App& chosen_command(const CLI::App& program);

// One sentence that says why the arguments could not be parsed, with a suggestion for a mistyped word.
std::string explain(const CLI::App& program, const CLI::ParseError& error);

}  // namespace graze::app
