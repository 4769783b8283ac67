// OFF from anyone: refused with an Error, or a sound mesh that survives being written and read again.
#include "graze/io/load.h"
#include "tests/fuzz/mesh_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return graze::fuzz::check(data, size, graze::Format::off);
}
