// Convex solids with each other.
//
// A search in doubles finds a separating direction or points that show an overlap (GJK). Where both cores are
// convex hulls of points, what the search cannot settle is decided exactly; where one is round, it stays
// undecided.
#include "graze/query/kinds/detail/convex_cells.h"

#include <limits>
#include <vector>

#include "graze/query/detail/contacts.h"
#include "graze/query/detail/costs.h"
#include "graze/query/kinds/detail/outer_points.h"
#include "graze/query/kinds/detail/quick_meet.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

// Is the distance of the solids at most `limit`?
Answer solids_within(TwoSolids& pair, double limit, CoreDistance& known, ConvexCache* cache = nullptr) {
    const LimitSum sum{pair.a.radius(), pair.b.radius(), limit};
    const double upper = sum.rounded() + sum.error();
    known = core_distance(pair.a, pair.b, upper, cache);
    if (known.surely_inside) return Answer::yes;
    if (known.at_least > upper) return Answer::no;
    if (known.at_most < sum.rounded() - sum.error()) return Answer::yes;
    if (pair.has_round()) {
        if (known.at_least > 0) return Answer::undecided;
        look_closer(pair.a, pair.b, known);
        return known.surely_inside ? Answer::yes : known.at_least > upper ? Answer::no : Answer::undecided;
    }
    if (!(sum.rounded() > 0)) return cores_meet(pair.a, pair.b, known) ? Answer::yes : Answer::no;
    return cores_within(pair.a, pair.b, known, sum) ? Answer::yes : Answer::no;
}

Answer convex_within_convex(const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, double limit, const QueryOptions& options) {
    if (!lets_through(options)) return Answer::no;
    Meter meter(options.budget, options.progress);
    if (!meter.spend(cost_of_search)) return Answer::undecided;
    TwoSolids pair(a, world_from_a, b, world_from_b);
    CoreDistance known;
    return solids_within(pair, limit, known, cache_of(options, a, b));
}

Answer convex_intersects_convex(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b, const QueryOptions& options) {
    if (!options.filter && options.cache == nullptr && options.budget.unlimited() &&
        options.progress == nullptr) {
        const Answer quick = quick_meet(a, world_from_a, b, world_from_b);
        if (quick != Answer::undecided) return quick;
    }
    return convex_within_convex(a, world_from_a, b, world_from_b, 0, options);
}

// The distance of two hulls by their borders, where a search in doubles has lost its way.
Distance distance_of_borders(const TwoSolids& pair) {
    return distance(Shape(world_hull(pair.a).mesh()), {}, Shape(world_hull(pair.b).mesh()), {});
}

Distance unknown_distance(QueryStatus status) {
    Distance result;
    result.at_least = 0;
    result.status = status;
    return result;
}

Distance convex_distance_convex(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b, const QueryOptions& options) {
    if (!lets_through(options)) return {};
    Meter meter(options.budget, options.progress);
    if (!meter.spend(cost_of_search)) return unknown_distance(QueryStatus::undecided);
    TwoSolids pair(a, world_from_a, b, world_from_b);
    CoreDistance known;
    ConvexCache* const cache = cache_of(options, a, b);
    double unit = pair.take_unit(TwoSolids::Unit::exact);
    constexpr double all_the_way = std::numeric_limits<double>::infinity();
    known = core_distance(pair.a, pair.b, all_the_way, cache);
    const LimitSum radii{pair.a.radius(), pair.b.radius(), 0};
    const bool is_apart = known.at_least > radii.rounded() + radii.error() && pair.size() <= 0x1p160;
    const Answer meet = is_apart ? Answer::no : solids_within(pair, 0, known, cache);
    if (meet == Answer::yes) {
        // A point of both cores, or on the way from one to the other, within both radii.
        const double sum = pair.a.radius() + pair.b.radius();
        const double share = sum > 0 ? pair.a.radius() / sum : 0.5;
        return contact_at((known.point_a * (1 - share) + known.point_b * share) * unit,
                          feature_of(a, known.found, true), feature_of(b, known.found, false));
    }
    if (!is_apart) {
        unit *= pair.take_unit(TwoSolids::Unit::any);
        known = core_distance(pair.a, pair.b, all_the_way, cache);
    }
    Distance result = distance_of_cores(pair, known);
    result.feature_a = feature_of(a, known.found, true);
    result.feature_b = feature_of(b, known.found, false);
    take_radii_off(result, pair.a.radius(), pair.b.radius(), pair.largest());
    if (meet == Answer::undecided) {  // within rounding of each other
        result.at_least = 0;
        result.status = QueryStatus::undecided;
    }
    unscale(result, unit);
    return result;
}

