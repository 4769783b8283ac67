# What all of graze is compiled with: one interface target, graze_options, never installed.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# An installed program finds a shared libgraze beside itself, wherever the two are moved.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

find_program(GRAZE_CCACHE ccache)
if(GRAZE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GRAZE_CCACHE})
endif()

add_library(graze_options INTERFACE)
# Law 3: no fused operation anywhere, so that every compiler and instruction set computes the same bits.
target_compile_options(graze_options INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast)  # clang has sign-conversion in -Wconversion, GCC not
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # libstdc++'s own std::stable_sort calls what it has deprecated, and only clang tells. `a & b` of two bools is how
  # kernels avoid a branch.
  target_compile_options(graze_options INTERFACE -Wno-deprecated-declarations -Wno-bitwise-instead-of-logical)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Files that are read several as one look like headers to it.
  target_compile_options(graze_options INTERFACE -Wno-subobject-linkage)
endif()
if(GRAZE_WERROR)
  target_compile_options(graze_options INTERFACE -Werror)
endif()
target_include_directories(graze_options INTERFACE ${PROJECT_SOURCE_DIR})
# On processors older than SSE4 plain scalar code: hardly any has SSSE3 alone, and Highway's emulated vectors take clang
# minutes to compile.
target_compile_definitions(graze_options INTERFACE HWY_BROKEN_EMU128=1)
# The kernels are one source for all instruction sets, and take sanitizers up to half a minute for each; AVX2 and plain
# scalar code are enough there.
if(GRAZE_SANITIZE)
  target_compile_definitions(graze_options INTERFACE
    "HWY_DISABLED_TARGETS=(HWY_AVX3|HWY_AVX3_DL|HWY_SSE4|HWY_SSSE3)")
  # Of files that are read several as one, clang minds names that they do not share; gcc, for the release, does not.
  target_compile_options(graze_options INTERFACE -Wno-shadow)
else()
  target_compile_definitions(graze_options INTERFACE HWY_DISABLED_TARGETS=HWY_SSSE3)
endif()

find_program(GRAZE_LLD ld.lld)
if(GRAZE_LLD AND NOT GRAZE_SANITIZE MATCHES "thread")
  target_link_options(graze_options INTERFACE -fuse-ld=lld)
endif()

if(GRAZE_SANITIZE)
  target_compile_options(graze_options INTERFACE -fsanitize=${GRAZE_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(graze_options INTERFACE -fsanitize=${GRAZE_SANITIZE})
endif()
# For what is not measured nor shipped: tests take longer to compile than to run.
set(GRAZE_TEST_OPTIONS -O0)
if(GRAZE_FUZZ)
  target_compile_options(graze_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
