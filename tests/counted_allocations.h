// Counts what is taken from the heap. Replaces the allocation functions of the whole program: for one file of
// each test program.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace graze::test {

inline thread_local bool counting = false;
inline thread_local std::size_t allocations = 0, allocated_bytes = 0;

inline void count_allocation(std::size_t size) {
    if (!counting) return;
    ++allocations;
    allocated_bytes += size;
}

}  // namespace graze::test

// Not inlined: gcc would see malloc and delete, or new and free, side by side and warn. Arrays and the
// functions that do not throw come here too.
[[gnu::noinline]] void* operator new(std::size_t size) {
    graze::test::count_allocation(size);
    if (void* p = std::malloc(size ? size : 1)) return p;
    throw std::bad_alloc();
}
// What std::stable_sort asks for its buffer.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    graze::test::count_allocation(size);
    return std::malloc(size ? size : 1);
}
[[gnu::noinline]] void operator delete(void* p, const std::nothrow_t&) noexcept {
    std::free(p);
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
    std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
    graze::test::count_allocation(size);
    const auto step = static_cast<std::size_t>(alignment);
    if (void* p = std::aligned_alloc(step, (size + step - 1) / step * step)) return p;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept {
    std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
    std::free(p);
}

namespace graze::test {

struct Taken {
    std::size_t times = 0, bytes = 0;
};

template <class F>
Taken taken_by(const F& f) {
    allocations = allocated_bytes = 0;
    counting = true;
    f();
    counting = false;
    return {allocations, allocated_bytes};
}

}  // namespace graze::test
