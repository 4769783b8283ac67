// Pairs in contact: until when does some direction, turned without a jump from the one before, have the two
// on its sides, but for the tolerance? And the end of a search: evidence that the shapes do meet.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/convex/convex_hull.h"
#include "graze/query/distance/distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/sweep/detail/impact_search.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {

// Directions that may separate two pieces best: normals of faces, and across two edges (the axes of a
// separating axis test).
class ImpactSearch::Directions {
  public:
    using Edges = std::array<Vec3, 3>;
    Directions(const SweepPiece& a, const SweepPiece& b, const Vec3& nearest, const Vec3& last,
               const Edges& of_hull_a = {}, const Edges& of_hull_b = {}) {
        add_one(last);
        add_one(nearest);
        const Edges of_a = edges_of(a, of_hull_a), of_b = edges_of(b, of_hull_b);
        // That of the closest points may be off by the square root of a rounding along an edge.
        for (const Edges* edges : {&of_a, &of_b})
            for (const Vec3& edge : *edges) add_across(nearest, edge);
        add_faces(a, of_a, of_hull_a);
        add_faces(b, of_b, of_hull_b);
        for (const Vec3& p : of_a)
            for (const Vec3& q : of_b) add(cross(p, q));
    }
    // Two for each pair of edges, eight for a triangle, one for each edge, and two more.
    static constexpr std::size_t most = 48;
    std::span<const Vec3> all() const { return {direction_.data(), count_}; }

  private:
    static Edges edges_of(const SweepPiece& piece, const Edges& of_hull) {
        if (of_hull != Edges{}) return of_hull;
        if (piece.form != SweepPiece::Form::triangle) return piece.half;
        const Triangle& t = piece.corners;
        return {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
    }
    void add_faces(const SweepPiece& piece, const Edges& edges, const Edges& of_hull) {
        if (of_hull != Edges{}) {
            for (std::size_t i = 0; i < 3; ++i) add(cross(edges[i], edges[(i + 1) % 3]));
            return;
        }
        switch (piece.form) {
            case SweepPiece::Form::triangle: {
                // In the plane as well: for triangles that pass side by side.
                const Vec3 normal = normalized(cross(edges[0], edges[1]));
                add(normal);
                for (const Vec3& edge : edges) add(cross(normal, edge));
                break;
            }
            case SweepPiece::Form::half_space:
                add_one(piece.outwards);
                add_one(-piece.outwards);
                break;
            case SweepPiece::Form::box:
            case SweepPiece::Form::solid:
                for (const Vec3& edge : edges) add(edge);
        }
    }
    void add_one(const Vec3& direction) {
        if (direction != Vec3{}) direction_[count_++] = direction;
    }
    void add_across(const Vec3& direction, const Vec3& edge) {
        const double along = dot(direction, edge), squared = dot(edge, edge);
        if (!(squared > 0) || along == 0 || !(along * along < 0x1p-30 * squared)) return;
        add_one(normalized(direction - edge * (along / squared)));
    }
    void add(const Vec3& way) {
        const double largest = std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)});
        if (!(largest > 0)) return;
        const Vec3 unit = normalized(way / largest);
        add_one(unit);
        add_one(-unit);
    }

    std::array<Vec3, most> direction_;
    std::size_t count_ = 0;
};

namespace {

// Of a hull that is in contact along a direction: up to three edges at its furthest corner, those that are
// most across the direction. Edges and faces in contact have these. 0 for other solids.
std::array<Vec3, 3> hull_edges_across(SweepSide& side, const Vec3& direction) {
    std::array<Vec3, 3> edges{};
    const auto* hull = side.shape().as<ConvexHull>();
    if (hull == nullptr || direction == Vec3{}) return edges;
    constexpr double across = 1e-2;
    const std::uint32_t corner = side.solid().support(direction).number;
    if (corner >= hull->corners().size()) return edges;
    std::array<double, 3> least{across, across, across};
    for (const std::uint32_t next : hull->neighbors(corner)) {
        Vec3 edge = side.course().pose.rotate(hull->corners()[next] - hull->corners()[corner]);
        double along = std::abs(dot(edge, direction)) / length(edge);
        for (std::size_t i = 0; i < 3; ++i)
            if (along < least[i]) std::swap(along, least[i]), std::swap(edge, edges[i]);
    }
    return edges;
}

}  // namespace

void ImpactSearch::take_better_direction(const SweepPiece& a, const SweepPiece& b, const Closest& nearest,
                                         Separation& best) const {
    const Directions directions(a, b, nearest.direction, best.direction);
    meter_.spend(8);
    for (const Vec3& direction : directions.all())
        if (const SweepGap found = gap(a, b, direction, request_.limit); found.time > best.gap.time)
            best = {direction, found};
}

