# Installs a build of graze into a folder of its own, moves it, and uses it from there as a stranger would.
#
#   cmake -D BUILD=<build folder> -D WORK=<scratch folder> -D COMPILER=<c++> -D LIBDIR=<lib> -D VERSION=<x.y.z>
#         -D HAS_IO=<bool> -D HAS_APP=<bool> [-D HAS_ASSIMP=<bool> -D HAS_OCCT=<bool> -D HAS_IFC=<bool> -D HAS_DDS=<bool> -D HAS_WEBSOCKET=<bool>] -P check_install.cmake

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nfailed (${result}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_file path expected)
  if(EXISTS ${prefix}/${path})
    set(present TRUE)
  else()
    set(present FALSE)
  endif()
  if(present AND NOT expected)
    message(FATAL_ERROR "${path} was installed and should not be")
  elseif(expected AND NOT present)
    message(FATAL_ERROR "${path} was not installed")
  endif()
endfunction()

set(prefix ${WORK}/moved)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
file(RENAME ${WORK}/installed ${prefix})

expect_file(include/graze/graze.h TRUE)
expect_file(include/graze/query/triangle/triangle_pair.h TRUE)
expect_file(include/graze/eigen.h TRUE)
expect_file(include/graze/io/load.h ${HAS_IO})
expect_file(bin/graze ${HAS_APP})
expect_file(share/doc/graze/LICENSE TRUE)
file(GLOB_RECURSE private ${prefix}/include/*/detail/*)
if(private)
  message(FATAL_ERROR "private headers were installed: ${private}")
endif()

if(HAS_APP)
  run(${prefix}/bin/graze --version)
  if(NOT output MATCHES "${VERSION}")
    message(FATAL_ERROR "graze --version says '${output}', not ${VERSION}")
  endif()
  foreach(format "HAS_OCCT;STEP" "HAS_IFC;IFC" "HAS_ASSIMP;FBX")
    list(GET format 0 built)
    list(GET format 1 name)
    if(${built} AND NOT output MATCHES "${name}")
      message(FATAL_ERROR "the installed graze does not find what reads ${name}: ${output}")
    endif()
  endforeach()
endif()
# The program finds its importers wherever the two are moved.
if(HAS_APP AND HAS_ASSIMP)
  file(WRITE ${WORK}/triangle.raw "0 0 0 1 0 0 0 1 0\n")
  run(${prefix}/bin/graze info ${WORK}/triangle.raw)
endif()

set(flags_of_plain -O0 -g)
set(flags_of_native -O3 -march=native)
set(source ${CMAKE_CURRENT_LIST_DIR}/consumer)
foreach(way plain native)
  list(JOIN flags_of_${way} " " flags)
  run(${CMAKE_COMMAND} -S ${source} -B ${WORK}/cmake_${way} -D CMAKE_PREFIX_PATH=${prefix} -D VERSION=${VERSION}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${flags})
  run(${CMAKE_COMMAND} --build ${WORK}/cmake_${way})
  run(${WORK}/cmake_${way}/consumer)
  message(STATUS "find_package, ${flags}: works")

  run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${prefix}/${LIBDIR}/pkgconfig
    pkg-config --cflags --libs "graze = ${VERSION}")
  separate_arguments(from_pkg_config UNIX_COMMAND "${output}")
  run(${COMPILER} -std=c++20 ${flags_of_${way}} ${source}/main.cpp -o ${WORK}/pkg_config_${way} ${from_pkg_config})
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${LIBDIR} ${WORK}/pkg_config_${way})
  message(STATUS "pkg-config, ${flags}: works")
endforeach()

# The core alone: on a machine without libpng, zlib and oneTBB, and linked without them.
function(expect_core_only what line)
  if(line MATCHES "png|/libz|-lz |tbb|graze-(render|report|io|world)")
    message(FATAL_ERROR "${what} needs more than the core: ${line}")
  endif()
endfunction()
set(core_options -D CMAKE_PREFIX_PATH=${prefix} -D VERSION=${VERSION} -D CMAKE_CXX_COMPILER=${COMPILER}
  -D CMAKE_DISABLE_FIND_PACKAGE_PNG=TRUE -D CMAKE_DISABLE_FIND_PACKAGE_ZLIB=TRUE -D CMAKE_DISABLE_FIND_PACKAGE_TBB=TRUE)
set(core ${CMAKE_CURRENT_LIST_DIR}/core)
run(${CMAKE_COMMAND} -S ${core} -B ${WORK}/core ${core_options} -D COMPONENT=query)
run(${CMAKE_COMMAND} --build ${WORK}/core --verbose)
string(REGEX MATCH "[^\n]*libgraze-query[^\n]*" link_line "${output}")
if(NOT link_line)
  message(FATAL_ERROR "no line links libgraze-query:\n${output}")
endif()
expect_core_only("find_package(graze COMPONENTS query)" "${link_line}")
run(${WORK}/core/core)
message(STATUS "find_package, the core alone: works")
run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${prefix}/${LIBDIR}/pkgconfig
  pkg-config --cflags --libs "graze-query = ${VERSION}")
expect_core_only("pkg-config graze-query" "${output}")
separate_arguments(core_flags UNIX_COMMAND "${output}")
run(${COMPILER} -std=c++20 ${core}/main.cpp -o ${WORK}/pkg_config_core ${core_flags})
run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${LIBDIR} ${WORK}/pkg_config_core)
message(STATUS "pkg-config, the core alone: works")

# What carries shared worlds: a component each, found in both ways, and neither headers nor libraries where it was not built.
set(shared ${CMAKE_CURRENT_LIST_DIR}/shared)
foreach(transport "dds;HAS_DDS;dds/dds_transport.h" "websocket;HAS_WEBSOCKET;websocket/web_socket_gateway.h")
  list(POP_FRONT transport component built header)
  if(${built})
    expect_file(include/graze/share/${header} TRUE)
    expect_file(${LIBDIR}/pkgconfig/graze-${component}.pc TRUE)
    run(${CMAKE_COMMAND} -S ${shared} -B ${WORK}/${component} -D CMAKE_PREFIX_PATH=${prefix} -D VERSION=${VERSION}
      -D CMAKE_CXX_COMPILER=${COMPILER} -D COMPONENT=${component})
    run(${CMAKE_COMMAND} --build ${WORK}/${component})
    run(${WORK}/${component}/shared)
    message(STATUS "find_package, ${component}: works")
    run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${prefix}/${LIBDIR}/pkgconfig
      pkg-config --cflags --libs "graze-${component} = ${VERSION}")
    separate_arguments(transport_flags UNIX_COMMAND "${output}")
    run(${COMPILER} -std=c++20 -DUSES_${component} ${shared}/main.cpp -o ${WORK}/pkg_config_${component} ${transport_flags})
    run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${LIBDIR} ${WORK}/pkg_config_${component})
    message(STATUS "pkg-config, ${component}: works")
  else()
    expect_file(include/graze/share/${header} FALSE)
    expect_file(${LIBDIR}/pkgconfig/graze-${component}.pc FALSE)
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${shared} -B ${WORK}/no_${component} -D CMAKE_PREFIX_PATH=${prefix}
      -D VERSION=${VERSION} -D CMAKE_CXX_COMPILER=${COMPILER} -D COMPONENT=${component}
      RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(result EQUAL 0 OR NOT output MATCHES "this graze has no component ${component}")
      message(FATAL_ERROR "find_package(graze COMPONENTS ${component}) does not say that there is none:\n${output}")
    endif()
  endif()
endforeach()

# A component that there is not is refused.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${core} -B ${WORK}/none ${core_options} -D COMPONENT=nonsense
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "nonsense")
  message(FATAL_ERROR "find_package(graze COMPONENTS nonsense) does not say what is missing:\n${output}")
endif()

# An older language gets one sentence.
file(WRITE ${WORK}/older.cpp "#include <graze/graze.h>\nint main() {}\n")
execute_process(COMMAND ${COMPILER} -std=c++17 -fsyntax-only ${WORK}/older.cpp ${from_pkg_config}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX MATCHALL "error:" errors "${output}")
list(LENGTH errors count)
if(result EQUAL 0 OR NOT count EQUAL 1 OR NOT output MATCHES "graze needs C\\+\\+20: compile with -std=c\\+\\+20")
  message(FATAL_ERROR "a C++17 compiler is not told in one sentence:\n${output}")
endif()
message(STATUS "C++17: one sentence")

# Compiled with -ffast-math, but not linked so, which would switch off denormals.
run(${COMPILER} -std=c++20 -w -O2 -march=native -ffast-math -c ${source}/main.cpp -o ${WORK}/fast.o ${from_pkg_config})
run(${COMPILER} ${WORK}/fast.o -o ${WORK}/fast ${from_pkg_config})
run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${LIBDIR} ${WORK}/fast)
message(STATUS "-ffast-math: works")
