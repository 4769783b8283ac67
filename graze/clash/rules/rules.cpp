#include "graze/clash/rules/rules.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "graze/base/detail/quote.h"
#include "graze/base/error.h"
#include "graze/clash/rules/detail/rule_set.h"

namespace graze::inline v1 {
namespace {

using detail::Rule;
using detail::RuleKind;

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

// Numbers keys in the order of their first use.
template <typename Key>
class Numbers {
  public:
    std::uint32_t of(const Key& key) {
        return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
    }
    std::size_t size() const { return numbers_.size(); }

  private:
    std::unordered_map<Key, std::uint32_t> numbers_;
};

double in_units(const Rule& rule, const std::string& file, std::optional<double> metres_per_unit) {
    const detail::RuleLength& length = rule.length;
    if (!length.metres) return length.value;
    if (!metres_per_unit)
        throw Error("a length has a unit, but that of the parts is not known",
                    file + ":" + std::to_string(rule.line),
                    "say the unit of the parts, or write the length without one");
    const double value = length.value * (*length.metres / *metres_per_unit);
    if (!(value <= 1e100))
        throw Error("a length is more than 1e100 in the unit of the parts",
                    file + ":" + std::to_string(rule.line), "give a smaller one");
    return value;
}

bool get(std::span<const std::uint64_t> bits, std::size_t i) {
    return (bits[i / 64] >> (i % 64) & 1U) != 0;
}
void set(std::span<std::uint64_t> bits, std::size_t i) {
    bits[i / 64] |= std::uint64_t{1} << (i % 64);
}
std::size_t words_for(std::size_t bits) {
    return (bits + 63) / 64;
}

// Sets a bit for each part that matches one of the patterns.
void mark_side(std::vector<std::uint8_t>& sides, std::uint8_t bit, const std::vector<std::string>& texts,
               const Assembly& assembly) {
    const std::vector<detail::NamePattern> patterns(texts.begin(), texts.end());
    bool found = false;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const std::string& path = assembly.parts[i].path;
        if (std::ranges::none_of(patterns, [&](const detail::NamePattern& p) { return p.matches(path); }))
            continue;
        sides[i] = static_cast<std::uint8_t>(sides[i] | bit);
        found = true;
    }
    if (!found)
        throw Error("no part matches " + (texts.empty() ? "nothing" : detail::excerpt(texts.front())), {},
                    "name a file, or parts as the table and rules do, as in \"bolt *\"");
}

std::vector<std::uint8_t> sides_of_parts(const RuleSides& between, const Assembly& assembly) {
    std::vector<std::uint8_t> sides(assembly.parts.size());
    mark_side(sides, 1, between.a, assembly);
    mark_side(sides, 2, between.b, assembly);
    return sides;
}

}  // namespace

const std::string& ClashRules::name() const {
    static const std::string none;
    return set_ == nullptr ? none : set_->name;
}

// Parts that match the same patterns are of one class, so that nearly all work is per class, and classes are
// few.
class RuleApplication {
  public:
    RuleApplication(RuledParts& result, const detail::RuleSet& set, const Assembly& assembly)
        : result_(result), set_(set), assembly_(assembly) {}

    void apply() {
        find_classes();
        find_places();
        for (std::size_t i = set_.rules.size(); i-- > 0;) add_rule(set_.rules[i]);
        for (RuledParts::Aspect& aspect : result_.aspects_) fill_masks(aspect);
        find_largest_clearances();
        find_unused();
    }

  private:
    void find_classes() {
        const std::size_t words = words_for(set_.patterns.size());
        std::vector<std::uint64_t> row(words);
        Numbers<std::string> classes;
        for (const Part& part : assembly_.parts) {
            const std::string_view path = part.path;
            const std::size_t slash = detail::last_separator(path);
            const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
            std::ranges::fill(row, 0);
            for (std::size_t p = 0; p < set_.patterns.size(); ++p)
                if (set_.patterns[p].pattern.matches(path, name)) set(row, p);
            const std::string key(reinterpret_cast<const char*>(row.data()), 8 * words);
            const std::uint32_t number = classes.of(key);
            if (number == part_count_.size()) add_class(row);
            ++part_count_[number];
            result_.class_of_part_.push_back(number);
        }
    }

    void add_class(std::span<const std::uint64_t> row) {
        part_count_.push_back(0);
        std::vector<std::uint64_t>& sides = sides_of_class_.emplace_back(words_for(set_.sides.size()));
        for (std::size_t s = 0; s < set_.sides.size(); ++s) {
            const detail::RuleSide& side = set_.sides[s];
            if (side.everything ||
                std::ranges::any_of(side.patterns, [&](std::uint32_t p) { return get(row, p); }))
                set(sides, s);
        }
        patterns_seen_.resize(row.size());
        for (std::size_t w = 0; w < row.size(); ++w) patterns_seen_[w] |= row[w];
    }

