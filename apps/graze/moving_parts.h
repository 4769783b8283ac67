// Parts that move along a path and an assembly that rests, as `sweep` and `slide` take them.
#pragma once

#include <string>
#include <vector>

#include "assembly_input.h"
#include "command.h"
#include "graze/io/load_assembly.h"
#include "graze/models/motions.h"

namespace graze::app {

struct MovingParts {
    LoadedAssembly loaded;            // what moves and what rests
    std::vector<std::size_t> moving;  // ascending, not empty
};

// What moves: files of their own, or parts of the assembly by their names, with * for any text. Throws Error.
MovingParts read_moving_parts(Session& session, AssemblyInput input, const std::vector<std::string>& moving,
                              const std::vector<std::string>& against, const Threads& threads);

// Path `number` (from 1) of a file that `graze generate motion` writes, with at least two poses. Throws
// Error.
Path path_to_follow(const std::string& file, const std::string& number);

}  // namespace graze::app
