#include "graze/query/depth/detail/penetration_search.h"

#include <algorithm>
#include <cmath>

#include "graze/base/random.h"
#include "graze/query/depth/detail/safe_length.h"
#include "graze/query/depth/detail/translation_cells.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/solid/overlap_regions.h"

namespace graze::inline v1::detail {
namespace {

// Starts that are longer than the shortest by this factor may still end shorter.
constexpr double hopeful = 2;
constexpr std::uint64_t least_effort = 500'000;  // for the first look
constexpr std::size_t most_faces = 24, most_regions = 6, random_directions = 24;

Vec3 deepest_way(const LocalDepth& depth) {
    return -depth.normal;  // the way of A
}

}  // namespace

PenetrationSearch::PenetrationSearch(TranslatedPair& pair, const PenetrationOptions& options)
    : pair_(pair), options_(options), exit_(pair), slide_(pair), best_(pair.box_translation()) {
    value_ = safe_length(best_);
    deep_point_ = (pair.box_a().center() + pair.box_b().center()) * 0.5;
}

void PenetrationSearch::take(const Vec3& t) {
    const double l = safe_length(t);
    if (!(l < value_)) return;
    best_ = t;
    value_ = l;
}

bool PenetrationSearch::is_good_enough() const {
    return value_ <= at_least_ * (1 + options_.relative_error) + 4 * pair_.gap();
}

// A point of one surface at a depth in the other solid stays in it when A moves by less.
void PenetrationSearch::bound_by_depth() {
    LocalDepthOptions rough;
    rough.relative_error = 0.05;
    Meter limited(Budget{.tests = std::max(options_.effort / 4, least_effort), .shared = &pair_.meter()});
    const TranslatedPair::Charged charged(pair_, limited);
    const LocalDepth depth =
        local_depth(pair_.a(), pair_.pose_a(), pair_.b(), pair_.pose_b(), rough, pair_.options());
    if (!(depth.value > 0)) return;
    at_least_ = std::max(at_least_, depth.value - pair_.rounding());
    deep_point_ = depth.point();
    add_direction(deepest_way(depth));
}

void PenetrationSearch::add_direction(const Vec3& d) {
    const Vec3 unit = direction_of(d);
    if (!(dot(unit, unit) > 0.5)) return;
    for (const Vec3& known : directions_)
        if (dot(known, unit) > 0.9998) return;  // about one degree
    directions_.push_back(unit);
}

void PenetrationSearch::add_axes(const Shape& shape, const Pose& pose) {
    (void)shape;
    for (std::size_t k = 0; k < 3; ++k) {
        Vec3 axis;
        axis[k] = 1;
        add_direction(pose.rotate(axis));
        add_direction(-pose.rotate(axis));
    }
}

// The faces with the largest area, all triangles of a direction together.
void PenetrationSearch::add_faces(const Shape& shape, const Pose& pose, double sign) {
    struct Facing {
        Vec3 sum;
        double area = 0;
    };
    std::vector<Facing> facings;
    const Mesh& mesh = shape.mesh();
    const double scale = pair_.scale();
    const std::size_t count = mesh.triangle_count(), step = std::max<std::size_t>(1, count / 2000);
    for (std::size_t i = 0; i < count; i += step) {
        const Triangle t = mesh.triangle(static_cast<TriangleId>(i));
        const Vec3 p = (t[1] - t[0]) / scale, q = (t[2] - t[0]) / scale;
        const Vec3 n = cross(p, q);
        const double area = length(n);
        if (!(area > 0)) continue;
        const auto same = std::ranges::find_if(
            facings, [&](const Facing& f) { return dot(f.sum, n) > 0.999 * f.area * area; });
        if (same != facings.end()) {
            same->sum += n;
            same->area = length(same->sum);
        } else if (facings.size() < 256) {
            facings.push_back({n, area});
        }
    }
    std::ranges::stable_sort(facings, std::greater{}, &Facing::area);
    if (facings.size() > most_faces) facings.resize(most_faces);
    for (const Facing& f : facings) add_direction(pose.rotate(f.sum) * sign);
}

// Each region of the overlap wants to be left along its own normal; a translation must leave all of them.
void PenetrationSearch::add_regions() {
    const auto regions =
        overlap_regions(pair_.a(), pair_.pose_a(), pair_.b(), pair_.pose_b(), pair_.options());
    if (regions.size() < 2) return;
    std::vector<BoundingPlane> planes;
    for (const OverlapRegion& region : regions) {
        if (planes.size() == most_regions) break;
        LocalDepthOptions rough;
        rough.relative_error = 0.1;
        rough.triangles_a = region.triangles_a;
        rough.triangles_b = region.triangles_b;
        rough.faces_a = region.faces_a;
        rough.faces_b = region.faces_b;
        rough.within = region.border_box;
        const LocalDepth depth =
            local_depth(pair_.a(), pair_.pose_a(), pair_.b(), pair_.pose_b(), rough, pair_.options());
        if (!(depth.value > 0)) continue;
        planes.push_back({deepest_way(depth), depth.value});
        add_direction(deepest_way(depth));
    }
    if (const auto t = nearest_in_half_spaces(planes, pair_.rounding())) add_direction(*t);
}

void PenetrationSearch::look_along_directions() {
    for (; looked_ < directions_.size() && !pair_.meter().exhausted(); ++looked_) {
        const Vec3& d = directions_[looked_];
        const auto s = exit_.find(d, at_least_, hopeful * value_);
        if (!s) continue;
        starts_.push_back({*s, d});
        take(d * *s);
    }
}

// The shortest starts first, but not two that lead to the same place.
void PenetrationSearch::slide_from(std::size_t most) {
    std::ranges::stable_sort(starts_, {}, &Start::length);
    for (const Start& start : starts_) {
        if (most == 0 || pair_.meter().exhausted() || start.length > hopeful * value_) break;
        if (is_good_enough() && !slid_.empty()) break;
        const bool known =
            std::ranges::any_of(slid_, [&](const Vec3& d) { return dot(d, start.direction) > 0.99; });
        if (known) continue;
        --most;
        const Vec3 t = slide_.run(start.direction * start.length);
        slid_.push_back(start.direction);
        slid_.push_back(direction_of(t));
        take(t);
    }
    starts_.clear();
}

// Where the contact space is bent, a slide may end before the shortest place in the neighbourhood.
void PenetrationSearch::look_around_best() {
    for (const double tilt : {0.3, 0.1, 0.6}) {
        bool again = true;
        for (int round = 0; again && round < 3 && !is_good_enough() && !pair_.meter().exhausted(); ++round) {
            again = false;
            const Vec3 d = direction_of(best_);
            const Vec3 other = std::abs(d.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
            const Vec3 u = normalized(cross(d, other)), w = cross(d, u);
            const double before = value_;
            for (const Vec3& side :
                 {u, w, -u, -w, (u + w) * 0.7, (u - w) * 0.7, (w - u) * 0.7, (u + w) * -0.7}) {
                const Vec3 tilted = normalized(d + side * tilt);
                const auto s = exit_.find(tilted, at_least_, value_ * (1 + tilt));
                if (s) take(slide_.run(tilted * *s));
            }
            again = value_ < before * (1 - 1e-6);
        }
    }
}

void PenetrationSearch::run(Penetration& result) {
    // A first look, without which there is no answer worth the name.
    bound_by_depth();
    add_direction(best_);
    add_direction(pair_.box_a().center() - pair_.box_b().center());
    add_axes(pair_.a(), Pose());
    look_along_directions();
    slide_from(2);

    Meter effort(Budget{.tests = options_.effort, .shared = &pair_.meter()});
    {
        const TranslatedPair::Charged charged(pair_, effort);
        const CommonBalls::Ball ball = CommonBalls(pair_).find({}, deep_point_, value_, 400);
        if (ball.radius > at_least_) at_least_ = ball.radius, deep_point_ = ball.centre;
        if (!is_good_enough()) {
            add_regions();
            add_axes(pair_.a(), pair_.pose_a());
            add_axes(pair_.b(), pair_.pose_b());
            add_faces(pair_.a(), pair_.pose_a(), -1);
            add_faces(pair_.b(), pair_.pose_b(), 1);
            Random random(1);
            for (std::size_t i = 0; i < random_directions; ++i) add_direction(random.on_sphere());
            look_along_directions();
            slide_from(12);
            look_around_best();
        }
        int looks = 40;
        const CellSearch cells{at_least_, deep_point_, 1 + options_.relative_error, [&] { return value_; },
                               [&](const Vec3& t) {
                                   const Vec3 d = direction_of(t);
                                   if (--looks < 0) return;
                                   const auto s = exit_.find(d, at_least_, 1.3 * value_);
                                   if (s) take(slide_.run(d * *s));
                               }};
        if (!is_good_enough()) at_least_ = bound_by_cells(pair_, cells);
    }
    take(slide_.run(best_));  // which may have been found on a straight line only
    result.translation = best_;
    result.value = value_;
    result.at_least = std::min(at_least_, value_);
}

}  // namespace graze::inline v1::detail