    // Parents and ancestors have few different paths, however many parts there are.
    void find_places() {
        Numbers<std::string_view> parents;
        Numbers<const Mesh*> meshes;
        std::vector<std::string_view> parent_paths;
        for (const Part& part : assembly_.parts) {
            const std::size_t slash = detail::last_separator(part.path);
            const std::string_view parent = std::string_view(part.path).substr(0, slash);
            result_.parent_of_part_.push_back(slash == std::string_view::npos ? nobody : parents.of(parent));
            if (parents.size() > parent_paths.size()) parent_paths.push_back(parent);
            result_.mesh_of_part_.push_back(meshes.of(part.mesh.get()));
        }
        Numbers<std::string_view> ancestors;
        for (const detail::RulePattern& pattern : set_.ancestors) {
            std::vector<std::uint32_t> of_parent;
            for (const std::string_view path : parent_paths) {
                const std::string_view outermost = outermost_match(pattern.pattern, path);
                of_parent.push_back(outermost.empty() ? nobody : ancestors.of(outermost));
            }
            std::vector<std::uint32_t>& column = result_.ancestor_.emplace_back();
            for (const std::uint32_t parent : result_.parent_of_part_)
                column.push_back(parent == nobody ? nobody : of_parent[parent]);
        }
    }

    // Two parts have a matching ancestor in common exactly if their outermost matching ancestors are the
    // same.
    static std::string_view outermost_match(const detail::NamePattern& pattern, std::string_view path) {
        std::string_view result;
        while (true) {
            if (pattern.matches(path)) result = path;
            const std::size_t slash = detail::last_separator(path);
            if (slash == std::string_view::npos) return result;
            path = path.substr(0, slash);
        }
    }

    void add_rule(const Rule& rule) {
        using enum RuledParts::AspectName;
        double value = rule.kind == RuleKind::ignore ? 1 : 0;
        if (rule.kind == RuleKind::clearance || rule.kind == RuleKind::allow)
            value = in_units(rule, set_.name, assembly_.metres_per_unit);
        const auto aspect = rule.kind == RuleKind::clearance ? clearances
                            : rule.kind == RuleKind::allow   ? allowances
                                                             : ignoring;
        result_.aspects_[aspect].rules.push_back(
            {rule.line, value, rule.same_parent, rule.same_mesh, rule.within});
        sources_[aspect].push_back(&rule);
    }

    void fill_masks(RuledParts::Aspect& aspect) {
        const auto& sources = sources_[static_cast<std::size_t>(&aspect - result_.aspects_.data())];
        aspect.words = words_for(aspect.rules.size());
        aspect.left.resize(aspect.words * part_count_.size());
        aspect.right = aspect.left;
        for (std::size_t c = 0; c < part_count_.size(); ++c)
            for (std::size_t r = 0; r < sources.size(); ++r) {
                if (get(sides_of_class_[c], sources[r]->first))
                    set(std::span(aspect.left).subspan(c * aspect.words), r);
                if (get(sides_of_class_[c], sources[r]->second))
                    set(std::span(aspect.right).subspan(c * aspect.words), r);
            }
    }

    void find_largest_clearances() {
        const RuledParts::Aspect& aspect = result_.aspects_[RuledParts::clearances];
        for (std::size_t c = 0; c < part_count_.size(); ++c)
            result_.largest_of_class_.push_back(largest_clearance_of(aspect, c));
    }

    // Over all rules that may hold, up to one that holds whatever the other part is.
    double largest_clearance_of(const RuledParts::Aspect& aspect, std::size_t c) const {
        double largest = 0;
        for (std::size_t r = 0; r < aspect.rules.size(); ++r) {
            const Rule& source = *sources_[RuledParts::clearances][r];
            const bool first = get(sides_of_class_[c], source.first),
                       second = get(sides_of_class_[c], source.second);
            if (!first && !second) continue;
            largest = std::max(largest, aspect.rules[r].value);
            if (is_conditional(source)) continue;
            if ((first && set_.sides[source.second].everything) ||
                (second && set_.sides[source.first].everything))
                return largest;
        }
        return std::max(largest, result_.clearance_);
    }

    static bool is_conditional(const Rule& rule) {
        return rule.same_parent || rule.same_mesh || !rule.within.empty();
    }

    // Numbers of parts on the first side, on the second, and on both: is there a pair of two different parts?
    struct Census {
        std::uint64_t first = 0, second = 0, both = 0;
        bool has_pair() const { return first > 0 && second > 0 && !(first == 1 && second == 1 && both == 1); }
    };

    void find_unused() {
        for (const detail::GroupPattern& in_group : set_.in_groups)
            if (patterns_seen_.empty() || !get(patterns_seen_, in_group.pattern))
                result_.unused_.push_back({in_group.line, "\"" + set_.patterns[in_group.pattern].text +
                                                              "\" in group " + in_group.group});
        for (const Rule& rule : set_.rules)
            if (!(is_conditional(rule) ? conditional_pair_exists(rule) : pair_exists(rule)))
                result_.unused_.push_back({rule.line, rule.text});
        std::ranges::sort(result_.unused_, {}, [](const UnusedRule& r) { return std::tie(r.line, r.text); });
    }

