// The values of options: numbers, lengths, units and poses. Every function throws Error, naming the option,
// for text that is not what it expects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/error.h"
#include "graze/base/pose.h"
#include "graze/io/load_assembly.h"

namespace graze::app {

// A whole number from `least` to `most`.
std::uint32_t parse_count(const std::string& option, const std::string& text, std::uint32_t least,
                          std::uint32_t most);

// Tests to spend on a pair, a whole number above 0; or "none", which is no limit.
Budget parse_budget(const std::string& option, const std::string& text);

// Any finite number; three of them separated by commas.
double parse_number(const std::string& option, const std::string& text);
Vec3 parse_vector(const std::string& option, const std::string& text);
// A number from `least` to `most`.
double parse_number_between(const std::string& option, const std::string& text, double least, double most);

// A length above 0, at most 1e100, in whatever unit the result will have.
double parse_length(const std::string& option, const std::string& text);

// A length above 0 with or without a unit: "2mm", "0.05 in", or "3", which is in the unit of the file it is
// for.
struct Length {
    double value = 0;
    std::optional<double> metres_per_unit;  // none: the file's own unit
};
Length parse_length_with_unit(const std::string& option, const std::string& text);
// Some of them with an x or a comma between: "2x1x0.5", "20x10x5mm". The unit of the last is that of all that
// have none.
std::vector<Length> parse_lengths(const std::string& option, const std::string& text);
// The length in a file's unit. Throws Error for a length with a unit if that of the file is not known.
double in_file_units(const Length& length, std::optional<double> metres_per_unit, const std::string& option,
                     const std::string& file);

// One length for all three directions, or three separated by commas.
Vec3 parse_size(const std::string& option, const std::string& text);

// Metres per unit: um, mm, cm, m, in, ft or a number of metres.
double parse_unit(const std::string& option, const std::string& text);
std::string unit_name(double metres_per_unit);  // the inverse: "mm", or "0.05 m"

// One of a few words.
template <typename Value>
Value parse_choice(const std::string& option, const std::string& text,
                   const std::vector<std::pair<std::string, Value>>& choices) {
    std::string words;
    for (const auto& [word, value] : choices) {
        if (word == text) return value;
        words += (words.empty() ? "" : word == choices.back().first ? " or " : ", ") + word;
    }
    throw Error("'" + text + "' is not known", option, "give " + words);
}

// What is a part: names, groups or files.
PartsFrom parse_parts_from(const std::string& option, const std::string& text);

// x,y,z                       a translation
// x,y,z,ax,ay,az,degrees      a rotation about the axis (ax,ay,az) through the object's origin, then the
// translation 12 numbers                  a 3x4 matrix row by row, the translation in its last column
Pose parse_pose(const std::string& option, const std::string& text);

}  // namespace graze::app
