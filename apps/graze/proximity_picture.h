// The picture of graze proximity: which spheres are in contact, and where each contact pushes.
#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "graze/spheres/force/contact_force.h"
#include "two_shapes.h"

namespace graze::app {

struct ProximityPicture {
    const PlacedShape &a, &b;
    const SphereTree &tree_a, &tree_b;
    const Proximity& proximity;
    const std::optional<ContactForce>& force;
    Threads threads{};
};

// Throws Error for a name that is not that of a picture, and for a size that is none.
void check_proximity_picture(const std::string& file, const std::string& size);
// Throws Error.
void draw_proximity(Session& session, const ProximityPicture& what, const std::string& file,
                    const std::string& size);

}  // namespace graze::app
