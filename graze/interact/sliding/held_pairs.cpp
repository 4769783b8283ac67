#include "graze/interact/sliding/detail/held_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/motion.h"
#include "graze/interact/sliding/detail/triangle_advance.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/sweep/time_of_impact.h"

namespace graze::inline v1::detail {
namespace {

constexpr int most_halvings = 12;
// Impacts within this share of the floor count.
constexpr double touch_share = 0.1;

}  // namespace

HeldPairs::HeldPairs(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles, const Vec3& centre,
                     const Pose& start, const PairLimits& limits)
    : part_(std::move(part)), obstacles_(std::move(obstacles)), centre_(centre), limits_(limits) {
    for (const PlacedShape& o : obstacles_) boxes_.push_back(o.pose(o.shape.box()));
    is_starting_.resize(part_.size() * obstacles_.size());
    closest_.resize(is_starting_.size());
    caches_.resize(is_starting_.size());
    for (std::size_t held = 0; held < part_.size(); ++held) {
        const Shape& shape = part_[held].shape;
        const Pose pose = held_pose(start, held);
        visit_near(pose(shape.box()), held, [&](std::uint32_t pair, const PlacedShape& o) {
            if (!intersects(shape, pose, o.shape, o.pose)) return;
            starting_.push_back(
                {held, pair % obstacles_.size(), local_depth(shape, pose, o.shape, o.pose).value});
            is_starting_[pair] = 1;
        });
    }
}

Pose HeldPairs::held_pose(const Pose& part, std::size_t held) const {
    return part_[held].pose == Pose() ? part : part * part_[held].pose;
}

bool HeldPairs::meshes(std::uint32_t pair) const {
    const auto [held, obstacle] = shapes(pair);
    return part_[held].shape.is_mesh() && obstacles_[obstacle].shape.is_mesh();
}

QueryCache& HeldPairs::cache(std::uint32_t pair) {
    if (!caches_[pair]) caches_[pair] = std::make_unique<QueryCache>();
    return *caches_[pair];
}

template <typename Visit>
void HeldPairs::visit_near(const Box& box, std::size_t held, Visit&& visit) const {
    for (std::size_t o = 0; o < obstacles_.size(); ++o)
        if (overlap(box, boxes_[o]))
            visit(static_cast<std::uint32_t>(held * obstacles_.size() + o), obstacles_[o]);
}

// ---- What is near -----------------------------------------------------------------------------------

Look HeldPairs::look(const Pose& part, double limit, std::size_t most, const QueryOptions& query) {
    near_.clear();
    looked_from_ = part;
    sight_ = limit;
    margin_ = 0;
    all_meshes_ = true;
    std::ranges::fill(closest_, std::numeric_limits<double>::infinity());
    Look result = Look::complete;
    for (std::size_t held = 0; held < part_.size() && result == Look::complete; ++held) {
        const Pose pose = held_pose(part, held);
        const Box box = grown(pose(part_[held].shape.box()), limit);
        margin_ = std::max(margin_, 0x1p-44 * (length(box.lower) + length(box.upper)));
        visit_near(box, held, [&](std::uint32_t pair, const PlacedShape&) {
            all_meshes_ &= meshes(pair);
            if (result == Look::complete) result = list_pair(pair, pose, limit, most, query);
        });
    }
    for (const Near& n : near_) closest_[n.pair] = std::min(closest_[n.pair], n.contact.distance);
    return result;
}

Look HeldPairs::list_pair(std::uint32_t pair, const Pose& held, double limit, std::size_t most,
                          const QueryOptions& query) {
    const auto [h, o] = shapes(pair);
    const Shape& shape = part_[h].shape;
    const PlacedShape& obstacle = obstacles_[o];
    if (!meshes(pair)) {
        const Distance d = distance(shape, held, obstacle.shape, obstacle.pose, query);
        if (d.status != QueryStatus::complete) return Look::undecided;
        if (d.value <= limit) near_.push_back({d, pair});
        return Look::complete;
    }
    struct Collector {
        std::vector<Near>& near;
        std::uint32_t pair;
        std::size_t most;
    } collector{near_, pair, most};
    const Answer answer = visit_close_triangles(
        shape, held, obstacle.shape, obstacle.pose, limit,
        [&collector](const Contact& contact) {
            if (collector.near.size() == collector.most) return false;
            collector.near.push_back({contact, collector.pair});
            return true;
        },
        query);
    if (near_.size() == most) return Look::too_much;
    return answer == Answer::yes || answer == Answer::no ? Look::complete : Look::undecided;
}

void HeldPairs::add_planes(std::vector<SlidingPlane>& planes) const {
    for (std::size_t i = 0; i < near_.size();) {
        const std::uint32_t pair = near_[i].pair;
        const auto [h, o] = shapes(pair);
        const Pose pose = held_pose(looked_from_, h);
        if (!meshes(pair)) {
            const Contact& c = near_[i++].contact;
            if (c.certainty != NormalCertainty::none)
                planes.push_back({c.point_a, -c.normal, c.distance, pair, c.feature_a, c.feature_b});
            continue;
        }
        PlaneGatherer gatherer(part_[h].shape, pose, obstacles_[o].shape, obstacles_[o].pose, pair, planes);
        for (; i < near_.size() && near_[i].pair == pair; ++i) gatherer.add(near_[i].contact);
    }
}

// ---- Motions that are free --------------------------------------------------------------------------

void HeldPairs::advance_pair(std::uint32_t pair, const Motion& motion, const QueryOptions& query,
                             Advance& result) {
    const auto [h, o] = shapes(pair);
    QueryOptions options = query;
    options.cache = &cache(pair);
    const double limit = std::min(limits_.floor, limits_.keep * closest_[pair]);
    const TimeOfImpact impact = time_of_impact(
        part_[h].shape, motion, obstacles_[o].shape, obstacles_[o].pose,
        {.clearance = limit, .touch = touch_share * limit, .until = result.share, .stays_close = true},
        options);
    if (impact.answer == Answer::no) return;
    const double until = std::isnan(impact.at_least) ? 0 : std::min(impact.at_least, result.share);
    result.share = until;
    result.blocking.reset();
    if (impact.certainty != NormalCertainty::none)
        result.blocking = SlidingPlane{impact.point_a, -impact.normal,   impact.distance,
                                       pair,           impact.feature_a, impact.feature_b};
}

// What was not seen within the limit stays out of reach of a shorter motion.
void HeldPairs::advance_seen(const StraightWay& way, Advance& result) const {
    for (const Near& near : near_) {
        if (is_starting_[near.pair] || !(result.share > 0)) continue;
        const auto [h, o] = shapes(near.pair);
        const FeatureId a = near.contact.feature_a, b = near.contact.feature_b;
        const TriangleAdvance advance =
            advance_triangles(part_[h].shape.mesh().triangle(a.index), part_[h].pose, looked_from_, way,
                              obstacles_[o].pose(obstacles_[o].shape.mesh().triangle(b.index)), near.contact,
                              {limits_.floor, limits_.keep, margin_}, result.share);
        if (!advance.blocked) continue;
        result.share = advance.until;
        const Contact& c = advance.closest;
        result.blocking = SlidingPlane{c.point_a, -c.normal, c.distance, near.pair, a, b};
    }
}

void HeldPairs::advance_all(const Pose& end, const QueryOptions& query, Advance& result) {
    for (std::size_t held = 0; held < part_.size(); ++held) {
        const Shape& shape = part_[held].shape;
        const Motion motion = Motion::straight(held_pose(looked_from_, held), held_pose(end, held),
                                               part_[held].pose.inverse()(centre_));
        visit_near(grown(motion.swept(shape.box(), 0, 1), limits_.floor), held,
                   [&](std::uint32_t pair, const PlacedShape&) {
                       if (!is_starting_[pair] && result.share > 0) advance_pair(pair, motion, query, result);
                   });
    }
}

Advance HeldPairs::advance(const Twist& twist, double most, const QueryOptions& query) {
    const Pose end = displaced(looked_from_, twist, centre_);
    Advance result;
    result.share = 1;
    if (most + limits_.floor + 2 * margin_ <= sight_ && all_meshes_) {
        advance_seen(StraightWay(looked_from_, twist, centre_), result);
    } else {
        advance_all(end, query, result);
    }
    const Motion motion = Motion::straight(looked_from_, end, centre_);
    for (int i = 0; result.share > 0 && !starting_stay(motion.at(result.share), query); ++i)
        result.share = i < most_halvings ? result.share / 2 : 0;
    result.pose = result.share > 0 ? motion.at(result.share) : looked_from_;
    leave_starting(result.pose);
    return result;
}

// ---- Pairs that touched at the start ----------------------------------------------------------------

bool HeldPairs::goes_no_deeper(const StartingContact& contact, const Pose& part,
                               const QueryOptions& query) const {
    const PlacedShape &held = part_[contact.held], &obstacle = obstacles_[contact.obstacle];
    const double most = contact.depth + limits_.floor;
    if (std::isnan(most)) return true;  // nobody can say how deep
    const LocalDepth depth = local_depth(held.shape, held_pose(part, contact.held), obstacle.shape,
                                         obstacle.pose, {.relative_error = 0, .limit = most}, query);
    return depth.at_most <= most || (depth.status == QueryStatus::complete && depth.value <= most);
}

bool HeldPairs::starting_stay(const Pose& part, const QueryOptions& query) const {
    return std::all_of(starting_.begin(), starting_.end(),
                       [&](const StartingContact& s) { return s.left || goes_no_deeper(s, part, query); });
}

void HeldPairs::leave_starting(const Pose& part) {
    for (StartingContact& s : starting_) {
        if (s.left) continue;
        const PlacedShape &held = part_[s.held], &obstacle = obstacles_[s.obstacle];
        if (within(held.shape, held_pose(part, s.held), obstacle.shape, obstacle.pose, limits_.floor))
            continue;
        s.left = true;
        is_starting_[s.held * obstacles_.size() + s.obstacle] = 0;
    }
}

}  // namespace graze::inline v1::detail
