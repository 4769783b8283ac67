// Units of length as people write them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace graze::inline v1 {

struct LengthUnit {
    std::string_view symbol;
    double metres;
};

// um (also with a micro sign or a Greek mu), mm, cm, m, in, ft. A symbol that another one ends with comes
// after it, so that the first one that a text ends with is the one that was meant.
std::span<const LengthUnit> length_units();

// Nothing if there is none of this symbol.
std::optional<double> metres_per(std::string_view symbol);

}  // namespace graze::inline v1
