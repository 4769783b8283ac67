# The page of clash reports: TypeScript (web/), bundled into one file that becomes part of the library.
#
# graze_add_report_page(<target>) gives the target a source file that defines graze::detail::report_page()
# (graze/report/detail/report_page.h): the page, or nothing where it cannot be built.
set(GRAZE_WEB_DIR ${PROJECT_SOURCE_DIR}/web)
set(GRAZE_REPORT_PAGE_FILE ${PROJECT_BINARY_DIR}/web/report.html)

if(GRAZE_WEB)
  find_program(GRAZE_NODE NAMES node nodejs)
  find_program(GRAZE_NPM NAMES npm)
  if(GRAZE_NODE AND GRAZE_NPM)
    execute_process(COMMAND ${GRAZE_NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "^v" "" node_version "${node_version}")
    if(node_version VERSION_GREATER_EQUAL 18)
      # What only the tests need (a browser's driver, the type checker) is fetched only for them.
      execute_process(COMMAND ${CMAKE_COMMAND} -D NPM=${GRAZE_NPM} -D FOLDER=${GRAZE_WEB_DIR} -D FOR_TESTS=${GRAZE_TESTS}
        -P ${CMAKE_CURRENT_LIST_DIR}/InstallWebPackages.cmake RESULT_VARIABLE without_packages)
      set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
        ${GRAZE_WEB_DIR}/package.json ${GRAZE_WEB_DIR}/package-lock.json)
      if(without_packages)
        message(WARNING "npm could not fetch the packages of the report's page: clash reports will have no page. Run cmake "
          "again where there is a network, or with -D GRAZE_WEB=OFF to build without the page on purpose.")
      else()
        set(GRAZE_HAS_WEB ON)
        message(STATUS "Node ${node_version}: clash reports have a page (report.html)")
      endif()
    else()
      message(STATUS "Node ${node_version} is too old, 18 is needed: clash reports will have no page "
        "(scripts/install-deps web)")
    endif()
  else()
    message(STATUS "Node or npm was not found: clash reports will have no page (scripts/install-deps web)")
  endif()
endif()

if(GRAZE_HAS_WEB)
  file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${GRAZE_WEB_DIR}/src/*)
  add_custom_command(OUTPUT ${GRAZE_REPORT_PAGE_FILE} ${PROJECT_BINARY_DIR}/web/report_page.cpp
    COMMAND ${GRAZE_NODE} ${GRAZE_WEB_DIR}/build.mjs ${GRAZE_REPORT_PAGE_FILE} ${PROJECT_BINARY_DIR}/web/report_page.cpp
    DEPENDS ${web_sources} ${GRAZE_WEB_DIR}/build.mjs ${GRAZE_WEB_DIR}/package.json ${GRAZE_WEB_DIR}/package-lock.json
    COMMENT "Bundling the page of clash reports"
    VERBATIM)
  add_custom_target(report_page ALL DEPENDS ${GRAZE_REPORT_PAGE_FILE} ${PROJECT_BINARY_DIR}/web/report_page.cpp)
endif()

function(graze_add_report_page target)
  if(GRAZE_HAS_WEB)
    target_sources(${target} PRIVATE ${PROJECT_BINARY_DIR}/web/report_page.cpp)
    add_dependencies(${target} report_page)
  else()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/web/no_report_page.cpp @ONLY CONTENT [[
#include "graze/report/detail/report_page.h"

std::string_view graze::detail::report_page() { return {}; }
]])
    target_sources(${target} PRIVATE ${PROJECT_BINARY_DIR}/web/no_report_page.cpp)
  endif()
endfunction()
