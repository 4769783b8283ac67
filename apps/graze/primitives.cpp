#include "primitives.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "graze/base/error.h"

namespace graze::app {
namespace {

MakeShape parse_box(const std::string& option, const std::string& value) {
    std::vector<Length> sides = parse_lengths(option, value);
    if (sides.size() == 1) sides.resize(3, sides[0]);
    if (sides.size() != 3)
        throw Error(fmt::format("'{}' has {} lengths", value, sides.size()), option,
                    "give three, as in 2x1x0.5, or one for a cube");
    return [option, sides](const ToUnits& to_units) {
        const Vec3 size{to_units(sides[0]), to_units(sides[1]), to_units(sides[2])};
        try {
            return Shape(OrientedBox(size * 0.5));
        } catch (const Error& e) {
            throw e.within(option);
        }
    };
}

constexpr std::array<Primitive, 1> all_primitives{{
    {"--box", "XxYxZ", "A solid box around the origin instead of a file, by its sides (one for a cube)",
     parse_box},
}};

}  // namespace

std::span<const Primitive> primitives() {
    return all_primitives;
}

}  // namespace graze::app