    void count(Census& census, const Rule& rule, std::size_t c, std::uint64_t parts) const {
        const bool first = get(sides_of_class_[c], rule.first), second = get(sides_of_class_[c], rule.second);
        census.first += first ? parts : 0;
        census.second += second ? parts : 0;
        census.both += first && second ? parts : 0;
    }

    bool pair_exists(const Rule& rule) const {
        Census census;
        for (std::size_t c = 0; c < part_count_.size(); ++c) count(census, rule, c, part_count_[c]);
        return census.has_pair();
    }

    bool conditional_pair_exists(const Rule& rule) const {
        std::unordered_map<std::uint32_t, Census> census_of_place;
        Numbers<std::uint64_t> places;
        for (std::size_t i = 0; i < assembly_.parts.size(); ++i) {
            const std::uint32_t c = result_.class_of_part_[i];
            if (!get(sides_of_class_[c], rule.first) && !get(sides_of_class_[c], rule.second)) continue;
            const std::uint32_t place = place_of(rule, i, places);
            if (place == nobody) continue;
            Census& census = census_of_place[place];
            count(census, rule, c, 1);
            if (census.has_pair()) return true;
        }
        return false;
    }

    // Equal for parts that fulfil the conditions of the rule together.
    std::uint32_t place_of(const Rule& rule, std::size_t part, Numbers<std::uint64_t>& places) const {
        std::uint32_t place = 0;
        const auto add = [&](std::uint32_t number) {
            place = place == nobody || number == nobody ? nobody
                                                        : places.of(std::uint64_t{place} << 32U | number);
        };
        if (rule.same_parent) add(result_.parent_of_part_[part]);
        if (rule.same_mesh) add(result_.mesh_of_part_[part]);
        for (const std::uint32_t pattern : rule.within) add(result_.ancestor_[pattern][part]);
        return place;
    }

    RuledParts& result_;
    const detail::RuleSet& set_;
    const Assembly& assembly_;
    std::vector<std::uint64_t> part_count_;                   // by class
    std::vector<std::vector<std::uint64_t>> sides_of_class_;  // bits of RuleSet::sides
    std::vector<std::uint64_t> patterns_seen_;
    std::array<std::vector<const Rule*>, 3> sources_;  // the rules of each aspect
};

RuledParts::RuledParts(const ClashRules& rules, const Assembly& assembly, double clearance,
                       const std::optional<RuleSides>& between)
    : clearance_(clearance) {
    if (between) sides_of_part_ = sides_of_parts(*between, assembly);
    if (rules.set() != nullptr) {
        RuleApplication(*this, *rules.set(), assembly).apply();
    } else {
        class_of_part_.assign(assembly.parts.size(), 0);
        largest_of_class_.push_back(clearance);
    }
}

bool RuledParts::is_between(std::size_t a, std::size_t b) const {
    return sides_of_part_.empty() || ((sides_of_part_[a] & 1U) != 0 && (sides_of_part_[b] & 2U) != 0) ||
           ((sides_of_part_[a] & 2U) != 0 && (sides_of_part_[b] & 1U) != 0);
}

bool RuledParts::conditions_hold(const AppliedRule& rule, std::size_t a, std::size_t b) const {
    const auto same = [&](const std::vector<std::uint32_t>& number) {
        return number[a] == number[b] && number[a] != nobody;
    };
    return (!rule.same_parent || same(parent_of_part_)) && (!rule.same_mesh || same(mesh_of_part_)) &&
           std::ranges::all_of(rule.within, [&](std::uint32_t pattern) { return same(ancestor_[pattern]); });
}

const RuledParts::AppliedRule* RuledParts::winner(const Aspect& aspect, std::size_t a, std::size_t b) const {
    const std::size_t of_a = class_of_part_[a] * aspect.words, of_b = class_of_part_[b] * aspect.words;
    for (std::size_t w = 0; w < aspect.words; ++w) {
        std::uint64_t may_hold = (aspect.left[of_a + w] & aspect.right[of_b + w]) |
                                 (aspect.left[of_b + w] & aspect.right[of_a + w]);
        for (; may_hold != 0; may_hold &= may_hold - 1) {
            const AppliedRule& rule =
                aspect.rules[64 * w + static_cast<std::size_t>(std::countr_zero(may_hold))];
            if (conditions_hold(rule, a, b)) return &rule;
        }
    }
    return nullptr;
}

PairTerms RuledParts::terms(std::size_t a, std::size_t b) const {
    PairTerms terms;
    terms.clearance = clearance_;
    if (const AppliedRule* rule = winner(aspects_[ignoring], a, b)) terms.ignored = rule->value > 0;
    if (const AppliedRule* rule = winner(aspects_[clearances], a, b)) terms.clearance = rule->value;
    if (const AppliedRule* rule = winner(aspects_[allowances], a, b); rule != nullptr && rule->value > 0) {
        terms.allowed_depth = rule->value;
        terms.allowed_by = rule->line;
    }
    terms.ignored = terms.ignored || !is_between(a, b);
    return terms;
}

}  // namespace graze::inline v1
