// A gearbox with planted truth: an assembly of any size, like those from CAD. For every pair of its parts it
// is known whether they clash, touch, fit or only just miss each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/mesh/assembly.h"
#include "graze/models/captives.h"

namespace graze::inline v1 {

// A number that is known by construction. The true value is within `error` of `value`.
struct Known {
    double value = 0;
    double error = 0;
};

// The truth about two parts of a gearbox. Lengths are in mm, volumes in mm^3.
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
    std::optional<Known> volume;  // for clash, fit and inside: the volume of the overlap
    // For clash: how far one part must be moved to come free. For fit: by how much one radius exceeds the
    // other.
    std::optional<Known> depth;
    std::optional<Known> distance;  // for clearance and inside: between the surfaces
    std::string what;               // "sleeve too long", "bearing in its bore"
};
const char* name_of(PlantedPair::Kind kind);  // "clash", "fit", ...

struct GearboxOptions {
    // The number of parts, from 50 to 100 000. Exactly that many are made: a machine of one stage or two,
    // then rows of machines that share their meshes, and spare balls in a tray for the rest.
    std::uint32_t parts = 216;
    // The number of triangles wanted; shared meshes count once per part. The nearest tessellation is taken,
    // from the coarsest possible to 50 million.
    std::uint64_t triangles = 200'000;
    std::uint64_t seed = 1;  // decides how gears are turned and which faults are planted where
    bool clean = false;      // no faults: everything but the clashes
    // Four of the parts, on the floor beside the machines, are those of captives.h, to be taken out by hand.
    bool captives = false;
};

struct Gearbox {
    Assembly assembly;               // in mm, z up
    std::vector<PlantedPair> truth;  // pairs that are not mentioned are apart
    std::uint64_t triangles = 0;     // shared meshes count once per part
    std::vector<Captive> captives;   // if they were asked for
};

// Gives the same bits for the same options on every platform. All parts are closed and wound outwards; no
// triangle has zero area. All coordinates are multiples of 2^-15 mm and fit into floats, and all poses are
// quarter turns and shifts on that grid. So flush faces are flush exactly, in memory and in a GLB file.
// Throws Error if a number is out of range.
Gearbox make_gearbox(const GearboxOptions& options = {});

}  // namespace graze::inline v1
