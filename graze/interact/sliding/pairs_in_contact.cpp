#include "graze/interact/sliding/detail/pairs_in_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "graze/query/depth/local_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/sweep/time_of_impact.h"

namespace graze::inline v1::detail {
namespace {

constexpr int most_bisections = 12;
// Triangles beside a crossing come no closer than this share of the tolerance or, if they are closer, of
// their distance.
constexpr double keep_of_tolerance = 1.0 / 16, keep_of_distance = 0.9;
// Tests for one pair and motion. What is certain by then is enough to go on.
constexpr std::uint64_t most_tests_in_contact = 100'000;

// Depths are tested at least each time the part has moved by this share of its size.
constexpr double stride = 1.0 / 256;
constexpr double most_strides = 32;  // in one motion, which is cut short

struct PlacedPair {
    const Shape &held, &obstacle;
    Pose held_pose;
    const Pose& obstacle_pose;

    PlacedPair(const HeldShapes& shapes, std::uint32_t pair, const Pose& part)
        : held(shapes.part[shapes.held_of(pair)].shape),
          obstacle(shapes.obstacles[shapes.obstacle_of(pair)].shape),
          held_pose(shapes.pose(part, shapes.held_of(pair))),
          obstacle_pose(shapes.obstacles[shapes.obstacle_of(pair)].pose) {}

    bool are_meshes() const { return held.is_mesh() && obstacle.is_mesh(); }
    LocalDepth depth(const LocalDepthOptions& options, const QueryOptions& query = {}) const {
        return local_depth(held, held_pose, obstacle, obstacle_pose, options, query);
    }
};

SlidingPlane plane_of_depth(const LocalDepth& depth, double most, std::uint32_t pair) {
    SlidingPlane plane{depth.point_a, -depth.normal,   most - depth.value,
                       pair,          depth.feature_a, depth.feature_b};
    plane.depth = depth.value;
    return plane;
}

std::vector<TrianglePair> crossing_triangles(const PlacedPair& p) {
    std::vector<TrianglePair> crossing;
    for (const IntersectingPair& i : intersecting_triangles(p.held, p.held_pose, p.obstacle, p.obstacle_pose))
        if (i.common.kind != CommonKind::polygon) crossing.push_back(i);
    std::ranges::sort(crossing);
    return crossing;
}

// Triangles beside those that cross: a curve in which two surfaces cross may wander over both.
class BesideCrossings {
  public:
    BesideCrossings(const Shape& held, const Shape& obstacle, std::span<const TrianglePair> crossing)
        : held_(edges_of(held)), obstacle_(edges_of(obstacle)), crossing_(crossing) {}

    bool contains(TriangleId a, TriangleId b) const {
        for (const VertexId p : held_.points_of(a))
            for (const TriangleId t : held_.triangles_at(p))
                for (auto c = std::ranges::lower_bound(crossing_, TrianglePair{t, 0});
                     c != crossing_.end() && c->a == t; ++c)
                    if (share_a_point(c->b, b)) return true;
        return false;
    }

  private:
    bool share_a_point(TriangleId t, TriangleId u) const {
        const auto &p = obstacle_.points_of(t), &q = obstacle_.points_of(u);
        return std::ranges::find_first_of(p, q) != p.end();
    }

