// At the memory limit the program ends, with an exit code of its own. Otherwise libraries would catch a
// failed allocation here and there and go on with half a model, which nobody would notice.
#include <cstdlib>

#include "graze/io/import/detail/import_protocol.h"

#if defined(__GLIBC__)

// What glibc calls its own functions, for programs that wrap them.
extern "C" {
void* __libc_malloc(std::size_t size) noexcept;                     // NOLINT
void* __libc_calloc(std::size_t count, std::size_t size) noexcept;  // NOLINT
void* __libc_realloc(void* block, std::size_t size) noexcept;       // NOLINT
}

namespace {

void* checked(void* block, bool wanted) noexcept {
    if (!block && wanted) std::_Exit(graze::detail::import_out_of_memory);
    return block;
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
    return checked(__libc_malloc(size), size > 0);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
    return checked(__libc_calloc(count, size), count > 0 && size > 0);
}

void* realloc(void* block, std::size_t size) noexcept {
    return checked(__libc_realloc(block, size), size > 0);
}

}  // extern "C"

#endif
