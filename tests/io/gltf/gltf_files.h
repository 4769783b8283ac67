// glTF files by hand.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "graze/io/load.h"
#include "graze/io/load_assembly.h"
#include "tests/io/files.h"

namespace graze::test {

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

inline std::string glb_number(std::uint32_t number) {
    return bytes_of(std::vector{number});
}

inline std::string glb_chunk(std::string_view type, std::string content, char padding) {
    content.resize((content.size() + 3) / 4 * 4, padding);
    return glb_number(static_cast<std::uint32_t>(content.size())) + std::string(type) + content;
}

inline std::string glb(const std::string& json, const std::string& binary = {}) {
    std::string chunks = glb_chunk("JSON", json, ' ');
    if (!binary.empty()) chunks += glb_chunk(std::string_view("BIN\0", 4), binary, '\0');
    return "glTF" + glb_number(2) + glb_number(static_cast<std::uint32_t>(12 + chunks.size())) + chunks;
}

inline std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < 3; ++j)
            bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            text += i + j > bytes.size() ? '=' : digits[bits >> (18 - 6 * j) & 63];
    }
    return text;
}

// The tables of a file that fill as it is described. Names of members are those of glTF.
struct GltfFile {
    std::string binary;
    std::string asset = R"("version":"2.0")";
    std::vector<std::string> nodes, meshes, accessors, views;
    std::string rest;  // of the outermost object, with a comma before it
    std::string uri;   // of the buffer; empty: it is the binary chunk

    int view(const std::string& bytes, const std::string& more = {}) {
        binary.resize((binary.size() + 3) / 4 * 4);
        views.push_back(R"({"buffer":0,"byteOffset":)" + std::to_string(binary.size()) + R"(,"byteLength":)" +
                        std::to_string(bytes.size()) + more + "}");
        binary += bytes;
        return static_cast<int>(views.size()) - 1;
    }
    int accessor(const std::string& json) {
        accessors.push_back('{' + json + '}');
        return static_cast<int>(accessors.size()) - 1;
    }
    template <typename T>
    int numbers(const std::vector<T>& values, int component, const char* type = "VEC3",
                const std::string& more = {}) {
        const std::size_t width = type == std::string_view("SCALAR") ? 1 : type[3] == '3' ? 3 : 4;
        return accessor(R"("bufferView":)" + std::to_string(view(bytes_of(values))) + R"(,"componentType":)" +
                        std::to_string(component) + R"(,"count":)" + std::to_string(values.size() / width) +
                        R"(,"type":")" + type + '"' + more);
    }
    int positions(const std::vector<float>& values) { return numbers(values, 5126); }
    int indices(const std::vector<std::uint16_t>& values) { return numbers(values, 5123, "SCALAR"); }

    static std::string primitive(int position, int index = -1, const std::string& more = {}) {
        return R"({"attributes":{"POSITION":)" + std::to_string(position) + "}" +
               (index < 0 ? "" : R"(,"indices":)" + std::to_string(index)) + more + "}";
    }
    int mesh(const std::string& primitives, const std::string& more = {}) {
        meshes.push_back(R"({"primitives":[)" + primitives + "]" + more + "}");
        return static_cast<int>(meshes.size()) - 1;
    }
    int node(const std::string& json) {
        nodes.push_back('{' + json + '}');
        return static_cast<int>(nodes.size()) - 1;
    }

    static std::string table(const char* name, const std::vector<std::string>& entries) {
        if (entries.empty()) return {};
        std::string json = std::string(",\"") + name + "\":[";
        for (const std::string& entry : entries) json += (&entry == entries.data() ? "" : ",") + entry;
        return json + "]";
    }
    std::string json() const {
        std::string text = R"({"asset":{)" + asset + "}";
        text += table("nodes", nodes) + table("meshes", meshes) + table("accessors", accessors) +
                table("bufferViews", views);
        if (!binary.empty())
            text += R"(,"buffers":[{"byteLength":)" + std::to_string(binary.size()) +
                    (uri.empty() ? "" : R"(,"uri":")" + uri + '"') + "}]";
        return text + rest + "}";
    }
    std::string as_glb() const { return glb(json(), uri.empty() ? binary : std::string()); }
};

// One triangle with the corners (0,0,0), (1,0,0), (0,1,0).
inline const std::vector<float> corner_triangle{0, 0, 0, 1, 0, 0, 0, 1, 0};

inline GltfFile one_triangle() {
    GltfFile file;
    file.mesh(GltfFile::primitive(file.positions(corner_triangle)));
    return file;
}

inline LoadedAssembly parse_gltf(std::string_view content, const LoadOptions& options = {}) {
    LoadAssemblyOptions all;
    all.load = options;
    return parse_assembly(std::as_bytes(std::span(content)), Format::gltf, "file.glb", all);
}
inline Assembly gltf_assembly(const GltfFile& file) {
    return parse_gltf(file.as_glb()).assembly;
}
inline std::string gltf_refusal(std::string_view content) {
    return refusal([&] { parse_gltf(content); });
}
inline std::string gltf_refusal(const GltfFile& file) {
    return gltf_refusal(file.as_glb());
}

// Without the stem.
inline std::vector<std::string> paths_of(const Assembly& assembly) {
    std::vector<std::string> paths;
    for (const Part& part : assembly.parts)
        paths.push_back(part.path.substr(std::string_view("file/").size()));
    return paths;
}

}  // namespace graze::test
