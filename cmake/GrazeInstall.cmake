# What `cmake --install` puts where: the library with its public headers, what find_package(graze) and pkg-config need
# to find it again, and the licence. The program installs itself in apps/graze.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graze)

install(TARGETS graze ${room_targets} EXPORT grazeTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT grazeTargets NAMESPACE graze:: DESTINATION ${package_dir})
# Converts to and from Eigen's types, for those who have Eigen; nothing else includes it.
install(FILES ${PROJECT_SOURCE_DIR}/graze/eigen.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/graze)

# The components of the package: the rooms, and tbb, dds and websocket where what they need was found. Which others each of them uses:
set(graze_components ${GRAZE_ROOMS})
set(graze_uses "")
foreach(room IN LISTS GRAZE_ROOMS)
  string(APPEND graze_uses "set(_graze_uses_of_${room} ${graze_uses_of_${room}})\n")
endforeach()
if(TARGET graze_tbb)
  list(APPEND graze_components tbb)
  set(graze_uses_of_tbb base)
  string(APPEND graze_uses "set(_graze_uses_of_tbb base)\n")
endif()

foreach(transport dds websocket)
  if(TARGET graze_${transport})
    list(APPEND graze_components ${transport})
    set(graze_uses_of_${transport} share)
    string(APPEND graze_uses "set(_graze_uses_of_${transport} share)\n")
  endif()
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/grazeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/grazeConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/grazeConfig.cmake ${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
  DESTINATION ${package_dir})

# pkg-config: graze-<component>.pc for each of them, and graze.pc for all. What static libraries are linked from goes to every
# user, since an archive does not say it itself.
set(needs_of_base libhwy)
set(needs_of_tbb tbb)
set(needs_of_render libpng)
set(needs_of_report zlib)
set(needs_of_dds CycloneDDS)
# Relative to the file itself, so that an installed tree can be moved (or installed elsewhere with --prefix).
file(RELATIVE_PATH graze_pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
cmake_path(APPEND graze_pc_libdir "\${prefix}" ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND graze_pc_includedir "\${prefix}" ${CMAKE_INSTALL_INCLUDEDIR})

# graze_install_pc(<name> LIBS <flags> REQUIRES <packages...> NEEDS <packages of other people...>)
function(graze_install_pc name)
  cmake_parse_arguments(arg "" "LIBS" "REQUIRES;NEEDS" ${ARGN})
  set(graze_pc_name ${name})
  set(graze_pc_libs "${arg_LIBS}")
  if(BUILD_SHARED_LIBS)
    list(JOIN arg_REQUIRES " " requires)
    list(JOIN arg_NEEDS " " needs)
    set(graze_pc_dependencies "Requires: ${requires}\nRequires.private: ${needs}")
  else()
    list(JOIN arg_REQUIRES " " requires)
    list(JOIN arg_NEEDS " " needs)
    set(graze_pc_dependencies "Requires: ${requires} ${needs}")
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/graze.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

foreach(component IN LISTS graze_components)
  list(TRANSFORM graze_uses_of_${component} PREPEND graze- OUTPUT_VARIABLE requires)
  set(libs "-L\${libdir} -lgraze-${component}")
  if(component STREQUAL "base")
    string(APPEND libs " -pthread")
  elseif(component STREQUAL "tbb")
    string(APPEND libs " -Wl,${GRAZE_TBB_LINK_OPTION}")
  endif()
  graze_install_pc(graze-${component} LIBS "${libs}" REQUIRES ${requires} NEEDS ${needs_of_${component}})
endforeach()
# In the order in which a linker wants them.
set(all_components ${graze_components})
list(REVERSE all_components)
list(TRANSFORM all_components PREPEND graze-)
graze_install_pc(graze REQUIRES ${all_components})

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
