// Packings as files have them: JSON with everything, PLY with points and radii.
#pragma once

#include <optional>
#include <string>

#include "graze/spheres/packing/pack.h"
#include "graze/spheres/packing/sphere_graph.h"

namespace graze::inline v1 {

// What a file says besides the spheres.
struct PackingSource {
    std::string name;                       // of what was filled
    std::optional<double> metres_per_unit;  // of the coordinates
};

// JSON of the schema graze.packing/1 (docs/packing.schema.json). With a graph, its edges are written as well.
std::string packing_json(const Packed& packed, const PackingSource& source,
                         const SphereEdges* graph = nullptr);

// PLY, binary: a vertex for each sphere, with x, y, z, radius (doubles) and, where there are triangles, the
// nearest one (nearest_triangle, an unsigned integer).
std::string packing_ply(const SpherePacking& packing);

}  // namespace graze::inline v1
