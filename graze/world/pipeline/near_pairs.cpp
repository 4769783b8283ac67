#include "graze/world/pipeline/detail/near_pairs.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "graze/world/broad_phase/detail/prefetch.h"

namespace graze::inline v1::detail {
namespace {

// Lists with fewer than one in this many numbers are sorted by comparing them; longer lists are marked, and
// the marks are read in order.
constexpr std::size_t few = 256;

// For a pair that the broad phase did not find again: is it as near as before?
bool stays(const NearPairs::Flags& flags, std::uint32_t a, std::uint32_t b) {
    if (flags.changed[a] == NearPairs::dead || flags.changed[b] == NearPairs::dead) return false;
    return (flags.changed[a] == 0 && flags.changed[b] == 0) || flags.frozen[a] != 0 || flags.frozen[b] != 0;
}

}  // namespace

std::uint32_t NearPairs::make_apart(std::uint32_t a, std::uint32_t b) {
    std::uint32_t pair = static_cast<std::uint32_t>(pairs_.size());
    if (free_.empty()) {
        pairs_.emplace_back();
    } else {
        pair = free_.back();
        free_.pop_back();
    }
    pairs_[pair].a = a;
    pairs_[pair].b = b;
    return pair;
}

std::uint32_t NearPairs::make(std::uint32_t a, std::uint32_t b) {
    below_[b].push_back(a);
    ++count_;
    return make_apart(a, b);
}

void NearPairs::release(std::uint32_t pair) {
    pairs_[pair] = NearPair{};
    free_.push_back(pair);
}

std::uint32_t NearPairs::find(std::uint32_t a, std::uint32_t b) const {
    if (a >= rows_.size()) return none;
    const auto& row = rows_[a];
    const auto found =
        std::lower_bound(row.begin(), row.end(), b, [](const Entry& e, std::uint32_t x) { return e.b < x; });
    return found != row.end() && found->b == b ? found->pair : none;
}

// The rows that may have changed: those of changed objects and of the objects they were near.
void NearPairs::collect_rows(std::span<const IdPair> found, std::span<const std::uint32_t> changed) {
    dirty_rows_.clear();
    if (changed.size() > rows_.size() / 8) {
        dirty_rows_.resize(rows_.size());
        std::iota(dirty_rows_.begin(), dirty_rows_.end(), 0u);
        return;
    }
    for (std::size_t i = 0; i < changed.size(); ++i) {
        if (i + 2 * items_ahead < changed.size()) prefetch(&below_[changed[i + 2 * items_ahead]]);
        if (i + items_ahead < changed.size()) __builtin_prefetch(below_[changed[i + items_ahead]].data());
        const std::uint32_t object = changed[i];
        dirty_rows_.push_back(object);
        dirty_rows_.insert(dirty_rows_.end(), below_[object].begin(), below_[object].end());
    }
    for (const IdPair& p : found) dirty_rows_.push_back(p.a);
    if (dirty_rows_.size() < rows_.size() / few) {
        std::sort(dirty_rows_.begin(), dirty_rows_.end());
        dirty_rows_.erase(std::unique(dirty_rows_.begin(), dirty_rows_.end()), dirty_rows_.end());
        return;
    }
    marks_.assign((rows_.size() + 63) / 64, 0);
    for (const std::uint32_t a : dirty_rows_) marks_[a / 64] |= std::uint64_t{1} << a % 64;
    dirty_rows_.clear();
    for (std::size_t i = 0; i < marks_.size(); ++i)
        for (std::uint64_t bits = marks_[i]; bits != 0; bits &= bits - 1)
            dirty_rows_.push_back(static_cast<std::uint32_t>(64 * i) +
                                  static_cast<std::uint32_t>(std::countr_zero(bits)));
}

// Sorts by (a, b): the place of a row among the dirty ones decides where its pairs go.
void NearPairs::sort(std::vector<IdPair>& pairs) {
    if (pairs.size() < rows_.size() / few) {
        std::sort(pairs.begin(), pairs.end());
        return;
    }
    places_.resize(rows_.size());
    for (std::size_t i = 0; i < dirty_rows_.size(); ++i)
        places_[dirty_rows_[i]] = static_cast<std::uint32_t>(i);
    starts_.assign(dirty_rows_.size() + 1, 0);
    for (const IdPair& p : pairs) ++starts_[places_[p.a] + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    sorted_.resize(pairs.size());
    for (const IdPair& p : pairs) sorted_[starts_[places_[p.a]]++] = p;
    pairs.swap(sorted_);
    for (std::size_t first = 0, last; first < pairs.size(); first = last) {
        for (last = first + 1; last < pairs.size() && pairs[last].a == pairs[first].a;) ++last;
        std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first),
                  pairs.begin() + static_cast<std::ptrdiff_t>(last));
    }
}

