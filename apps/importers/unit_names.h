// Units of length by the names that 3MF and AMF give them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "stream_writer.h"

namespace graze::importers {

// Without a name: millimetres. Throws ImportError for a name that is not known.
inline double metres_in(std::string_view unit) {
    constexpr std::array<std::pair<std::string_view, double>, 7> known{{{"micron", 1e-6},
                                                                        {"millimeter", 1e-3},
                                                                        {"centimeter", 1e-2},
                                                                        {"inch", 0.0254},
                                                                        {"foot", 0.3048},
                                                                        {"meter", 1},
                                                                        {"", 1e-3}}};
    for (const auto& [name, metres] : known)
        if (unit == name) return metres;
    throw ImportError{"its unit \"" + std::string(unit) + "\" is not known",
                      "write millimeter, inch or the like"};
}

}  // namespace graze::importers
