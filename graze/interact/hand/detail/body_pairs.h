// Bodies at their poses, and what is known of the distances between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/motion.h"
#include "graze/interact/hand/grasping.h"
#include "graze/query/distance/distance.h"
#include "graze/query/query_cache.h"
#include "graze/query/sweep/time_of_impact.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

struct Body {
    Shape shape;
    Pose pose;
    Box box;          // in the world
    double gone = 0;  // how far any of its points has moved at most, all in all
};

struct BodyMove {
    std::size_t body = 0;
    Motion motion;  // from time 0 to 1
};

// A pair that ends a motion.
struct Blocker {
    std::size_t moving = 0, resting = 0;
    double share = 0;
    Contact contact;  // A is what moves
};

class BodyPairs {
  public:
    BodyPairs(double gap, GraspingTimes* times) : gap_(gap), times_(times) {}

    std::size_t add(const Shape& shape, const Pose& pose);
    const Body& operator[](std::size_t body) const { return bodies_[body]; }
    std::size_t size() const { return bodies_.size(); }
    double gap() const { return gap_; }
    void set_gap(double gap) { gap_ = gap; }
    void set_times(GraspingTimes* times) { times_ = times; }
    // No point of the body has moved further than `travel` since the last pose.
    void set_pose(std::size_t body, const Pose& pose, double travel);
    // For what jumps: nothing is known of its distances.
    void put(std::size_t body, const Pose& pose);

    // The distance, or none if it is certainly larger than `limit`.
    const Distance* near(std::size_t a, std::size_t b, double limit, Meter& meter);
    // The first places where pairs block the motions, which happen together. What rests are those of
    // `others` that do not move; pairs that are not `tested` do not count. Returns the share of the way that
    // is certainly free.
    template <typename Tested>
    double advance(std::span<const BodyMove> moves, std::span<const std::size_t> others, Tested&& tested,
                   Meter& meter, std::vector<Blocker>& blockers);
    // Exactly: have the two a point in common? No budget: a hand that was not tested is not shown.
    bool meet(std::size_t a, std::size_t b);

  private:
    struct Pair {
        Pair() : cache(32 * 1024) {}
        QueryCache cache;
        Distance distance;  // when the two had gone
        double gone_a = -1, gone_b = -1;
        double clear = 0;
    };
    Pair& pair(std::size_t a, std::size_t b);
    // A lower bound.
    double clear(const Pair& pair, const Body& a, const Body& b) const;
    void measure(Pair& pair, const Body& a, const Body& b, Meter& meter);
    // Lowers the share if the pair blocks.
    void advance_pair(const BodyMove& move, std::size_t other, Meter& meter, double& share,
                      std::vector<Blocker>& blockers);
    class Watch;

    std::vector<Body> bodies_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Pair>> pairs_;
    double gap_;
    GraspingTimes* times_;
};

template <typename Tested>
double BodyPairs::advance(std::span<const BodyMove> moves, std::span<const std::size_t> others,
                          Tested&& tested, Meter& meter, std::vector<Blocker>& blockers) {
    blockers.clear();
    double share = 1;
    for (const BodyMove& move : moves) {
        const Box swept = grown(move.motion.swept(bodies_[move.body].shape.box(), 0, 1), 2 * gap_);
        for (const std::size_t other : others) {
            if (!overlap(swept, bodies_[other].box) || !tested(move.body, other)) continue;
            advance_pair(move, other, meter, share, blockers);
        }
    }
    std::erase_if(blockers, [&](const Blocker& b) { return b.share > share; });
    return share;
}

}  // namespace graze::inline v1::detail
