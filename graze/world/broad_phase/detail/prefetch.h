// Prefetching of data that will be needed soon: neighbours in space are rarely neighbours in memory.
#pragma once

#include <cstddef>

namespace graze::inline v1::detail {

// Distance in items of a list: far enough ahead, and not too far.
inline constexpr std::size_t items_ahead = 12;

// For functions that only prefetch: gcc treats them as functions without effect and drops calls of them,
// unless they are inlined.
#define GRAZE_PREFETCHES [[gnu::always_inline]] inline

// Prefetches an object's first bytes, or all of it; does not follow the pointer.
template <class Object>
GRAZE_PREFETCHES void prefetch(const Object* object, std::size_t bytes = sizeof(Object)) {
    constexpr std::size_t line = 64;
    const auto* const first = reinterpret_cast<const char*>(object);
    for (std::size_t i = 0; i < bytes; i += line) __builtin_prefetch(first + i);
}

}  // namespace graze::inline v1::detail
