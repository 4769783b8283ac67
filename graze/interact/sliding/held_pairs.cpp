#include "graze/interact/sliding/detail/held_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/motion.h"
#include "graze/interact/sliding/detail/triangle_advance.h"
#include "graze/query/distance/distance.h"
#include "graze/query/sweep/time_of_impact.h"

namespace graze::inline v1::detail {
namespace {

// Impacts within this share of the floor count.
constexpr double touch_share = 0.1;
// For one pair and motion: turns of shapes that nearly touch take long to test. What is certain by then is
// enough to go on.
constexpr std::uint64_t most_tests = 300'000;

}  // namespace

HeldPairs::HeldPairs(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles, const Vec3& centre,
                     const Pose& start, std::span<const AllowedOverlap> allowed, const PairLimits& limits)
    : shapes_{std::move(part), std::move(obstacles)},
      in_contact_(shapes_, start, allowed, limits.deeper, limits.size),
      centre_(centre),
      limits_(limits) {
    for (const PlacedShape& o : shapes_.obstacles) boxes_.push_back(o.pose(o.shape.box()));
    closest_.resize(shapes_.pair_count());
    caches_.resize(shapes_.pair_count());
}

bool HeldPairs::meshes(std::uint32_t pair) const {
    const auto [held, obstacle] = shapes(pair);
    return shapes_.part[held].shape.is_mesh() && shapes_.obstacles[obstacle].shape.is_mesh();
}

QueryCache& HeldPairs::cache(std::uint32_t pair) {
    if (!caches_[pair]) caches_[pair] = std::make_unique<QueryCache>();
    return *caches_[pair];
}

template <typename Visit>
void HeldPairs::visit_near(const Box& box, std::size_t held, Visit&& visit) const {
    for (std::size_t o = 0; o < boxes_.size(); ++o)
        if (overlap(box, boxes_[o])) visit(shapes_.pair(held, o));
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
    for (std::size_t held = 0; held < shapes_.part.size() && result == Look::complete; ++held) {
        const Pose pose = shapes_.pose(part, held);
        const Box box = grown(pose(shapes_.part[held].shape.box()), limit);
        margin_ = std::max(margin_, 0x1p-44 * (length(box.lower) + length(box.upper)));
        visit_near(box, held, [&](std::uint32_t pair) {
            if (!in_sight(pair)) return;
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
    const Shape& shape = shapes_.part[h].shape;
    const PlacedShape& obstacle = shapes_.obstacles[o];
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

void HeldPairs::add_planes(const QueryOptions& query, std::vector<SlidingPlane>& planes) const {
    in_contact_.add_planes(shapes_, looked_from_, query, planes);
    for (std::size_t i = 0; i < near_.size();) {
        const std::uint32_t pair = near_[i].pair;
        const auto [h, o] = shapes(pair);
        const Pose pose = shapes_.pose(looked_from_, h);
        if (!meshes(pair)) {
            const Contact& c = near_[i++].contact;
            if (c.certainty != NormalCertainty::none)
                planes.push_back({c.point_a, -c.normal, c.distance, pair, c.feature_a, c.feature_b});
            continue;
        }
        const PlacedShape& obstacle = shapes_.obstacles[o];
        PlaneGatherer gatherer(shapes_.part[h].shape, pose, obstacle.shape, obstacle.pose, pair, planes);
        for (; i < near_.size() && near_[i].pair == pair; ++i) gatherer.add(near_[i].contact);
    }
}

// ---- Motions that are free --------------------------------------------------------------------------

void HeldPairs::advance_pair(std::uint32_t pair, const Motion& motion, const QueryOptions& query,
                             Advance& result) {
    const auto [h, o] = shapes(pair);
    QueryOptions options = query;
    options.cache = &cache(pair);
    options.budget.tests = std::min(options.budget.tests, most_tests);
    const double limit = std::min(limits_.floor, limits_.keep * closest_[pair]);
    const TimeOfImpact impact = time_of_impact(
        shapes_.part[h].shape, motion, shapes_.obstacles[o].shape, shapes_.obstacles[o].pose,
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
        if (in_contact_.kind(near.pair) != PairKind::apart || !(result.share > 0)) continue;
        const auto [h, o] = shapes(near.pair);
        const PlacedShape &held = shapes_.part[h], &obstacle = shapes_.obstacles[o];
        const FeatureId a = near.contact.feature_a, b = near.contact.feature_b;
        const TriangleAdvance advance =
            advance_triangles(held.shape.mesh().triangle(a.index), held.pose, looked_from_, way,
                              obstacle.pose(obstacle.shape.mesh().triangle(b.index)), near.contact,
                              {limits_.floor, limits_.keep, margin_}, result.share);
        if (!advance.blocked) continue;
        result.share = advance.until;
        const Contact& c = advance.closest;
        result.blocking = SlidingPlane{c.point_a, -c.normal, c.distance, near.pair, a, b};
    }
}

void HeldPairs::advance_all(const Pose& end, const QueryOptions& query, Advance& result) {
    for (std::size_t held = 0; held < shapes_.part.size(); ++held) {
        const Shape& shape = shapes_.part[held].shape;
        const Motion motion = Motion::straight(shapes_.pose(looked_from_, held), shapes_.pose(end, held),
                                               shapes_.part[held].pose.inverse()(centre_));
        visit_near(grown(motion.swept(shape.box(), 0, 1), limits_.floor), held, [&](std::uint32_t pair) {
            if (in_contact_.kind(pair) == PairKind::apart && result.share > 0)
                advance_pair(pair, motion, query, result);
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
    if (result.share > 0)
        result.share =
            in_contact_.advance(shapes_, motion, centre_, most, result.share, query, result.blocking);
    result.pose = result.share > 0 ? motion.at(result.share) : looked_from_;
    in_contact_.leave(shapes_, result.pose);
    return result;
}

}  // namespace graze::inline v1::detail
