// Rules after parsing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/clash/rules/detail/name_pattern.h"

namespace graze::inline v1::detail {

enum class RuleKind : std::uint8_t { ignore, check, clearance, allow };

// Parts that match any of these patterns.
struct RuleSide {
    bool everything = false;
    std::vector<std::uint32_t> patterns;  // indices into RuleSet::patterns
};

struct RuleLength {
    double value = 0;
    std::optional<double> metres;  // metres per unit; none: the unit of the assembly
};

struct Rule {
    RuleKind kind = RuleKind::ignore;
    std::uint32_t line = 0;
    std::string text;
    RuleLength length;
    std::uint32_t first = 0, second = 0;  // indices into RuleSet::sides
    bool same_parent = false, same_mesh = false;
    std::vector<std::uint32_t> within;  // indices into RuleSet::ancestors
};

struct RulePattern {
    std::string text;
    NamePattern pattern;
};

// A pattern and the group that contains it.
struct GroupPattern {
    std::string group;
    std::uint32_t line = 0, pattern = 0;
};

struct RuleSet {
    std::string name;
    std::vector<Rule> rules;      // in their order
    std::vector<RuleSide> sides;  // the first matches everything
    std::vector<RulePattern> patterns, ancestors;
    std::vector<GroupPattern> in_groups;
};

}  // namespace graze::inline v1::detail