// Long lists, those of a floor on which everything stands, are searched once for all that leave.
void NearPairs::drop_below(std::uint32_t a, std::uint32_t b) {
    constexpr std::size_t long_list = 64;
    auto& below = below_[b];
    if (below.size() > long_list) {
        dropped_.push_back({b, a});
        return;
    }
    *std::find(below.begin(), below.end(), a) = below.back();
    below.pop_back();
}

void NearPairs::drop_from_long_lists() {
    std::sort(dropped_.begin(), dropped_.end());
    for (std::size_t first = 0, last; first < dropped_.size(); first = last) {
        for (last = first + 1; last < dropped_.size() && dropped_[last].a == dropped_[first].a;) ++last;
        const std::uint32_t b = dropped_[first].a;
        const std::span<const IdPair> leaving(dropped_.data() + first, last - first);
        std::erase_if(below_[b], [&](std::uint32_t a) {
            return std::binary_search(leaving.begin(), leaving.end(), IdPair{b, a});
        });
    }
    dropped_.clear();
}

void NearPairs::renew_row(std::uint32_t a, std::span<const IdPair> found, const Flags& flags,
                          std::vector<PairNews>& news) {
    auto& row = rows_[a];
    row_.clear();
    std::size_t next = 0;
    const auto add_up_to = [&](std::uint32_t b) {
        for (; next < found.size() && found[next].b < b; ++next) {
            const std::uint32_t pair = make(a, found[next].b);
            row_.push_back({found[next].b, pair});
            news.push_back({pair, false});
        }
    };
    for (const Entry& e : row) {
        add_up_to(e.b);
        if (next < found.size() && found[next].b == e.b) {
            row_.push_back(e);
            news.push_back({e.pair, false});
            ++next;
        } else if (stays(flags, a, e.b)) {
            row_.push_back(e);
        } else {
            news.push_back({e.pair, true});
            drop_below(a, e.b);
            --count_;
        }
    }
    add_up_to(none);
    row.assign(row_.begin(), row_.end());
}

void NearPairs::refresh(std::vector<IdPair>& found, std::span<const std::uint32_t> changed,
                        const Flags& flags, std::vector<PairNews>& news) {
    if (rows_.size() < flags.changed.size()) {
        rows_.resize(flags.changed.size());
        below_.resize(flags.changed.size());
    }
    collect_rows(found, changed);
    sort(found);
    std::size_t first = 0;
    for (std::size_t i = 0; i < dirty_rows_.size(); ++i) {
        if (i + 2 * items_ahead < dirty_rows_.size()) prefetch(&rows_[dirty_rows_[i + 2 * items_ahead]]);
        if (i + items_ahead < dirty_rows_.size())
            __builtin_prefetch(rows_[dirty_rows_[i + items_ahead]].data());
        const std::uint32_t a = dirty_rows_[i];
        std::size_t last = first;
        while (last < found.size() && found[last].a == a) ++last;
        if (last != first || !rows_[a].empty())
            renew_row(a, std::span(found).subspan(first, last - first), flags, news);
        first = last;
    }
    drop_from_long_lists();
}

}  // namespace graze::inline v1::detail
