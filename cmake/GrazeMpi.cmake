# GRAZE_HAS_MPI: whether graze-mpi can be built.
set(GRAZE_HAS_MPI OFF)
if(GRAZE_MPI AND GRAZE_APP)
  set(MPI_CXX_SKIP_MPICXX ON)  # the C interface only
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(GRAZE_HAS_MPI ON)
  else()
    message(STATUS "MPI was not found: graze-mpi, which spreads a job over machines, is not built (scripts/install-deps mpi)")
  endif()
endif()
