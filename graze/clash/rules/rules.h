// Rules that say what to check for which parts: docs/clash.md has the language of rules.
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

// The terms for one pair of parts.
struct PairTerms {
    bool ignored = false;
    double clearance = 0;  // pairs that are closer are reported; 0: touching and overlapping pairs only
    // Overlaps up to this depth are allowed, by the rule in this line.
    std::optional<double> allowed_depth;
    std::uint32_t allowed_by = 0;
};

// Parsed rules. Copies share them.
class ClashRules {
  public:
    ClashRules() = default;  // no rules
    explicit ClashRules(std::shared_ptr<const detail::RuleSet> set) : set_(std::move(set)) {}

    const std::string& name() const;                           // of the file; empty if there are no rules
    const detail::RuleSet* set() const { return set_.get(); }  // null: no rules

  private:
    std::shared_ptr<const detail::RuleSet> set_;
};

// `name` stands for the file in errors. Throws Error for text that is not a rule, with the line and, if
// something looks mistyped, a suggestion.
ClashRules parse_rules(std::string_view text, const std::string& name);

// Rules applied to the parts of an assembly. Any number of threads may call.
class RuledParts {
  public:
    // `between`: see ClashOptions. Throws Error for a rule with a length in millimetres, say, if the unit of
    // the assembly is not known; and for a side of `between` that matches no part.
    RuledParts(const ClashRules& rules, const Assembly& assembly, double clearance,
               const std::optional<RuleSides>& between = {});

    PairTerms terms(std::size_t a, std::size_t b) const;
    // An upper bound of the clearance of all pairs with this part.
    double largest_clearance(std::size_t part) const { return largest_of_class_[class_of_part_[part]]; }

    // Rules, and patterns of groups, that match no two parts.
    const std::vector<UnusedRule>& unused() const { return unused_; }

  private:
    friend class RuleApplication;
    struct AppliedRule {
        std::uint32_t line = 0;
        double value = 0;  // a length; for ignore and check: 1 and 0
        bool same_parent = false, same_mesh = false;
        std::vector<std::uint32_t> within;  // columns of ancestor_
    };
    // Rules about one aspect, the last rule first. The class of a part decides which of them may hold for it.
    struct Aspect {
        std::vector<AppliedRule> rules;
        std::size_t words = 0;  // number of words of 64 rules each
        // For each class: the rules whose first, second side contains the class.
        std::vector<std::uint64_t> left, right;
    };
    enum AspectName : std::uint8_t { ignoring, clearances, allowances };

    const AppliedRule* winner(const Aspect& aspect, std::size_t a, std::size_t b) const;
    bool conditions_hold(const AppliedRule& rule, std::size_t a, std::size_t b) const;

    bool is_between(std::size_t a, std::size_t b) const;

    double clearance_;
    std::vector<std::uint8_t> sides_of_part_;  // of `between`: bits 1 and 2; empty: all pairs
    std::array<Aspect, 3> aspects_;
    std::vector<std::uint32_t> class_of_part_, parent_of_part_, mesh_of_part_;
    std::vector<std::vector<std::uint32_t>> ancestor_;  // for each pattern of `within`: by part
    std::vector<double> largest_of_class_;
    std::vector<UnusedRule> unused_;
};

}  // namespace graze::inline v1
