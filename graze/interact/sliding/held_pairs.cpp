#include "graze/interact/sliding/detail/held_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "graze/base/motion.h"
#include "graze/interact/sliding/detail/triangle_advance.h"
#include "graze/query/detail/contacts.h"
#include "graze/query/distance/distance.h"
#include "graze/query/sweep/time_of_impact.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

// Impacts within this share of the gap count.
constexpr double touch_share = 0.1;
// For one pair and motion: turns of shapes that nearly touch take long to test. What is certain by then is
// enough to go on.
constexpr std::uint64_t most_tests = 300'000;
// Of the pairs of triangles that were seen, so many are tested before all others.
constexpr std::size_t most_first = 50;
// Lists of more pairs than this are kept from look to look.
constexpr std::size_t worth_keeping = 600;

// The size of the coordinates.
double extent_of(const Box& box) {
    return length(box.lower) + length(box.upper);
}

}  // namespace

HeldPairs::HeldPairs(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles, const Vec3& centre,
                     const Pose& start, std::span<const AllowedOverlap> allowed,
                     std::span<const OwnClearance> clearances, const PairLimits& limits)
    : shapes_{std::move(part), std::move(obstacles)},
      in_contact_(shapes_, start, allowed, limits.deeper, limits.size),
      centre_(centre),
      limits_(limits),
      clearance_(shapes_.pair_count(), limits.clearance),
      most_clearance_(limits.clearance) {
    for (const OwnClearance& own : clearances) {
        if (own.held >= shapes_.part.size() || own.obstacle >= shapes_.obstacles.size()) continue;
        clearance_[shapes_.pair(own.held, own.obstacle)] = own.clearance;
        most_clearance_ = std::max(most_clearance_, own.clearance);
    }
    for (const PlacedShape& o : shapes_.obstacles) boxes_.push_back(o.pose(o.shape.box()));
    certain_ = clearance_;
    for (std::size_t held = 0; held < shapes_.part.size() && most_clearance_ > 0; ++held) {
        const PlacedShape at_start{shapes_.part[held].shape, shapes_.pose(start, held)};
        visit_near(
            grown(at_start.pose(at_start.shape.box()), most_clearance_), held, [&](std::uint32_t pair) {
                const PlacedShape& obstacle = shapes_.obstacles[shapes_.obstacle_of(pair)];
                const Distance apart = distance(at_start.shape, at_start.pose, obstacle.shape, obstacle.pose);
                if (!(apart.at_least > certain_[pair]))
                    certain_[pair] = apart.at_least > 0 ? apart.at_least / 2 : 0;
            });
    }
    closest_.resize(shapes_.pair_count());
    caches_.resize(shapes_.pair_count());
    fronts_.resize(shapes_.pair_count());
    for (const PlacedShape& h : shapes_.part) held_extent_.push_back(extent_of(h.shape.box()));
    for (std::size_t o = 0; o < boxes_.size(); ++o)
        obstacle_extent_.push_back(extent_of(boxes_[o]) + extent_of(shapes_.obstacles[o].shape.box()));
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
    looked_from_ = part;
    if (kept_limit_ > 0 && limit + (moved_ - kept_moved_) <= kept_limit_) {
        const Look result = look_at_kept(limit, most, query);
        sight_ = limit;
        return result;
    }
    kept_limit_ = 0;
    // Where there is much and the part hardly moves, it is looked at once for several looks.
    if (near_.size() > worth_keeping && moved_ - looked_moved_ < limit / 8) {
        constexpr double further = 1.5;
        if (list(part, further * limit, most, query) == Look::complete && all_meshes_) {
            kept_ = near_;
            kept_limit_ = further * limit;
            kept_moved_ = moved_;
            const Look result = look_at_kept(limit, most, query);
            sight_ = limit;
            looked_moved_ = moved_;
            return result;
        }
    }
    looked_moved_ = moved_;
    return list(part, limit, most, query);
}

