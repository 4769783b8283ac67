#include "graze/report/detail/page_elements.h"

#include "graze/report/detail/deflate.h"

namespace graze::inline v1::detail {

std::string json_element_start(std::string_view id, bool packed) {
    const std::string name(id);
    return packed ? R"(<script type="text/plain" id=")" + name + R"(" data-packed="deflate">)"
                  : R"(<script type="application/json" id=")" + name + R"(">)";
}

void append_escaped(std::string& text, std::string_view json) {
    for (std::size_t at = 0; at < json.size();) {
        const std::size_t next = std::min(json.find('<', at), json.size());
        text += json.substr(at, next - at);
        if (next < json.size()) text += "\\u003c";
        at = next + 1;
    }
}

std::string json_element(std::string_view id, std::string_view json) {
    const bool packed = json.size() > longest_plain;
    std::string element = json_element_start(id, packed);
    if (packed) {
        Deflater deflater;
        deflater.add(json);
        element += base64(deflater.finish());
    } else {
        append_escaped(element, json);
    }
    element += element_end;
    return element;
}

// Compression makes about four bits of a digit, and base64 makes eight bits of six.
std::size_t json_element_size(std::size_t json_bytes) {
    constexpr std::size_t frame = 100;
    return frame + (json_bytes > longest_plain ? json_bytes / 3 * 2 : json_bytes);
}

}  // namespace graze::inline v1::detail
