// The parts of a glTF file's JSON that influence the shape, and their types (Khronos, "glTF 2.0
// Specification", 5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace graze::inline v1::detail {

enum class Kind : std::uint8_t {
    object,
    list,
    text,
    number,
    flag,
    index,  // a whole number from 0 to 2^31 - 1
    size,   // a whole number from 0 to 2^48
    tally,  // a list of any values, of which only the length matters
};

constexpr const char* name_of(Kind kind) {
    constexpr const char* names[] = {"an object",
                                     "a list",
                                     "a text",
                                     "a number",
                                     "true or false",
                                     "a whole number from 0 to 2147483647",
                                     "a whole number that is not negative",
                                     "a list"};
    return names[static_cast<std::size_t>(kind)];
}

// The value expected under a key; other keys are skipped.
struct Schema {
    std::string_view key;
    Kind kind;
    std::span<const Schema> of = {};  // the members of an object; the only kind of element of a list
    bool passed_on = true;            // to tinygltf
};

namespace gltf_schema {

inline constexpr Schema indices_list[]{{"", Kind::index}};
inline constexpr Schema numbers_list[]{{"", Kind::number}};
inline constexpr Schema texts_list[]{{"", Kind::text}};

inline constexpr Schema graze_asset[]{
    {"version", Kind::index}, {"metres_per_unit", Kind::number}, {"up", Kind::text}, {"root", Kind::index}};
inline constexpr Schema asset_extras[]{{"graze", Kind::object, graze_asset}};
inline constexpr Schema asset[]{{"version", Kind::text}, {"extras", Kind::object, asset_extras}};

inline constexpr Schema scene[]{{"nodes", Kind::list, indices_list}};
inline constexpr Schema scenes[]{{"", Kind::object, scene}};

inline constexpr Schema instance_attributes[]{
    {"TRANSLATION", Kind::index}, {"ROTATION", Kind::index}, {"SCALE", Kind::index}};
inline constexpr Schema instancing[]{{"attributes", Kind::object, instance_attributes}};
inline constexpr Schema node_extensions[]{{"EXT_mesh_gpu_instancing", Kind::object, instancing}};
inline constexpr Schema node_extras[]{{"graze", Kind::text}};
inline constexpr Schema node[]{{"name", Kind::text},
                               {"mesh", Kind::index},
                               {"children", Kind::list, indices_list},
                               {"matrix", Kind::list, numbers_list},
                               {"translation", Kind::list, numbers_list},
                               {"rotation", Kind::list, numbers_list},
                               {"scale", Kind::list, numbers_list},
                               {"skin", Kind::index},
                               {"extensions", Kind::object, node_extensions},
                               {"extras", Kind::object, node_extras}};
inline constexpr Schema nodes[]{{"", Kind::object, node}};

inline constexpr Schema attributes[]{{"POSITION", Kind::index}};
inline constexpr Schema primitive_extras[]{{"graze", Kind::text}};
inline constexpr Schema primitive[]{{"attributes", Kind::object, attributes},
                                    {"indices", Kind::index},
                                    {"mode", Kind::index},
                                    {"material", Kind::index},
                                    {"targets", Kind::tally, {}, false},
                                    {"extras", Kind::object, primitive_extras}};
inline constexpr Schema primitives[]{{"", Kind::object, primitive}};
inline constexpr Schema mesh[]{{"name", Kind::text}, {"primitives", Kind::list, primitives}};
inline constexpr Schema meshes[]{{"", Kind::object, mesh}};

inline constexpr Schema sparse_indices[]{
    {"bufferView", Kind::index}, {"byteOffset", Kind::index}, {"componentType", Kind::index}};
inline constexpr Schema sparse_values[]{{"bufferView", Kind::index}, {"byteOffset", Kind::index}};
inline constexpr Schema sparse[]{{"count", Kind::index},
                                 {"indices", Kind::object, sparse_indices},
                                 {"values", Kind::object, sparse_values}};
inline constexpr Schema accessor[]{{"bufferView", Kind::index},     {"byteOffset", Kind::size},
                                   {"componentType", Kind::index},  {"normalized", Kind::flag},
                                   {"count", Kind::size},           {"type", Kind::text},
                                   {"sparse", Kind::object, sparse}};
inline constexpr Schema accessors[]{{"", Kind::object, accessor}};

inline constexpr Schema view[]{{"buffer", Kind::index},
                               {"byteOffset", Kind::size},
                               {"byteLength", Kind::size},
                               {"byteStride", Kind::size}};
inline constexpr Schema views[]{{"", Kind::object, view}};

inline constexpr Schema buffer[]{{"byteLength", Kind::size}, {"uri", Kind::text}};
inline constexpr Schema buffers[]{{"", Kind::object, buffer}};
inline constexpr Schema material[]{{"name", Kind::text}};
inline constexpr Schema materials[]{{"", Kind::object, material}};

inline constexpr Schema document[]{{"asset", Kind::object, asset},
                                   {"extensionsRequired", Kind::list, texts_list, false},
                                   {"scene", Kind::index},
                                   {"scenes", Kind::list, scenes},
                                   {"nodes", Kind::list, nodes},
                                   {"meshes", Kind::list, meshes},
                                   {"accessors", Kind::list, accessors},
                                   {"bufferViews", Kind::list, views},
                                   {"buffers", Kind::list, buffers, false},
                                   {"materials", Kind::list, materials, false},
                                   {"animations", Kind::tally, {}, false}};
inline constexpr Schema root{"", Kind::object, document};

}  // namespace gltf_schema

}  // namespace graze::inline v1::detail
