// Reads what is written into the page of a clash report, as the page itself would.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "graze/clash/clash.h"
#include "graze/mesh/generate.h"
#include "graze/report/page_geometry.h"

namespace graze::test {

inline std::string from_base64(std::string_view text) {
    std::string bytes;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        if (c == '=') break;
        constexpr std::string_view digits =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::size_t value = digits.find(c);
        if (value == std::string_view::npos) throw std::runtime_error("not base64");
        bits = bits << 6U | static_cast<std::uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 0xffU);
    }
    return bytes;
}

inline std::string inflated(std::string_view bytes) {
    std::string result(std::size_t{1} << 16, '\0');
    for (;;) {
        uLongf size = static_cast<uLongf>(result.size());
        const int code =
            uncompress(std::bit_cast<Bytef*>(result.data()), &size, std::bit_cast<const Bytef*>(bytes.data()),
                       static_cast<uLong>(bytes.size()));
        if (code == Z_OK) {
            result.resize(size);
            return result;
        }
        if (code != Z_BUF_ERROR) throw std::runtime_error("not a zlib stream");
        result.resize(2 * result.size());
    }
}

// Meshes of the page, unpacked; throws if anything is out of range.
class PageMeshes {
  public:
    explicit PageMeshes(const PageGeometry& geometry)
        : header_(nlohmann::json::parse(geometry.header)), blob_(inflated(from_base64(geometry.blob))) {}

    const nlohmann::json& header() const { return header_; }

    Mesh mesh(std::size_t index) const {
        const nlohmann::json& m = header_.at("meshes").at(index);
        const bool steps = m.at("format") == "u16";
        const std::size_t count = m.at("vertices"), at = m.at("vertices_at");
        const double step = m.at("step");
        std::vector<Vec3> vertices(count);
        for (std::size_t v = 0; v < count; ++v)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::size_t i = 3 * v + axis;
                const double origin = m.at("origin").at(axis);
                vertices[v][axis] = origin + (steps ? step * number<std::uint16_t>(at + 2 * i)
                                                    : static_cast<double>(number<float>(at + 4 * i)));
            }
        std::vector<std::array<VertexId, 3>> triangles(m.at("triangles").get<std::size_t>());
        const std::size_t width = m.at("index_bytes"), first = m.at("indices_at");
        for (std::size_t t = 0; t < triangles.size(); ++t)
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t place = first + (3 * t + i) * width;
                triangles[t][i] = width == 2 ? number<std::uint16_t>(place) : number<std::uint32_t>(place);
            }
        return {std::move(vertices), std::move(triangles)};  // checks the corners
    }

  private:
    template <typename Number>
    Number number(std::size_t at) const {
        if (at + sizeof(Number) > blob_.size()) throw std::runtime_error("beyond the end of the blob");
        Number result;
        std::memcpy(&result, blob_.data() + at, sizeof result);
        return result;
    }
    nlohmann::json header_;
    std::string blob_;
};

inline Part part_of(std::string path, Mesh mesh, const Vec3& at) {
    return {std::move(path), std::make_shared<const Mesh>(std::move(mesh)), Pose::translation(at)};
}

// A fine ball that stands 0.01 in a fine ball, and `more` boxes far away that share their mesh.
inline Assembly two_balls(std::uint32_t triangles, std::size_t more = 0) {
    Assembly assembly;
    assembly.metres_per_unit = 0.001;
    assembly.parts.push_back(part_of("first", make_sphere(10, triangles), {0, 0, 0}));
    assembly.parts.push_back(part_of("second", make_sphere(10, triangles), {19.99, 0, 0}));
    const auto box = std::make_shared<const Mesh>(make_box({1, 1, 1}));
    for (std::size_t i = 0; i < more; ++i)
        assembly.parts.push_back(
            {"box " + std::to_string(i), box, Pose::translation({100 + 2.0 * static_cast<double>(i), 0, 0})});
    return assembly;
}

}  // namespace graze::test
