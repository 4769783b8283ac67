// What a damaged checkpoint or another machine sends as findings: refused with an Error, or findings that
// come back as they are.
#include <string>

#include "graze/base/error.h"
#include "graze/clash/distribute/portion.h"
#include "tests/fuzz/mesh_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using graze::fuzz::require;
    std::string bytes;
    try {
        bytes = to_bytes(graze::portion_from_bytes(std::as_bytes(std::span(data, size))));
    } catch (const graze::Error& e) {
        require(!e.problem().empty());
        return 0;
    }
    // Bytes are compared, for numbers may be NaN.
    require(to_bytes(graze::portion_from_bytes(std::as_bytes(std::span(bytes)))) == bytes);
    return 0;
}
