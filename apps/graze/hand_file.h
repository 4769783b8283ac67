// Descriptions of hands (schema graze.hand/1): joints, limits and links, as 'graze generate hand' prints
// them.
#pragma once

#include <functional>
#include <string>

#include "graze/interact/hand/hand_model.h"

namespace graze::app {

// Gives the mesh of a name in a description.
using LinkMesh = std::function<Mesh(const std::string& name)>;

// Throws Error, which says what is wrong where.
HandModel parse_hand(const std::string& text, const LinkMesh& mesh);
// Meshes are looked for beside the file.
HandModel read_hand(const std::string& file);
std::string format_hand(const HandModel& hand);

}  // namespace graze::app
