// What programs with subcommands have in common: from the words of the command line to an exit code.
#pragma once

#include <functional>
#include <string_view>

#include "command.h"

namespace graze::app {

using SetUp = std::function<void(CLI::App& program, Actions& actions)>;
using Complain = std::function<void(std::string_view sentence)>;

// Parses the command line, runs the command, and passes any error to `complain` as one sentence.
Exit run_program(int argc, char** argv, CLI::App& program, const SetUp& set_up, const Complain& complain);

// Sets up streams and signals. Call it before anything else.
void prepare_process();

}  // namespace graze::app
