// Where real meshes are, if anywhere (CMake's GRAZE_DATA).
#pragma once

#include <filesystem>

namespace graze::test {

inline const std::filesystem::path data = GRAZE_DATA_DIR;

}  // namespace graze::test
