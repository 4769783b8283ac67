// graze proximity --sheet: how much of a solid has gone through an open mesh.
#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "graze/spheres/proximity/proximity.h"
#include "two_shapes.h"

namespace graze::app {

struct SheetRequest {
    const TwoShapes& shapes;  // A is the sheet
    double thickness = 0;     // in the shapes' unit
    std::optional<std::uint32_t> spheres;
    const SphereTree& tree_b;
    ProximityOptions options;
    std::string unit;  // to be printed
    bool json = false;
    Threads threads{};
};

Exit run_sheet(Session& session, const SheetRequest& request);

}  // namespace graze::app
