// Pairs of boxes that wait to be opened, the nearest first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "graze/query/detail/intersect_job.h"

namespace graze::inline v1::detail {

// Sorted into 64 classes of distance only, the last come first within one: taking the nearest of all costs
// more than it gives. It holds a limited number and allocates nothing; whoever finds no room goes on without.
class PairQueue {
  public:
    struct Entry {
        BoxPair pair;
        float separation;
    };

    // Boxes overlap by up to `size`, and are up to that much further apart than `nearest`.
    PairQueue(float nearest, float size) : per_overlap_(static_cast<float>(overlapping) / size) {
        std::fill_n(first_, classes, none);
        for (int i = 0; i < capacity; ++i) next_[i] = static_cast<std::int16_t>(i + 1);
        set_range(nearest, nearest + size);
    }

    bool empty() const { return waiting_ == 0; }
    bool has_room_for(int count) const { return count_ + count <= capacity; }

    void push(const Entry& entry) {
        const std::int16_t at = free_;
        free_ = next_[at];
        entries_[at] = entry;
        put(at);
        ++count_;
    }

    // The queue is not empty.
    Entry pop() {
        const auto c = std::countr_zero(waiting_);
        const std::int16_t at = first_[c];
        first_[c] = next_[at];
        if (next_[at] < 0) waiting_ &= waiting_ - 1;
        next_[at] = free_;
        free_ = at;
        --count_;
        return entries_[at];
    }

    // The least separation of all that wait; 1e30 if none do.
    float nearest() const {
        float least = 1e30f;
        for (std::uint64_t rest = waiting_; rest != 0; rest &= rest - 1) {
            for (std::int16_t at = first_[std::countr_zero(rest)]; at >= 0; at = next_[at])
                least = std::min(least, entries_[at].separation);
        }
        return least;
    }

    // Nothing further away than this is of interest any more: finer classes for the rest, if that is worth
    // it.
    void limit(float furthest) {
        if (furthest - nearest_ < 0.5f * (furthest_ - nearest_)) sort_anew(furthest);
    }

  private:
    static constexpr int capacity = 1000;
    static constexpr int classes = 64;
    static constexpr int overlapping = 16;  // of them
    static constexpr std::int16_t none = -1;

    void set_range(float nearest, float furthest) {
        nearest_ = std::max(0.0f, nearest);
        furthest_ = furthest;
        // Written so that nothing but a number above 0 is a scale.
        const float scale = static_cast<float>(classes - overlapping) / (furthest - nearest_);
        scale_ = scale > 0 && scale < 1e30f ? scale : 0;
    }

    void put(std::int16_t at) {
        const float s = entries_[at].separation;
        const float place = s < 0 ? s * per_overlap_ : std::max(0.0f, s - nearest_) * scale_;
        const float limited = std::min(std::max(0.0f, place + static_cast<float>(overlapping)),
                                       static_cast<float>(classes - 1));
        const int c = static_cast<int>(limited);
        next_[at] = first_[c];
        first_[c] = at;
        waiting_ |= std::uint64_t{1} << c;
    }

    void sort_anew(float furthest) {
        std::int16_t kept = none;
        float nearest = furthest;
        // Lists are turned round twice, so that orders stay.
        for (; waiting_ != 0; waiting_ &= waiting_ - 1) {
            std::int16_t& first = first_[std::countr_zero(waiting_)];
            while (first >= 0) {
                const std::int16_t at = first;
                first = next_[at];
                const bool keep = !(entries_[at].separation > furthest);
                std::int16_t& list = keep ? kept : free_;
                next_[at] = list;
                list = at;
                count_ -= keep ? 0 : 1;
                if (keep) nearest = std::min(nearest, entries_[at].separation);
            }
        }
        set_range(nearest, furthest);
        while (kept >= 0) {
            const std::int16_t at = kept;
            kept = next_[at];
            put(at);
        }
    }

    Entry entries_[capacity];
    std::int16_t next_[capacity];  // in its class, or among the unused
    std::int16_t first_[classes];
    std::uint64_t waiting_ = 0;  // bit c: class c has some
    std::int16_t free_ = 0;
    int count_ = 0;
    float nearest_ = 0, furthest_ = 0, scale_ = 0, per_overlap_;
};

}  // namespace graze::inline v1::detail
