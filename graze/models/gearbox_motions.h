// Parts taken out of a gearbox, with the truth about it: whether they come free, or when they bump into what.
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
    std::vector<std::size_t> parts;  // that move together; indices into the assembly's parts
    // By how much they are moved in each step: a part is at path[i] * world_from_part. The first moves
    // nothing.
    Path path;

    // If there is none they come free: after the first step no other part of the assembly is as near as 0.2
    // mm.
    struct Bump {
        std::size_t part, into;  // one of the parts, and the other one that it meets first
        double step;             // when, in steps; a fraction where it is between two
    };
    std::optional<Bump> bump;
};

// Of the first machine with an inspection cover: its lid with the screws pulled straight up; and lifted, then
// pulled aside into the hose. None if there is no such machine.
std::vector<TakenOut> gearbox_motions(const Gearbox& gearbox);

}  // namespace graze::inline v1
