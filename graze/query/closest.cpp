// The least distance of two shapes: the nearest boxes first, and none that are further apart than triangles
// already found.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "graze/query/detail/costs.h"
#include "graze/query/detail/distance_job.h"
#include "graze/query/detail/parting_ways.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/closest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "graze/query/detail/front_search-inl.h"
#include "graze/query/detail/hull_search-inl.h"
#include "graze/query/detail/moved_guess-inl.h"
#include "graze/query/detail/near_pairs-inl.h"
#include "graze/query/detail/pair_frame-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// Upper bounds come from floats at once; what has to be computed in doubles is put off until the reach is as
// small as floats can make it. What may touch is not: that would be the end.
class Closest {
  public:
    Closest(const detail::IntersectJob& job, IntersectCounts& counts, detail::DistanceSearch& search)
        : job_(job),
          counts_(counts),
          search_(search),
          least_certain_(8 * static_cast<double>(job.frame.exact.world_error) * job.a.tree().unit()) {}

    float reach() const { return reach_; }
    const float (&way() const)[3] { return way_; }
    bool spend(std::uint64_t n) { return search_.meter.spend(n); }

    bool look_at(const NearTriangles& found) {
        const LeafPair::Bounds& bounds = found.bounds;
        const int nearest = found.nearest();
        if (bounds.most[nearest] < reach_) {
            reach_ = bounds.most[nearest];
            keep_way(bounds.way[0][nearest], bounds.way[1][nearest], bounds.way[2][nearest]);
        }
        for (std::uint32_t near = found.within(reach_); near != 0; near &= near - 1) {
            const int i = std::countr_zero(near);
            if (waiting_ == most_waiting && !take_all()) return false;
            later_[waiting_++] = {found.a(i), found.b(i), bounds.least[i]};
            if (!(bounds.least[i] > 0) && !take_all()) return false;
        }
        return true;
    }

    std::uint32_t hard_pairs() const { return hard_pairs_; }
    // Of pairs that are as near as the nearest, up to rounding, many may be left when that is known.
    bool parted(detail::BoxPair pair, std::uint32_t hard) {
        const double limit = no_nearer_than();
        if (std::isinf(limit)) return false;
        const Vec3 from = search_.result.point_b, way = search_.result.point_a - from;
        return detail::apart_along(job_, pair, from, way, limit,
                                   std::uint64_t{hard} * detail::triangles_per_hard_pair);
    }

    // In doubles; and its number, which is another one each time it is.
    const Distance& found() const { return search_.result; }
    unsigned version() const { return version_; }

    // What lies that far apart along the way between the closest points, times its length, is no nearer than
    // they are. Infinite if that cannot be said.
    double no_nearer_than() const {
        constexpr double least_squared = 1e-140;  // the square of less would lose digits, or be 0
        const double value = search_.result.value;
        if (!(value > std::max(least_certain_, least_squared) && value < std::numeric_limits<double>::max()))
            return std::numeric_limits<double>::infinity();
        return value * value * (1 - 0x1p-42);
    }

    // A pair that is likely to be near. False if there is nothing nearer to be found.
    bool start_with(TriangleId a, TriangleId b) { return take(a, b); }

    // Where the hulls are closest, if they are clearly apart and the meshes fill them there. True if nothing
    // can be nearer than what was found.
    bool search_hulls() {
        constexpr std::size_t few_leaves = 256;  // are gone through as fast
        const auto leaves = [](const Shape& shape) { return shape.tree().leaves().size(); };
        if (std::isinf(job_.frame.a_from_b.margin) || std::min(leaves(job_.a), leaves(job_.b)) < few_leaves)
            return false;
        constexpr std::uint64_t tests = 512;  // about as many boxes are looked at
        if (!spend(tests)) return false;
        HullSearch hulls(job_);
        if (!hulls.find_rough_way() || !hulls.looks_filled() || !hulls.find_way()) return false;
        const float reach = hulls.distance() * 1.000002f + job_.frame.a_from_b.margin;
        FewTriangles near_a, near_b;
        if (!hulls.collect(reach, near_a, near_b)) return false;
        float point_a[3], point_b[3];
        hulls.closest_points(point_a, point_b);
        if (!start_with(near_a.id[near_a.nearest_to(point_a)], near_b.id[near_b.nearest_to(point_b)]))
            return true;
        if (!(reach_ <= reach)) return false;
        take_pairs_of(near_a, near_b);
        return true;
    }

