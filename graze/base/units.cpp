#include "graze/base/units.h"

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

}  // namespace graze::inline v1
