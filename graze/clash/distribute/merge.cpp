#include "graze/clash/distribute/merge.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "graze/base/error.h"
#include "graze/clash/files/identity.h"

namespace graze::inline v1 {
namespace {

const ClashShard& shard_of(const NamedReport& one) {
    if (!one.report.run.shard || one.report.run.job.empty())
        throw Error("is no shard, but the report of a whole run or of merged shards", one.name,
                    "give what --shard i/n wrote");
    return *one.report.run.shard;
}

std::string name_of(const ClashShard& shard) {
    return "shard " + std::to_string(shard.number) + " of " + std::to_string(shard.count);
}

std::uint64_t compared(const ClashCounts& n) {
    return n.pairs - n.apart_by_boxes - n.ignored - n.not_compared;
}

// Equal jobs have equal options and parts. Equivalent rules may have different words and lines.
void check_same_job(const NamedReport& first, const NamedReport& other) {
    const ClashReport &a = first.report, &b = other.report;
    const char* differs = nullptr;
    if (shard_of(first).count != shard_of(other).count)
        differs = "it is one of another number of shards";
    else if (a.run.job != b.run.job)
        differs = "files, settings, rules or versions differ";
    else if (a.files != b.files || a.parts != b.parts || a.options != b.options)
        differs = "their files have other names";
    else if (a.rules != b.rules)
        differs = "their rules differ";
    if (differs != nullptr)
        throw Error("is not of the same job as " + first.name + ": " + differs, other.name,
                    "run all shards with the same files, options and version of graze");
}

void check(const std::vector<NamedReport>& shards) {
    if (shards.empty()) throw Error("there is nothing to merge", {}, "give the reports of some shards");
    for (std::size_t i = 0; i < shards.size(); ++i) {
        const ClashShard& shard = shard_of(shards[i]);
        if (shard.number < 1 || shard.number > shard.count)
            throw Error("claims to be " + name_of(shard), shards[i].name, "run that shard again");
        check_same_job(shards.front(), shards[i]);
        if (shards[i].report.baseline)
            throw Error("was compared with a baseline, which a shard cannot be", shards[i].name,
                        "run the shards without, and give the baseline when merging");
        if (compared(shards[i].report.counts) > shards[i].report.run.share)
            throw Error("has compared more pairs than are its share", shards[i].name, "run that shard again");
        if (i > 0 && shard_of(shards[i - 1]).number == shard.number)
            throw Error("has " + name_of(shard) + ", as has " + shards[i - 1].name, shards[i].name,
                        "give each shard once");
    }
}

std::vector<std::string> what_is_missing(const std::vector<NamedReport>& shards) {
    std::vector<std::string> missing;
    auto next = shards.begin();
    const std::uint32_t count = shard_of(*next).count;
    for (std::uint32_t i = 1; i <= count; ++i) {
        if (next == shards.end() || shard_of(*next).number != i) {
            missing.push_back(name_of(ClashShard{i, count}) + " is missing");
            continue;
        }
        const std::uint64_t done = compared(next->report.counts), share = next->report.run.share;
        if (done < share)
            missing.push_back(name_of(ClashShard{i, count}) + " has compared " + std::to_string(done) +
                              " of " + std::to_string(share) + " pairs");
        ++next;
    }
    return missing;
}

void add(ClashCounts& sum, const ClashCounts& n) {
    sum.not_compared -= compared(n);
    for (const auto member :
         {&ClashCounts::apart, &ClashCounts::clash, &ClashCounts::inside, &ClashCounts::clearance,
          &ClashCounts::touch, &ClashCounts::allowed, &ClashCounts::undecided})
        sum.*member += n.*member;
}

ClashCounts nothing_compared(const ClashCounts& n) {
    ClashCounts counts;
    counts.pairs = n.pairs;
    counts.apart_by_boxes = n.apart_by_boxes;
    counts.ignored = n.ignored;
    counts.not_compared = n.pairs - n.apart_by_boxes - n.ignored;
    return counts;
}

void add(RunFacts& sum, const RunFacts& run) {
    sum.seconds += run.seconds;
    sum.threads = std::max(sum.threads, run.threads);
    sum.share += run.share;
    sum.resumed += run.resumed;
}

}  // namespace

MergedClashes merge(std::vector<NamedReport> shards) {
    std::ranges::stable_sort(shards, {}, [](const NamedReport& one) { return shard_of(one).number; });
    check(shards);
    MergedClashes merged;
    merged.missing = what_is_missing(shards);
    ClashReport& report = merged.report;
    ClashReport& first = shards.front().report;
    report.counts = nothing_compared(first.counts);
    report.run.version = first.run.version;
    report.run.job = first.run.job;
    for (NamedReport& shard : shards) {
        add(report.counts, shard.report.counts);
        add(report.run, shard.report.run);
        std::ranges::move(shard.report.findings, std::back_inserter(report.findings));
    }
    report.files = std::move(first.files);
    report.parts = std::move(first.parts);
    report.metres_per_unit = first.metres_per_unit;
    report.options = first.options;
    report.rules = std::move(first.rules);
    report.remarks = std::move(first.remarks);
    std::ranges::sort(report.findings, worse);
    give_ids(report);  // ids of a shard were unique only there
    return merged;
}

}  // namespace graze::inline v1
