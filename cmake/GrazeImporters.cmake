# The libraries behind the programs in apps/importers, where they are wanted and found.
# By hand: Debian's libzip-config.cmake wants programs of another package.
find_path(ZIP_INCLUDE_DIR zip.h)
find_library(ZIP_LIBRARY zip)

if(GRAZE_3MF)
  find_package(pugixml QUIET)
  if(pugixml_FOUND AND ZIP_INCLUDE_DIR AND ZIP_LIBRARY)
    set(GRAZE_IMPORT_3MF ON)
    message(STATUS "libzip, pugixml: 3MF can be read")
  else()
    message(STATUS "libzip or pugixml was not found: 3MF cannot be read (scripts/install-deps formats)")
  endif()
endif()

if(GRAZE_ASSIMP)
  find_package(assimp QUIET)
  # Zipped Collada files are checked before Assimp reads them.
  if(assimp_FOUND AND ZIP_INCLUDE_DIR AND ZIP_LIBRARY)
    set(GRAZE_IMPORT_ASSIMP ON)
    message(STATUS "Assimp ${assimp_VERSION}: Collada, FBX and others can be read")
  else()
    message(STATUS "Assimp or libzip was not found: Collada, FBX and others cannot be read "
      "(scripts/install-deps formats)")
  endif()
endif()

if(GRAZE_OCCT)
  # DataExchange refers to targets of all the others.
  find_package(OpenCASCADE QUIET COMPONENTS FoundationClasses ModelingData ModelingAlgorithms Visualization
    ApplicationFramework DataExchange)
  if(OpenCASCADE_FOUND AND TARGET TKXDESTEP AND TARGET TKXDEIGES)
    set(GRAZE_IMPORT_OCCT ON)
    message(STATUS "Open CASCADE ${OpenCASCADE_VERSION}: STEP and IGES can be read")
  else()
    message(STATUS "Open CASCADE was not found: STEP and IGES cannot be read (scripts/install-deps formats)")
  endif()
endif()

if(GRAZE_IFC)
  find_program(GRAZE_NODE NAMES node nodejs)
  find_program(GRAZE_NPM NAMES npm)
  set(GRAZE_IFC_DIR ${PROJECT_SOURCE_DIR}/apps/importers/ifc)
  set(node_version 0)
  if(GRAZE_NODE AND GRAZE_NPM)
    execute_process(COMMAND ${GRAZE_NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "^v" "" node_version "${node_version}")
  endif()
  set(without_packages "no Node")
  if(node_version VERSION_GREATER_EQUAL 18)
    execute_process(COMMAND ${CMAKE_COMMAND} -D NPM=${GRAZE_NPM} -D FOLDER=${GRAZE_IFC_DIR} -D FOR_TESTS=OFF
      -P ${CMAKE_CURRENT_LIST_DIR}/InstallWebPackages.cmake RESULT_VARIABLE without_packages)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      ${GRAZE_IFC_DIR}/package.json ${GRAZE_IFC_DIR}/package-lock.json)
  endif()
  if(without_packages)
    message(STATUS "Node 18 with npm was not found, or npm could not fetch web-ifc: IFC cannot be read "
      "(scripts/install-deps formats)")
  else()
    set(GRAZE_IMPORT_IFC ON)
    message(STATUS "Node ${node_version}, web-ifc: IFC can be read")
  endif()
endif()