// 1 if the winding of the mesh shows outwards, -1 if inwards.
double ImpactSearch::outwards(const SweepSide& side, std::optional<double>& sign) const {
    if (sign) return *sign;
    sign = 1;
    const Mesh& mesh = side.shape().mesh();
    if (mesh.triangle_count() > 0 && side.shape().closed_surface().closed()) {
        const Vec3 middle = mesh.box().lower * 0.5 + mesh.box().upper * 0.5;
        const double size = std::max(length(mesh.box().upper - mesh.box().lower), 0x1p-1000);
        double volume = 0;
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
            const Triangle corners = mesh.triangle(t);
            volume += dot((corners[0] - middle) / size,
                          cross((corners[1] - middle) / size, (corners[2] - middle) / size));
        }
        if (volume < 0) sign = -1;
    }
    return *sign;
}

// At the start: the direction from A to B in which the two are on their own sides. Only faces in one plane
// leave a choice, and there the outsides of the meshes tell.
Vec3 ImpactSearch::first_direction(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b,
                                   const Directions& directions) {
    const auto separates = [&](const Vec3& n) {
        return n != Vec3{} && gap(a, b, n, -request_.touch).apart > 0;
    };
    const auto normal_of = [&](SweepSide& side, const SweepPiece& piece, std::optional<double>& sign) {
        const Triangle& t = piece.corners;
        return normalized(cross(t[1] - t[0], t[2] - t[0])) * outwards(side, sign);
    };
    if (pair.a.slot == SweepPart::triangle)
        if (const Vec3 n = normal_of(a_, a, outwards_a_); separates(n)) return n;
    if (pair.b.slot == SweepPart::triangle)
        if (const Vec3 n = -normal_of(b_, b, outwards_b_); separates(n)) return n;
    Vec3 best;
    double most = 0;
    for (const Vec3& n : directions.all())
        if (const double apart = gap(a, b, n, -request_.touch).apart; apart > most) most = apart, best = n;
    return best;
}

namespace {

// If two directions separate the parts up to the tolerance, so do those between them, up to twice of it,
// unless the two are nearly opposite: then one part may have passed through the other.
constexpr double no_jump = -0.5;

bool are_opposite(const Vec3& n, const Vec3& m) {
    return dot(n, m) < no_jump;
}

}  // namespace

// The direction in which faces of two closed meshes, back to back, are on their own sides: their outsides
// tell. 0 where they do not.
Vec3 ImpactSearch::back_to_back(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b) {
    if (pair.a.slot != SweepPart::triangle || pair.b.slot != SweepPart::triangle) return {};
    if (!a_.shape().closed_surface().closed() || !b_.shape().closed_surface().closed()) return {};
    const auto normal_of = [](const Triangle& t) { return normalized(cross(t[1] - t[0], t[2] - t[0])); };
    const Vec3 n = normal_of(a.corners) * outwards(a_, outwards_a_),
               m = normal_of(b.corners) * -outwards(b_, outwards_b_);
    return dot(n, m) > -no_jump ? n : Vec3{};
}

std::optional<ImpactSearch::Separation> ImpactSearch::kept_direction(const SweepPair& pair,
                                                                     const SweepPiece& a, const SweepPiece& b,
                                                                     const Closest& nearest) {
    const Vec3 hint = nearest.direction != Vec3{} ? nearest.direction : pair.direction;
    const Directions directions(a, b, nearest.direction, pair.direction, hull_edges_across(a_, hint),
                                hull_edges_across(b_, -hint));
    meter_.spend(8);
    const Vec3 first = pair.direction != Vec3{} ? pair.direction : first_direction(pair, a, b, directions);
    if (first == Vec3{}) return std::nullopt;
    const std::span<const Vec3> all = directions.all();
    std::array<SweepGap, Directions::most> gaps;
    std::array<bool, Directions::most> kept{};
    for (std::size_t i = 0; i < all.size(); ++i) gaps[i] = gap(a, b, all[i], -request_.touch);
    // Of two far apart, one between them shows that they are on one side.
    const auto turns_into = [&](const Vec3& n, const Vec3& m) {
        if (!are_opposite(n, m)) return true;
        const Vec3 sum = n + m;
        const double size = length(sum);
        return size > 0x1p-10 && gap(a, b, sum / size, -2 * request_.touch).apart > 0;
    };
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (kept[i] || !(gaps[i].apart > 0)) continue;
            bool turns = turns_into(all[i], first);
            for (std::size_t j = 0; j < all.size() && !turns; ++j)
                turns = kept[j] && turns_into(all[i], all[j]);
            if (!turns) continue;
            kept[i] = more = true;
        }
    }
    // The widest gap of those that last about as long as any.
    constexpr double about_as_long = 0.7;
    Separation best{first, gap(a, b, first, -request_.touch)};
    const auto choose = [&](const auto& counts) {
        double longest = counts(first) ? best.gap.time : 0;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (kept[i] && counts(all[i])) longest = std::max(longest, gaps[i].time);
        if (!(counts(first) && best.gap.time >= about_as_long * longest)) best.gap = {0, 0};
        for (std::size_t i = 0; i < all.size(); ++i)
            if (kept[i] && gaps[i].apart > best.gap.apart && gaps[i].time >= about_as_long * longest &&
                counts(all[i]))
                best = {all[i], gaps[i]};
        return reached(now_, best.gap.time) > now_;
    };
    // Where opposite directions are left, as of triangles in one plane that are side by side, the time comes
    // when only these are left, and which of them is the side on which the two are must be known then. If no
    // outsides tell, directions that have no opposite are followed to their end, and then the wider gap.
    const auto has_opposite = [&](const Vec3& n) {
        for (std::size_t j = 0; j < all.size(); ++j)
            if (kept[j] && are_opposite(n, all[j])) return true;
        return false;
    };
    bool opposites = best.gap.apart > 0 && has_opposite(first);
    for (std::size_t i = 0; i < all.size() && !opposites; ++i) opposites = kept[i] && has_opposite(all[i]);
    const Vec3 outside = opposites ? back_to_back(pair, a, b) : Vec3{};
    bool outside_holds = false;
    for (std::size_t i = 0; i < all.size() && outside != Vec3{}; ++i)
        outside_holds = outside_holds || (kept[i] && dot(all[i], outside) > 1 - 0x1p-40);
    if (!opposites) {
        choose([](const Vec3&) { return true; });
    } else if (outside_holds) {
        choose([&](const Vec3& n) { return !are_opposite(n, outside); });
    } else if (!choose([&](const Vec3& n) { return !has_opposite(n); })) {
        best = {first, gap(a, b, first, -request_.touch)};
        for (std::size_t i = 0; i < all.size(); ++i)
            if (kept[i] && gaps[i].apart > best.gap.apart) best = {all[i], gaps[i]};
    }
    // A look at the moment of contact, when all directions between the two still hold.
    if (best.gap.apart > 0.75 * request_.touch)
        if (const SweepGap shorter = gap(a, b, best.direction, -0.25 * request_.touch);
            reached(now_, shorter.time) > now_)
            best.gap.time = std::min(best.gap.time, shorter.time);
    if (!(reached(now_, best.gap.time) > now_)) return std::nullopt;
    return best;
}

