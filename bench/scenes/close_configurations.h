// Two copies of one object close to each other: scenario I of Weller 2012, 6.3, with his sphere method.
//
// The second copy comes from outside along a straight line towards the first one's middle until it touches;
// it is then placed at a given distance from there along the line. Departures: distances are measured along
// the line and not between the closest points (so they are upper bounds of his); directions lie on a spiral
// and orientations are random, both evenly spread, where his 15 degree steps crowd at the poles.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graze/base/pose.h"
#include "graze/tree/shape.h"

namespace graze::bench {

struct ConfigurationCounts {
    std::size_t directions = 20;
    std::size_t orientations = 10;

    friend bool operator==(const ConfigurationCounts&, const ConfigurationCounts&) = default;
};

struct Approach {
    Quat rotation;
    Vec3 direction;        // of length 1, from the first copy's middle to the second's
    double last_free = 0;  // distance of the middles at which the copies just do not touch yet
};

struct CloseConfigurations {
    Vec3 middle;      // of the object's box
    double size = 0;  // the diagonal of the object's box
    std::vector<Approach> approaches;
    std::size_t without_contact = 0;  // lines on which the copies never touch

    // Of the second copy; the first one is not moved. `distance` is relative to the size; negative:
    // penetrating.
    Pose pose(const Approach& approach, double distance) const;
};

// Apart by these, so that nothing touches, and penetrating by the last.
inline constexpr double close_distances[] = {0.1, 0.01, 0.0001, -0.01};

// Searched once and kept in `folder` (empty: not kept): read from there if object, counts and the file's
// version are the same. Throws graze::Error.
CloseConfigurations close_configurations(const std::string& object, const Shape& shape,
                                         const ConfigurationCounts& counts,
                                         const std::filesystem::path& folder);

// A pose in hexadecimal, so that it can be pasted into a test.
std::string written_out(const Pose& pose);

}  // namespace graze::bench
