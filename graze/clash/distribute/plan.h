// The pairs of parts that have to be compared, in portions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/threads.h"
#include "graze/clash/rules/rules.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

struct PlannedPair {
    std::uint32_t a = 0, b = 0;  // parts, a < b
};

// Pairs that are compared together: the unit of checkpoints and of work for other machines.
struct PairPortion {
    std::size_t first = 0, last = 0;  // indices into ClashPlan::pairs()
    double cost = 0;                  // estimated, in an arbitrary unit
};

// Depends only on the assembly, its rules and the clearance: not on threads, machines or the order of work.
class ClashPlan {
  public:
    // `assembly` and `parts` must outlive the plan.
    ClashPlan(const Assembly& assembly, const RuledParts& parts, const Threads& threads = {});

    // Pairs whose boxes are not further apart than their clearance and that no rule ignores, ordered by a and
    // b.
    std::span<const PlannedPair> pairs() const { return pairs_; }
    std::span<const PairPortion> portions() const { return portions_; }
    std::uint64_t ignored() const { return ignored_; }
    double cost(const PlannedPair& pair) const;  // estimated, in the unit of PairPortion::cost
    // The limit of the cost of a portion, unless the portion is a single pair.
    static constexpr double usual_cost = 1e5;

    const Assembly& assembly() const { return assembly_; }
    const RuledParts& rules() const { return rules_; }
    const Box& box(std::size_t part) const { return boxes_[part]; }  // in world coordinates

  private:
    void find_boxes(const Threads& threads);
    void find_pairs();
    void cut_into_portions();

    const Assembly& assembly_;
    const RuledParts& rules_;
    std::vector<Box> boxes_;
    std::vector<double> hidden_;  // how far convex faces of a part may lie outside its box
    std::vector<PlannedPair> pairs_;
    std::vector<PairPortion> portions_;
    std::uint64_t ignored_ = 0;
};

}  // namespace graze::inline v1