bool ImpactSearch::is_met_at(const SweepPair& pair, double time) {
    const Pose pose_a = a_.motion().at(time), pose_b = b_.motion().at(time);
    const QueryOptions within_budget{.budget = Budget::part_of(meter_)};
    if (request_.overlap) {
        const Relation found =
            relation(a_.shape(), pose_a, b_.shape(), pose_b, OpenMeshes::as_surfaces, within_budget);
        return found == Relation::overlapping || found == Relation::a_in_b || found == Relation::b_in_a;
    }
    if (pair.a.slot == SweepPart::triangle && pair.b.slot == SweepPart::triangle) {
        meter_.spend(4);
        return distance_at_most(pose_a(a_.shape().mesh().triangle(pair.a.index)),
                                pose_b(b_.shape().mesh().triangle(pair.b.index)), request_.limit);
    }
    return are_met_at(time);
}

bool ImpactSearch::are_met_at(double time) {
    QueryOptions options{.budget = Budget::part_of(meter_)};
    if (request_.filter) options.filter = request_.filter;
    return within(a_.shape(), a_.motion().at(time), b_.shape(), b_.motion().at(time), request_.limit,
                  options) == Answer::yes;
}

// The pair can get no further. Looks for a time soon after at which the two surely meet.
FoundImpact ImpactSearch::arrive(const SweepPair& pair) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    move_to(pair.time);
    const SweepPiece a = a_.piece(pair.a), b = b_.piece(pair.b);
    FoundImpact found{Answer::yes, pair.time, infinity, closest(pair, a, b).contact};
    if (found.contact.certainty != NormalCertainty::certain && pair.direction != Vec3{}) {
        found.contact.normal = pair.direction;
        found.contact.certainty = NormalCertainty::unsure;
    }
    if (is_met_at(pair, pair.time)) {
        found.at_most = pair.time;
        return found;
    }
    const auto speed = [](const MotionCourse& course, const SweepPiece& piece) {
        return length(course.shift + course.turning(piece.middle)) + course.rate * piece.radius;
    };
    const double fastest = speed(a_.course(), a) + speed(b_.course(), b);
    const double least = (request_.end - request_.begin) * 0x1p-48;
    const double first_step = fastest > 0 ? std::max(request_.touch / fastest / 4, least) : least;
    const bool triangles =
        !request_.overlap && pair.a.slot == SweepPart::triangle && pair.b.slot == SweepPart::triangle;
    const auto look = [&](const auto& meets, double factor, int most_steps) {
        double step = first_step;
        for (int i = 0; i < most_steps && !meter_.exhausted(); ++i, step *= factor) {
            const double time = std::min(pair.time + step, request_.end);
            if (meets(time)) {
                found.at_most = time;
                return true;
            }
            if (time == request_.end) break;
        }
        return false;
    };
    if (look([&](double time) { return is_met_at(pair, time); }, request_.overlap ? 4 : 2,
             request_.overlap ? 14 : 28))
        return found;
    // Triangles that are parallel pass each other in a moment; others of the shapes meet for longer.
    if (triangles) look([&](double time) { return are_met_at(time); }, 4, 14);
    return found;
}

}  // namespace graze::inline v1::detail
