#include "graze/clash/clash.h"

#include <algorithm>

#include "graze/clash/distribute/run.h"

namespace graze::inline v1 {

ClashReport clash(const Assembly& assembly, const ClashOptions& options, const ClashRules& rules) {
    ClashRun run(assembly, options, rules);
    run.compare();
    return run.finish();
}

std::uint64_t ClashReport::cut_short() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(findings, [](const ClashFinding& f) {
        return f.kind != FindingKind::undecided && !f.out_of_budget.empty();
    }));
}

ClashReport clash(const Assembly& assembly, const ClashRules& rules) {
    return clash(assembly, ClashOptions{}, rules);
}

// Not in the header, where every user's compiler would look up the comparisons of all members.
bool operator==(const ClashFile&, const ClashFile&) = default;
bool operator==(const ClashPart&, const ClashPart&) = default;
bool operator==(const RuleSides&, const RuleSides&) = default;
bool operator==(const UsedOptions&, const UsedOptions&) = default;
bool operator==(const UnusedRule&, const UnusedRule&) = default;
bool operator==(const UsedRules&, const UsedRules&) = default;
bool operator==(const ResolvedFinding&, const ResolvedFinding&) = default;
bool operator==(const BaselineSummary&, const BaselineSummary&) = default;
bool operator==(const RunFacts&, const RunFacts&) = default;
bool operator==(const ClashReport&, const ClashReport&) = default;

}  // namespace graze::inline v1
