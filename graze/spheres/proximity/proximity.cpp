#include "graze/spheres/proximity/proximity.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "graze/query/distance/distance.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/volume.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/spheres/proximity/detail/gap_search.h"
#include "graze/spheres/proximity/detail/point_in_tree.h"
#include "graze/spheres/proximity/detail/volume_search.h"

namespace graze::inline v1 {

struct ProximityCache::Kept {
    ShapeId a, b;
    const void *tree_a = nullptr, *tree_b = nullptr;  // never followed
    bool known = false;
    bool overlapped = false;               // the last time
    std::uint32_t leaf_a = 0, leaf_b = 0;  // slots of the closest spheres
    detail::VolumeWorkspace volume;
    std::vector<detail::GapItem> stack;
    QueryCache query;
};

ProximityCache::ProximityCache() : kept_(std::make_unique<Kept>()) {}
ProximityCache::~ProximityCache() = default;
ProximityCache::ProximityCache(ProximityCache&&) noexcept = default;
ProximityCache& ProximityCache::operator=(ProximityCache&&) noexcept = default;

namespace {

struct PlacedTree {
    const Shape& shape;
    const SphereTree& tree;
    const Pose& pose;
};

bool is_before(const Pose& p, const Pose& q) {
    return p.matrix() < q.matrix();
}

// Which tree drives: the one with more spheres for its volume, as far as that differs; then the one that
// comes first by its numbers, so that the order of the arguments does not matter.
bool first_drives(const PlacedTree& a, const PlacedTree& b) {
    const auto fineness = [](const SphereTree& t) {
        return static_cast<double>(t.sphere_count()) / (t.material() * t.unit() * t.unit() * t.unit());
    };
    const double fine_a = fineness(a.tree), fine_b = fineness(b.tree);
    if (fine_a != fine_b) return fine_a > fine_b;
    if (a.tree.spheres() != b.tree.spheres()) return a.tree.spheres() > b.tree.spheres();
    return !is_before(b.pose, a.pose);
}

double cubed(double x) {
    return x * x * x;
}

Proximity without_answer(QueryStatus status) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    Proximity result;
    result.volume = result.volume_at_least = result.volume_at_most = nan;
    result.distance = result.distance_at_least = nan;
    result.status = status;
    return result;
}

std::optional<QueryStatus> refused(const Shape& a, const Shape& b) {
    if (!a.is_mesh() || !b.is_mesh()) return QueryStatus::unsupported;
    if (!a.closed_surface().closed() || !b.closed_surface().closed()) return QueryStatus::not_closed;
    return {};
}

// The clock is looked at now and then, and what was found must be added up in the end: a little less time.
Budget with_time_to_end(Budget budget) {
    constexpr std::int64_t least = 2'000;  // nanoseconds
    if (budget.time) {
        const std::int64_t time = budget.time->count();
        budget.time = Duration(std::max<std::int64_t>(0, time - time / 16 - least));
    }
    return budget;
}

Proximity of_empty() {
    Proximity result;
    result.overlap = Answer::no;
    result.distance = result.distance_at_least = std::numeric_limits<double>::infinity();
    return result;
}

}  // namespace

struct ProximityQuery {
    using Kept = ProximityCache::Kept;

    PlacedTree a, b;
    const ProximityOptions& options;
    Kept* kept = nullptr;         // of the caller, or our own
    std::unique_ptr<Kept> own{};  // made when it is needed: the exact distance does without
    Meter meter;
    Proximity result{};

    ProximityQuery(const PlacedTree& placed_a, const PlacedTree& placed_b, const ProximityOptions& wanted)
        : a(placed_a), b(placed_b), options(wanted), meter(with_time_to_end(wanted.budget)) {
        if (options.cache == nullptr) return;
        kept = options.cache->kept_.get();
        if (kept->a == a.shape.id() && kept->b == b.shape.id() && kept->tree_a == a.tree.nodes().data() &&
            kept->tree_b == b.tree.nodes().data())
            return;
        kept->known = kept->overlapped = false;
        kept->a = a.shape.id();
        kept->b = b.shape.id();
        kept->tree_a = a.tree.nodes().data();
        kept->tree_b = b.tree.nodes().data();
    }