// The same as list(): what was not near enough then is not near now.
Look HeldPairs::look_at_kept(double limit, std::size_t most, const QueryOptions& query) {
    near_.clear();
    std::ranges::fill(closest_, std::numeric_limits<double>::infinity());
    const double nearer = moved_ - kept_moved_;
    Meter meter(query.budget);
    std::uint32_t pair = 0;
    bool is_placed = false;
    Pose placed;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
        const Near& kept = kept_[i];
        if (kept.contact.distance - nearer > limit || !in_sight(kept.pair)) continue;
        const auto [h, o] = shapes(kept.pair);
        if (!is_placed || kept.pair != pair) placed = shapes_.pose(looked_from_, h);
        is_placed = true;
        pair = kept.pair;
        if (nearer > 0) {
            if (!meter.spend(4)) return Look::undecided;
            const PlacedShape& obstacle = shapes_.obstacles[o];
            const TriangleId a = kept.contact.feature_a.index, b = kept.contact.feature_b.index;
            const Triangle held = placed(shapes_.part[h].shape.mesh().triangle(a)),
                           rests = obstacle.pose(obstacle.shape.mesh().triangle(b));
            const Contact now = contact_of(a, held, b, rests, distance(held, rests));
            if (!(now.distance <= limit)) continue;
            near_.push_back({now, kept.pair});
        } else {
            near_.push_back(kept);
        }
        if (near_.size() == most) return Look::too_much;
        closest_[pair] = std::min(closest_[pair], near_.back().contact.distance);
    }
    return Look::complete;
}

