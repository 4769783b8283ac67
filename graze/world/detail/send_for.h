// What will be needed soon, fetched while other things are done: neighbours in space are rarely neighbours in
// memory.
#pragma once

#include <cstddef>

namespace graze::inline v1::detail {

// So many items of a list ahead is soon enough, and not too soon.
inline constexpr std::size_t items_ahead = 12;

// Of an object all that the cache has lines for; the pointer is not followed.
template <class Object>
void send_for(const Object* object) {
    constexpr std::size_t line = 64;
    const auto* const bytes = reinterpret_cast<const char*>(object);
    for (std::size_t i = 0; i < sizeof(Object); i += line) __builtin_prefetch(bytes + i);
}

}  // namespace graze::inline v1::detail
