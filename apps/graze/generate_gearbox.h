// graze generate gearbox.
#pragma once

#include "command.h"

namespace graze::app {

void add_generate_gearbox(CLI::App& generate, Actions& actions);

}  // namespace graze::app
