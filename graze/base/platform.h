// What every header of graze may assume about the compiler.
#pragma once

#if __cplusplus <= 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG > 201703L)
#error "graze needs C++20: compile with -std=c++20"
#endif

#include <cstdint>

// Small arithmetic functions in public headers are inlined at every call, even at -O0. A user may compile
// with other flags than graze (-march=native, contraction to fused multiply-add); were these ordinary inline
// functions, the linker could put the user's copy of them under graze's exact code.
#if defined(__GNUC__) || defined(__clang__)
#define GRAZE_INLINE [[gnu::always_inline]] inline
#else
#define GRAZE_INLINE inline
#endif

namespace graze::inline v1 {

// Coordinates and translations beyond this magnitude are refused where they enter (files, meshes, poses), so
// that no product of three coordinate differences overflows.
inline constexpr double max_coordinate = 1e100;

}  // namespace graze::inline v1
