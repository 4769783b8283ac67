// The values of options of `graze draw`. Every function throws Error, naming the option, for text that is not
// what it expects.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/base/vec3.h"
#include "graze/mesh/assembly.h"
#include "graze/render/draw.h"

namespace graze::app {

struct PictureSize {
    std::uint32_t width = 0, height = 0;
};
PictureSize parse_picture_size(const std::string& option, const std::string& text);  // "1200x800"

Color parse_color_option(const std::string& option, const std::string& text);

// "none", a colour, or two of them with a comma between: the upper and the lower border's.
std::pair<Color, Color> parse_background(const std::string& option, const std::string& text);

// The direction from the middle to the eye, and the direction that is up in the picture. "front", "iso" and
// so on depend on the axis that points up; other text is a direction x,y,z.
struct LookFrom {
    Vec3 from, up;
};
LookFrom parse_look_from(const std::string& option, const std::string& text, Axis up);

// "PX,PY,PZ,NX,NY,NZ": a point of the plane, and the direction in which everything is left out.
SectionPlane parse_section(const std::string& option, const std::string& text);

// True if the pattern matches `text`: `*` stands for any text and `?` for any character.
bool matches(std::string_view pattern, std::string_view text);

// "PATTERN=VALUE", or "VALUE" for all parts. A pattern matches a part's whole path or its own name.
struct PartSetting {
    std::string pattern, value;
};
PartSetting parse_part_setting(const std::string& text);
// The indices of the parts that a pattern matches. Throws Error, with a suggestion, if there are none.
std::vector<std::size_t> matching_parts(const std::string& option, const std::string& pattern,
                                        const Assembly& assembly);

}  // namespace graze::app
