#include "graze/clash/files/baseline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "graze/base/detail/hash.h"
#include "graze/base/error.h"
#include "graze/base/log.h"
#include "graze/clash/files/detail/same_parts.h"

namespace graze::inline v1 {
namespace {

bool differ(const std::optional<DepthBounds>& x, const std::optional<DepthBounds>& y) {
    if (!x || !y) return x.has_value() != y.has_value();
    return x->value > y->at_most || y->value > x->at_most;
}

bool differ(const std::optional<VolumeBounds>& x, const std::optional<VolumeBounds>& y) {
    if (!x || !y) return x.has_value() != y.has_value();
    return std::abs(x->value - y->value) > x->error + y->error;
}

// Distances are exact except for the rounding of coordinates, which grows with their distance from the
// origin.
bool differ(const std::optional<FoundGap>& x, const std::optional<FoundGap>& y) {
    if (!x || !y) return x.has_value() != y.has_value();
    double largest = 0;
    for (const Vec3& p : {x->point_a, x->point_b, y->point_a, y->point_b})
        largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    constexpr double roundings = 64 * 0x1p-53;
    return std::abs(x->distance - y->distance) > roundings * largest;
}

bool is_open(const ClashFinding& f, Figure figure) {
    return std::ranges::find(f.out_of_budget, figure) != f.out_of_budget.end();
}

// Figures that are unknown, because a budget was used up, do not differ; bounds on them may.
bool changed(const ClashFinding& now, const ClashFinding& old) {
    const auto known = [&](Figure figure) { return !is_open(now, figure) && !is_open(old, figure); };
    return now.kind != old.kind || now.allowed.has_value() != old.allowed.has_value() ||
           ((known(Figure::depth) || (now.depth && old.depth)) && differ(now.depth, old.depth)) ||
           (known(Figure::volume) && differ(now.volume, old.volume)) ||
           (known(Figure::distance) && differ(now.gap, old.gap));
}

// Findings whose disappearance is good news. Nothing is known about a gap that is no longer found if gaps of
// its size were not searched for.
bool can_be_resolved(const ClashFinding& old, const UsedOptions& then, const UsedOptions& now) {
    if (now.between && now.between != then.between) return false;
    return is_clash(old) || (old.kind == FindingKind::clearance && now.clearance >= then.clearance);
}

std::string another_id(const std::string& id) {
    const std::uint64_t hash = detail::hash_64(std::as_bytes(std::span(id)));
    return ContentHash{hash, 0}.hex().substr(0,
                                             std::max<std::size_t>(8, std::min<std::size_t>(id.size(), 16)));
}

class Comparison {
  public:
    Comparison(ClashReport& report, const ClashReport& old, BaselineSummary& summary)
        : report_(report),
          old_(old),
          summary_(summary),
          part_now_(detail::same_parts(old.parts, report.parts)) {}

    void run() {
        number_findings();
        for (const ClashFinding& old : old_.findings) find_again(old);
        for (ClashFinding& finding : report_.findings) {
            if (finding.status) continue;
            finding.status = FindingStatus::added;
            ++summary_.added;
        }
        give_new_ids();
    }

  private:
    static std::uint64_t key(std::uint64_t a, std::uint64_t b) {
        return std::min(a, b) << 32U | std::max(a, b);
    }

    void number_findings() {
        for (std::size_t i = 0; i < report_.findings.size(); ++i) {
            ClashFinding& finding = report_.findings[i];
            finding.status.reset();
            finding_of_pair_.emplace(key(finding.a, finding.b), i);
        }
    }

    void find_again(const ClashFinding& old) {
        const std::uint32_t a = part_now_[old.a], b = part_now_[old.b];
        const auto it = a == detail::no_part || b == detail::no_part ? finding_of_pair_.end()
                                                                     : finding_of_pair_.find(key(a, b));
        old_ids_.insert(old.id);
        if (it == finding_of_pair_.end()) {
            if (can_be_resolved(old, old_.options, report_.options) && report_.counts.not_compared == 0)
                add_resolved(old, a, b);
            return;
        }
        ClashFinding& finding = report_.findings[it->second];
        if (finding.status) return;  // the earlier report has the pair twice
        const bool differs = changed(finding, old);
        finding.status = differs ? FindingStatus::changed : FindingStatus::same;
        ++(differs ? summary_.changed : summary_.same);
        finding.id = old.id;
    }

    void add_resolved(const ClashFinding& old, std::uint32_t a, std::uint32_t b) {
        const auto now = [](std::uint32_t part) {
            return part == detail::no_part ? std::nullopt : std::optional<std::size_t>(part);
        };
        ResolvedFinding& resolved = summary_.resolved.emplace_back(
            ResolvedFinding{old, old_.parts[old.a].path, old_.parts[old.b].path, now(a), now(b)});
        resolved.finding.a = resolved.finding.b = 0;
        resolved.finding.status.reset();
    }

    void give_new_ids() {
        std::unordered_set<std::string> used = std::move(old_ids_);
        for (ClashFinding& finding : report_.findings) {
            if (finding.status != FindingStatus::added) continue;
            while (!used.insert(finding.id).second) finding.id = another_id(finding.id);
        }
    }

    ClashReport& report_;
    const ClashReport& old_;
    BaselineSummary& summary_;
    std::vector<std::uint32_t> part_now_;  // for each part of the earlier run
    std::unordered_map<std::uint64_t, std::size_t> finding_of_pair_;
    std::unordered_set<std::string> old_ids_;
};

}  // namespace

void check_unit_of_baseline(std::optional<double> metres_per_unit, const ClashReport& old,
                            const std::string& file) {
    if (metres_per_unit && old.metres_per_unit && *metres_per_unit != *old.metres_per_unit)
        throw Error("lengths are in another unit than those of this run", file,
                    "compare runs in the same unit");
}

void compare_with_baseline(ClashReport& report, const ClashReport& old, const std::string& file) {
    check_unit_of_baseline(report.metres_per_unit, old, file);
    if (old.counts.not_compared > 0)
        log(LogLevel::warning, file + " is of a run that left out " +
                                   std::to_string(old.counts.not_compared) +
                                   " pairs; what is found about them counts as new");
    BaselineSummary summary;
    summary.file = file;
    Comparison(report, old, summary).run();
    report.baseline = std::move(summary);
}

}  // namespace graze::inline v1
