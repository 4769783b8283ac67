#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/base/error.h"
#include "tests/clash/random_findings.h"

namespace graze::test {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

TEST(PortionBytes, come_back_as_what_they_were) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        const PortionResult result = random_result(seed);
        EXPECT_EQ(portion_from_bytes(bytes_of(to_bytes(result))), result);
    }
}

TEST(PortionBytes, keep_numbers_bit_by_bit) {
    PortionResult result;
    result.portion = std::numeric_limits<std::uint32_t>::max();
    result.compared = std::numeric_limits<std::uint64_t>::max();
    ClashFinding& finding = result.findings.emplace_back();
    finding.a = std::numeric_limits<std::size_t>::max();
    finding.point = {-0.0, std::numeric_limits<double>::denorm_min(), 0.1};
    const PortionResult again = portion_from_bytes(bytes_of(to_bytes(result)));
    EXPECT_EQ(again, result);
    EXPECT_TRUE(std::signbit(again.findings[0].point.x));
}

TEST(PortionBytes, are_refused_wherever_they_are_cut) {
    const std::string whole = to_bytes(random_result(3));
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_THROW(portion_from_bytes(bytes_of(whole).first(size)), Error) << size;
    EXPECT_THROW(portion_from_bytes(bytes_of(whole + '\0')), Error);
}

TEST(PortionBytes, with_a_count_of_more_than_there_is_take_no_memory) {
    // Portion 0, 0 pairs, and 2^62 findings.
    const std::string huge("\0\0\x80\x80\x80\x80\x80\x80\x80\x80\x40", 11);
    EXPECT_THROW(portion_from_bytes(bytes_of(huge)), Error);
}

}  // namespace
}  // namespace graze::test
