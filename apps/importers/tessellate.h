// From a boundary representation to triangles that close where the solid does.
#pragma once

#include <TopoDS_Shape.hxx>
#include <cstdint>

#include "stream_writer.h"

namespace graze::importers {

struct Tessellated {
    Mesh mesh;                       // in the unit of the shape
    std::uint64_t failed_faces = 0;  // that could not be tessellated
};

// `deflection` in the unit of the shape; 0: a thousandth of its diagonal, at most `default_deflection`.
Tessellated tessellate(const TopoDS_Shape& shape, double deflection, double angle, double default_deflection);

}  // namespace graze::importers
