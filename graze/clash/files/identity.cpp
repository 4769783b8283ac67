#include "graze/clash/files/identity.h"

#include <algorithm>
#include <bit>
#include <span>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graze/base/detail/hash.h"
#include "graze/clash/files/detail/part_key.h"

namespace graze::inline v1 {
namespace detail {

ContentHash part_key(const ClashPart& part, bool with_name, bool with_pose) {
    Hasher128 hasher;
    add_number(hasher, part.hash.high);
    add_number(hasher, part.hash.low);
    if (with_pose)
        for (const auto& row : part.world_from_part.matrix())
            // -0 counts as 0.
            for (const double v : row) add_number(hasher, std::bit_cast<std::uint64_t>(v + 0.0));
    if (with_name) {
        const std::string name = without_numbers(part.path);
        hasher.add(std::as_bytes(std::span(name)));
    }
    const Hash128 h = hasher.result();
    return {h.high, h.low};
}

ContentHash pair_key(const ContentHash& a, const ContentHash& b, std::uint64_t number) {
    Hasher128 hasher;
    for (const ContentHash& key : {std::min(a, b), std::max(a, b)}) {
        add_number(hasher, key.high);
        add_number(hasher, key.low);
    }
    add_number(hasher, number);
    const Hash128 h = hasher.result();
    return {h.high, h.low};
}

}  // namespace detail

namespace {

struct Candidate {
    ContentHash a, b;                // keys of the parts, the smaller first
    std::string_view first, second;  // their paths, in ascending order
    std::size_t finding = 0;

    auto order() const { return std::tie(a, b, first, second, finding); }
};

std::vector<Candidate> candidates(const ClashReport& report) {
    std::vector<ContentHash> keys(report.parts.size());
    std::vector<std::uint8_t> has_key(report.parts.size());
    const auto key_of = [&](std::size_t part) {
        if (has_key[part] == 0) keys[part] = detail::part_key(report.parts[part], true, true);
        has_key[part] = 1;
        return keys[part];
    };
    std::vector<Candidate> result;
    result.reserve(report.findings.size());
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
        const ClashFinding& f = report.findings[i];
        const ContentHash a = key_of(f.a), b = key_of(f.b);
        const std::string_view path_a = report.parts[f.a].path, path_b = report.parts[f.b].path;
        result.push_back(
            {std::min(a, b), std::max(a, b), std::min(path_a, path_b), std::max(path_a, path_b), i});
    }
    return result;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// "screw (12)", "screw.012", "screw_3" and "screw" are equal without numbers.
std::string_view name_without_number(std::string_view name) {
    const auto cut = [&](auto&& belongs) {
        while (!name.empty() && belongs(name.back())) name.remove_suffix(1);
    };
    const std::string_view whole = name;
    cut([](char c) { return c == ')' || c == ']' || c == '>'; });
    const std::size_t before = name.size();
    cut(is_digit);
    if (name.size() == before) return whole;
    cut([](char c) {
        return is_digit(c) || std::string_view(" _-.:#([<").find(c) != std::string_view::npos;
    });
    return name;
}

}  // namespace

std::string without_numbers(std::string_view path) {
    std::string result;
    while (true) {
        const std::size_t slash = path.find('/');  // a slash that belongs to a name does no harm
        result += name_without_number(path.substr(0, slash));
        if (slash == std::string_view::npos) return result;
        result += '/';
        path.remove_prefix(slash + 1);
    }
}

void give_ids(ClashReport& report) {
    std::vector<Candidate> all = candidates(report);
    std::ranges::sort(all, {}, &Candidate::order);
    std::unordered_set<std::string> used;
    used.reserve(all.size());
    std::uint64_t number = 0;  // among findings with the same keys
    for (std::size_t i = 0; i < all.size(); ++i) {
        number = i > 0 && all[i].a == all[i - 1].a && all[i].b == all[i - 1].b ? number + 1 : 0;
        const std::string digits = detail::pair_key(all[i].a, all[i].b, number).hex();
        std::size_t length = 8;
        while (!used.insert(digits.substr(0, length)).second && length < digits.size()) length += 4;
        report.findings[all[i].finding].id = digits.substr(0, length);
    }
}

}  // namespace graze::inline v1
