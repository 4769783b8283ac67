#include "graze/clash/clash.h"

#include "graze/clash/distribute/run.h"

namespace graze::inline v1 {

ClashReport clash(const Assembly& assembly, const ClashSettings& settings, const ClashRules& rules) {
    ClashRun run(assembly, settings, rules);
    run.compare();
    return run.finish();
}

ClashReport clash(const Assembly& assembly, const ClashRules& rules) {
    return clash(assembly, ClashSettings{}, rules);
}

}  // namespace graze::inline v1
