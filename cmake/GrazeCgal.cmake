# Sets GRAZE_CGAL_SURFACE_MESH if the compiler takes CGAL's headers of meshes. clang 19 refuses those of CGAL 5.5, which gcc
# takes. To be included after find_package(CGAL).
include(CheckCXXSourceCompiles)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # compiling is enough
set(CMAKE_REQUIRED_INCLUDES ${CGAL_INCLUDE_DIRS})
check_cxx_source_compiles("#include <CGAL/Surface_mesh.h>\nint main() {}" GRAZE_CGAL_SURFACE_MESH)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
