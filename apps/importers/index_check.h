// Finds indices without a vertex, which Assimp accepts silently.
#pragma once

#include <string_view>

namespace graze::importers {

// Both throw ImportError for a face whose vertex does not exist. Assimp checks the rest.

// Finds indices that are negative or beyond 2^32, which Assimp takes for those of other vertices, and
// accessors that reach beyond their array, where Assimp reads whatever memory lies behind.
void check_collada(std::string_view xml);

// Assimp checks no index of this format.
void check_ase(std::string_view text);

}  // namespace graze::importers
