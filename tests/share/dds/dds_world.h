// Shared worlds over DDS on the loopback, in a world of this test's own.
#pragma once

#include <unistd.h>

#include <chrono>
#include <random>
#include <string>
#include <thread>

#include "graze/share/dds/dds_transport.h"

namespace graze::test {

inline DdsOptions dds_of_this_test() {
    static const std::string name =
        "test-" + std::to_string(getpid()) + "-" + std::to_string(std::random_device()());
    DdsOptions options;
    options.world = name;
    return options;
}

// Asks again and again, until it is so or too long has passed.
template <class Done>
bool comes_true(const Done& done, double seconds = 20) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (!done()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

}  // namespace graze::test
