// Indices that Assimp takes silently though no vertex is there.
#pragma once

#include <string_view>

namespace graze::importers {

// Throw ImportError for a face whose vertex is not there. All else is left to Assimp.

// Indices that are negative or beyond 2^32, which Assimp reads as those of other vertices, and accessors that
// reach beyond their array, of which it reads whatever lies behind.
void check_collada(std::string_view xml);

// Of which Assimp checks no index.
void check_ase(std::string_view text);

}  // namespace graze::importers
