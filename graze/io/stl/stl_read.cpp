// Binary STL: 80 arbitrary bytes, the number of facets, then for each facet a normal, three corners (all
// floats) and two bytes of attributes. Text STL is read in stl_read_ascii.cpp.
#include <algorithm>
#include <cstring>
#include <string>

#include "graze/base/error.h"
#include "graze/io/detail/bytes.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/stl/detail/facet_welder.h"

namespace graze::inline v1::detail {
namespace {

std::uint64_t size_of_facets(std::uint32_t count) {
    return stl_header_size + stl_facet_size * std::uint64_t{count};
}

void read_corners(const std::byte* facet, Vec3* corner) {
    const std::byte* p = facet + 12;  // the stored normal is irrelevant to shape
    for (int i = 0; i < 3; ++i, p += 12) corner[i] = {load_f32(p), load_f32(p + 4), load_f32(p + 8)};
}

Loaded read_binary_stl(std::span<const std::byte> content, const LoadOptions& options) {
    const std::byte* position = content.data() + stl_header_size;
    const auto next = [&](std::size_t count) {
        const std::byte* const here = position;
        position += count;
        return here;
    };
    const std::uint32_t count = stl_facet_count(content);
    Loaded loaded = read_binary_stl_facets(count, next, options);
    if (const std::uint64_t trailing = content.size() - size_of_facets(count); trailing > 0)
        loaded.skipped.push_back({"trailing bytes", trailing});
    return loaded;
}

// Throws the reason why content that does not start with "solid" is not binary STL either. Returns if it is.
void check_binary_stl(std::span<const std::byte> content) {
    const std::uint64_t size = content.size();
    const std::string mend = "check that it is an STL file and complete";
    if (size < stl_header_size)
        throw Error(
            "is not an STL file: it neither starts with \"solid\" nor has the 84 bytes of a binary header",
            {}, mend);
    const std::uint32_t count = stl_facet_count(content);
    const std::uint64_t needed = size_of_facets(count);
    if (needed > size)
        throw Error("as a binary STL file of " + std::to_string(count) + " facets it would have " +
                        std::to_string(needed) + " bytes, but it has " + std::to_string(size) +
                        "; it is truncated or not an STL file",
                    {}, mend);
    if (count == 0 && size == needed) throw Error("holds no triangles");
    // Some programs append their own data; but then facets are still most of the file.
    if (size - needed > needed || count == 0)
        throw Error("is not an STL file: as a binary one it would hold " + std::to_string(count) +
                        " facets, which leaves " + std::to_string(size - needed) + " bytes unexplained",
                    {}, mend);
}

}  // namespace

std::uint32_t stl_facet_count(std::span<const std::byte> head) {
    return load_u32(head.data() + 80);
}

bool is_binary_stl(std::span<const std::byte> head, std::uint64_t size) {
    if (head.size() < stl_header_size) return false;
    const std::uint32_t count = stl_facet_count(head);
    return count > 0 && size == size_of_facets(count);
}

bool is_ascii_stl(std::string_view content) {
    if (looks_binary(content)) return false;
    Cursor cursor(content);
    cursor.skip_space();
    return equal_ignoring_case(cursor.take_word(), "solid");
}

Loaded read_binary_stl_facets(std::uint32_t count, const NextBytes& next, const LoadOptions& options) {
    constexpr std::uint32_t block = 4096;  // facets: 200 kB, within the second-level cache
    FacetWelder welder(count);
    Ticker ticker(options.progress, "reading", count);
    for (std::uint32_t first = 0; first < count;) {
        ticker.at(first);
        const std::uint32_t n = std::min(block, count - first);
        const std::byte* facet = next(n * stl_facet_size);
        for (std::uint32_t i = 0; i < n; ++i, facet += stl_facet_size)
            read_corners(facet, welder.next_facet());
        first += n;
    }
    Loaded loaded = welder.finish({}, options);
    loaded.format = "stl (binary)";
    loaded.single_precision = true;
    return loaded;
}

Loaded read_stl(std::string_view content, const LoadOptions& options) {
    const std::span bytes = std::as_bytes(std::span(content));
    if (is_binary_stl(bytes, bytes.size())) return read_binary_stl(bytes, options);
    if (is_ascii_stl(content)) return read_ascii_stl(content, options);
    check_binary_stl(bytes);
    return read_binary_stl(bytes, options);
}

}  // namespace graze::inline v1::detail
