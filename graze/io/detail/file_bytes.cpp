#include "graze/io/detail/file_bytes.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <system_error>

#include "graze/base/error.h"
#include "graze/io/detail/ticker.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::align_val_t alignment{64};

// Without large pages, a file of many megabytes takes a page fault every 4 kB, a sixth of the reading time.
// Only a hint.
void ask_for_large_pages([[maybe_unused]] std::byte* bytes, [[maybe_unused]] std::size_t size) {
#ifdef MADV_HUGEPAGE
    constexpr std::uintptr_t large = 2 << 20;
    const auto address = reinterpret_cast<std::uintptr_t>(bytes);
    const std::uintptr_t first = (address + large - 1) / large * large;
    const std::uintptr_t last = (address + size) / large * large;
    if (first < last) ::madvise(bytes + (first - address), last - first, MADV_HUGEPAGE);
#endif
}

// Not a vector, which would be filled with zeros first.
std::shared_ptr<std::byte> allocate(std::size_t size) {
    std::shared_ptr<std::byte> bytes(static_cast<std::byte*>(::operator new(size, alignment)),
                                     [](std::byte* p) { ::operator delete(p, alignment); });
    ask_for_large_pages(bytes.get(), size);
    return bytes;
}

std::size_t size_in_memory(std::uint64_t size) {
    if (size > std::numeric_limits<std::size_t>::max()) throw std::bad_alloc();
    return static_cast<std::size_t>(size);
}

}  // namespace

SharedArray<std::byte> read_bytes(FileReader& reader, std::span<const std::byte> head, Progress* progress) {
    const std::size_t size = size_in_memory(reader.size());
    const std::shared_ptr<std::byte> bytes = allocate(size);
    std::ranges::copy(head, bytes.get());
    Ticker ticker(progress, "reading", size);
    for (std::size_t done = head.size(); done < size;) {
        ticker.at(done);
        const std::size_t n = std::min<std::size_t>(size - done, 4 << 20);
        reader.read({bytes.get() + done, n});
        done += n;
    }
    return {std::span<const std::byte>(bytes.get(), size), bytes};
}

SharedArray<std::byte> map_bytes(const FileReader& reader) {
    const std::size_t size = size_in_memory(reader.size());
    void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, reader.descriptor(), 0);
    if (address == MAP_FAILED)
        throw Error("cannot be mapped into memory: " + std::generic_category().message(errno), {},
                    "load it without mapping");
    const auto unmap = [size](const std::byte* p) { ::munmap(const_cast<std::byte*>(p), size); };
    const std::shared_ptr<const std::byte> bytes(static_cast<const std::byte*>(address), unmap);
    return {std::span<const std::byte>(bytes.get(), size), bytes};
}

SharedArray<std::byte> copy_bytes(std::span<const std::byte> content) {
    const std::shared_ptr<std::byte> bytes = allocate(content.size());
    std::ranges::copy(content, bytes.get());
    return {std::span<const std::byte>(bytes.get(), content.size()), bytes};
}

}  // namespace graze::inline v1::detail