    Kept& memory() {
        if (kept == nullptr) {
            own = std::make_unique<Kept>();
            kept = own.get();
        }
        return *kept;
    }

    bool wants_exact_volume() const {
        if (options.volume != VolumeMethod::automatic) return options.volume == VolumeMethod::exact;
        return options.budget.unlimited() &&
               a.shape.mesh().triangle_count() + b.shape.mesh().triangle_count() <= exact_volume_triangles;
    }

    void find_volume() {
        if (!wants_exact_volume() || !find_exact_volume()) find_sphere_volume();
    }

    bool find_exact_volume() {
        QueryOptions query;
        query.budget = Budget::part_of(meter);
        const Overlap exact = overlap_volume(a.shape, a.pose, b.shape, b.pose, query);
        if (exact.status != QueryStatus::complete) return false;
        result.volume = exact.volume;
        result.volume_at_least = std::max(0.0, exact.volume - exact.error);
        result.volume_at_most = exact.volume + exact.error;
        // Solids that have no volume in common have one of exactly 0.
        const bool shared = result.volume_at_most > 0;
        result.overlap = shared ? Answer::yes : Answer::no;
        if (shared) result.center = exact.centroid;
        return true;
    }

    // Few tests are better spent on few spheres.
    bool wants_coarse_trees() const {
        constexpr std::uint64_t few_tests = 100'000;
        if (options.accuracy > 0) return false;
        const bool few_for_effort = options.effort > 0 && options.effort <= few_tests;
        return few_for_effort || options.budget.tests <= few_tests;
    }

    void find_sphere_volume() {
        const bool rough = wants_coarse_trees();
        const PlacedTree of_a{a.shape, rough ? a.tree.coarse() : a.tree, a.pose},
            of_b{b.shape, rough ? b.tree.coarse() : b.tree, b.pose};
        const bool a_drives = first_drives(of_a, of_b);
        const PlacedTree &d = a_drives ? of_a : of_b, &f = a_drives ? of_b : of_a;
        const detail::TreePair pair(d.tree, d.pose, f.tree, f.pose);
        if (pair.surely_apart()) {
            result.overlap = Answer::no;
            return;
        }
        if (!pair.comparable()) return find_volume_of_speck(pair);
        Budget effort = Budget::part_of(meter);
        if (options.effort > 0) effort.tests = options.effort;
        Meter spent(effort);
        detail::VolumeSearch search{pair, memory().volume, spent};
        search.accuracy = options.accuracy;
        search.best_first = options.effort > 0 || !options.budget.unlimited() || options.accuracy > 0;
        detail::search_volume(search);
        const double unit = cubed(d.tree.unit());
        // What rounding can do to sums of volumes, and the little that poses may stretch.
        // Where F encloses places twice, the material of D there counts twice.
        const double most = search.at_most() * f.tree.layers();
        const double error =
            d.tree.volume_error() * f.tree.layers() + (pair.stretch + 1e-11) * most + pair.volume_rounding();
        result.volume_at_most = most > 0 ? (most + error) * unit : 0;
        result.volume_at_least = std::max(0.0, search.at_least() - error) * unit;
        // No more than the whole of the smaller solid.
        const auto whole = [&](const SphereTree& tree, const SphereTree& other) {
            return (tree.material() + tree.volume_error()) * cubed(tree.unit()) * other.layers();
        };
        result.volume_at_most =
            std::min(result.volume_at_most,
                     std::min(whole(d.tree, f.tree), whole(f.tree, d.tree)) * (1 + pair.stretch) +
                         pair.volume_rounding() * unit);
        result.volume_at_least = std::min(result.volume_at_least, result.volume_at_most);
        // Floats of solids whose sizes differ by many powers of ten may overflow.
        const bool known = std::isfinite(search.sums.estimate);
        result.volume = std::clamp(known ? search.sums.estimate * unit : result.volume_at_least,
                                   result.volume_at_least, result.volume_at_most);
        if (known && search.sums.estimate > 0)
            result.center =
                d.pose(d.tree.origin() + search.sums.moment * (d.tree.unit() / search.sums.estimate));
        // Spheres that touch may share as much as this by rounding, if each touches a dozen others.
        const auto spheres = static_cast<double>(d.tree.sphere_count() + f.tree.sphere_count());
        const double by_rounding = 400 * pair.rounding * pair.rounding * spheres;
        if (search.sums.lenses > by_rounding || search.sums.inside_spheres > 0)
            result.overlap = Answer::yes;
        else if (!(most > 0))
            result.overlap = Answer::no;
    }

