// What is to be checked of which parts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

// What holds for one pair of parts.
struct PairTerms {
    bool ignored = false;
    double clearance = 0;  // closer than this is reported; 0: touching and overlapping only
    // Overlaps up to this depth are allowed, by the rule in this line.
    std::optional<double> allowed_depth;
    std::uint32_t allowed_by = 0;
};

class ClashRules {};

// Rules applied to the parts of an assembly.
class RuledParts {
  public:
    RuledParts(const ClashRules& rules, std::span<const Part> parts, double clearance);

    PairTerms terms(std::size_t a, std::size_t b) const;
    // No pair with this part has a larger clearance.
    double reach(std::size_t part) const;

  private:
    double clearance_;
};

}  // namespace graze::inline v1
