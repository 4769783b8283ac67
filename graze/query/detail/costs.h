// The costs, in tests, of steps that take longer than a box test; so that a budget bounds the work.
#pragma once

#include <cstdint>

namespace graze::inline v1::detail::cost {

// Contact or distance of two triangles: in doubles first, exactly where doubles cannot decide.
inline constexpr std::uint64_t exact_pair = 16;
inline constexpr std::uint64_t contact = 64;         // the common set of two triangles, feature by feature
inline constexpr std::uint64_t integer_pair = 4096;  // a distance compared with a limit in long integers

}  // namespace graze::inline v1::detail::cost
