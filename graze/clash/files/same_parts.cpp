#include "graze/clash/files/detail/same_parts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "graze/base/detail/hash.h"
#include "graze/clash/files/detail/part_key.h"
#include "graze/clash/files/identity.h"

namespace graze::inline v1::detail {
namespace {

ContentHash text_key(std::string_view text) {
    Hasher128 hasher;
    hasher.add(std::as_bytes(std::span(text)));
    const Hash128 h = hasher.result();
    return {h.high, h.low};
}

// The file's name often contains a revision.
std::optional<ContentHash> key_below_file(const ClashPart& part) {
    const std::size_t slash = part.path.find('/');
    if (slash == std::string::npos) return std::nullopt;
    return text_key(std::string_view(part.path).substr(slash + 1));
}

double distance_between(const ClashPart& a, const ClashPart& b) {
    const Vec3 d = a.world_from_part.translation() - b.world_from_part.translation();
    return dot(d, d);
}

class Matching {
  public:
    Matching(std::span<const ClashPart> old, std::span<const ClashPart> now)
        : old_(old), now_(now), match_(old.size(), no_part), taken_(now.size()) {}

    // Matches parts without a match that have equal keys, in the order of their names, and for equal names of
    // their numbers.
    template <typename Key>
    void by(Key&& key) {
        for (auto& [k, group] : groups(key)) {
            const auto by_name = [](std::span<const ClashPart> parts) {
                return [parts](std::uint32_t a, std::uint32_t b) {
                    return std::tie(parts[a].path, a) < std::tie(parts[b].path, b);
                };
            };
            std::ranges::sort(group.old, by_name(old_));
            std::ranges::sort(group.now, by_name(now_));
            for (std::size_t i = 0; i < std::min(group.old.size(), group.now.size()); ++i)
                match(group.old[i], group.now[i]);
        }
    }

    // The same, but the nearest first, unless there are very many.
    template <typename Key>
    void nearest_by(Key&& key) {
        constexpr std::size_t most_pairs = 1'000'000;
        for (auto& [k, group] : groups(key))
            if (group.old.size() * group.now.size() <= most_pairs) match_nearest(group);
        by(key);
    }

    std::vector<std::uint32_t> result() && { return std::move(match_); }

  private:
    struct Group {
        std::vector<std::uint32_t> old, now;
    };

    template <typename Key>
    std::unordered_map<ContentHash, Group> groups(Key&& key) const {
        std::unordered_map<ContentHash, Group> result;
        for (std::uint32_t i = 0; i < old_.size(); ++i)
            if (match_[i] == no_part)
                if (const std::optional<ContentHash> k = key(old_[i])) result[*k].old.push_back(i);
        for (std::uint32_t i = 0; i < now_.size(); ++i)
            if (taken_[i] == 0)
                if (const std::optional<ContentHash> k = key(now_[i]))
                    if (const auto it = result.find(*k); it != result.end()) it->second.now.push_back(i);
        return result;
    }

    void match_nearest(const Group& group) {
        std::vector<std::tuple<double, std::uint32_t, std::uint32_t>> pairs;
        for (const std::uint32_t o : group.old)
            for (const std::uint32_t n : group.now)
                pairs.emplace_back(distance_between(old_[o], now_[n]), o, n);
        std::ranges::sort(pairs);
        for (const auto& [d, o, n] : pairs)
            if (match_[o] == no_part && taken_[n] == 0) match(o, n);
    }

    void match(std::uint32_t old, std::uint32_t now) {
        match_[old] = now;
        taken_[now] = 1;
    }

    std::span<const ClashPart> old_, now_;
    std::vector<std::uint32_t> match_;
    std::vector<std::uint8_t> taken_;
};

}  // namespace

std::vector<std::uint32_t> same_parts(std::span<const ClashPart> old, std::span<const ClashPart> now) {
    Matching matching(old, now);
    const auto as_it_is = [](const ClashPart& p) { return std::optional(part_key(p, false, true)); };
    matching.by([&](const ClashPart& p) {
        return std::optional(pair_key(part_key(p, false, true), text_key(p.path), 0));
    });
    matching.by(as_it_is);
    matching.by([](const ClashPart& p) { return std::optional(text_key(p.path)); });
    matching.by(key_below_file);
    matching.nearest_by([](const ClashPart& p) { return std::optional(part_key(p, true, false)); });
    return std::move(matching).result();
}

}  // namespace graze::inline v1::detail
