// What the faces of a boundary representation are, and how far their triangles are from them.
#pragma once

#include <Poly_Triangulation.hxx>
#include <TopoDS_Face.hxx>
#include <cstdint>
#include <span>

#include "stream_writer.h"

namespace graze::importers {

// The distance of a point from the surface of a plane, cylinder, cone or sphere.
double height_over(const Face& face, const std::array<double, 3>& point);

// The surface of a face: kind, point, axis, radius and slope, and the tolerance of the model. B-splines and
// the like that are planes, cylinders, cones or spheres count as these. For surfaces of other kinds, also the
// deviation of the triangulation, as measured in the middle of triangles and their edges.
Face surface_of(const TopoDS_Face& face, const Handle(Poly_Triangulation) & triangulation);

// Completes the faces of a mesh: on which side of each the solid is, and how far its triangles reach out of
// the solid and stay within it. All vertices count as they are in the mesh, where those along edges were made
// one.
void measure_faces(Mesh& mesh);

}  // namespace graze::importers
