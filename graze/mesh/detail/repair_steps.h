// The steps of a repair. Each returns whether it changed the soup.
#pragma once

#include "graze/mesh/detail/repair_soup.h"

namespace graze::inline v1::detail {

bool merge_vertices(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
// Removes corners that repeat the one before, and spikes; and polygons with fewer than three corners left.
bool drop_collapsed(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
bool drop_duplicates(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
bool turn_polygons(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
bool close_holes(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
// Removes triangles with collinear corners. The neighbour along the longest side gets the corner in between,
// so that the surface stays connected; `keep_triangles` cuts this neighbour in two.
bool drop_flat(RepairSoup& soup, bool keep_triangles, const RepairOptions& options, RepairReport& report);

}  // namespace graze::inline v1::detail
