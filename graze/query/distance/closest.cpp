// The least distance of two shapes: the nearest boxes come first, and boxes further apart than triangles
// already found are skipped.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "graze/query/detail/costs.h"
#include "graze/query/distance/detail/distance_search.h"
#include "graze/query/distance/detail/separating_directions.h"
#include "graze/query/intersect/detail/hull_gap.h"
#include "graze/query/intersect/detail/subtree_planes.h"
#include "graze/tree/traverse/tree_segment.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/distance/closest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/distance/cache/detail/front_search-inl.h"
#include "graze/query/distance/cache/detail/moved_guess-inl.h"
#include "graze/query/distance/detail/close_pair_search-inl.h"
#include "graze/query/distance/detail/flush_faces-inl.h"
#include "graze/query/distance/detail/hull_search-inl.h"
#include "graze/tree/traverse/pair_frame-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Upper bounds come from floats at once. Pairs that need doubles are put off until the limit is as small as
// floats can make it. Pairs that may touch are not put off: contact would end the search.
class Closest {
  public:
    Closest(const detail::PairQuery& query, QueryCounts& counts, detail::DistanceSearch& search)
        : query_(query),
          counts_(counts),
          search_(search),
          gaps_(query),
          least_certain_(8 * static_cast<double>(query.frame.exact.world_error) * query.a.tree().unit()) {}

    float limit() const { return limit_; }
    const float (&direction() const)[3] { return direction_; }
    bool spend(std::uint64_t n) { return search_.meter.spend(n); }

    bool look_at(const NearTriangles& found) {
        if (search_.filter != nullptr) return look_at_wanted(found);
        const LeafPair::Bounds& bounds = found.bounds;
        const int nearest = found.nearest();
        if (bounds.most[nearest] < limit_) {
            limit_ = bounds.most[nearest];
            keep_direction(bounds.direction[0][nearest], bounds.direction[1][nearest],
                           bounds.direction[2][nearest]);
        }
        for (std::uint32_t near = found.within(limit_); near != 0; near &= near - 1) {
            const int i = std::countr_zero(near);
            if (waiting_ == most_waiting && !take_all()) return false;
            later_[waiting_++] = {found.a(i), found.b(i), bounds.least[i]};
            if (!(bounds.least[i] > 0) && !take_all()) return false;
        }
        return true;
    }

    std::uint32_t hard_pairs() const { return gaps_.hard_pairs(); }
    // When the least distance is known, many pairs may be left that are as near up to rounding. A plane may
    // separate them together.
    bool separated(detail::BoxPair pair, std::uint32_t hard) {
        const double no_nearer = no_nearer_than();
        const Vec3 from = search_.result.point_b, direction = search_.result.point_a - from;
        if (!std::isinf(no_nearer) && gaps_.apart_along_after(pair, from, direction, no_nearer, hard))
            return true;
        // Where surfaces are close to each other, the direction between the closest points is mostly
        // rounding, and so is what pairs differ by.
        const double least = least_by_stated_error();
        return least > 0 && gaps_.separate_after(pair, least, hard);
    }

    // The closest pair so far, in doubles, and a number that changes each time found() changes.
    const detail::ClosestPair& found() const { return search_.result; }
    unsigned version() const { return version_; }

    // Pairs that are this far apart along the direction between the closest points, times the length of the
    // direction, are no nearer than the closest points. Infinite if that cannot be said.
    double no_nearer_than() const {
        constexpr double least_squared = 1e-140;  // squares of smaller distances would lose digits, or be 0
        const double value = search_.result.value;
        if (!(value > std::max(least_certain_, least_squared) && value < std::numeric_limits<double>::max()))
            return std::numeric_limits<double>::infinity();
        return value * value * (1 - 0x1p-42);
    }

    // The least distance that the result's value may stand for. Pairs that are further apart than this need
    // no test: the true distance is between this and that of the closest pair, so within the stated error.
    double least_by_stated_error() const {
        const double value = search_.result.value;
        if (!(value < std::numeric_limits<double>::max())) return 0;
        double largest = 0;
        for (const Triangle& t : {query_.world_from_a(query_.a.mesh().triangle(search_.result.triangle_a)),
                                  query_.world_from_b(query_.b.mesh().triangle(search_.result.triangle_b))})
            for (const Vec3& p : t.corner) largest = std::max(largest, detail::largest_coordinate(p));
        const double units = 8 * (std::nextafter(largest, 2 * largest) - largest);
        return value - 0.999 * std::max(1e-12 * value, units);
    }