    // One solid is hardly a point beside the other: floats do not see both.
    void find_volume_of_speck(const detail::TreePair& pair) {
        const bool d_is_larger = pair.scale < 1;
        const bool a_is_larger = (pair.d == &a.tree || pair.d == &a.tree.coarse()) == d_is_larger;
        const PlacedTree &large = a_is_larger ? a : b, &speck = a_is_larger ? b : a;
        const Sphere ball = speck.tree.outer_ball();
        const Vec3 center = speck.pose(ball.center);
        const double reach = 4 * (ball.radius + pair.rounding * pair.d->unit());
        const PointDistance found = signed_distance(large.shape, large.pose, center);
        const double whole = (speck.tree.material() + speck.tree.volume_error()) * cubed(speck.tree.unit());
        if (found.value > reach) {
            result.overlap = Answer::no;
            return;
        }
        result.center = center;
        result.volume_at_most = whole * large.tree.layers() * (1 + pair.stretch);
        result.volume = found.value < 0 ? speck.tree.material() * cubed(speck.tree.unit()) : 0;
        if (!(found.value < -reach)) return;
        result.overlap = Answer::yes;
        result.volume_at_least = std::max(0.0, (speck.tree.material() - speck.tree.volume_error()) *
                                                   cubed(speck.tree.unit()) * (1 - pair.stretch));
    }

    void find_distance() {
        const detail::TreePair pair(a.tree, a.pose, b.tree, b.pose);
        Kept& mine = memory();
        detail::GapSearch inner{pair, mine.stack, meter};
        if (mine.known) start_from(inner, mine.leaf_a, mine.leaf_b);
        detail::search_gap(inner);
        detail::GapSearch outer{pair, mine.stack, meter};
        outer.outer = true;
        detail::search_gap(outer);
        const double unit = a.tree.unit();
        result.distance_at_least = std::max(0.0, (outer.at_least - static_cast<double>(pair.margin)) * unit);
        if (!inner.found) {
            result.distance = std::numeric_limits<double>::infinity();
            return;
        }
        mine.known = true;
        mine.leaf_a = inner.leaf_d;
        mine.leaf_b = inner.leaf_f;
        name_points(pair, inner);
        if (options.refinement != DistanceRefinement::spheres) refine_by_triangles(inner);
        // Centres of spheres are rounded where they are carried to the world.
        result.distance = std::max(result.contact.distance + 4 * pair.rounding * unit, 0.0);
        result.distance_at_least = std::min(result.distance_at_least, result.distance);
    }

    static void start_from(detail::GapSearch& search, std::uint32_t d, std::uint32_t f) {
        const auto radius = [](const SphereTree& tree, std::uint32_t slot) {
            return static_cast<double>(
                tree.nodes()[slot / SphereNode::width].radius[slot % SphereNode::width]);
        };
        const Vec3 between =
            detail::slot_center(*search.pair.d, d) - search.pair.in_d(detail::slot_center(*search.pair.f, f));
        search.least =
            length(between) - radius(*search.pair.d, d) - radius(*search.pair.f, f) * search.pair.scale;
        search.leaf_d = d;
        search.leaf_f = f;
        search.found = true;
    }

