#include "graze/base/units.h"

#include <array>
#include <charconv>
#include <cmath>

namespace graze::inline v1 {
namespace {

constexpr LengthUnit units[] = {{"um", 1e-6}, {"\u00b5m", 1e-6}, {"\u03bcm", 1e-6}, {"mm", 1e-3},
                                {"cm", 1e-2}, {"m", 1},          {"in", 0.0254},    {"ft", 0.3048}};

}  // namespace

std::span<const LengthUnit> length_units() {
    return units;
}

std::optional<double> metres_per(std::string_view symbol) {
    for (const LengthUnit& unit : units)
        if (unit.symbol == symbol) return unit.metres;
    return std::nullopt;
}

std::string unit_symbol(double metres) {
    // Factors of conversion in files have fewer digits than doubles.
    for (const LengthUnit& unit : units)
        if (std::abs(metres - unit.metres) <= 1e-9 * unit.metres) return std::string(unit.symbol);
    std::array<char, 32> digits;
    char* const end = digits.data() + digits.size();
    return std::string(digits.data(),
                       std::to_chars(digits.data(), end, metres, std::chars_format::general, 9).ptr) +
           " m";
}

std::string unit_remark(std::string_view file, double stated, double taken) {
    return std::string(file) + " says its unit is " + unit_symbol(stated) + ", and is read in " +
           unit_symbol(taken);
}

}  // namespace graze::inline v1