    // Starts with a pair that is likely to be near. False if nothing nearer can be found.
    bool start_with(TriangleId a, TriangleId b) { return take(a, b); }

    // Searches where the hulls are closest, if the hulls are clearly apart and the meshes fill them there.
    // True if nothing can be nearer than what was found.
    bool search_hulls() {
        constexpr std::size_t few_leaves = 256;  // traversing so few is as fast
        const auto leaves = [](const Shape& shape) { return shape.tree().leaves().size(); };
        if (std::isinf(query_.frame.a_from_b.margin) ||
            std::min(leaves(query_.a), leaves(query_.b)) < few_leaves)
            return false;
        constexpr std::uint64_t tests = 512;  // about the number of boxes that are tested
        if (!spend(tests)) return false;
        HullSearch hulls(query_);
        if (!hulls.find_rough_direction() || !hulls.looks_filled() || !hulls.find_direction()) return false;
        const float limit = hulls.distance() * 1.000002f + query_.frame.a_from_b.margin;
        FewTriangles near_a, near_b;
        if (!hulls.collect(limit, near_a, near_b)) return false;
        float point_a[3], point_b[3];
        hulls.closest_points(point_a, point_b);
        if (!start_with(near_a.id[near_a.nearest_to(point_a)], near_b.id[near_b.nearest_to(point_b)]))
            return true;
        if (!(limit_ <= limit)) return false;
        take_pairs_of(near_a, near_b);
        return true;
    }

    // Has a plane shown that nothing is nearer than what was found?
    bool is_complete() const { return complete_; }

    // Computes the pairs that were put off, the nearest first: mostly the nearest makes the others
    // superfluous. False if nothing nearer can be found.
    bool take_all() {
        if (waiting_ == 0) return true;
        int nearest = 0;
        for (int i = 1; i < waiting_; ++i) {
            if (later_[i].least < later_[nearest].least) nearest = i;
        }
        std::swap(later_[0], later_[nearest]);
        const int count = waiting_;
        waiting_ = 0;
        for (int i = 0; i < count; ++i) {
            if (!(later_[i].least > limit_) && !take(later_[i].a, later_[i].b)) return false;
            if (i == 0 && count == most_waiting && whole_is_no_nearer(true)) return false;
        }
        return true;
    }

  private:
    // A pair of triangles that needs doubles.
    struct Later {
        TriangleId a, b;
        float least;  // lower bound of their distance
    };

    // Bounds of pairs that do not count say nothing, so all pairs that do are computed in doubles.
    bool look_at_wanted(const NearTriangles& found) {
        for (int i = 0; i < found.count(); ++i) {
            const TriangleId a = found.a(i), b = found.b(i);
            if (found.bounds.least[i] > limit_ || !(*search_.filter)(FeatureId::face(a), FeatureId::face(b)))
                continue;
            if (!take(a, b)) return false;
        }
        return true;
    }

