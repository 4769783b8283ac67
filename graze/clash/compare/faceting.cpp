#include "graze/clash/compare/detail/faceting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "graze/clash/compare/detail/planar_overlap.h"
#include "graze/clash/compare/detail/surface_gap.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::uint64_t most_tests_of_a_face = 20'000'000;

double largest_coordinate(const Box& box) {
    double largest = 0;
    for (const Vec3& p : {box.lower, box.upper})
        largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return largest;
}

// Those of one part, in the order of their numbers.
std::vector<FaceAround> faces_around(const PlacedShape& part, std::span<const TriangleId> triangles,
                                     double rounding) {
    const Mesh& mesh = part.shape.mesh();
    const SurfaceFaces* const known = mesh.faces();
    std::map<std::uint32_t, FaceAround> faces;
    for (const TriangleId t : triangles) {
        const std::uint32_t number = known != nullptr ? known->of_triangle[t] : 0;
        const auto [place, is_new] = faces.try_emplace(number);
        FaceAround& face = place->second;
        if (is_new) {
            if (known != nullptr) face.face = transformed(known->faces[number], part.world_from_shape);
            face.allowance = face.face.outward + mesh.rounding() + rounding;
        }
        face.ids.push_back(t);
        face.triangles.push_back(part.world_from_shape(mesh.triangle(t)));
    }
    std::vector<FaceAround> list;
    for (auto& [number, face] : faces) list.push_back(std::move(face));
    return list;
}

double largest_allowance(const std::vector<FaceAround>& faces) {
    double most = 0;
    for (const FaceAround& face : faces) most = std::max(most, face.allowance);
    return most;
}

bool has_curved(const std::vector<FaceAround>& faces) {
    return std::ranges::any_of(faces, [](const FaceAround& face) { return face.uncertain(); });
}

// Whether two faces come so close anywhere around the region.
bool come_within(double limit, const FaceAround& a, const FaceAround& b, Meter& meter) {
    for (const Triangle& t : a.triangles) {
        const Box near = grown(bounds(t), limit);
        if (!meter.spend(1 + b.triangles.size() / 8)) return false;
        for (const Triangle& u : b.triangles)
            if (overlap(near, bounds(u)) && meter.spend(16) && distance_at_most(t, u, limit)) return true;
    }
    return false;
}

// What their sources leave open, apart from the faceting.
double sureness(const FaceAround& a, const FaceAround& b) {
    return (a.allowance - a.face.outward + a.face.tolerance) +
           (b.allowance - b.face.outward + b.face.tolerance);
}

// A point that is further from all faceted faces than their facets may be off: there, the facets decide
// nothing.
bool is_certain_place(const Vec3& p, const FacesAround& faces) {
    for (const std::vector<FaceAround>* side : {&faces.a, &faces.b})
        for (const FaceAround& face : *side)
            if (face.uncertain())
                for (const Triangle& t : face.triangles)
                    if (distance(p, t).value <= face.allowance) return false;
    return true;
}

// Of faces of one part: how deep they may seem to nearby into the other.
struct FaceLimit {
    const FaceAround* face = nullptr;
    double limit = 0;
};

std::vector<FaceLimit> limits_of(const std::vector<FaceAround>& own, const std::vector<FaceAround>& other,
                                 bool planar_too, double nearby, Meter& meter) {
    std::vector<FaceLimit> limits;
    for (const FaceAround& face : own) {
        if (face.planar() && !planar_too) continue;
        double most = 0;
        for (const FaceAround& facing : other)
            if (facing.allowance > most && come_within(nearby, face, facing, meter)) most = facing.allowance;
        limits.push_back({&face, face.allowance + most});
    }
    return limits;
}

std::vector<TriangleId> triangles_of(std::span<const FaceLimit> limits) {
    std::vector<TriangleId> ids;
    for (const FaceLimit& l : limits) ids.insert(ids.end(), l.face->ids.begin(), l.face->ids.end());
    std::ranges::sort(ids);
    return ids;
}

}  // namespace

double coordinate_rounding(const PlacedShape& a, const PlacedShape& b) {
    return 0x1p-49 * std::min(largest_coordinate(a.box), largest_coordinate(b.box));
}

FacetingJudge::FacetingJudge(const PlacedShape& a, const PlacedShape& b, Meter& meter)
    : a_(a),
      b_(b),
      meter_(meter),
      rounding_(coordinate_rounding(a, b)),
      depth_rounding_(0x1p-43 * std::max(largest_coordinate(a.box), largest_coordinate(b.box))) {}

FacesAround FacetingJudge::faces_of(const OverlapRegion& region) const {
    return {faces_around(a_, region.triangles_a, rounding_), faces_around(b_, region.triangles_b, rounding_)};
}

bool FacetingJudge::is_inside_both(const Vec3& p) const {
    const auto inside = [&](const PlacedShape& part) {
        return signed_distance(part.shape, part.world_from_shape, p, {.budget = Budget::part_of(meter_)})
                   .value < 0;
    };
    return inside(a_) && inside(b_);
}