    static std::uint32_t leaf_at(const SphereTree& tree, std::uint32_t slot) {
        return tree.nodes()[slot / SphereNode::width].child[slot % SphereNode::width].index();
    }

    void name_points(const detail::TreePair&, const detail::GapSearch& found) {
        const std::uint32_t leaf_a = leaf_at(a.tree, found.leaf_d), leaf_b = leaf_at(b.tree, found.leaf_f);
        const Sphere sphere_a = a.tree.sphere(leaf_a), sphere_b = b.tree.sphere(leaf_b);
        const Vec3 center_a = a.pose(sphere_a.center), center_b = b.pose(sphere_b.center);
        Contact& c = result.contact;
        // In coordinates of the tree: squares of tiny lengths underflow.
        const Vec3 between = (center_b - center_a) / a.tree.unit();
        c.normal = normalized(between);
        c.point_a = center_a + c.normal * sphere_a.radius;
        c.point_b = center_b - c.normal * sphere_b.radius;
        c.distance = length(between) * a.tree.unit() - sphere_a.radius - sphere_b.radius;
        c.feature_a = FeatureId::face(a.tree.leaves()[leaf_a].triangle);
        c.feature_b = FeatureId::face(b.tree.leaves()[leaf_b].triangle);
        c.certainty = NormalCertainty::unsure;
    }

    void refine_by_triangles(const detail::GapSearch& found) {
        const std::uint32_t leaf_a = leaf_at(a.tree, found.leaf_d), leaf_b = leaf_at(b.tree, found.leaf_f);
        for (const TriangleId s : a.tree.triangles_of(leaf_a)) {
            const Triangle triangle_a = a.pose(a.shape.mesh().triangle(s));
            for (const TriangleId t : b.tree.triangles_of(leaf_b)) {
                const ClosestPoints closest = graze::distance(triangle_a, b.pose(b.shape.mesh().triangle(t)));
                if (!(closest.value < result.contact.distance)) continue;
                Contact& c = result.contact;
                c.distance = closest.value;
                c.point_a = closest.point_a;
                c.point_b = closest.point_b;
                c.normal = normalized(c.point_b - c.point_a);
                c.feature_a = FeatureId::face(s);
                c.feature_b = FeatureId::face(t);
            }
        }
    }

    // The distance of the surfaces, and whether it is that of the solids: they are apart, not nested.
    bool are_apart_exactly() {
        QueryOptions query;
        query.budget = Budget::part_of(meter);
        if (kept != nullptr) query.cache = &kept->query;
        const Distance exact = graze::distance(a.shape, a.pose, b.shape, b.pose, query);
        result.distance = exact.value;
        result.distance_at_least = exact.at_least;
        result.contact = exact;
        if (exact.value > 0 && exact.status != QueryStatus::complete) return false;  // both is possible
        if (exact.value == 0 || are_nested()) {
            clear_distance();
            return false;
        }
        result.overlap = Answer::no;
        return true;
    }

    // Surfaces do not touch: then a piece of a solid is inside another with all its points or with none.
    bool are_nested() const {
        if (detail::TreePair(a.tree, a.pose, b.tree, b.pose).surely_apart()) return false;
        const auto pieces = [](const Shape& shape) { return shape.closed_surface().component_count(); };
        if (pieces(a.shape) <= 1 && pieces(b.shape) <= 1) return is_inside(a, b) || is_inside(b, a);
        if (has_no_piece_in(a, b) && has_no_piece_in(b, a)) return false;
        const Relation truth = relation(a.shape, a.pose, b.shape, b.pose);
        return truth != Relation::apart && truth != Relation::touching;
    }

    // Certainly none; of a mesh in pieces.
    static bool has_no_piece_in(const PlacedTree& inner, const PlacedTree& outer) {
        const ClosedSurface& surface = inner.shape.closed_surface();
        for (std::uint32_t i = 0; i < surface.component_count(); ++i) {
            const Vec3 corner = inner.shape.mesh().triangle(surface.first_triangle(i))[0];
            if (detail::point_in_tree(outer.tree, outer.pose, inner.pose(corner)) != Answer::no) return false;
        }
        return true;
    }