    // Where faces are flush, all of their triangles are equally near, up to rounding. Does a plane show that
    // nothing in the whole meshes is nearer than the closest points, but for the stated error?
    // The hulls are looked at only if `with_hulls`: of round objects this takes longer than the rest.
    bool whole_is_no_nearer(bool with_hulls) {
        complete_ = plane_shows_that_nothing_is_nearer(with_hulls);
        return complete_;
    }
    HWY_NOINLINE bool plane_shows_that_nothing_is_nearer(bool with_hulls) {
        unsigned& tried = with_hulls ? hulls_version_ : boxes_version_;
        if (search_.filter != nullptr || version_ == tried) return false;
        const double least = least_by_stated_error();
        if (!(least > 0)) return false;
        tried = version_;  // of the same closest points, the answer is the same
        const Box box_a = query_.world_from_a(query_.a.mesh().box()),
                  box_b = query_.world_from_b(query_.b.mesh().box());
        for (std::size_t k = 0; k < 3; ++k) {
            const double gap = std::max(box_a.lower[k] - box_b.upper[k], box_b.lower[k] - box_a.upper[k]);
            if (gap * (1 - 0x1p-52) >= least) return true;
        }
        // A gap of about the closest points' distance. The hulls are looked at only where boxes do not
        // suffice.
        const double largest = static_cast<double>(query_.frame.exact.world_error) * query_.a.tree().unit() *
                               0x1p46,
                     nearly = least * (1 - 1e-9) - 0x1p-42 * largest;
        detail::WholeGap gap = detail::gap_of_boxes(query_);
        if (!(gap.at_least >= nearly) && with_hulls &&
            detail::hulls_may_be_apart(query_, search_.result.triangle_a, search_.result.triangle_b))
            gap = detail::gap_of_hulls(query_, search_.result.value);
        search_.meter.spend(detail::cost::exact_pair);
        if (!(gap.at_least > 0 && gap.at_least >= nearly)) return false;
        const auto are_beyond_along = [&](const Vec3& direction) {
            FlushFaces faces(query_, search_.result, direction);
            const bool beyond = faces.are_beyond(least);
            search_.meter.spend(faces.triangles());
            return beyond;
        };
        if (are_beyond_along(gap.direction)) return true;
        // Mostly the direction is right to the last bits, and the normal of a large triangle is, too.
        const auto normal = [](const Triangle& t) { return cross(t[1] - t[0], t[2] - t[0]); };
        const Vec3 of_a = normal(query_.world_from_a(query_.a.mesh().triangle(search_.result.triangle_a))),
                   of_b = normal(query_.world_from_b(query_.b.mesh().triangle(search_.result.triangle_b)));
        const Vec3 larger = normalized(dot(of_a, of_a) > dot(of_b, of_b) ? of_a : of_b);
        const double along = dot(larger, gap.direction);
        return std::abs(along) > 1 - 1e-6 && are_beyond_along(along > 0 ? larger : -larger);
    }

    void keep_direction(float x, float y, float z) {
        const float scale = direction_length / std::sqrt(x * x + y * y + z * z + 1e-30f);
        direction_[0] = x * scale, direction_[1] = y * scale, direction_[2] = z * scale;
    }

    // Takes the pairs of a few triangles of either mesh. Neighbours of the closest triangles have the same
    // closest point, and there are many of them. The direction between the closest points separates the
    // neighbours as well as the closest triangles.
    void take_pairs_of(const FewTriangles& near_a, const FewTriangles& near_b) {
        Triangle world_a[FewTriangles::most], world_b[FewTriangles::most];
        double projection_a[FewTriangles::most], projection_b[FewTriangles::most];
        const Vec3 from = search_.result.point_b, direction = search_.result.point_a - from;
        const double no_nearer = no_nearer_than();
        for (int i = 0; i < near_a.count; ++i) {
            world_a[i] = query_.world_from_a(query_.a.mesh().triangle(near_a.id[i]));
            projection_a[i] = detail::lowest(world_a[i], from, direction);
        }
        for (int j = 0; j < near_b.count; ++j) {
            world_b[j] = query_.world_from_b(query_.b.mesh().triangle(near_b.id[j]));
            projection_b[j] = detail::lowest(world_b[j], from, -direction);
        }
        for (int i = 0; i < near_a.count; ++i) {
            for (int j = 0; j < near_b.count; ++j) {
                if (projection_a[i] + projection_b[j] >= no_nearer) continue;
                if (!take(near_a.id[i], near_b.id[j], world_a[i], world_b[j])) return;
            }
        }
    }

    bool take(TriangleId a, TriangleId b) {
        gaps_.add_hard_pair(a, b);
        if (gaps_.hard_pairs() % many_as_near == 0 &&
            whole_is_no_nearer(gaps_.hard_pairs() % (4 * many_as_near) == 0))
            return false;
        const Triangle ta = query_.world_from_a(query_.a.mesh().triangle(a)),
                       tb = query_.world_from_b(query_.b.mesh().triangle(b));
        const Vec3 from = search_.result.point_b, direction = search_.result.point_a - from;
        const double no_nearer = no_nearer_than();
        if (detail::lowest(ta, from, direction) + detail::lowest(tb, from, -direction) >= no_nearer ||
            directions_.separate(ta, tb, no_nearer / search_.result.value))
            return true;
        return take(a, b, ta, tb);
    }

    bool take(TriangleId a, TriangleId b, const Triangle& world_a, const Triangle& world_b) {
        detail::ClosestPair& result = search_.result;
        ++counts_.exact_pairs;
        search_.meter.spend(detail::cost::exact_pair);
        const ClosestPoints found = distance(world_a, world_b);
        directions_.add(found);
        if (!(found.value < result.value)) return true;
        result = {found.value, found.point_a, found.point_b, a, b, found.on_a, found.on_b};
        ++version_;
        const double in_tree = found.value / query_.a.tree().unit();
        limit_ = std::min(limit_, static_cast<float>(std::min(in_tree, 1e30)) * stretch_);
        if (!(found.value > 0)) return false;
        const Vec3 direction =
            detail::turned_into(query_.world_from_a, (found.point_a - found.point_b) * (1 / found.value));
        keep_direction(static_cast<float>(direction.x), static_cast<float>(direction.y),
                       static_cast<float>(direction.z));
        return true;
    }

