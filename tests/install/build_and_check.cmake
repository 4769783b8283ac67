# Builds graze anew with OPTIONS in BUILD, then checks its installation (see check_install.cmake).
foreach(step
    "-S;${SOURCE};-B;${BUILD};-G;Ninja;-D;CMAKE_BUILD_TYPE=Release;-D;CMAKE_CXX_COMPILER=${COMPILER};${OPTIONS}"
    "--build;${BUILD}")
  execute_process(COMMAND ${CMAKE_COMMAND} ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/check_install.cmake)
