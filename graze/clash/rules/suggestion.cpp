#include "graze/clash/rules/detail/suggestion.h"

#include <algorithm>
#include <vector>

namespace graze::inline v1::detail {
namespace {

// The edit distance of Damerau 1964 (a letter wrong, missing or too much, or two swapped), no letter changed
// twice.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> words) {
    // Longer texts are not mistyped words, and comparing them would take long.
    constexpr std::size_t longest = 64;
    if (word.size() > longest) return {};
    std::string result;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : words) {
        if (candidate.size() > longest) continue;
        const std::size_t d = edit_distance(word, candidate);
        if (d < least && d < std::max(word.size(), candidate.size())) {
            least = d;
            result = candidate;
        }
    }
    return result;
}

}  // namespace graze::inline v1::detail
