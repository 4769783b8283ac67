// Covers a shape with spheres: what robot planners test instead of the mesh.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/spheres/sphere.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

enum class CoverWhat : std::uint8_t {
    automatic,  // the solid if the mesh is closed, else the surface
    solid,      // the inside, too
    surface,    // for meshes that are open, or whose inside does not matter
};

struct CoverOptions {
    CoverWhat what = CoverWhat::automatic;
    // How far spheres may stick out, in units of the shape; above 0. None: as little as `count` allows.
    std::optional<double> overreach{};
    std::uint32_t count = 64;      // of spheres at most, if no overreach is given; at least 1
    Threads threads{};             // the cover is the same for any number
    Progress* progress = nullptr;  // "covering"; cancelling raises Error "cancelled"
};

struct SphereCover {
    std::vector<Sphere> spheres;
    // Every point of a sphere is at most this far from the solid, or from the surface.
    double overreach = 0;
    bool solid = false;  // else only the surface is covered
};

// Every point of the solid or surface lies in a sphere, certainly: cells of a grid are covered as a whole.
// The spheres overlap, and are few, not fewest (a greedy set cover). Any mesh can be covered; throws Error
// for shapes that are not meshes or empty, for an open mesh asked for as a solid, for options out of range,
// and for an overreach that asks for more than some ten million cells.
SphereCover cover(const Shape& shape, const CoverOptions& options = {});

}  // namespace graze::inline v1