// Planar faces are where their triangles are. So an overlap of two of them is one of the parts, unless faces
// beside them are faceted, and it is no wider than these may be off.
bool FacetingJudge::has_planar_overlap(const FacesAround& faces, double nearby) const {
    std::vector<Vec3> points;
    for (const FaceAround& a : faces.a) {
        if (!a.planar()) continue;
        for (const FaceAround& b : faces.b) {
            if (!b.planar()) continue;
            const double tolerance = a.allowance + b.allowance;
            for (const Triangle& t : a.triangles) {
                const Box near = grown(bounds(t), nearby);
                if (!meter_.spend(1 + b.triangles.size() / 8)) return true;
                for (const Triangle& u : b.triangles) {
                    if (!overlap(near, bounds(u))) continue;
                    points.clear();
                    add_planar_overlap({t, a.face.axis}, {u, b.face.axis}, tolerance, points);
                    for (const Vec3& p : points)
                        if (is_certain_place(p, faces) && is_inside_both(p)) return true;
                }
            }
        }
    }
    return false;
}

// All points of curved faces are less deep than these and the faces across may be off. (Of a region, one side
// is curved wherever planar faces do not face each other.)
Faceting FacetingJudge::within_tolerances(const FacesAround& faces, const OverlapRegion& region,
                                          double nearby, double depth_at_most, Faceting known) const {
    const auto planar = [](const FaceAround& f) { return f.planar(); };
    const bool all_planar = std::ranges::all_of(faces.a, planar) && std::ranges::all_of(faces.b, planar);
    const std::vector<FaceLimit> on_a = limits_of(faces.a, faces.b, all_planar, nearby, meter_);
    const std::vector<FaceLimit> on_b = limits_of(faces.b, faces.a, all_planar, nearby, meter_);
    const auto keeps_to = [&](std::span<const FaceLimit> of_a, std::span<const FaceLimit> of_b,
                              double limit) {
        const std::vector<TriangleId> ids_a = triangles_of(of_a), ids_b = triangles_of(of_b);
        const LocalDepthOptions options{.relative_error = 0,
                                        .limit = limit,
                                        .triangles_a = ids_a,
                                        .triangles_b = ids_b,
                                        .within = region.border_box,
                                        .faces_a = region.faces_a,
                                        .faces_b = region.faces_b};
        const LocalDepth depth =
            local_depth(a_.shape, a_.world_from_shape, b_.shape, b_.world_from_shape, options,
                        {.budget = {.tests = most_tests_of_a_face, .shared = &meter_}});
        // Within the rounding of depths, one that equals the limit keeps to it. False where there is no
        // answer.
        return depth.value <= limit && depth.at_most <= limit + depth_rounding_;
    };
    double least = known.tolerance, most = 0;
    for (const std::vector<FaceLimit>* limits : {&on_a, &on_b})
        for (const FaceLimit& l : *limits) {
            least = std::min(least, l.limit);
            most = std::max(most, l.limit);
        }
    known.tolerance = most > 0 ? most : known.tolerance;
    // The whole region is no deeper than its curved faces may be.
    known.explains = (depth_at_most <= least && !meter_.exhausted()) || keeps_to(on_a, on_b, least);
    if (known.explains || least == most) return known;
    for (const FaceLimit& l : on_a)
        if (!keeps_to(std::span(&l, 1), {}, l.limit)) return known;
    for (const FaceLimit& l : on_b)
        if (!keeps_to({}, std::span(&l, 1), l.limit)) return known;
    known.explains = true;
    return known;
}

bool FacetingJudge::knows_faces() const {
    return a_.shape.mesh().faces() != nullptr || b_.shape.mesh().faces() != nullptr;
}

std::optional<Faceting> FacetingJudge::judge(const OverlapRegion& region, double depth, double depth_at_most,
                                             double thickness) const {
    const double larger = std::max(depth, thickness);
    const bool informed = knows_faces() || a_.shape.mesh().rounding() > 0 || b_.shape.mesh().rounding() > 0;
    if (!informed && larger > 2 * rounding_) return std::nullopt;
    const FacesAround faces = faces_of(region);
    Faceting known{.tolerance = largest_allowance(faces.a) + largest_allowance(faces.b),
                   .curved = has_curved(faces.a) || has_curved(faces.b)};
    const double nearby = depth * 1.01 + rounding_;
    for (const FaceAround& a : faces.a) {
        for (const FaceAround& b : faces.b) {
            const double sure = sureness(a, b);
            const auto gap = surface_gap(a.face, a.triangles, b.face, b.triangles, sure);
            if (!gap || (known.gap && *known.gap <= *gap) || !come_within(nearby, a, b, meter_)) continue;
            known.gap = gap;
            if (*gap < -sure) return known;
        }
    }
    if (larger > known.tolerance || has_planar_overlap(faces, nearby)) return known;
    return within_tolerances(faces, region, nearby, depth_at_most, known);
}

// Depths are rounded with the largest coordinates of the parts, those of single points with coordinates near
// them.
bool FacetingJudge::has_deeper_vertex(const PlacedShape& of, const PlacedShape& in, double depth) const {
    constexpr std::uint64_t cost = 64;
    for (const Vec3& v : of.shape.mesh().vertices()) {
        const Vec3 p = of.world_from_shape(v);
        if (!in.box.contains(p)) continue;
        if (!meter_.spend(cost)) return true;
        if (signed_distance(in.shape, in.world_from_shape, p, {.budget = Budget::part_of(meter_)}).value <
            -depth)
            return true;
    }
    return false;
}

Faceting FacetingJudge::judge_slight(double depth) const {
    const double tolerance = a_.shape.mesh().rounding() + b_.shape.mesh().rounding() + 2 * rounding_;
    const bool slight =
        depth <= tolerance && !has_deeper_vertex(a_, b_, tolerance) && !has_deeper_vertex(b_, a_, tolerance);
    return {.tolerance = tolerance, .explains = slight, .curved = false, .gap = {}};
}

}  // namespace graze::inline v1::detail
