// Findings as bytes, for checkpoints and for other machines: little-endian, doubles bit by bit, counts as
// variable-length numbers. A change of the format must also change `finding_bytes_version`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "graze/base/box.h"
#include "graze/base/vec3.h"
#include "graze/clash/finding.h"

namespace graze::inline v1::detail {

inline constexpr std::uint32_t finding_bytes_version = 3;

class ByteWriter {
  public:
    explicit ByteWriter(std::string& content) : content_(content) {}

    void byte(std::uint8_t value) { content_ += static_cast<char>(value); }
    void count(std::uint64_t value);  // seven bits per byte, the lowest first
    void fixed(std::uint64_t value);  // eight bytes
    void number(double value);
    void point(const Vec3& p);
    void box(const Box& b);
    void text(std::string_view value);

  private:
    std::string& content_;
};

// Throws Error if the bytes end too early or hold impossible values.
class ByteReader {
  public:
    explicit ByteReader(std::span<const std::byte> content) : rest_(content) {}

    std::uint8_t byte();
    std::uint8_t byte_below(std::uint8_t limit);
    std::uint64_t count();
    // A count of items that take at least `size` bytes each: throws if the remaining bytes are too few.
    std::size_t count_of(std::size_t size);
    std::uint64_t fixed();
    double number();
    Vec3 point();
    Box box();
    std::string text();
    bool at_end() const { return rest_.empty(); }

  private:
    std::span<const std::byte> take(std::size_t count);

    std::span<const std::byte> rest_;
};

void write_finding(ByteWriter& out, const ClashFinding& finding);
ClashFinding read_finding(ByteReader& in);

}  // namespace graze::inline v1::detail
