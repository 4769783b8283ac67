// Pairs of boxes that wait to be opened, the nearest first.
#if defined(GRAZE_TREE_TRAVERSE_PAIR_QUEUE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_PAIR_QUEUE_INL
#undef GRAZE_TREE_TRAVERSE_PAIR_QUEUE_INL
#else
#define GRAZE_TREE_TRAVERSE_PAIR_QUEUE_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "graze/tree/traverse/node_lanes-inl.h"
#include "graze/tree/traverse/pair_query.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Not sorted, but kept in groups of eight with the least separation of each group: the search tests eight
// groups at a time, which is faster than keeping all entries sorted. The queue has a fixed capacity and
// allocates nothing; callers must go on without it when it is full.
template <class Pair>
class PairQueue {
  public:
    struct Entry {
        Pair pair;
        float separation;
    };

    bool empty() const { return count_ == 0; }
    bool has_room_for(int count) const { return count_ + count <= capacity; }

    HWY_INLINE void push(const Entry& entry) {
        int at = used_;
        if (free_count_ > 0) {
            at = free_[--free_count_];
        } else if (used_++ % group == 0) {
            begin_group(at);
        }
        // Written so that NaN comes first, and that no entry has the separation of an empty place: floats may
        // overflow.
        const float limited = entry.separation < furthest_of_all ? entry.separation : furthest_of_all;
        const float s = entry.separation > nearest_of_all ? limited : nearest_of_all;
        pairs_[at] = entry.pair;
        separations_[at] = s;
        float& least = least_[at / group];
        least = s < least ? s : least;
        ++count_;
    }

    // Takes out the nearest entry, of several the one in the first place: the same for any number of lanes.
    // The queue must not be empty.
    HWY_INLINE Entry pop() {
        const int g = first_with(least_, nearest());
        const int at = group * g + first_with(separations_ + group * g, least_[g]);
        const Entry taken{pairs_[at], separations_[at]};
        remove(at);
        least_[g] = least_of(separations_ + group * g, group);
        return taken;
    }

    // The least separation of all entries; 1e30 if there are none.
    HWY_INLINE float nearest() const { return least_of(least_, (used_ + group - 1) / group); }

    // Drops the entries that are further apart.
    void drop_beyond(float furthest) {
        for (int at = 0; at < used_; ++at)
            if (separations_[at] > furthest && separations_[at] < nobody) remove(at);
        for (int g = 0; group * g < used_; ++g) least_[g] = least_of(separations_ + group * g, group);
    }

  private:
    static constexpr int capacity = 1024, group = 8, groups = capacity / group;
    static constexpr float nobody = 1e30f, furthest_of_all = 0.9e30f, nearest_of_all = -1e30f;
    static_assert(groups % group == 0);

    static HWY_INLINE float least_of(const float* values, int count) {
        const Lanes8 d;
        BoxLane least = hn::Set(d, nobody);
        for (int i = 0; i < count; i += static_cast<int>(hn::Lanes(d)))
            least = hn::Min(least, hn::Load(d, values + i));
        return hn::GetLane(hn::MinOfLanes(d, least));
    }
    static HWY_INLINE int first_with(const float* values, float value) {
        const Lanes8 d;
        const BoxLane wanted = hn::Set(d, value);
        for (int i = 0;; i += static_cast<int>(hn::Lanes(d))) {
            const auto lane = hn::FindFirstTrue(d, hn::Eq(hn::Load(d, values + i), wanted));
            if (lane >= 0) return i + static_cast<int>(lane);
        }
    }

    HWY_INLINE void remove(int at) {
        separations_[at] = nobody;
        free_[free_count_++] = static_cast<std::int16_t>(at);
        --count_;
    }
    // Initializes a group as empty, and as many more as are tested at a time.
    HWY_INLINE void begin_group(int at) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const BoxLane none = hn::Set(d, nobody);
        for (int i = 0; i < group; i += n) hn::Store(none, d, separations_ + at + i);
        if (at % (group * group) != 0) return;
        for (int i = 0; i < group; i += n) hn::Store(none, d, least_ + at / group + i);
    }

    int count_ = 0, used_ = 0, free_count_ = 0;
    HWY_ALIGN float least_[groups];  // of each group
    HWY_ALIGN float separations_[capacity];
    Pair pairs_[capacity];
    std::int16_t free_[capacity];  // places
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
