#include "draw_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arguments.h"
#include "graze/base/error.h"
#include "text.h"

namespace graze::app {
namespace {

struct NamedView {
    std::string_view name;
    Vec3 from;  // with z up
};
constexpr std::array<NamedView, 7> named_views{{{"iso", {1, -1, 1}},
                                                {"front", {0, -1, 0}},
                                                {"back", {0, 1, 0}},
                                                {"left", {-1, 0, 0}},
                                                {"right", {1, 0, 0}},
                                                {"top", {0, 0, 1}},
                                                {"bottom", {0, 0, -1}}}};

// Turns what is said for z up to another axis; the front faces the viewer as people expect of that axis.
Vec3 turned(const Vec3& v, Axis up) {
    if (up == Axis::y) return {v.x, v.z, -v.y};
    if (up == Axis::x) return {v.z, v.x, v.y};
    return v;
}

}  // namespace

PictureSize parse_picture_size(const std::string& option, const std::string& text) {
    const std::size_t cross = text.find('x');
    if (cross == std::string::npos)
        throw Error(fmt::format("'{}' is not a width and a height", text), option, "write it like 1200x800");
    return {parse_count(option, text.substr(0, cross), 1, Picture::max_side),
            parse_count(option, text.substr(cross + 1), 1, Picture::max_side)};
}

Color parse_color_option(const std::string& option, const std::string& text) {
    if (const std::optional<Color> color = parse_color(text)) return *color;
    throw Error(fmt::format("'{}' is not a colour", text), option,
                "write it like #4682b4, or give black, white, grey, red, orange, yellow, green, blue or "
                "purple");
}

std::pair<Color, Color> parse_background(const std::string& option, const std::string& text) {
    if (text == "none") return {{0, 0, 0, 0}, {0, 0, 0, 0}};
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) {
        const Color color = parse_color_option(option, text);
        return {color, color};
    }
    return {parse_color_option(option, text.substr(0, comma)),
            parse_color_option(option, text.substr(comma + 1))};
}

LookFrom parse_look_from(const std::string& option, const std::string& text, Axis up) {
    const Vec3 upwards = turned({0, 0, 1}, up);
    for (const NamedView& view : named_views) {
        if (view.name != text) continue;
        // From above and from below, what is behind the front is up.
        const bool vertical = view.from.x == 0 && view.from.y == 0;
        return {turned(view.from, up), vertical ? turned({0, view.from.z, 0}, up) : upwards};
    }
    if (!text.empty() && text.find_first_not_of("0123456789+-.,eE ") != std::string::npos) {
        std::vector<std::string> names;
        for (const NamedView& view : named_views) names.emplace_back(view.name);
        const std::string meant = closest(text, names);
        throw Error(fmt::format("'{}' is no view", text), option,
                    meant.empty() ? fmt::format("give {} or a direction like 1,-1,1", fmt::join(names, ", "))
                                  : fmt::format("did you mean '{}'?", meant));
    }
    const Vec3 from = parse_vector(option, text);
    if (from == Vec3{}) throw Error("0,0,0 is no direction", option, "give another, like 1,-1,1");
    return {from, upwards};
}

SectionPlane parse_section(const std::string& option, const std::string& text) {
    std::size_t comma = std::string::npos;
    for (int i = 0; i < 3; ++i) {
        comma = text.find(',', comma + 1);
        if (comma == std::string::npos)
            throw Error(fmt::format("'{}' is no plane", text), option,
                        "give a point and the direction that is cut away, as in 0,0,10,0,0,1");
    }
    const SectionPlane plane{parse_vector(option, text.substr(0, comma)),
                             parse_vector(option, text.substr(comma + 1))};
    if (plane.normal == Vec3{}) throw Error("0,0,0 is no direction", option, "give another, like 0,0,1");
    return plane;
}

bool matches(std::string_view pattern, std::string_view text) {
    // Where the last star was, and how much of the text it stands for so far.
    std::size_t p = 0, t = 0, star = std::string_view::npos, after_star = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            after_star = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++after_star;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

PartSetting parse_part_setting(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos) return {"*", text};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::size_t> matching_parts(const std::string& option, const std::string& pattern,
                                        const Assembly& assembly) {
    std::vector<std::size_t> found;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const std::string& path = assembly.parts[i].path;
        const std::string name = split_path(path).back();
        if (matches(pattern, path) || matches(pattern, name)) found.push_back(i);
        names.push_back(name);
        names.push_back(path);
    }
    if (!found.empty()) return found;
    const std::string meant = closest(pattern, names);
    throw Error(fmt::format("no part is called '{}'", pattern), option,
                meant.empty() ? "'graze info' lists the parts; * stands for any text"
                              : fmt::format("did you mean '{}'?", meant));
}

}  // namespace graze::app
