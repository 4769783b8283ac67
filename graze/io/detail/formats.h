// The format that belongs to a file's name.
#pragma once

#include <array>
#include <filesystem>
#include <optional>

#include "graze/io/detail/text.h"
#include "graze/io/load.h"

namespace graze::inline v1::detail {

// Advice for a file whose format is not known.
inline constexpr const char* name_a_format =
    "name it .stl, .obj, .ply, .off, .glb or .graze, or say the format";

// Read by separate programs (import_read.cpp), and not written.
constexpr bool is_imported(Format format) {
    return format == Format::step || format == Format::iges || format == Format::threemf ||
           format == Format::ifc || format == Format::other;
}

// The formats that Assimp reads and graze does not, without files that hold only movements or materials, and
// without the many meanings of .xml.
inline constexpr std::array assimp_extensions{
    ".3d",      ".3ds", ".ac",  ".ac3d", ".acc", ".amf",  ".ase",     ".ask", ".assbin", ".b3d",
    ".blend",   ".bsp", ".cob", ".dae",  ".dxf", ".enff", ".fbx",     ".hmp", ".iqm",    ".irr",
    ".irrmesh", ".lwo", ".lws", ".lxo",  ".md2", ".md3",  ".md5mesh", ".mdc", ".mdl",    ".mesh",
    ".ms3d",    ".ndo", ".nff", ".ogex", ".pk3", ".pmx",  ".q3o",     ".q3s", ".raw",    ".scn",
    ".sib",     ".smd", ".ter", ".x",    ".x3d", ".x3db", ".xgl",     ".zae", ".zgl"};

inline std::optional<Format> format_of_extension(const std::filesystem::path& file) {
    const std::string extension = file.extension().string();
    if (equal_ignoring_case(extension, ".stl")) return Format::stl;
    if (equal_ignoring_case(extension, ".obj")) return Format::obj;
    if (equal_ignoring_case(extension, ".ply")) return Format::ply;
    if (equal_ignoring_case(extension, ".off")) return Format::off;
    for (const char* const gltf : {".glb", ".gltf"})
        if (equal_ignoring_case(extension, gltf)) return Format::gltf;
    if (equal_ignoring_case(extension, ".graze")) return Format::graze;
    for (const char* const step : {".step", ".stp"})
        if (equal_ignoring_case(extension, step)) return Format::step;
    for (const char* const iges : {".iges", ".igs"})
        if (equal_ignoring_case(extension, iges)) return Format::iges;
    if (equal_ignoring_case(extension, ".3mf")) return Format::threemf;
    for (const char* const ifc : {".ifc", ".ifczip"})
        if (equal_ignoring_case(extension, ifc)) return Format::ifc;
    for (const char* const other : assimp_extensions)
        if (equal_ignoring_case(extension, other)) return Format::other;
    return {};
}

}  // namespace graze::inline v1::detail
