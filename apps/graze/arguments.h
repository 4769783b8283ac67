// The values of options: numbers, lengths, units and poses. Every function throws Error, naming the option,
// for text that is not what it expects.
#pragma once

#include <cstdint>
#include <string>

#include "graze/base/pose.h"

namespace graze::app {

// A whole number from `least` to `most`.
std::uint32_t parse_count(const std::string& option, const std::string& text, std::uint32_t least,
                          std::uint32_t most);

// A length above 0, at most 1e100.
double parse_length(const std::string& option, const std::string& text);

// One length for all three directions, or three separated by commas.
Vec3 parse_size(const std::string& option, const std::string& text);

// Metres per unit: mm, cm, m, in, ft or a number of metres.
double parse_unit(const std::string& option, const std::string& text);
std::string unit_name(double metres_per_unit);  // the inverse: "mm", or "0.05 m"

// x,y,z                       a translation
// x,y,z,ax,ay,az,degrees      a rotation about the axis (ax,ay,az) through the object's origin, then the
// translation 12 numbers                  a 3x4 matrix row by row, the translation in its last column
Pose parse_pose(const std::string& option, const std::string& text);

}  // namespace graze::app
