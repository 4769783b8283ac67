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
    if (const auto* box = shape.as<OrientedBox>()) return {{"sides", sides_of(*box)}};
    if (const auto* sphere = shape.as<Sphere>()) return {{"radius", sphere->radius}};
    if (const auto* capsule = shape.as<Capsule>())
        return {{"radius", capsule->radius}, {"length", length(capsule->to - capsule->from)}};
    if (const auto* cylinder = shape.as<Cylinder>())
        return {{"radius", cylinder->radius}, {"height", length(cylinder->to - cylinder->from)}};
    if (const auto* cone = shape.as<Cone>())
        return {{"radius", cone->radius}, {"height", length(cone->apex - cone->base)}};
    if (const auto* ellipsoid = shape.as<Ellipsoid>())
        return {{"half_axes", {length(ellipsoid->u), length(ellipsoid->v), length(ellipsoid->w)}}};
    if (const auto* half_space = shape.as<HalfSpace>())
        return {{"normal", to_json(half_space->normal)}, {"point", to_json(half_space->point)}};
    if (const auto* hull = shape.as<ConvexHull>())
        return {{"corners", hull->corners().size()}, {"faces", hull->face_count()}};
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
    if (is_finite(shape.box().lower) && is_finite(shape.box().upper)) text += box_text(style, shape.box());
    return text +
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
    if (is_finite(shape.box().lower) && is_finite(shape.box().upper)) json["box"] = to_json(shape.box());
    json["content_hash"] = shape.content_hash().hex();
    json["fit_for"] = {{"surfaces", false}, {"solids", true}};
    return json;
}

}  // namespace graze::app
