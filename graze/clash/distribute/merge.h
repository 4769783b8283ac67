// Merges the reports of shards into one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/clash/clash_report.h"

namespace graze::inline v1 {

struct NamedReport {
    std::string name;  // the origin of the report, for errors
    ClashReport report;
};

struct MergedClashes {
    ClashReport report;  // as one run would have made it, apart from ClashReport::run
    // What shards did not compare, in words: "shard 3 of 4 is missing". Empty: nothing is missing.
    std::vector<std::string> missing;
};

// Shards may be in any order. Throws Error, naming the reports, if they are not shards of one job, if a shard
// appears twice, or if a report was compared with a baseline, which only a whole report can be.
MergedClashes merge(std::vector<NamedReport> shards);

}  // namespace graze::inline v1