    const detail::PairQuery& query_;
    QueryCounts& counts_;
    detail::DistanceSearch& search_;
    detail::SubtreeGaps gaps_;  // hard pairs are those that floats did not decide
    float stretch_ =
        1 + 0x1p-20f +
        8 * static_cast<float>(query_.world_from_a.deviation());  // of the world, relative to A's tree
    double least_certain_;  // for smaller distances, rounding could hide that triangles touch
    float direction_[3] = {};
    float limit_ = 1e30f;
    unsigned version_ = 1;
    detail::SeparatingDirections directions_;
    static constexpr int most_waiting = 64;
    static constexpr std::uint32_t many_as_near = 8;  // after so many pairs in doubles, a plane is sought
    bool complete_ = false;
    unsigned boxes_version_ = 0, hulls_version_ = 0;  // of the closest points that planes were sought for
    Later later_[most_waiting];
    int waiting_ = 0;
};

// Can boxes be kept for the next call? Not for trees of a hundred million triangles.
bool may_keep(const detail::PairQuery& query) {
    return !std::isinf(query.frame.a_from_b.margin) &&
           std::max(query.a.tree().nodes().size(), query.b.tree().nodes().size()) <= PickedBoxes::most_nodes;
}

// Stores data for the guess of the next call. `last` are the closest triangles of the call before.
void remember(const detail::PairQuery& query, const detail::FoundPair& last, const detail::ClosestPair& found,
              detail::DistanceFront& front) {
    front.closest_changed(found.triangle_a != last.a || found.triangle_b != last.b);
    front.points.known = found.value > 0 && front.is_restless() && may_keep(query);
    if (!front.points.known) return;
    const TreePoint a(query.a.tree(), query.world_from_a, found.point_a),
        b(query.b.tree(), query.world_from_b, found.point_b);
    std::copy(a.rounded, a.rounded + 3, front.points.a);
    std::copy(b.rounded, b.rounded + 3, front.points.b);
}

void search_closest(detail::PairQuery& query, QueryCounts& counts, detail::DistanceSearch& search) {
    Closest goal(query, counts, search);
    const bool keeps = search.front && may_keep(query);
    if (search.guess) {
        detail::FoundPair guess = *search.guess;
        if (keeps && search.front->points.known) guess = moved_guess(query, search.front->points, guess);
        if (!goal.start_with(guess.a, guess.b)) return;
    }
    if (keeps && search.front->is_wanted()) {
        using Search = FrontSearch<Closest>;
        const Search::Outcome outcome = Search(query, counts, goal, *search.front).run();
        if (outcome == Search::Outcome::complete) goal.take_all();
        if (outcome != Search::Outcome::gave_up) {
            // Nothing is nearer than 0, though the meter be exhausted.
            search.at_least = search.meter.exhausted() ? 0 : search.result.value;
            return;
        }
    }
    if (search.filter == nullptr && goal.search_hulls()) {
        search.at_least = search.result.value;
        return;
    }
    ClosePairSearch<Closest> user(query, counts, goal);
    Traversal<ClosePairSearch<Closest>> traversal(query, counts, user);
    traversal.run_nearest_first(detail::roots);
    const bool all_taken = goal.is_complete() || goal.take_all();
    if (goal.is_complete()) {
        search.at_least = search.result.value;
    } else if (all_taken) {
        search.at_least = std::min(search.result.value, search.in_world(query, traversal.nearest_left()));
    }
}

void find_closest(detail::PairQuery& query, QueryCounts& counts, detail::DistanceSearch& search) {
    make_frame(query.a.tree(), query.world_from_a, query.b.tree(), query.world_from_b, query.frame);
    complete_frame(query.frame);
    search_closest(query, counts, search);
    if (search.guess && search.front) remember(query, *search.guess, search.result, *search.front);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_closest);

void find_closest(PairQuery& query, QueryCounts& counts, DistanceSearch& search) {
    HWY_DYNAMIC_DISPATCH(find_closest)(query, counts, search);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
