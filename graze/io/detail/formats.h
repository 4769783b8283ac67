// Which format a file's name stands for.
#pragma once

#include <filesystem>
#include <optional>

#include "graze/io/detail/text.h"
#include "graze/io/load.h"

namespace graze::inline v1::detail {

inline std::optional<Format> format_of_extension(const std::filesystem::path& file) {
    const std::string extension = file.extension().string();
    if (equal_ignoring_case(extension, ".stl")) return Format::stl;
    if (equal_ignoring_case(extension, ".obj")) return Format::obj;
    if (equal_ignoring_case(extension, ".graze")) return Format::graze;
    return {};
}

}  // namespace graze::inline v1::detail
