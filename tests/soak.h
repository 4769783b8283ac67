#pragma once

#include <algorithm>
#include <cstdlib>

namespace graze::test {

// How many times as long as usual a random test goes on: GRAZE_SOAK=20 makes minutes of seconds.
inline int soak_factor() {
    const char* text = std::getenv("GRAZE_SOAK");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    return text == nullptr ? 1 : std::max(1, std::atoi(text));
}

}  // namespace graze::test
