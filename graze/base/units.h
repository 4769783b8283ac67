// Units of length and their symbols.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace graze::inline v1 {

struct LengthUnit {
    std::string_view symbol;
    double metres;
};

// um (also with a micro sign or a Greek mu), mm, cm, m, in, ft. A symbol that is the end of another comes
// after it, so that the first symbol that a text ends with is the intended one.
std::span<const LengthUnit> length_units();

// "mm", or "0.05 m" for a unit without a symbol.
std::string unit_symbol(double metres);

// "plate.glb says its unit is m, and is read in mm".
std::string unit_remark(std::string_view file, double stated, double taken);

// nullopt for an unknown symbol.
std::optional<double> metres_per(std::string_view symbol);

}  // namespace graze::inline v1
