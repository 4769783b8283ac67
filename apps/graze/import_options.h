// Options of all commands that read meshes: what files may name, and limits for formats that programs of
// their own import (STEP, FBX, ...).
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "graze/io/load.h"

namespace graze::app {

struct ImportOptions {
    std::string deflection, time, memory;
    bool allow_outside = false, ifc_spaces = false;

    void add_to(CLI::App& command);
    // Throws Error, naming the option, for text that is not what it expects.
    void apply_to(LoadOptions& load) const;
};

}  // namespace graze::app