    // Computes what was put off, the nearest first: it mostly makes the others superfluous. False if there is
    // nothing nearer to be found.
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
            if (!(later_[i].least > reach_) && !take(later_[i].a, later_[i].b)) return false;
        }
        return true;
    }

  private:
    // A pair of triangles that are to be looked at in doubles.
    struct Later {
        TriangleId a, b;
        float least;  // how far they are apart at least
    };

    void keep_way(float x, float y, float z) {
        const float scale = way_length / std::sqrt(x * x + y * y + z * z + 1e-30f);
        way_[0] = x * scale, way_[1] = y * scale, way_[2] = z * scale;
    }

    // The pairs of a few triangles of either mesh. Neighbours of the closest triangles have the same closest
    // point, and there are many of them: the way between the closest points separates them as well as it does
    // those.
    void take_pairs_of(const FewTriangles& near_a, const FewTriangles& near_b) {
        Triangle world_a[FewTriangles::most], world_b[FewTriangles::most];
        double height_a[FewTriangles::most], height_b[FewTriangles::most];
        const Vec3 from = search_.result.point_b, way = search_.result.point_a - from;
        const double limit = no_nearer_than();
        for (int i = 0; i < near_a.count; ++i) {
            world_a[i] = job_.world_from_a(job_.a.mesh().triangle(near_a.id[i]));
            height_a[i] = detail::lowest(world_a[i], from, way);
        }
        for (int j = 0; j < near_b.count; ++j) {
            world_b[j] = job_.world_from_b(job_.b.mesh().triangle(near_b.id[j]));
            height_b[j] = detail::lowest(world_b[j], from, -way);
        }
        for (int i = 0; i < near_a.count; ++i) {
            for (int j = 0; j < near_b.count; ++j) {
                if (height_a[i] + height_b[j] >= limit) continue;
                if (!take(near_a.id[i], near_b.id[j], world_a[i], world_b[j])) return;
            }
        }
    }

    bool take(TriangleId a, TriangleId b) {
        ++hard_pairs_;
        const Triangle ta = job_.world_from_a(job_.a.mesh().triangle(a)),
                       tb = job_.world_from_b(job_.b.mesh().triangle(b));
        const Vec3 from = search_.result.point_b, way = search_.result.point_a - from;
        const double limit = no_nearer_than();
        if (detail::lowest(ta, from, way) + detail::lowest(tb, from, -way) >= limit ||
            ways_.part(ta, tb, limit / search_.result.value))
            return true;
        return take(a, b, ta, tb);
    }

    bool take(TriangleId a, TriangleId b, const Triangle& world_a, const Triangle& world_b) {
        Distance& result = search_.result;
        ++counts_.exact_pairs;
        search_.meter.spend(detail::cost::exact_pair);
        const ClosestPoints found = distance(world_a, world_b);
        ways_.add(found);
        if (!(found.value < result.value)) return true;
        result = {found.value, found.point_a, found.point_b, a, b};
        ++version_;
        const double in_tree = found.value / job_.a.tree().unit();
        reach_ = std::min(reach_, static_cast<float>(std::min(in_tree, 1e30)) * stretch_);
        if (!(found.value > 0)) return false;
        const Vec3 way =
            detail::turned_into(job_.world_from_a, (found.point_a - found.point_b) * (1 / found.value));
        keep_way(static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z));
        return true;
    }

    const detail::IntersectJob& job_;
    IntersectCounts& counts_;
    detail::DistanceSearch& search_;
    float stretch_ =
        1 + 0x1p-20f +
        8 * static_cast<float>(job_.world_from_a.deviation());  // of the world, seen from A's tree
    double least_certain_;  // below, rounding could hide that triangles touch
    float way_[3] = {};
    float reach_ = 1e30f;
    unsigned version_ = 1;
    detail::PartingWays ways_;
    static constexpr int most_waiting = 64;
    Later later_[most_waiting];
    int waiting_ = 0;
    std::uint32_t hard_pairs_ = 0;  // that floats did not tell
};

// Can boxes be kept for the next call? Not of trees of a hundred million triangles.
bool may_keep(const detail::IntersectJob& job) {
    return !std::isinf(job.frame.a_from_b.margin) &&
           std::max(job.a.tree().nodes().size(), job.b.tree().nodes().size()) <= PickedBoxes::most_nodes;
}

// For the guess of the next call. `last` are the closest triangles of the one before.
void remember(const detail::IntersectJob& job, const detail::FoundPair& last, const Distance& found,
              detail::DistanceFront& front) {
    front.closest_changed(found.triangle_a != last.a || found.triangle_b != last.b);
    front.points.known = found.value > 0 && front.is_restless() && may_keep(job);
    if (!front.points.known) return;
    const TreePoint a(job.a.tree(), job.world_from_a, found.point_a),
        b(job.b.tree(), job.world_from_b, found.point_b);
    std::copy(a.rounded, a.rounded + 3, front.points.a);
    std::copy(b.rounded, b.rounded + 3, front.points.b);
}

void search_closest(detail::IntersectJob& job, IntersectCounts& counts, detail::DistanceSearch& search) {
    Closest goal(job, counts, search);
    const bool keeps = search.front && may_keep(job);
    if (search.guess) {
        detail::FoundPair guess = *search.guess;
        if (keeps && search.front->points.known) guess = moved_guess(job, search.front->points, guess);
        if (!goal.start_with(guess.a, guess.b)) return;
    }
    if (keeps && search.front->is_wanted()) {
        using Search = FrontSearch<Closest>;
        const Search::Outcome outcome = Search(job, counts, goal, *search.front).run();
        if (outcome == Search::Outcome::complete) goal.take_all();
        if (outcome != Search::Outcome::gave_up) {
            search.at_least = search.result.value;
            return;
        }
    }
    if (goal.search_hulls()) {
        search.at_least = search.result.value;
        return;
    }
    NearPairs<Closest> user(job, counts, goal);
    Traversal<NearPairs<Closest>> traversal(job, counts, user);
    traversal.run_nearest_first(detail::roots);
    if (goal.take_all())
        search.at_least = std::min(search.result.value, search.in_world(job, traversal.nearest_left()));
}

void find_closest(detail::IntersectJob& job, IntersectCounts& counts, detail::DistanceSearch& search) {
    make_frame(job.a.tree(), job.world_from_a, job.b.tree(), job.world_from_b, job.frame);
    complete_frame(job.frame);
    search_closest(job, counts, search);
    if (search.guess && search.front) remember(job, *search.guess, search.result, *search.front);
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_closest);

void find_closest(IntersectJob& job, IntersectCounts& counts, DistanceSearch& search) {
    HWY_DYNAMIC_DISPATCH(find_closest)(job, counts, search);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