// Does a solid with inside lie wholly in the inside of another? Exact for cores of points.
bool lies_inside(const PlacedConvex& inner, const PlacedConvex& outer) {
    const auto point = [](const Vec3& p) { return Triangle{{p, p, p}}; };
    if (outer.radius() > 0) {
        // Solids of a point or a segment: nearest points of them to each corner.
        const Vec3 from = outer.corner(0), to = outer.corner(outer.corner_count() - 1);
        const LimitSum limit{.length = outer.radius(), .more = -inner.radius(), .strictly = true};
        for (std::size_t i = 0; i < inner.corner_count(); ++i)
            if (!distance_within(point(inner.corner(i)), {{from, to, to}}, limit)) return false;
        return true;
    }
    const ConvexHull hull = world_hull(outer);
    if (hull.dimension() < 3) return false;
    for (std::size_t i = 0; i < inner.corner_count(); ++i)
        if (!hull.contains(inner.corner(i))) return false;
    return !within(Shape(world_hull(inner).mesh()), {}, Shape(hull.mesh()), {}, inner.radius());
}

bool has_inside(const PlacedConvex& solid) {
    return solid.radius() > 0 || world_hull(solid).dimension() == 3;
}

// Of solids that meet: with a radius, or hulls of which one has no inside.
Relation relation_of_points(const TwoSolids& pair, const CoreDistance& known) {
    if (lies_inside(pair.a, pair.b)) return Relation::a_in_b;
    if (lies_inside(pair.b, pair.a)) return Relation::b_in_a;
    const LimitSum sum{.length = pair.a.radius(), .more = pair.b.radius(), .strictly = true};
    return has_inside(pair.a) && has_inside(pair.b) && cores_within(pair.a, pair.b, known, sum)
               ? Relation::overlapping
               : Relation::touching;
}

Relation convex_relation_convex(const Shape& a, const Pose& world_from_a, const Shape& b,
                                const Pose& world_from_b, OpenMeshes open_meshes,
                                const QueryOptions& options) {
    if (options.filter) return Relation::unsupported;
    Meter meter(options.budget, options.progress);
    if (!meter.spend(cost_of_search)) return Relation::undecided;
    TwoSolids pair(a, world_from_a, b, world_from_b);
    CoreDistance known;
    const Answer meet = solids_within(pair, 0, known);
    if (meet == Answer::no) return Relation::apart;
    if (meet == Answer::undecided) return Relation::undecided;
    if (pair.has_round()) {
        const LiesInside a_in_b = lies_inside_round(a, world_from_a, b, world_from_b);
        if (a_in_b == LiesInside::surely) return Relation::a_in_b;
        const LiesInside b_in_a = lies_inside_round(b, world_from_b, a, world_from_a);
        if (b_in_a == LiesInside::surely) return Relation::b_in_a;
        if (a_in_b == LiesInside::no && b_in_a == LiesInside::no) return Relation::overlapping;
        return Relation::undecided;
    }
    // Two hulls with inside are two meshes.
    if (pair.a.radius() > 0 || pair.b.radius() > 0) return relation_of_points(pair, known);
    const ConvexHull hull_a = world_hull(pair.a), hull_b = world_hull(pair.b);
    if (hull_a.dimension() < 3 || hull_b.dimension() < 3) return relation_of_points(pair, known);
    return relation(Shape(hull_a.mesh()), {}, Shape(hull_b.mesh()), {}, open_meshes, options);
}

