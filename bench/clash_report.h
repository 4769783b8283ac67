// What a method says about the pairs of an assembly beside graze's report, and the tables of the benchmark.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/harness/table.h"
#include "bench/methods/clash_method.h"
#include "graze/clash/clash.h"

namespace graze::bench {

// How often a method and graze disagree, of the pairs that the method looked at. What touches or overlaps
// should collide.
struct ClashAnswers {
    struct Share {
        std::uint64_t of = 0, wrong = 0;
        friend bool operator==(const Share&, const Share&) = default;
    };
    Share touching;             // said not to collide
    Share overlapping;          // the same
    Share inside;               // the same: surfaces do not meet
    Share apart;                // said to collide
    Share too_close;            // said to be further apart than the clearance
    Share distances;            // that differ by more than a billionth of themselves
    double worst_distance = 0;  // relative difference

    std::string text() const;  // "1 of 20 touching, 3 of 3 inside wrong", or "all right"
};
// Every clash of `report` must be among what was looked at, if that is complete: throws Error if not.
ClashAnswers compare_answers(const LookedAtPairs& said, const ClashReport& report);

// One method on one assembly.
struct ClashRow {
    std::string method;
    double building = 0, pairs = 0;  // seconds
    std::uint64_t looked_at = 0;
    bool complete = true;  // false: time was up, and `pairs` is what was allowed
    std::string answers;
};

// The first row is what the others are compared with.
Table clash_table(const std::vector<ClashRow>& rows);
nlohmann::ordered_json to_json(const ClashRow& row);

}  // namespace graze::bench
