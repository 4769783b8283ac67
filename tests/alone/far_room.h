// A room further down with a kind of its own, in a static library: whoever includes its header has the kind,
// although nothing in the program refers to it by name. See docs/architecture.md.
#pragma once

namespace graze::test {

bool register_far_room();
inline const bool far_room_is_registered = register_far_room();

}  // namespace graze::test
