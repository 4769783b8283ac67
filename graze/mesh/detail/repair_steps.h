// The steps of mending, one at a time. Each returns whether it changed the soup.
#pragma once

#include "graze/mesh/detail/repair_soup.h"

namespace graze::inline v1::detail {

bool merge_vertices(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
// Corners that repeat the one before, and spikes; polygons of which fewer than three corners are left.
bool drop_collapsed(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
bool drop_duplicates(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
bool turn_polygons(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
bool close_holes(RepairSoup& soup, const RepairOptions& options, RepairReport& report);
// Triangles whose corners are on a line go. Their neighbour along the longest side gets the corner between,
// so that nothing comes apart; `keep_triangles` cuts it in two.
bool drop_flat(RepairSoup& soup, bool keep_triangles, const RepairOptions& options, RepairReport& report);

}  // namespace graze::inline v1::detail
