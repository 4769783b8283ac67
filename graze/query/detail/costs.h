// What steps that take longer than a test of boxes count as, in tests; so that a budget bounds the work.
#pragma once

#include <cstdint>

namespace graze::inline v1::detail::cost {

inline constexpr std::uint64_t exact_pair = 16;  // are two triangles in contact, or how far apart? in doubles
                                                 // first, exactly where these cannot tell
inline constexpr std::uint64_t contact = 64;     // what two triangles have in common, feature by feature
inline constexpr std::uint64_t integer_pair = 4096;  // a distance compared with a limit in long integers

}  // namespace graze::inline v1::detail::cost
