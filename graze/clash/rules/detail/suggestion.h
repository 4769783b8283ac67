// Suggestions for mistyped words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// The nearest of `words`, if it is near enough to be meant; else empty. Near: few letters left out, added,
// replaced or swapped with their neighbour.
std::string nearest_word(std::string_view word, std::span<const std::string> words);

}  // namespace graze::inline v1::detail
