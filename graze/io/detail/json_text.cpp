#include "graze/io/detail/json_text.h"

#include <cstddef>

#include "graze/io/detail/quote.h"

namespace graze::inline v1::detail {
std::string as_utf8(std::string_view text) {
    std::string utf8;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (length > 0)
            utf8 += text.substr(0, length);
        else
            utf8 += "\xef\xbf\xbd";
        text.remove_prefix(length > 0 ? length : 1);
    }
    return utf8;
}

}  // namespace graze::inline v1::detail
