#include "graze/report/detail/packed_mesh.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <vector>

#include "graze/base/detail/json_text.h"
#include "graze/render/detail/view_axes.h"

namespace graze::inline v1::detail {
namespace {

constexpr double steps_along = 65535;

template <typename Number>
void append_little_endian(std::string& bytes, Number value) {
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        bytes += static_cast<char>(static_cast<unsigned char>(value >> (8 * i) & 0xffU));
}

void append_indices(PackedMesh& packed, const std::vector<std::array<VertexId, 3>>& triangles) {
    packed.triangles = static_cast<std::uint32_t>(triangles.size());
    packed.index_bytes = packed.vertices > std::numeric_limits<std::uint16_t>::max() ? 4 : 2;
    for (const std::array<VertexId, 3>& t : triangles) {
        for (const VertexId v : t) {
            if (packed.index_bytes == 2)
                append_little_endian(packed.bytes, static_cast<std::uint16_t>(v));
            else
                append_little_endian(packed.bytes, v);
        }
    }
}

std::uint64_t whole_steps(double distance, double step) {
    return static_cast<std::uint64_t>(std::lround(std::clamp(distance / step, 0.0, steps_along)));
}

// The power of two at or below `value`.
double power_of_two_below(double value) {
    return std::isnormal(value) ? std::ldexp(1, std::ilogb(value)) : 0;
}

float rounded(double distance, double unit) {
    const double q = unit > 0 ? distance / unit : std::numeric_limits<double>::infinity();
    // Beyond 2^24 units a float has no more digits to lose.
    const double kept = std::fabs(q) < 0x1p24 ? std::nearbyint(q) * unit : distance;
    constexpr double most = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(kept, -most, most)) + 0.0F;
}

}  // namespace

double step_of(const Mesh& mesh) {
    const double step = largest(mesh.box().size()) / steps_along;
    return step > 0 ? step : 1;
}

PackedMesh packed_in_steps(const Mesh& mesh) {
    PackedMesh packed;
    packed.origin = mesh.box().empty() ? Vec3{} : mesh.box().lower;
    packed.step = step_of(mesh);
    std::unordered_map<std::uint64_t, VertexId> known;
    std::vector<std::array<VertexId, 3>> triangles;
    triangles.reserve(mesh.triangle_count());
    for (const std::array<VertexId, 3>& corners : mesh.triangles()) {
        std::array<VertexId, 3> triangle{};
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 p = mesh.vertices()[corners[i]] - packed.origin;
            std::uint64_t key = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) key = key << 16U | whole_steps(p[axis], packed.step);
            const auto [place, is_new] = known.try_emplace(key, packed.vertices);
            triangle[i] = place->second;
            if (!is_new) continue;
            ++packed.vertices;
            for (const unsigned shift : {32U, 16U, 0U})
                append_little_endian(packed.bytes, static_cast<std::uint16_t>(key >> shift));
        }
        if (!has_equal_corners(triangle)) triangles.push_back(triangle);
    }
    append_indices(packed, triangles);
    return packed;
}

PackedMesh packed_in_floats(const SimpleMesh& mesh, const Vec3& origin, double unit) {
    PackedMesh packed;
    packed.quantised = false;
    packed.origin = origin;
    packed.vertices = static_cast<std::uint32_t>(mesh.points.size());
    const double power = power_of_two_below(unit);
    for (const Vec3& p : mesh.points)
        for (std::size_t axis = 0; axis < 3; ++axis)
            append_little_endian(packed.bytes,
                                 std::bit_cast<std::uint32_t>(rounded(p[axis] - origin[axis], power)));
    append_indices(packed, mesh.triangles);
    return packed;
}

void append_json(std::string& json, const PackedMesh& mesh, std::size_t at) {
    const auto count = [&](const char* key, std::size_t value) { json += key + std::to_string(value); };
    json += mesh.quantised ? R"({"format":"u16","origin":[)" : R"({"format":"f32","origin":[)";
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (axis > 0) json += ',';
        append_json(json, mesh.origin[axis]);
    }
    json += R"(],"step":)";
    append_json(json, mesh.step);
    count(R"(,"vertices":)", mesh.vertices);
    count(R"(,"triangles":)", mesh.triangles);
    count(R"(,"vertices_at":)", at);
    count(R"(,"indices_at":)", at + std::size_t{mesh.vertices} * (mesh.quantised ? 6 : 12));
    count(R"(,"index_bytes":)", mesh.index_bytes);
    json += '}';
}

}  // namespace graze::inline v1::detail
