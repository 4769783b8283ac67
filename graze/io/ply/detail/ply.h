// The structure of a PLY file according to its header (G. Turk, "The PLY Polygon File Format", 1994).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::inline v1::detail {

enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
enum class PlyEncoding : std::uint8_t { ascii, little_endian, big_endian };

constexpr std::size_t ply_size_of(PlyType type) {
    constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::int8;     // of the value, or of the items of a list
    std::optional<PlyType> count_of;  // for a list: the type of its number of items
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;

    std::optional<std::size_t> find(std::string_view property) const;  // its index
    // The smallest number of bytes of one element in the file.
    std::uint64_t least_size(PlyEncoding encoding) const;
};

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    std::vector<PlyElement> elements;       // in the order of the file
    std::optional<double> metres_per_unit;  // only graze writes it, as a comment
    std::size_t size = 0;                   // in bytes, the end of its last line included
    std::uint64_t lines = 0;
    bool old_mac_lines = false;  // lines end with \r alone

    const PlyElement* find(std::string_view element) const;
};

// The comment in which writer and reader keep the unit.
inline constexpr std::string_view ply_unit_comment = "metres per unit";

bool is_ply(std::string_view content);

// The position after the last line of the header; nullopt if that is not in `content`.
std::optional<std::size_t> ply_header_size(std::string_view content);

// `content` holds the whole header. Throws Error with the line.
PlyHeader read_ply_header(std::string_view content);

// The elements and properties that matter, found in the header. Throws Error if there are no faces, or no x,
// y, z.
struct PlyPlan {
    static constexpr std::size_t none = ~std::size_t{0};
    std::size_t vertices = none, faces = none, strips = none;  // indices of elements
    std::size_t x = none, y = none, z = none;                  // indices of properties of the vertices
    std::size_t face_corners = none, strip_corners = none;     // indices of the lists of vertex indices
    std::uint64_t vertex_count = 0;
};
// `data_size` bytes follow the header: throws for counts that do not fit into them.
PlyPlan plan_ply(const PlyHeader& header, std::uint64_t data_size);

}  // namespace graze::inline v1::detail
