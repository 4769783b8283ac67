// Compares the pairs of a plan, one at a time: from a planned pair to its finding.
#pragma once

#include <optional>

#include "graze/clash/clash.h"
#include "graze/clash/compare/detail/repeated_pairs.h"
#include "graze/clash/compare/detail/shape_store.h"
#include "graze/clash/distribute/plan.h"
#include "graze/clash/rules/rules.h"

namespace graze::inline v1::detail {

class PairComparer {
  public:
    // All arguments must outlive the comparer.
    PairComparer(const ClashPlan& plan, const RuledParts& ruled, ShapeStore& store,
                 const ClashOptions& options)
        : ruled_(ruled), store_(store), options_(options), repeated_(plan, options.threads) {}

    // The finding about a pair, with the numbers of its parts; nullopt if the parts are far enough apart.
    // From any thread. After the run was cancelled, the finding may be incomplete and does not count.
    std::optional<ClashFinding> finding_of(const PlannedPair& pair);

  private:
    const RuledParts& ruled_;
    ShapeStore& store_;
    const ClashOptions& options_;
    RepeatedPairs repeated_;
};

}  // namespace graze::inline v1::detail
