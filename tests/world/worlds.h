// Small worlds to test with, and a record of what they told.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/world/world.h"

namespace graze::test {

inline Shape unit_box() {
    static const Shape box(make_box({1, 1, 1}));
    return box;
}

inline Pose at(double x, double y = 0, double z = 0) {
    return Pose::translation({x, y, z});
}

// What a module was told, as text: "began 0 1".
class Heard {
  public:
    CollisionCallback callback() {
        return [this](const Collision& c) {
            static constexpr const char* words[] = {"began ", "lasts ", "ended "};
            lines.push_back(words[static_cast<int>(c.change)] + std::to_string(c.a.index) + " " +
                            std::to_string(c.b.index));
            contacts.push_back(c.contacts.size());
            last = c;
            last.contacts = {};
        };
    }
    std::vector<std::string> take() { return std::exchange(lines, {}); }

    std::vector<std::string> lines;
    std::vector<std::size_t> contacts;
    Collision last;
};

using Lines = std::vector<std::string>;

}  // namespace graze::test
