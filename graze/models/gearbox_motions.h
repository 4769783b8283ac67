// Motions that take parts out of a gearbox, with the truth about them: whether the parts come free or, if
// not, when they collide and with what.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "graze/models/gearbox.h"
#include "graze/models/motions.h"

namespace graze::inline v1 {

struct TakenOut {
    std::string what;
    std::vector<std::size_t> parts;  // the parts that move together; indices into the assembly's parts
    // The motion, step by step: a part is at path[i] * world_from_part. path[0] is the identity.
    Path path;

    // The first collision. None: the parts come free, and after the first step no other part of the assembly
    // is within 0.2 mm of them.
    struct Bump {
        std::size_t part, into;  // the moving part, and the part that it meets first
        double step;             // the time in steps; a fraction between two steps
    };
    std::optional<Bump> bump;
};

// Two motions of the first machine with an inspection cover, if there is one: its lid with the screws is
// pulled straight up; and it is lifted, then pulled aside into the hose. And of the captives, if there are
// some: the ring and the bayonet's plug are pulled straight up, into what holds them; the plug is turned and
// comes out.
std::vector<TakenOut> gearbox_motions(const Gearbox& gearbox);

}  // namespace graze::inline v1
