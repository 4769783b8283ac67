#include "graze/clash/clash.h"

#include "graze/clash/distribute/run.h"

namespace graze::inline v1 {

ClashReport clash(const Assembly& assembly, const ClashOptions& options, const ClashRules& rules) {
    ClashRun run(assembly, options, rules);
    run.compare();
    return run.finish();
}

ClashReport clash(const Assembly& assembly, const ClashRules& rules) {
    return clash(assembly, ClashOptions{}, rules);
}

}  // namespace graze::inline v1
