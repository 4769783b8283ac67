// What a file held that was left out.
#pragma once

#include <cstdint>
#include <string>

namespace graze::inline v1 {

// Something in a file that did not become part of a mesh, and its number ("line elements", 12).
struct Skipped {
    std::string what;
    std::uint64_t count = 0;
    friend bool operator==(const Skipped&, const Skipped&) = default;
};

}  // namespace graze::inline v1
