// How much memory a piece of work takes at its peak.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graze::bench {

// The most memory this process ever had resident, in bytes; 0 where the system does not say.
std::uint64_t peak_resident_bytes();

// Starts this program again with the arguments and returns the number it prints: a peak is that of a whole
// process, so each one wants a process of its own. Throws graze::Error.
std::uint64_t number_printed_by_this_program(const std::vector<std::string>& arguments);

}  // namespace graze::bench
