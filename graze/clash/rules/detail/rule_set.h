// Rules as they were read.
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
    std::vector<std::uint32_t> patterns;  // of RuleSet::patterns
};

struct RuleLength {
    double value = 0;
    std::optional<double> metres;  // of its unit; none: the unit of the assembly
};

struct Rule {
    RuleKind kind = RuleKind::ignore;
    std::uint32_t line = 0;
    std::string text;
    RuleLength length;
    std::uint32_t first = 0, second = 0;  // of RuleSet::sides
    bool same_parent = false, same_mesh = false;
    std::vector<std::uint32_t> within;  // of RuleSet::ancestors
};

struct RulePattern {
    std::string text;
    NamePattern pattern;
};

// A pattern where a group has it.
struct GroupPattern {
    std::string group;
    std::uint32_t line = 0, pattern = 0;
};

struct RuleSet {
    std::string name;
    std::vector<Rule> rules;      // in their order
    std::vector<RuleSide> sides;  // the first is everything
    std::vector<RulePattern> patterns, ancestors;
    std::vector<GroupPattern> in_groups;
};

}  // namespace graze::inline v1::detail
