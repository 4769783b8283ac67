// What Assimp takes silently in Collada files: indices that are negative or beyond 2^32, which it reads as those
// of other vertices, and accessors that reach beyond their array, of which it reads whatever lies behind.
#pragma once

#include <string_view>

namespace graze::importers {

// Throws ImportError for a face whose vertex is not there. All else is left to Assimp.
void check_collada(std::string_view xml);

}  // namespace graze::importers
