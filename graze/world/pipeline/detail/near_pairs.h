// The pairs of objects that are near each other, remembered from update to update.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/query/contact/contacts.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/world/broad_phase/broad_phase.h"

namespace graze::inline v1::detail {

// Results of exact queries on a pair, kept for the next query.
struct PairMemory {
    QueryCache cache{0};  // small, because there may be a hundred thousand pairs
    bool touching = false;
    std::vector<IntersectingPair> contacts;  // one or all, as wanted
    std::optional<Distance> distance;        // if wanted, and the objects may be near enough
    std::vector<ContactPoint> points;        // if wanted
};

struct NearPair {
    std::uint32_t a = 0, b = 0;
    std::uint32_t cell = 0;  // in the interest matrix
    // A bit per wish: module notified that the collision began, and not that it ended.
    std::uint64_t notified = 0;
    std::uint64_t state = 0;   // a bit per wish: the wish holds
    std::uint64_t tested = 0;  // the update that found the state; 0: none yet
    std::unique_ptr<PairMemory> memory;
};

// A pair to be tested again, or one that is no longer near.
struct PairNews {
    std::uint32_t pair = 0;
    bool gone = false;
};

class NearPairs {
  public:
    static constexpr std::uint32_t none = ~0u;

    // In `changed`: the pairs of this object end whatever the other object does.
    static constexpr std::uint8_t dead = 2;

    // Objects whose pairs were searched again (`changed`) and objects whose pairs must not change (`frozen`),
    // by index.
    struct Flags {
        std::span<const std::uint8_t> changed, frozen;
    };
    // `found` are all near pairs of which an object changed, in any order. Adds the new pairs, and appends to
    // `news` all of `found` and the pairs that are no longer near, in ascending order of (a, b). Pairs that
    // are no longer near are kept until release() is called for them.
    void refresh(std::vector<IdPair>& found, std::span<const std::uint32_t> changed, const Flags& flags,
                 std::vector<PairNews>& news);
    // A pair that is in no row, as if it were no longer near.
    std::uint32_t make_apart(std::uint32_t a, std::uint32_t b);
    void release(std::uint32_t pair);

    NearPair& operator[](std::uint32_t pair) { return pairs_[pair]; }
    const NearPair& operator[](std::uint32_t pair) const { return pairs_[pair]; }
    std::uint32_t find(std::uint32_t a, std::uint32_t b) const;  // a < b; none if the pair is not near
    std::size_t size() const { return count_; }
    template <class Body>
    void for_each(Body body) {
        for (const auto& row : rows_)
            for (const Entry& e : row) body(pairs_[e.pair]);
    }

  private:
    struct Entry {
        std::uint32_t b, pair;
    };
    std::uint32_t make(std::uint32_t a, std::uint32_t b);
    void drop_below(std::uint32_t a, std::uint32_t b);
    void drop_from_long_lists();
    void collect_rows(std::span<const IdPair> found, std::span<const std::uint32_t> changed);
    void sort(std::vector<IdPair>& pairs);
    void renew_row(std::uint32_t a, std::span<const IdPair> found, const Flags& flags,
                   std::vector<PairNews>& news);

    std::vector<NearPair> pairs_;
    std::vector<std::uint32_t> free_;
    std::size_t count_ = 0;
    std::vector<std::vector<Entry>> rows_;           // by a, ascending in b
    std::vector<std::vector<std::uint32_t>> below_;  // by b: all a, in any order
    // Kept from call to call to save allocations.
    std::vector<std::uint32_t> dirty_rows_, starts_, places_;
    std::vector<std::uint64_t> marks_;
    std::vector<IdPair> sorted_;
    std::vector<IdPair> dropped_;  // (b, a) of pairs that leave long lists in below_
    std::vector<Entry> row_;
};

}  // namespace graze::inline v1::detail
