// Pairs of triangles that are hard to get right, shared by tests, the long differential run and the
// benchmarks.
#pragma once

#include <array>
#include <string_view>

#include "graze/base/random.h"
#include "graze/base/triangle.h"

namespace graze::test {

struct TrianglePair {
    Triangle a, b;
};

enum class PairFamily {
    random,           // corners anywhere in the unit cube
    near,             // small triangles close to each other
    grid,             // corners on a grid of 4^3 points: coplanar, degenerate, equal
    shared,           // one or two corners in common
    coplanar,         // in one tilted plane, exactly
    almost_coplanar,  // the same, with some coordinates moved by one unit in the last place
    touching,         // a corner of one on the other's edge or face, exactly
    degenerate,       // segments and points, on and off each other
    posed,            // two triangles of a box grid, carried by one pose
    scaled,           // any of these, times a power of ten from 1e-90 to 1e90
    stretched,        // any of these, each axis with its own power of ten
    mixed,            // every coordinate with its own magnitude, denormals included
};

inline constexpr std::array all_pair_families{
    PairFamily::random,   PairFamily::near,       PairFamily::grid,
    PairFamily::shared,   PairFamily::coplanar,   PairFamily::almost_coplanar,
    PairFamily::touching, PairFamily::degenerate, PairFamily::posed,
    PairFamily::scaled,   PairFamily::stretched,  PairFamily::mixed};

std::string_view name_of(PairFamily family);
TrianglePair make_pair(PairFamily family, Random& random);

}  // namespace graze::test
