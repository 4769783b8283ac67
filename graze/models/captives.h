// Parts to be taken out by hand, with the truth about how far they can be moved: a ring that cannot come off,
// and a plug that comes out only after a turn.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graze/mesh/assembly.h"
#include "graze/models/motions.h"

namespace graze::inline v1 {

// The axis of each captive is parallel to z.
struct Captive {
    std::string what;
    std::size_t part = 0, holder = 0;  // indices into the assembly's parts
    // How far the part's frame can move along +z and -z from where it is, however it is moved and turned;
    // for a part that can come out, without turning. Reached exactly: there the two parts touch flush.
    double up = 0, down = 0;
    // A part that cannot come out: no point of its axis at half its height gets further from the axis of the
    // holder. Else 0.
    double aside = 0;
    double apart = 0;  // the distance of the two where they are, up to 2^-13
    // How the part comes out, as for TakenOut (gearbox_motions.h); empty: it does not. Along it, the two are
    // at least 0.9 mm apart.
    Path out;
};

// Adds a spool with a captive ring between its collars, and a socket with a bayonet, beside each other on the
// plane z = 0, the first with its axis through `place`. They take up 120 mm along x and 40 mm along y. In mm;
// all coordinates are multiples of 2^-15 if those of the place are. Gives the same bits on every platform.
std::vector<Captive> add_captives(Assembly& assembly, const Vec3& place = {});

}  // namespace graze::inline v1
