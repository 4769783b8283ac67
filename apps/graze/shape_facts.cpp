#include "shape_facts.h"

#include <fmt/format.h>

#include <array>

#include "text.h"

namespace graze::app {
namespace {

// The lengths of a box along its own axes.
std::array<double, 3> sides_of(const OrientedBox& box) {
    const auto& corner = box.corners();
    return {length(corner[1] - corner[0]), length(corner[2] - corner[0]), length(corner[4] - corner[0])};
}

}  // namespace

Json primitive_json(const Shape& shape) {
    if (const OrientedBox* box = shape.oriented_box()) return {{"sides", sides_of(*box)}};
    return {{"box", to_json(shape.box())}};
}

std::string primitive_info_text(const std::string& file, const Shape& shape, const Style& style) {
    std::string text = style.bold(printable(file)) + "\n" + field(style, "format", "graze") +
                       field(style, "kind", fmt::format("{}, a solid", shape.kind().name()));
    if (const OrientedBox* box = shape.oriented_box()) {
        const std::array<double, 3> side = sides_of(*box);
        text += field(style, "sides",
                      fmt::format("{} x {} x {}", number(side[0]), number(side[1]), number(side[2]))) +
                field(style, "volume", fmt::format("{} units^3", number(side[0] * side[1] * side[2])));
    }
    return text + box_text(style, shape.box()) +
           field(style, "fit for", "graze check and graze distance, with a mesh or another primitive") +
           field(style, "not fit for",
                 "what is about triangles: graze clash, volume, draw, repair, convert") +
           field(style, "content hash", shape.content_hash().hex());
}

Json primitive_info_json(const std::string& file, const Shape& shape) {
    Json json{{"file", file}, {"format", "graze"}, {"kind", shape.kind().name()}};
    json.update(primitive_json(shape));
    if (const OrientedBox* box = shape.oriented_box()) {
        const std::array<double, 3> side = sides_of(*box);
        json["measures"] = {{"volume", side[0] * side[1] * side[2]}};
    }
    json["box"] = to_json(shape.box());
    json["content_hash"] = shape.content_hash().hex();
    json["fit_for"] = {{"surfaces", false}, {"solids", true}};
    return json;
}

}  // namespace graze::app
