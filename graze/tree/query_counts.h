// Counts of the tests that a query made, for all kinds of queries.
#pragma once

#include <cstdint>

namespace graze::inline v1 {

struct QueryCounts {
    std::uint64_t box_pairs = 0;       // tested
    std::uint64_t leaf_pairs = 0;      // whose boxes overlap
    std::uint64_t triangle_pairs = 0;  // that went through the filter
    std::uint64_t exact_pairs = 0;     // left to exact arithmetic

    QueryCounts& operator+=(const QueryCounts& more) {
        box_pairs += more.box_pairs;
        leaf_pairs += more.leaf_pairs;
        triangle_pairs += more.triangle_pairs;
        exact_pairs += more.exact_pairs;
        return *this;
    }
    friend bool operator==(const QueryCounts&, const QueryCounts&) = default;
};

}  // namespace graze::inline v1
