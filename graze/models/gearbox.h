// A gearbox with planted truth: an assembly like those that come out of CAD, in any size, of which it is
// known which pairs of parts clash, touch, fit or only just miss each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

// A number that is known by construction: not further than `error` from the value.
struct Known {
    double value = 0;
    double error = 0;
};

// What is true of two parts of a gearbox. Lengths in mm, volumes in mm^3.
struct PlantedPair {
    enum class Kind : std::uint8_t {
        clash,      // they overlap, and should not: a fault
        fit,        // they overlap by design: a press fit
        inside,     // all of A is inside B, by design: something potted
        touch,      // they touch, flush: common points, but no common volume
        clearance,  // they are apart by a known distance
    };
    Kind kind = Kind::touch;
    std::size_t a = 0, b = 0;     // indices into the assembly's parts
    std::optional<Known> volume;  // of clash, fit and inside: what they have in common
    // Of clash: how far one has to be moved to come free; of fit: by how much one radius is larger than the
    // other.
    std::optional<Known> depth;
    std::optional<Known> distance;  // of clearance and inside: between the surfaces
    std::string what;               // "sleeve too long", "bearing in its bore"
};
const char* name_of(PlantedPair::Kind kind);  // "clash", "fit", ...

struct GearboxOptions {
    // Parts wanted, from 50 to 100 000, and exactly that many are made: a machine of one stage or two, then
    // rows of machines, which share their meshes, and for the rest spare balls in a tray.
    std::uint32_t parts = 216;
    // Triangles wanted, those of shared meshes counted for each part. The nearest fineness is taken; from
    // its coarsest to 50 million.
    std::uint64_t triangles = 200'000;
    std::uint64_t seed = 1;  // how gears are turned, and which faults are planted where
    bool clean = false;      // no faults: everything but the clashes
};

struct Gearbox {
    Assembly assembly;               // in mm, z up
    std::vector<PlantedPair> truth;  // pairs that are not mentioned are apart
    std::uint64_t triangles = 0;     // those of shared meshes counted for each part
};

// The same bits for the same options on every platform. All parts are closed, wound outwards, without
// triangles of no area. All coordinates are multiples of 2^-15 mm and fit into floats, and all poses are
// quarter turns and shifts on that grid: flush faces are flush exactly, in memory and in a GLB file. Throws
// Error if a number is out of range.
Gearbox make_gearbox(const GearboxOptions& options = {});

}  // namespace graze::inline v1