    static bool is_inside(const PlacedTree& inner, const PlacedTree& outer) {
        const Vec3 point = inner.pose(inner.tree.sphere(0).center);
        const Answer quick = detail::point_in_tree(outer.tree, outer.pose, point);
        if (quick != Answer::undecided) return quick == Answer::yes;
        return signed_distance(outer.shape, outer.pose, point).value < 0;
    }

    void run() {
        const bool comparable = detail::TreePair(a.tree, a.pose, b.tree, b.pose).comparable();
        const bool exact = options.refinement == DistanceRefinement::exact || !comparable;
        // Shapes that overlapped mostly still do; the others are asked for their distance, which is quicker.
        const bool was_overlapped = kept != nullptr && kept->overlapped;
        const bool apart = exact && !was_overlapped && are_apart_exactly();
        if (!apart) {
            find_volume();
            if (kept != nullptr) kept->overlapped = result.overlap == Answer::yes;
            if (result.overlap == Answer::yes) {
                clear_distance();
            } else {
                if (!exact)
                    find_distance();
                else if (was_overlapped && are_apart_exactly())
                    clear_volume();
            }
        }
        result.tests = meter.spent();
        if (meter.exhausted()) result.status = QueryStatus::undecided;
    }

    void clear_distance() {
        result.contact = {};
        result.distance = result.distance_at_least = 0;
    }

    void clear_volume() {
        result.volume = result.volume_at_least = result.volume_at_most = 0;
        result.center = {};
    }

    Answer overlap_only() {
        const detail::TreePair pair(a.tree, a.pose, b.tree, b.pose);
        if (pair.surely_apart()) return Answer::no;
        if (!pair.comparable()) return Answer::undecided;
        Kept& mine = memory();
        detail::GapSearch inner{pair, mine.stack, meter};
        inner.stop_at_overlap = true;
        inner.least = -2 * pair.rounding;  // nothing but overlaps is of interest
        if (mine.known) {
            start_from(inner, mine.leaf_a, mine.leaf_b);
            if (inner.least < -2 * pair.rounding) return Answer::yes;
            inner.least = -2 * pair.rounding;
            inner.found = false;
        }
        detail::search_gap(inner);
        if (inner.found) {
            mine.known = true;
            mine.leaf_a = inner.leaf_d;
            mine.leaf_b = inner.leaf_f;
            return Answer::yes;
        }
        detail::GapSearch outer{pair, mine.stack, meter};
        outer.outer = true;
        outer.stop_at_overlap = true;
        outer.least = 2 * static_cast<double>(pair.margin);
        detail::search_gap(outer);
        if (meter.exhausted() || outer.found) return Answer::undecided;
        return Answer::no;
    }
};

Proximity proximity(const Shape& a, const SphereTree& tree_a, const Pose& world_from_a, const Shape& b,
                    const SphereTree& tree_b, const Pose& world_from_b, const ProximityOptions& options) {
    if (const auto status = refused(a, b)) return without_answer(*status);
    if (tree_a.empty() || tree_b.empty()) return of_empty();
    ProximityQuery query({a, tree_a, world_from_a}, {b, tree_b, world_from_b}, options);
    query.run();
    return query.result;
}

Proximity proximity(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                    const ProximityOptions& options) {
    if (const auto status = refused(a, b)) return without_answer(*status);
    if (a.empty() || b.empty()) return of_empty();
    return proximity(a, sphere_tree(a), world_from_a, b, sphere_tree(b), world_from_b, options);
}

Answer solids_overlap(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const ProximityOptions& options) {
    if (refused(a, b)) return Answer::unsupported;
    if (a.empty() || b.empty()) return Answer::no;
    return ProximityQuery({a, sphere_tree(a), world_from_a}, {b, sphere_tree(b), world_from_b}, options)
        .overlap_only();
}

}  // namespace graze::inline v1