void unscale_contact(Contact& contact, double unit) {
    contact.point_a *= unit;
    contact.point_b *= unit;
    contact.distance *= unit;
}

// Numbers without an ordinary exponent are rounded to few bits; one step further keeps a bound.
double lowered(double bound, double unit) {
    constexpr double down = -std::numeric_limits<double>::infinity();
    return std::abs(bound * unit) < 0x1p-960 && bound != 0 ? std::nextafter(bound * unit, down)
                                                           : bound * unit;
}

}  // namespace

double TwoSolids::take_unit(Unit which) {
    const double now = size();
    if (!(now > 0) || (now >= 0x1p-160 && now <= 0x1p160)) return 1;
    if (which == Unit::exact && now > 1) return 1;
    const int exponent = std::clamp(std::ilogb(now), -1000, 1000);
    a.scale_by(std::ldexp(1.0, -exponent));
    b.scale_by(std::ldexp(1.0, -exponent));
    return std::ldexp(1.0, exponent);
}

void unscale(Distance& result, double unit) {
    if (unit == 1) return;
    unscale_contact(result, unit);
    if (result.value > 0)
        result.value = std::max(result.value * unit, std::numeric_limits<double>::denorm_min());
    result.at_least = std::max(0.0, lowered(result.at_least, unit));
    result.distance = result.value;
}

void unscale(SignedDistance& result, double unit) {
    if (unit == 1) return;
    const double sign = result.distance > 0 ? 1 : result.distance < 0 ? -1 : 0;
    unscale_contact(result, unit);
    if (result.distance == 0) result.distance = sign * std::numeric_limits<double>::denorm_min();
    result.at_least =
        sign > 0 ? std::max(0.0, lowered(result.at_least, unit)) : lowered(result.at_least, unit);
    result.at_most =
        sign < 0 ? std::min(0.0, -lowered(-result.at_most, unit)) : -lowered(-result.at_most, unit);
    if (sign != 0) {
        result.at_least = std::min(result.at_least, result.distance);
        result.at_most = std::max(result.at_most, result.distance);
    }
}

Distance distance_of_cores(const TwoSolids& pair, const CoreDistance& known) {
    if (!pair.has_round()) {
        // The search is done where its two bounds meet.
        const double value = length(known.found.nearest);
        if (value > 0 && value - known.at_least <= 0x1p-44 * pair.largest())
            return distance_between(known.point_a, known.point_b, value, known.at_least, pair.largest());
        // Once more from the corners, where no rounding has gathered.
        const ClosestPoints closest = closest_of(known);
        if (!(closest.value - known.at_least <= 1e-11 * pair.largest())) return distance_of_borders(pair);
        return distance_between(closest.point_a, closest.point_b, closest.value, known.at_least,
                                pair.largest());
    }
    return distance_between(known.point_a, known.point_b, length(known.found.nearest), known.at_least,
                            pair.largest());
}

std::array<ShapeKind, 7> convex_kinds() {
    return {kind_of<OrientedBox>(), kind_of<ConvexHull>(), kind_of<Sphere>(),   kind_of<Capsule>(),
            kind_of<Cylinder>(),    kind_of<Cone>(),       kind_of<Ellipsoid>()};
}

Distance distance_between(const Vec3& point_a, const Vec3& point_b, double value, double at_least,
                          double largest) {
    Distance result;
    result.point_a = point_a;
    result.point_b = point_b;
    result.value = value;
    result.at_least = std::min(at_least, value);
    set_normal(result, value, 1, largest);
    return result;
}

