#include "graze/clash/clash.h"

#include <algorithm>

#include "graze/clash/run.h"

namespace graze::inline v1 {

ClashReport clash(const Assembly& assembly, const ClashSettings& settings, const ClashRules& rules) {
    ClashRun run(assembly, settings, rules);
    run.compare();
    return run.finish();
}

std::uint64_t ClashReport::cut_short() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(findings, [](const ClashFinding& f) {
        return f.kind != FindingKind::undecided && !f.out_of_budget.empty();
    }));
}

ClashReport clash(const Assembly& assembly, const ClashRules& rules) {
    return clash(assembly, ClashSettings{}, rules);
}

}  // namespace graze::inline v1
