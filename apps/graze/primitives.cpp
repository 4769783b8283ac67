#include "primitives.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "graze/base/error.h"

namespace graze::app {
namespace {

// The lengths of a primitive, as many as one of the two counts.
std::vector<Length> lengths_of(const std::string& option, const std::string& value, std::size_t count,
                               const char* hint) {
    std::vector<Length> lengths = parse_lengths(option, value);
    if (lengths.size() == 1 && count == 3) lengths.resize(3, lengths[0]);
    if (lengths.size() != count)
        throw Error(fmt::format("'{}' has {} lengths", value, lengths.size()), option, hint);
    return lengths;
}

// What `make` gives for the lengths in the unit of the comparison.
template <class Make>
MakeShape shape_of(const std::string& option, const std::vector<Length>& lengths, const Make& make) {
    return [option, lengths, make](const ToUnits& to_units) {
        std::vector<double> numbers;
        for (const Length& length : lengths) numbers.push_back(to_units(length));
        try {
            return make(numbers);
        } catch (const Error& e) {
            throw e.within(option);
        }
    };
}

MakeShape parse_box(const std::string& option, const std::string& value) {
    return shape_of(option, lengths_of(option, value, 3, "give three, as in 2x1x0.5, or one for a cube"),
                    [](const std::vector<double>& side) {
                        return Shape(OrientedBox(Vec3{side[0], side[1], side[2]} * 0.5));
                    });
}

MakeShape parse_sphere(const std::string& option, const std::string& value) {
    return shape_of(option, lengths_of(option, value, 1, "give one, the radius"),
                    [](const std::vector<double>& r) { return Shape(Sphere{{}, r[0]}); });
}

constexpr const char* radius_and_height = "give two, radius and height, as in 0.5x2";

MakeShape parse_capsule(const std::string& option, const std::string& value) {
    return shape_of(option,
                    lengths_of(option, value, 2, "give two, radius and the length of its axis, as in 0.5x2"),
                    [](const std::vector<double>& n) {
                        return Shape(Capsule{{0, 0, -n[1] / 2}, {0, 0, n[1] / 2}, n[0]});
                    });
}

MakeShape parse_cylinder(const std::string& option, const std::string& value) {
    return shape_of(option, lengths_of(option, value, 2, radius_and_height),
                    [](const std::vector<double>& n) {
                        return Shape(Cylinder{{0, 0, -n[1] / 2}, {0, 0, n[1] / 2}, n[0]});
                    });
}

MakeShape parse_cone(const std::string& option, const std::string& value) {
    return shape_of(
        option, lengths_of(option, value, 2, radius_and_height),
        [](const std::vector<double>& n) { return Shape(Cone{{0, 0, -n[1] / 2}, {0, 0, n[1] / 2}, n[0]}); });
}

MakeShape parse_ellipsoid(const std::string& option, const std::string& value) {
    return shape_of(option, lengths_of(option, value, 3, "give its three half axes, as in 2x1x0.5"),
                    [](const std::vector<double>& n) {
                        return Shape(Ellipsoid{{}, {n[0], 0, 0}, {0, n[1], 0}, {0, 0, n[2]}});
                    });
}

// A height may be 0 or negative, which no length is.
MakeShape parse_floor(const std::string& option, const std::string& value) {
    const bool negative = value.starts_with('-');
    const std::string size = negative ? value.substr(1) : value;
    std::vector<Length> height{Length{}};
    if (size.empty() || size.find_first_not_of("0.") != std::string::npos)
        height = lengths_of(option, size, 1, "give one, the height of the floor");
    return shape_of(option, height, [negative](const std::vector<double>& n) {
        return Shape(HalfSpace{{0, 0, 1}, {0, 0, negative ? -n[0] : n[0]}});
    });
}

constexpr std::array<Primitive, 8> all_primitives{{
    {"--box", "XxYxZ", "A solid box around the origin instead of a file, by its sides (one for a cube)",
     parse_box},
    {"--sphere", "R", "A ball around the origin, by its radius", parse_sphere},
    {"--capsule", "RxL", "All points within R of a segment of length L along z, around the origin",
     parse_capsule},
    {"--cylinder", "RxH", "A cylinder along z around the origin, by radius and height", parse_cylinder},
    {"--cone", "RxH", "A cone along z, its apex above, its middle at the origin, by radius and height",
     parse_cone},
    {"--ellipsoid", "XxYxZ", "An ellipsoid around the origin, by its half axes", parse_ellipsoid},
    {"--floor", "Z", "Everything below this height", parse_floor},
    {"--hull", "FILE", "The convex hull of a mesh, as a solid", nullptr},
}};

}  // namespace

std::span<const Primitive> primitives() {
    return all_primitives;
}

}  // namespace graze::app