void take_radii_off(Distance& result, double radius_a, double radius_b, double largest) {
    if (!(radius_a + radius_b > 0) || !(result.value > 0) || std::isinf(result.value)) return;
    const double rounding = 0x1p-52 * (largest + radius_a + radius_b);
    result.point_a += result.normal * radius_a;
    result.point_b -= result.normal * radius_b;
    // Never 0: that is said of solids that meet.
    result.value = std::max(result.value - radius_a - radius_b, rounding);
    result.at_least = std::max(result.at_least - radius_a - radius_b - rounding, 0.0);
    result.distance = result.value;
}

FeatureId feature_of(const Shape& shape, const GjkResult& found, bool of_a) {
    std::array<std::uint32_t, 4> corner{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < found.count; ++i) {
        const std::uint32_t number = of_a ? found.corner[i].number_a : found.corner[i].number_b;
        const auto end = corner.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::find(corner.begin(), end, number) == end) corner[count++] = number;
    }
    const bool is_box = shape.as<OrientedBox>() != nullptr;
    const auto* hull = shape.as<ConvexHull>();
    if ((!is_box && hull == nullptr) || count == 0 || count == 4) return {};
    if (count == 1) return {FeatureId::Kind::vertex, 0, corner[0]};
    if (is_box) {
        if (count == 2) {
            const std::uint8_t edge =
                OrientedBox::edge(static_cast<std::uint8_t>(corner[0]), static_cast<std::uint8_t>(corner[1]));
            if (edge < OrientedBox::edge_count) return {FeatureId::Kind::edge, 0, edge};
        }
        for (std::uint8_t f = 0; f < OrientedBox::face_count; ++f) {
            const auto face = OrientedBox::face(f);
            const auto in_face = [&](std::uint32_t c) { return std::ranges::find(face, c) != face.end(); };
            if (std::all_of(corner.begin(), corner.begin() + static_cast<std::ptrdiff_t>(count), in_face))
                return FeatureId::face(f);
        }
        return {};
    }
    const auto has_all = [&](std::size_t f) {
        const auto face = hull->face(f);
        return std::all_of(corner.begin(), corner.begin() + static_cast<std::ptrdiff_t>(count),
                           [&](std::uint32_t c) { return std::ranges::find(face, c) != face.end(); });
    };
    // Faces are in the order of their lowest corners. Three corners have one face in common, mostly a
    // triangle that begins with the lowest of them.
    const std::uint32_t lowest =
        *std::min_element(corner.begin(), corner.begin() + static_cast<std::ptrdiff_t>(count));
    const auto first_from = [&](std::uint32_t c) {
        std::size_t first = 0;
        for (std::size_t left = hull->face_count(); left > 0;) {
            const std::size_t half = left / 2;
            if (hull->face(first + half)[0] < c)
                first += half + 1, left -= half + 1;
            else
                left = half;
        }
        return first;
    };
    const std::size_t begin = first_from(lowest), end = first_from(lowest + 1);
    for (std::size_t f = begin; f < end && count == 3; ++f)
        if (has_all(f)) return FeatureId::face(static_cast<std::uint32_t>(f));
    for (std::size_t f = 0; f < end; ++f)
        if (has_all(f)) return FeatureId::face(static_cast<std::uint32_t>(f));
    return {};
}

void fill_convex_cells(QuestionTables& tables) {
    const auto kinds = convex_kinds();
    for (std::size_t i = 0; i < kinds.size(); ++i)
        for (std::size_t j = i; j < kinds.size(); ++j) {
            if (j == 0) continue;  // two boxes have cells of their own
            tables.intersects.set(kinds[i], kinds[j], convex_intersects_convex);
            tables.within.set(kinds[i], kinds[j], convex_within_convex);
            tables.distance.set(kinds[i], kinds[j], convex_distance_convex);
            tables.relation.set(kinds[i], kinds[j], convex_relation_convex);
        }
}

}  // namespace graze::inline v1::detail
