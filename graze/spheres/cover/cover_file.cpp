#include "graze/spheres/cover/cover_file.h"

#include <algorithm>

#include "graze/base/detail/json_text.h"
#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

void check_link(const std::string& link) {
    const bool printable = std::all_of(
        link.begin(), link.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
    if (link.empty() || !printable)
        throw Error("the name of the link is empty or has control characters", "cover", "give a name");
}

// Rounding to metres must not uncover anything.
double enlarged(double radius, double metres_per_unit) {
    return radius * metres_per_unit * (1 + 1e-12);
}

std::string three_numbers(const Vec3& v, const char* between) {
    std::string text;
    detail::append_json(text, v.x);
    text += between;
    detail::append_json(text, v.y);
    text += between;
    detail::append_json(text, v.z);
    return text;
}

std::string one_number(double value) {
    std::string text;
    detail::append_json(text, value);
    return text;
}

std::string xml_escaped(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

std::string what_it_is(const SphereCover& cover, double metres_per_unit) {
    return std::to_string(cover.spheres.size()) + " spheres that cover the " +
           (cover.solid ? "solid" : "surface") + " and reach at most " +
           one_number(cover.overreach * metres_per_unit) + " m beyond it; written by graze";
}

}  // namespace

std::string cover_urdf(const SphereCover& cover, const std::string& link, double metres_per_unit) {
    check_link(link);
    const std::string name = xml_escaped(link);
    std::string xml = "<?xml version=\"1.0\"?>\n<!-- " + what_it_is(cover, metres_per_unit) +
                      " -->\n<robot name=\"" + name + "\">\n  <link name=\"" + name + "\">\n";
    for (const Sphere& s : cover.spheres)
        xml += "    <collision>\n      <origin xyz=\"" + three_numbers(s.center * metres_per_unit, " ") +
               "\" rpy=\"0 0 0\"/>\n      <geometry><sphere radius=\"" +
               one_number(enlarged(s.radius, metres_per_unit)) + "\"/></geometry>\n    </collision>\n";
    return xml + "  </link>\n</robot>\n";
}

std::string cover_curobo_yaml(const SphereCover& cover, const std::string& link, double metres_per_unit) {
    check_link(link);
    std::string yaml = "# " + what_it_is(cover, metres_per_unit) + "\ncollision_spheres:\n  ";
    detail::append_json(yaml, link);  // a quoted string of JSON is one of YAML
    yaml += ":\n";
    for (const Sphere& s : cover.spheres)
        yaml += "    - \"center\": [" + three_numbers(s.center * metres_per_unit, ", ") +
                "]\n      \"radius\": " + one_number(enlarged(s.radius, metres_per_unit)) + "\n";
    return yaml;
}

}  // namespace graze::inline v1
