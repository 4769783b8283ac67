// What a replica has heard, as lines of JSON: scripts/check-agreement compares those of all replicas.
#pragma once

#include <string>

#include "graze/share/shared_world.h"

namespace graze::inline v1 {

// One line for each verdict, in the order of hearing, with numbers as hexadecimal floats so that no bit is
// lost.
std::string verdict_line(const PeerId& replica, const VerdictApplied& applied);
// The last line of a replica. `complete`: it ended when all had said that they know the same, and is to have
// heard all that others have; otherwise it may lack some.
std::string end_of_log(const PeerId& replica, bool complete);

}  // namespace graze::inline v1
