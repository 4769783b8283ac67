#include "graze/spheres/packing/packing_file.h"

#include <bit>
#include <cmath>

#include "graze/base/detail/json_text.h"

namespace graze::inline v1 {
namespace {

void append_number_or_null(std::string& json, double value) {
    if (std::isfinite(value)) {
        detail::append_json(json, value);
    } else {
        json += "null";
    }
}

void append_sphere(std::string& json, const Sphere& s) {
    json += '[';
    for (const double value : {s.center.x, s.center.y, s.center.z}) {
        detail::append_json(json, value);
        json += ',';
    }
    detail::append_json(json, s.radius);
    json += ']';
}

// Lists, a line for each entry, so that files can be compared line by line.
template <class Range, class Append>
void append_list(std::string& json, const char* name, const Range& range, const Append& append) {
    json += ",\n\"";
    json += name;
    json += "\":[";
    bool first = true;
    for (const auto& entry : range) {
        json += first ? "\n" : ",\n";
        first = false;
        append(entry);
    }
    json += "\n]";
}

// Little-endian on every machine.
template <class Unsigned>
void append_bytes(std::string& bytes, Unsigned value) {
    for (std::size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xff);
}

}  // namespace

std::string packing_json(const Packed& packed, const PackingSource& source, const SphereEdges* graph) {
    const SpherePacking& packing = packed.packing;
    std::string json = "{\"schema\":\"graze.packing/1\",\n\"source\":";
    detail::append_json(json, source.name);
    json += ",\n\"metres_per_unit\":";
    append_number_or_null(json, source.metres_per_unit.value_or(NAN));
    json += ",\n\"end\":";
    detail::append_json(json, name_of(packed.end));
    json += ",\n\"count\":" + std::to_string(packing.spheres.size());
    const auto add = [&](const char* name, double value) {
        json += ",\n\"";
        json += name;
        json += "\":";
        append_number_or_null(json, value);
    };
    add("volume", packing.volume);
    add("fill_rate", packing.fill_rate);
    add("fill_rate_error", packing.fill_rate_error);
    append_list(json, "spheres", packing.spheres, [&](const Sphere& s) { append_sphere(json, s); });
    if (!packing.first_triangle.empty()) {
        std::size_t next = 0;
        append_list(json, "triangles", packing.spheres, [&](const Sphere&) {
            json += '[';
            bool first = true;
            for (const TriangleId t : packing.triangles_of(next++)) {
                if (!first) json += ',';
                json += std::to_string(t);
                first = false;
            }
            json += ']';
        });
    }
    if (graph != nullptr)
        append_list(json, "neighbours", *graph, [&](const auto& edge) {
            json += '[';
            json += std::to_string(edge[0]);
            json += ',';
            json += std::to_string(edge[1]);
            json += ']';
        });
    return json + "}\n";
}

std::string packing_ply(const SpherePacking& packing) {
    const bool has_triangles = !packing.first_triangle.empty();
    std::string ply =
        "ply\nformat binary_little_endian 1.0\ncomment spheres of a packing, written by graze\nelement "
        "vertex " +
        std::to_string(packing.spheres.size()) +
        "\nproperty double x\nproperty double y\nproperty double z\nproperty double radius\n" +
        (has_triangles ? "property uint nearest_triangle\n" : "") + "end_header\n";
    ply.reserve(ply.size() + packing.spheres.size() * 36);
    for (std::size_t i = 0; i < packing.spheres.size(); ++i) {
        const Sphere& s = packing.spheres[i];
        for (const double value : {s.center.x, s.center.y, s.center.z, s.radius})
            append_bytes(ply, std::bit_cast<std::uint64_t>(value));
        if (has_triangles) append_bytes(ply, packing.nearest_triangle(i));
    }
    return ply;
}

}  // namespace graze::inline v1
