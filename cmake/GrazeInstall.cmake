# What `cmake --install` puts where: the library with its public headers, what find_package(graze) and pkg-config need
# to find it again, and the licence. The program installs itself in apps/graze.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graze)

install(TARGETS graze ${room_targets} EXPORT grazeTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT grazeTargets NAMESPACE graze:: DESTINATION ${package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/grazeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/grazeConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/grazeConfig.cmake ${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
  DESTINATION ${package_dir})

# pkg-config: what static libraries are linked from goes to every user, since an archive does not say it itself.
set(graze_pc_requires libhwy)
if(GRAZE_TBB AND TBB_FOUND)
  list(APPEND graze_pc_requires tbb)
endif()
if("render" IN_LIST GRAZE_ROOMS)
  list(APPEND graze_pc_requires libpng)
endif()
if("report" IN_LIST GRAZE_ROOMS)
  list(APPEND graze_pc_requires zlib)
endif()
list(TRANSFORM room_targets REPLACE "^graze_" "-lgraze-" OUTPUT_VARIABLE graze_pc_libs)
list(JOIN graze_pc_libs " " graze_pc_libs)
list(JOIN graze_pc_requires " " graze_pc_requires)
if(BUILD_SHARED_LIBS)
  set(graze_pc_dependencies "Requires.private: ${graze_pc_requires}")
else()
  set(graze_pc_dependencies "Requires: ${graze_pc_requires}")
endif()
# Relative to the file itself, so that an installed tree can be moved (or installed elsewhere with --prefix).
file(RELATIVE_PATH graze_pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
cmake_path(APPEND graze_pc_libdir "\${prefix}" ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND graze_pc_includedir "\${prefix}" ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(${PROJECT_SOURCE_DIR}/cmake/graze.pc.in ${PROJECT_BINARY_DIR}/graze.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/graze.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