    const Edges &held_, &obstacle_;
    std::span<const TrianglePair> crossing_;
};

// Where the crossings have got to. What crosses elsewhere, by no more than the tolerance, is none of them.
std::vector<TrianglePair> moved_crossings(const PlacedPair& p, std::span<const TrianglePair> before) {
    const BesideCrossings beside(p.held, p.obstacle, before);
    std::vector<TrianglePair> now = crossing_triangles(p);
    std::erase_if(now, [&](const TrianglePair& t) { return !beside.contains(t.a, t.b); });
    return now;
}

}  // namespace

PairsInContact::PairsInContact(const HeldShapes& shapes, const Pose& start,
                               std::span<const AllowedOverlap> allowed, double tolerance, double size)
    : tolerance_(tolerance), size_(size), kind_(shapes.pair_count()) {
    std::vector<double> allowed_depth(kind_.size());
    for (const AllowedOverlap& a : allowed)
        if (a.held < shapes.part.size() && a.obstacle < shapes.obstacles.size())
            allowed_depth[shapes.pair(a.held, a.obstacle)] = a.depth;
    std::vector<Box> boxes;
    for (const PlacedShape& o : shapes.obstacles) boxes.push_back(o.pose(o.shape.box()));
    for (std::size_t held = 0; held < shapes.part.size(); ++held) {
        const Box box = shapes.pose(start, held)(shapes.part[held].shape.box());
        for (std::size_t o = 0; o < boxes.size(); ++o) {
            const std::uint32_t pair = shapes.pair(held, o);
            if (std::isinf(allowed_depth[pair])) {
                kind_[pair] = PairKind::ignored;
                continue;
            }
            if (overlap(box, boxes[o])) judge_start(shapes, pair, start);
            if (!(allowed_depth[pair] > 0)) continue;
            const PlacedPair placed(shapes, pair, start);
            if (std::isnan(placed.depth({.relative_error = 1}).value)) continue;  // nobody can say how deep
            if (kind_[pair] == PairKind::apart) exceptions_.push_back({pair});
            kind_[pair] = PairKind::deep;
            Exception& e = *std::ranges::find(exceptions_, pair, &Exception::pair);
            e.most_depth = std::max(e.most_depth, allowed_depth[pair]);
            e.started.reset();
        }
    }
    any_deep_ = std::ranges::find(kind_, PairKind::deep) != kind_.end();
}

void PairsInContact::judge_start(const HeldShapes& shapes, std::uint32_t pair, const Pose& start) {
    const PlacedPair p(shapes, pair, start);
    if (!intersects(p.held, p.held_pose, p.obstacle, p.obstacle_pose)) return;
    const double depth = p.depth({}).value;
    Exception e{pair, depth + tolerance_, starting_.size()};
    starting_.push_back({shapes.held_of(pair), shapes.obstacle_of(pair), depth, false});
    if (depth > tolerance_) {
        kind_[pair] = PairKind::deep;
    } else {
        // Solids that touch, and shapes whose triangles do not pass each other, are in contact.
        const TimeOfImpact impact = time_of_impact(p.held, p.held_pose, p.obstacle, p.obstacle_pose,
                                                   {.touch = tolerance_}, QueryOptions{});
        if (impact.answer == Answer::no) {
            kind_[pair] = PairKind::touching;
        } else if (!p.are_meshes()) {
            kind_[pair] = PairKind::ignored;
        } else {
            kind_[pair] = PairKind::crossing;
            e.crossing = crossing_triangles(p);
        }
    }
    exceptions_.push_back(std::move(e));
}

void PairsInContact::add_planes(const HeldShapes& shapes, const Pose& part, const QueryOptions& query,
                                std::vector<SlidingPlane>& planes) const {
    if (!any_deep_) return;
    for (const Exception& e : exceptions_) {
        if (kind_[e.pair] != PairKind::deep) continue;
        const LocalDepth depth = PlacedPair(shapes, e.pair, part).depth({.relative_error = 1e-2}, query);
        if (depth.value > 0 && depth.certainty != NormalCertainty::none)
            planes.push_back(plane_of_depth(depth, e.most_depth - tolerance_ / 2, e.pair));
    }
}

double PairsInContact::until_met(const HeldShapes& shapes, const Exception& e, const Motion& motion,
                                 const Vec3& centre, double share, const QueryOptions& query,
                                 std::optional<SlidingPlane>& blocking) const {
    const std::size_t held = shapes.held_of(e.pair);
    const PlacedShape& obstacle = shapes.obstacles[shapes.obstacle_of(e.pair)];
    QueryOptions options = query;
    options.budget.tests = std::min(options.budget.tests, most_tests_in_contact);
    ImpactOptions question{.touch = tolerance_, .until = share};
    if (kind_[e.pair] == PairKind::crossing) {
        options.filter = [beside = std::make_shared<const BesideCrossings>(shapes.part[held].shape,
                                                                           obstacle.shape, e.crossing)](
                             FeatureId a, FeatureId b) { return !beside->contains(a.index, b.index); };
        const Distance now = distance(shapes.part[held].shape, shapes.pose(motion.at(0), held),
                                      obstacle.shape, obstacle.pose, options);
        if (now.status == QueryStatus::complete && now.value > 0) {
            question.clearance = std::min(keep_of_tolerance * tolerance_, keep_of_distance * now.value);
            question.touch = question.clearance / 16;
        }
    }
    const Motion own = Motion::straight(shapes.pose(motion.at(0), held), shapes.pose(motion.at(1), held),
                                        shapes.part[held].pose.inverse()(centre));
    const TimeOfImpact impact =
        time_of_impact(shapes.part[held].shape, own, obstacle.shape, obstacle.pose, question, options);
    if (impact.answer == Answer::no) return share;
    if (impact.certainty != NormalCertainty::none)
        blocking = SlidingPlane{impact.point_a, -impact.normal,   std::max(impact.distance, 0.0),
                                e.pair,         impact.feature_a, impact.feature_b};
    return std::isnan(impact.at_least) ? 0 : std::min(impact.at_least, share);
}

bool PairsInContact::no_deeper(const HeldShapes& shapes, const Pose& part, const QueryOptions& query,
                               std::optional<SlidingPlane>& blocking) const {
    for (const Exception& e : exceptions_) {
        if (kind_[e.pair] != PairKind::deep) continue;
        const LocalDepth depth =
            PlacedPair(shapes, e.pair, part).depth({.relative_error = 0, .limit = e.most_depth}, query);
        const bool fine = depth.at_most <= e.most_depth ||
                          (depth.status == QueryStatus::complete && depth.value <= e.most_depth);
        if (fine) continue;
        if (depth.certainty != NormalCertainty::none)
            blocking = plane_of_depth(depth, std::max(e.most_depth, depth.value) - tolerance_ / 2, e.pair);
        return false;
    }
    return true;
}

bool PairsInContact::becomes_deep(const HeldShapes& shapes, Exception& e, const Pose& part,
                                  const QueryOptions& query) {
    if (kind_[e.pair] != PairKind::touching) return false;
    e.most_depth = 2 * tolerance_;
    const LocalDepth depth =
        PlacedPair(shapes, e.pair, part).depth({.relative_error = 0, .limit = e.most_depth}, query);
    if (!(depth.at_most <= e.most_depth)) return false;
    kind_[e.pair] = PairKind::deep;
    return any_deep_ = true;
}

double PairsInContact::advance(const HeldShapes& shapes, const Motion& motion, const Vec3& centre,
                               double most, double share, const QueryOptions& query,
                               std::optional<SlidingPlane>& blocking) {
    for (Exception& e : exceptions_) {
        if (!(share > 0) || kind_[e.pair] == PairKind::deep) continue;
        const double until = until_met(shapes, e, motion, centre, share, query, blocking);
        // Contacts that have come as deep as they may must not hold the part back on its way out.
        if (until > 0 || !becomes_deep(shapes, e, motion.at(0), query)) share = until;
    }
    if (!any_deep_ || !(share > 0)) return share;
    if (most > 0) share = std::min(share, most_strides * stride * size_ / most);
    const double strides = std::ceil(most * share / (stride * size_));
    double valid = 0;
    for (double i = 1; i <= strides; ++i) {
        const double next = i < strides ? share * (i / strides) : share;
        if (no_deeper(shapes, motion.at(next), query, blocking)) {
            valid = next;
            continue;
        }
        double too_far = next;
        for (int k = 0; k < most_bisections; ++k) {
            const double middle = valid + (too_far - valid) / 2;
            std::optional<SlidingPlane> there;
            if (no_deeper(shapes, motion.at(middle), query, there)) {
                valid = middle;
            } else {
                too_far = middle;
                if (there) blocking = there;
            }
        }
        break;
    }
    return valid;
}

bool PairsInContact::leave(const HeldShapes& shapes, const Pose& part) {
    bool any_left = false;
    for (Exception& e : exceptions_) {
        if (!e.started) continue;
        const PlacedPair p(shapes, e.pair, part);
        if (within(p.held, p.held_pose, p.obstacle, p.obstacle_pose, tolerance_)) {
            if (kind_[e.pair] == PairKind::crossing) e.crossing = moved_crossings(p, e.crossing);
            continue;
        }
        starting_[*e.started].left = any_left = true;
        kind_[e.pair] = PairKind::apart;
    }
    if (!any_left) return false;
    std::erase_if(exceptions_, [&](const Exception& e) { return kind_[e.pair] == PairKind::apart; });
    any_deep_ = std::ranges::find(kind_, PairKind::deep) != kind_.end();
    return true;
}

}  // namespace graze::inline v1::detail
