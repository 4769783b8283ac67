# Builds graze anew with OPTIONS in WORK/build, then checks its installation (see check_install.cmake).
foreach(step
    "-S;${SOURCE};-B;${WORK}/build;-G;Ninja;-D;CMAKE_BUILD_TYPE=Release;-D;CMAKE_CXX_COMPILER=${COMPILER};${OPTIONS}"
    "--build;${WORK}/build")
  execute_process(COMMAND ${CMAKE_COMMAND} ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
set(BUILD ${WORK}/build)
set(WORK ${WORK}/check)
include(${CMAKE_CURRENT_LIST_DIR}/check_install.cmake)
