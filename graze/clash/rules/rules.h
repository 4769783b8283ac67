// What is to be checked of which parts: docs/clash.md has the language of rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/clash/clash_report.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

namespace detail {
struct RuleSet;
}

// What holds for one pair of parts.
struct PairTerms {
    bool ignored = false;
    double clearance = 0;  // closer than this is reported; 0: touching and overlapping only
    // Overlaps up to this depth are allowed, by the rule in this line.
    std::optional<double> allowed_depth;
    std::uint32_t allowed_by = 0;
};

// Rules as somebody wrote them down. Copies share them.
class ClashRules {
  public:
    ClashRules() = default;  // none
    explicit ClashRules(std::shared_ptr<const detail::RuleSet> set) : set_(std::move(set)) {}

    const std::string& name() const;                           // of the file; empty if there are none
    const detail::RuleSet* set() const { return set_.get(); }  // null: none

  private:
    std::shared_ptr<const detail::RuleSet> set_;
};

// `name` stands for the file in errors. Throws Error for what is not a rule, with the line and, where
// something looks mistyped, what may have been meant.
ClashRules parse_rules(std::string_view text, const std::string& name);

// Rules applied to the parts of an assembly. Any number of threads may ask.
class RuledParts {
  public:
    // Throws Error for a rule with a length in millimetres, say, if the unit of the assembly is not known.
    RuledParts(const ClashRules& rules, const Assembly& assembly, double clearance);

    PairTerms terms(std::size_t a, std::size_t b) const;
    // No pair with this part has a larger clearance.
    double reach(std::size_t part) const { return reach_of_class_[class_of_part_[part]]; }

    // What holds for no two parts: rules, and patterns of groups.
    const std::vector<UnusedRule>& unused() const { return unused_; }

  private:
    friend class RuleApplication;
    struct AppliedRule {
        std::uint32_t line = 0;
        double value = 0;  // a length; of ignore and check: 1 and 0
        bool same_parent = false, same_mesh = false;
        std::vector<std::uint32_t> within;  // columns of ancestor_
    };
    // Rules about one thing, the last first; a part's class says which of them may hold for it.
    struct Aspect {
        std::vector<AppliedRule> rules;
        std::size_t words = 0;                   // of 64 rules each
        std::vector<std::uint64_t> left, right;  // for each class: the rules whose first, second side it is
    };
    enum AspectName : std::uint8_t { ignoring, clearances, allowances };

    const AppliedRule* winner(const Aspect& aspect, std::size_t a, std::size_t b) const;
    bool conditions_hold(const AppliedRule& rule, std::size_t a, std::size_t b) const;

    double clearance_;
    std::array<Aspect, 3> aspects_;
    std::vector<std::uint32_t> class_of_part_, parent_of_part_, mesh_of_part_;
    std::vector<std::vector<std::uint32_t>> ancestor_;  // for each pattern of `within`: of each part
    std::vector<double> reach_of_class_;
    std::vector<UnusedRule> unused_;
};

}  // namespace graze::inline v1
