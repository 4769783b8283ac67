// What will be needed soon, fetched while other things are done: neighbours in space are rarely neighbours in
// memory.
#pragma once

#include <cstddef>

namespace graze::inline v1::detail {

// So many items of a list ahead is soon enough, and not too soon.
inline constexpr std::size_t items_ahead = 12;

// For functions that do nothing but send for things: gcc takes them for ones without effect and drops calls
// of them, unless they are inlined.
#define GRAZE_PREFETCHES [[gnu::always_inline]] inline

// An object's first bytes, or all of it; the pointer is not followed.
template <class Object>
GRAZE_PREFETCHES void prefetch(const Object* object, std::size_t bytes = sizeof(Object)) {
    constexpr std::size_t line = 64;
    const auto* const first = reinterpret_cast<const char*>(object);
    for (std::size_t i = 0; i < bytes; i += line) __builtin_prefetch(first + i);
}

}  // namespace graze::inline v1::detail
