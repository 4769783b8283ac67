# The libraries behind the programs in apps/importers, where they are wanted and found.
if(GRAZE_ASSIMP)
  find_package(assimp QUIET)
  # For what Assimp leaves out of 3MF packages. By hand: Debian's libzip-config.cmake wants programs of another package.
  find_path(ZIP_INCLUDE_DIR zip.h)
  find_library(ZIP_LIBRARY zip)
  if(assimp_FOUND AND ZIP_INCLUDE_DIR AND ZIP_LIBRARY)
    set(GRAZE_IMPORT_ASSIMP ON)
    message(STATUS "Assimp ${assimp_VERSION}: Collada, FBX, 3MF, IFC and others can be read")
  else()
    message(STATUS "Assimp or libzip was not found: Collada, FBX, 3MF, IFC and others cannot be read "
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