Look HeldPairs::list(const Pose& part, double limit, std::size_t most, const QueryOptions& query) {
    near_.clear();
    sight_ = limit;
    margin_ = 0;
    all_meshes_ = true;
    std::ranges::fill(closest_, std::numeric_limits<double>::infinity());
    Look result = Look::complete;
    for (std::size_t held = 0; held < shapes_.part.size() && result == Look::complete; ++held) {
        const Pose pose = shapes_.pose(part, held);
        const Box box = grown(pose(shapes_.part[held].shape.box()), limit);
        margin_ = std::max(margin_, 0x1p-44 * extent_of(box));
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
    const double limit = triangle_limits(pair, margin_).least(closest_[pair]);
    const TimeOfImpact impact =
        time_of_impact(shapes_.part[h].shape, motion, shapes_.obstacles[o].shape, shapes_.obstacles[o].pose,
                       {.clearance = limit,
                        .touch = touch_share * std::min(limit, limits_.gap),
                        .until = result.share,
                        .stays_close = true},
                       options);
    if (impact.answer == Answer::no) return;
    const double until = std::isnan(impact.at_least) ? 0 : std::min(impact.at_least, result.share);
    result.share = until;
    result.blocking.reset();
    if (impact.certainty != NormalCertainty::none)
        result.blocking = SlidingPlane{impact.point_a, -impact.normal,   impact.distance,
                                       pair,           impact.feature_a, impact.feature_b};
}

void HeldPairs::order_closest(std::size_t most) {
    order_.resize(near_.size());
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    if (most < order_.size()) {
        std::ranges::nth_element(order_, order_.begin() + static_cast<std::ptrdiff_t>(most), {},
                                 [&](std::uint32_t i) { return std::pair(near_[i].contact.distance, i); });
        order_.resize(most);
    }
}

void HeldPairs::keep_closest(std::size_t most) {
    order_closest(most);
    std::ranges::sort(order_);  // those of one pair stay together
    for (std::size_t i = 0; i < order_.size(); ++i) near_[i] = near_[order_[i]];
    near_.resize(order_.size());
    sight_ = 0;
}

// The closest of what was seen, or all of it. What was not seen within the limit stays out of reach of a
// shorter motion.
void HeldPairs::advance_seen(const StraightWay& way, std::size_t most, Advance& result) {
    order_closest(most);
    for (const std::uint32_t i : order_) {
        const Near& near = near_[i];
        if (in_contact_.kind(near.pair) != PairKind::apart || !meshes(near.pair) || !(result.share > 0))
            continue;
        const auto [h, o] = shapes(near.pair);
        const PlacedShape &held = shapes_.part[h], &obstacle = shapes_.obstacles[o];
        const FeatureId a = near.contact.feature_a, b = near.contact.feature_b;
        const TriangleAdvance advance =
            advance_triangles(held.shape.mesh().triangle(a.index), held.pose, looked_from_, way,
                              obstacle.pose(obstacle.shape.mesh().triangle(b.index)), near.contact,
                              triangle_limits(near.pair, margin_), result.share);
        if (!advance.blocked) continue;
        result.share = advance.until;
        const Contact& c = advance.closest;
        result.blocking = SlidingPlane{c.point_a, -c.normal, c.distance, near.pair, a, b};
    }
}

// Two meshes. What is too much for the front is left to the search for the time of impact.
void HeldPairs::advance_by_front(std::uint32_t pair, const FrontMotion& motion, const Motion& own,
                                 double warped, const QueryOptions& query, Advance& result) {
    const auto [h, o] = shapes(pair);
    if (!fronts_[pair]) fronts_[pair] = std::make_unique<SeparationFront>();
    const double margin = margin_ + warped + 0x1p-44 * (held_extent_[h] + obstacle_extent_[o]);
    Meter meter(query.budget);
    const FrontAdvance advance = fronts_[pair]->advance(shapes_.part[h].shape, shapes_.obstacles[o], motion,
                                                        triangle_limits(pair, margin), result.share, meter);
    if (!advance.complete) {
        if (meter.exhausted()) {
            result.share = 0;
            result.undecided = true;
            result.blocking.reset();
        } else {
            advance_pair(pair, own, query, result);
        }
        return;
    }
    result.share = advance.share;
    if (!advance.blocking) return;
    const Contact& c = *advance.blocking;
    result.blocking = SlidingPlane{c.point_a, -c.normal, c.distance, pair, c.feature_a, c.feature_b};
}

void HeldPairs::advance_all(const StraightWay& way, const Pose& end, double most, const QueryOptions& query,
                            Advance& result) {
    // A pose may deviate from a rotation by up to 1e-6; where it does, the motion takes the deviation away.
    const MotionCourse course = way.motion().course(0);
    const double warped = course.warp * limits_.size + course.rounding(limits_.size);
    for (std::size_t held = 0; held < shapes_.part.size(); ++held) {
        const Shape& shape = shapes_.part[held].shape;
        const Motion own = Motion::straight(shapes_.pose(looked_from_, held), shapes_.pose(end, held),
                                            shapes_.part[held].pose.inverse()(centre_));
        const FrontMotion motion{way, looked_from_, shapes_.part[held].pose, most, moved_};
        visit_near(grown(own.swept(shape.box(), 0, 1), most_floor()), held, [&](std::uint32_t pair) {
            if (in_contact_.kind(pair) != PairKind::apart || !(result.share > 0)) return;
            if (meshes(pair)) {
                advance_by_front(pair, motion, own, warped, query, result);
            } else {
                advance_pair(pair, own, query, result);
            }
        });
    }
}

Advance HeldPairs::advance(const Twist& twist, double most, const QueryOptions& query) {
    const Pose end = displaced(looked_from_, twist, centre_);
    const StraightWay way(looked_from_, twist, centre_);
    Advance result;
    result.share = 1;
    // What is closest is likely to end the motion, and the rest of it needs no test.
    const bool sees_all = most + most_floor() + 2 * margin_ <= sight_ && all_meshes_;
    advance_seen(way, sees_all ? near_.size() : most_first, result);
    if (!sees_all) advance_all(way, end, most, query, result);
    const Motion motion = Motion::straight(looked_from_, end, centre_);
    if (result.share > 0)
        result.share =
            in_contact_.advance(shapes_, motion, centre_, most, result.share, query, result.blocking);
    result.pose = result.share > 0 ? motion.at(result.share) : looked_from_;
    moved_ += most * result.share * (1 + 0x1p-40);
    if (in_contact_.leave(shapes_, result.pose)) kept_limit_ = 0;
    return result;
}

}  // namespace graze::inline v1::detail
