#include "graze/interact/hand/detail/body_pairs.h"

#include <algorithm>
#include <cmath>

#include "graze/query/intersect/intersect.h"

namespace graze::inline v1::detail {
namespace {

// A pair that is closer than this many gaps at the start stops only where it really gets on.
constexpr double close_gaps = 1.5, real_progress = 10;
// The least distance that is used up by pressing, in gaps; from there on a thousandth of it at a time.
constexpr double floor_gaps = 0.125, last_share = 0.999;

}  // namespace

class BodyPairs::Watch {
  public:
    explicit Watch(GraspingTimes* times) : times_(times) {
        if (times_ != nullptr) start_ = times_->clock();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() {
        if (times_ != nullptr) times_->collision += times_->clock() - start_;
    }

  private:
    GraspingTimes* times_;
    double start_ = 0;
};

std::size_t BodyPairs::add(const Shape& shape, const Pose& pose) {
    bodies_.push_back({shape, pose, pose(shape.box()), 0});
    return bodies_.size() - 1;
}

void BodyPairs::set_pose(std::size_t body, const Pose& pose, double travel) {
    Body& b = bodies_[body];
    if (b.pose == pose) return;
    b.pose = pose;
    b.box = pose(b.shape.box());
    b.gone += std::isfinite(travel) ? travel : 0;
    // Sums of many small ways round; and places do.
    b.gone += 1e-12 * (travel + length(b.box.lower) + length(b.box.upper));
}

void BodyPairs::put(std::size_t body, const Pose& pose) {
    Body& b = bodies_[body];
    if (b.pose == pose) return;
    const Box before = b.box;
    set_pose(body, pose, 0);
    // No point went further than from one corner of the box around both places to the other.
    Box both = before;
    both.grow(b.box);
    b.gone += length(both.size());
}

BodyPairs::Pair& BodyPairs::pair(std::size_t a, std::size_t b) {
    std::unique_ptr<Pair>& pair = pairs_[(std::uint64_t{a} << 32U) | b];
    if (!pair) pair = std::make_unique<Pair>();
    return *pair;
}

double BodyPairs::clear(const Pair& pair, const Body& a, const Body& b) const {
    if (pair.gone_a < 0) return 0;
    return pair.clear - (a.gone - pair.gone_a) - (b.gone - pair.gone_b);
}

void BodyPairs::measure(Pair& pair, const Body& a, const Body& b, Meter& meter) {
    if (pair.gone_a == a.gone && pair.gone_b == b.gone) return;
    const Watch watch(times_);
    pair.distance = graze::distance(a.shape, a.pose, b.shape, b.pose,
                                    {.budget = Budget::part_of(meter), .cache = &pair.cache});
    pair.gone_a = a.gone;
    pair.gone_b = b.gone;
    const double least = pair.distance.at_least;
    pair.clear = least > 0 ? least * (1 - 1e-9) : 0;
}

const Distance* BodyPairs::near(std::size_t a, std::size_t b, double limit, Meter& meter) {
    if (!overlap(grown(bodies_[a].box, limit), bodies_[b].box)) return nullptr;
    Pair& p = pair(a, b);
    if (clear(p, bodies_[a], bodies_[b]) > limit) return nullptr;
    measure(p, bodies_[a], bodies_[b], meter);
    return p.distance.value <= limit ? &p.distance : nullptr;
}

bool BodyPairs::meet(std::size_t a, std::size_t b) {
    if (!overlap(bodies_[a].box, bodies_[b].box)) return false;
    Pair& p = pair(a, b);
    if (clear(p, bodies_[a], bodies_[b]) > gap_) return false;
    const Watch watch(times_);
    return intersects(bodies_[a].shape, bodies_[a].pose, bodies_[b].shape, bodies_[b].pose, p.cache);
}

void BodyPairs::advance_pair(const BodyMove& move, std::size_t other, Meter& meter, double& share,
                             std::vector<Blocker>& blockers) {
    const Body &a = bodies_[move.body], &b = bodies_[other];
    const double travel = move.motion.travel(a.shape.box(), 0, 1);
    if (travel == 0) return;
    Pair& p = pair(move.body, other);
    if (clear(p, a, b) - travel > 1.01 * gap_) return;
    measure(p, a, b, meter);
    const double before = p.distance.at_least;
    if (before - travel > 1.01 * gap_) return;
    ImpactOptions impact;
    bool close = false;
    if (before > close_gaps * gap_) {
        impact.clearance = gap_;
        impact.touch = gap_ / 100;
    } else if (before > 0) {
        close = true;
        const bool above = before > 1.01 * floor_gaps * gap_;
        impact.clearance = above ? std::max(before / 2, floor_gaps * gap_) : last_share * before;
        impact.touch = std::min(gap_ / 100, (before - impact.clearance) / 4);
    }  // what touches is asked whether it gets deeper
    impact.until = share;
    const Watch watch(times_);
    const TimeOfImpact hit = time_of_impact(a.shape, move.motion, b.shape, b.pose, impact,
                                            {.budget = Budget::part_of(meter), .cache = &p.cache});
    if (hit.answer == Answer::no) return;
    double free = std::isnan(hit.at_least) ? 0 : std::min(hit.at_least, share);
    if (close && move.motion.travel(a.shape.box(), 0, free) < real_progress * gap_) free = 0;
    share = std::min(share, free);
    blockers.push_back({move.body, other, free, hit});
    // The place is that of the closest points at the start where the query names none.
    if (std::isnan(hit.distance)) blockers.back().contact = p.distance;
}

}  // namespace graze::inline v1::detail
