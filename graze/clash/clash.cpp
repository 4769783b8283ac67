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

}  // namespace graze::inline v1
