#include "graze/report/detail/page_pictures.h"

#include "graze/base/detail/json_text.h"
#include "graze/report/detail/deflate.h"
#include "graze/report/detail/page_elements.h"

namespace graze::inline v1::detail {

PagePictures page_pictures(std::span<const ClashFinding> findings, std::span<const std::string> pictures,
                           std::size_t max_bytes) {
    constexpr std::size_t frame = 200;
    PagePictures result;
    std::string json = "{";
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        std::string entry = i > 0 ? ",\n" : "\n";
        append_json(entry, findings[i].id);
        entry += R"(:"data:image/png;base64,)" + base64(pictures[i]) + '"';
        if (json.size() + entry.size() + frame > max_bytes) {
            result.left_out = pictures.size() - i;
            break;
        }
        json += entry;
    }
    json += '}';
    // Never packed: PNG is compressed already.
    result.element = json_element_start("graze-pictures", false);
    append_escaped(result.element, json);
    result.element += element_end;
    return result;
}

}  // namespace graze::inline v1::detail
