// Surfaces that are written as something more general than they are: a B-spline that is a cylinder.
#pragma once

#include <TopoDS_Face.hxx>
#include <optional>

#include "stream_writer.h"

namespace graze::importers {

// The plane, cylinder, cone or sphere that the face is, within `tolerance`; none if it is no such surface. In
// the result, the tolerance is larger by the deviation that was found.
std::optional<Face> recognized_surface(const TopoDS_Face& face, double tolerance);

}  // namespace graze::importers
