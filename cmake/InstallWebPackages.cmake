# Fetches the packages that package-lock.json names, unless they are there already.
#
#   cmake -D NPM=... -D FOLDER=... -D FOR_TESTS=ON|OFF -P InstallWebPackages.cmake
#
# They go to FOLDER/node_modules, which all build folders share.
file(LOCK ${FOLDER}/.installing GUARD PROCESS TIMEOUT 600)
set(wanted "")
foreach(name package.json package-lock.json)
  file(SHA256 ${FOLDER}/${name} hash)
  string(APPEND wanted "${hash} ")
endforeach()

set(record ${FOLDER}/node_modules/.graze-installed)
set(present "")
if(EXISTS ${record})
  file(READ ${record} present)
endif()
if(present STREQUAL "${wanted}all" OR (NOT FOR_TESTS AND present STREQUAL "${wanted}without tests"))
  return()
endif()

# No package's own scripts are run: none is needed.
set(command ${NPM} ci --ignore-scripts --prefer-offline --no-progress --loglevel=error --fetch-retries=1)
set(extent all)
if(NOT FOR_TESTS)
  list(APPEND command --omit=dev)
  set(extent "without tests")
endif()
execute_process(COMMAND ${command} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "npm ci failed")
endif()
file(WRITE ${record} "${wanted}${extent}")
