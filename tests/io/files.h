// Files and contents for tests of reading and writing.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/progress.h"
#include "graze/io/load.h"
#include "graze/io/save.h"
#include "tests/io/temporary_folder.h"

namespace graze::test {

inline std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline Loaded parse(std::string_view content, Format format, const LoadOptions& options = {}) {
    return parse_mesh(std::as_bytes(std::span(content)), format, "file", options);
}
inline Loaded parse_obj(std::string_view content) {
    return parse(content, Format::obj);
}
inline Loaded parse_stl(std::string_view content) {
    return parse(content, Format::stl);
}

// The content of a file.
inline std::string written(const Mesh& mesh, Format format, bool ascii = false, Saved* saved = nullptr) {
    std::string content;
    SaveOptions options;
    options.ascii = ascii;
    const Saved result = format_mesh(mesh, format, content, options);
    if (saved) *saved = result;
    return content;
}

inline void expect_same_polygons(const Mesh& a, const Mesh& b) {
    EXPECT_TRUE(std::ranges::equal(a.vertices(), b.vertices()));
    EXPECT_TRUE(std::ranges::equal(a.triangles(), b.triangles()));
    ASSERT_EQ(a.polygon_count(), b.polygon_count());
    for (PolygonId p = 0; p < a.polygon_count(); ++p)
        EXPECT_TRUE(std::ranges::equal(a.polygon(p), b.polygon(p)));
}

// The message, or "accepted".
inline std::string refusal(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& e) {
        return e.what();
    }
    return "accepted";
}
inline std::string obj_refusal(std::string_view content) {
    return refusal([&] { parse_obj(content); });
}
inline std::string stl_refusal(std::string_view content) {
    return refusal([&] { parse_stl(content); });
}

class CancelAtOnce : public Progress {
  public:
    void report(std::string_view, std::uint64_t, std::uint64_t) override { cancel(); }
};

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// Binary STL by hand: one facet per nine floats.
inline std::string binary_stl(const std::vector<float>& coordinates, std::string header = "made by hand") {
    const auto append_u32 = [](std::string& s, std::uint32_t v) {
        for (int i = 0; i < 4; ++i) s += static_cast<char>(v >> (8 * i) & 0xff);
    };
    header.resize(80, '\0');
    append_u32(header, static_cast<std::uint32_t>(coordinates.size() / 9));
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        if (i % 9 == 0) header.append(12, '\x7f');  // a normal that is no number: it plays no part
        append_u32(header, std::bit_cast<std::uint32_t>(coordinates[i]));
        if (i % 9 == 8) header.append("ab");  // attributes: nor do they
    }
    return header;
}

}  // namespace graze::test
