// What the figures were measured on and with.
#pragma once

#include <string>

namespace graze::bench {

struct Machine {
    std::string cpu;
    unsigned cores = 0;
    std::string system;
    std::string compiler;
    std::string flags;
    std::string instruction_set;  // that graze's SIMD code chooses at run time

    std::string one_line() const;
};

Machine this_machine();

}  // namespace graze::bench
