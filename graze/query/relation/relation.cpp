// The query first visits all pairs of triangles that have a point in common. Where two surfaces pass through
// each other the solids overlap, whichever side is material. If the surfaces only touch, each piece of one
// surface lies on one side of the other, and one winding number per piece shows on which.
#include "graze/query/relation/relation.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "graze/query/detail/costs.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/intersect/detail/subtree_planes.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/kinds/detail/any_kind.h"
#include "graze/query/point/detail/winding.h"
#include "graze/query/relation/detail/contact_regions.h"
#include "graze/query/relation/detail/surface_contacts.h"

namespace graze::inline v1 {
namespace {

using detail::ContactList;
using detail::ContactRegion;
using detail::ContactTriangle;
using detail::SurfaceContacts;
using detail::SurfacePoint;
using detail::WindingNumber;

// A shape at its pose, and what is known about its contacts with the other shape.
struct Body {
    const Shape& shape;
    const Pose& pose;
    WindingNumber winding;
    ContactList contacts{};

    Body(const Shape& s, const Pose& p, Meter& meter) : shape(s), pose(p), winding(s, p, meter) {}
    Triangle triangle(TriangleId t) const { return pose(shape.mesh().triangle(t)); }
    Vec3 vertex(VertexId v) const { return pose(shape.mesh().vertices()[v]); }
};

Answer answer(std::optional<int> winding) {
    if (!winding) return Answer::undecided;
    return *winding != 0 ? Answer::yes : Answer::no;
}

// The first answer of `ask(item)` that is not no.
template <class Items, class Ask>
Answer any_of(const Items& items, const Ask& ask) {
    for (const auto& item : items) {
        if (const Answer a = ask(item); a != Answer::no) return a;
    }
    return Answer::no;
}

// Is there material of both solids just beside a point of a triangle of `body`? `decided` becomes true if the
// triangle has a material side there at all.
Answer overlap_beside(const SurfacePoint& p, Body& body, Body& other, bool& decided) {
    for (const int side : {-1, 1}) {
        const Answer material = answer(body.winding.beside(p, side));
        if (material == Answer::undecided) return material;
        if (material == Answer::no) continue;
        decided = true;
        if (const Answer a = answer(other.winding.beside(p, side)); a != Answer::no) return a;
    }
    return Answer::no;
}

// Where the body's triangles touch the inside of triangles of the other body, do they touch from within?
Answer touches_overlap(Body& body, Body& other) {
    // The other surface is tested first: where parts merely touch, it has no material on either side.
    return any_of(body.contacts.touches(), [&](const detail::Touch& touch) {
        const SurfacePoint p{{body.triangle(touch.triangle), touch.weight}, true};
        const auto others = other.winding.beside(p);
        if (!others) return Answer::undecided;
        for (const auto& [side, material] : {std::pair(-1, others->behind), std::pair(1, others->in_front)}) {
            if (material == 0) continue;
            if (const Answer a = answer(body.winding.beside(p, side)); a != Answer::no) return a;
        }
        return Answer::no;
    });
}

Answer region_overlaps(Body& body, const ContactRegion& region, Body& other) {
    if (region.free_vertex) return answer(other.winding.of(body.vertex(*region.free_vertex)));
    bool decided = false;
    for (const ContactTriangle& c : region.members) {
        if (c.flat) continue;
        const SurfacePoint middle{{body.triangle(c.triangle), {1, 1, 1}}};
        if (const Answer a = overlap_beside(middle, body, other, decided); a != Answer::no) return a;
        if (decided) break;
    }
    return Answer::no;
}

Answer contacts_overlap(Body& body, Body& other) {
    return any_of(contact_regions(body.shape, body.pose, body.contacts.triangles()),
                  [&](const ContactRegion& region) { return region_overlaps(body, region, other); });
}

// The numbers of pieces of a body, nowhere in contact, that lie inside and outside the other body.
struct Pieces {
    std::size_t inside = 0, outside = 0;
    bool complete = true;  // false: the budget is used up
};

Pieces count_pieces(const Body& body, Body& other) {
    const ClosedSurface& surface = body.shape.closed_surface();
    std::vector<bool> in_contact(surface.component_count(), false);
    for (const ContactTriangle& c : body.contacts.triangles()) {
        const std::uint32_t component = surface.component_of_triangle()[c.triangle];
        if (component != ClosedSurface::no_component) in_contact[component] = true;
    }
    Pieces pieces;
    std::optional<Vec3> last;
    Answer inside = Answer::no;
    for (std::uint32_t i = 0; i < surface.component_count(); ++i) {
        if (in_contact[i]) continue;
        const Vec3 p = body.triangle(surface.first_triangle(i))[0];
        // Copies of a piece come one after the other.
        if (!last || *last != p) inside = answer(other.winding.of(p));
        last = p;
        pieces.complete = inside != Answer::undecided;
        if (!pieces.complete) break;
        ++(inside == Answer::yes ? pieces.inside : pieces.outside);
    }
    return pieces;
}

Relation relation_without_contact(Body& a, Body& b) {
    const Pieces of_a = count_pieces(a, b);
    if (!of_a.complete) return Relation::undecided;
    if (of_a.inside > 0 && of_a.outside > 0) return Relation::overlapping;
    const Pieces of_b = count_pieces(b, a);
    if (!of_b.complete) return Relation::undecided;
    if (of_a.inside == 0 && of_b.inside == 0) return Relation::apart;
    if (of_b.inside == 0 && of_a.outside == 0) return Relation::a_in_b;
    if (of_a.inside == 0 && of_b.outside == 0) return Relation::b_in_a;
    return Relation::overlapping;
}

// `a.contacts` and `b.contacts` must be complete, and no two triangles pass through each other.
Relation relation_with_contact(Body& a, Body& b) {
    const auto decide = [&]() -> Answer {
        if (const Answer x = touches_overlap(a, b); x != Answer::no) return x;
        if (const Answer x = touches_overlap(b, a); x != Answer::no) return x;
        if (const Answer x = contacts_overlap(a, b); x != Answer::no) return x;
        if (const Answer x = contacts_overlap(b, a); x != Answer::no) return x;
        for (const Pieces& p : {count_pieces(a, b), count_pieces(b, a)}) {
            if (p.inside > 0) return Answer::yes;
            if (!p.complete) return Answer::undecided;
        }
        return Answer::no;
    };
    switch (decide()) {
        case Answer::yes:
            return Relation::overlapping;
        case Answer::undecided:
            return Relation::undecided;
        default:
            return Relation::touching;
    }
}

Relation relation_of_solids(const Shape& a, const Pose& world_from_a, const Shape& b,
                            const Pose& world_from_b, QueryCounts& counts, Meter& meter) {
    Body body_a(a, world_from_a, meter), body_b(b, world_from_b, meter);
    SurfaceContacts contacts;
    bool overlapping = false, separated = false;
    std::uint64_t flush_pairs = 0, pairs = 0;
    const detail::PairQuery query(a, world_from_a, b, world_from_b);
    const std::uint64_t triangles = a.mesh().triangle_count() + b.mesh().triangle_count();
    std::uint64_t next_try = std::max<std::uint64_t>(64, triangles / 8);
    const auto collect = [&](TriangleId ta, TriangleId tb) {
        if (!meter.spend(detail::cost::contact)) return false;
        // If a plane separates the solids, nothing more needs to be tested.
        if (++pairs == next_try) {
            next_try *= 8;
            detail::SubtreePlanes planes(query);
            planes.add_hard_pair(ta, tb);
            separated =
                planes.separate(detail::roots, detail::SubtreePlanes::Wanted::no_crossing, 4 * triangles);
            meter.spend(planes.take_looked_at());
            if (separated) return false;
        }
        const detail::PairFinding found = contacts.add(ta, body_a.triangle(ta), tb, body_b.triangle(tb));
        overlapping = found.crossing;
        // Copies of one part at one place have only flush pairs, and many of them: test some at once.
        if (found.flush && std::has_single_bit(++flush_pairs)) {
            bool decided = false;
            overlapping = overlap_beside({*found.flush}, body_a, body_b, decided) == Answer::yes;
        }
        return !overlapping;
    };
    static const PairFilter all;
    Meter shared(Budget::part_of(meter));
    const Answer met = detail::visit_pairs(a, world_from_a, b, world_from_b, collect, all, counts, shared);
    if (overlapping) return Relation::overlapping;
    if (separated) return Relation::touching;
    if (meter.exhausted()) return Relation::undecided;
    if (met == Answer::yes) {
        contacts.a.finish();
        contacts.b.finish();
        body_a.contacts = std::move(contacts.a);
        body_b.contacts = std::move(contacts.b);
    }
    return met == Answer::yes ? relation_with_contact(body_a, body_b)
                              : relation_without_contact(body_a, body_b);
}

Relation relation_of_surfaces(const Shape& a, const Pose& world_from_a, const Shape& b,
                              const Pose& world_from_b, QueryCounts& counts, Meter& meter) {
    bool crossing = false;
    const auto collect = [&](TriangleId ta, TriangleId tb) {
        if (!meter.spend(detail::cost::exact_pair)) return false;
        crossing =
            detail::cross_properly(world_from_a(a.mesh().triangle(ta)), world_from_b(b.mesh().triangle(tb)));
        return !crossing;
    };
    detail::PairQuery query(a, world_from_a, b, world_from_b);
    if (!detail::prepare(query)) return Relation::apart;
    static const PairFilter all;
    const PairCollector collector = collect;
    detail::Visit visit{all, collector, meter};
    visit.only_crossings = true;
    detail::visit_pairs(query, detail::roots, counts, visit);
    if (crossing) return Relation::overlapping;
    if (meter.exhausted()) return Relation::undecided;
    return visit.found ? Relation::touching : Relation::apart;
}

Relation metered_relation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                          OpenMeshes open_meshes, QueryCounts& counts, Meter& meter) {
    if (a.mesh().empty() || b.mesh().empty()) return Relation::apart;
    if (!a.closed_surface().closed() || !b.closed_surface().closed()) {
        if (open_meshes == OpenMeshes::refuse) return Relation::not_closed;
        return relation_of_surfaces(a, world_from_a, b, world_from_b, counts, meter);
    }
    if (!overlap(world_from_a(a.mesh().box()), world_from_b(b.mesh().box())) ||
        !boxes_overlap(a, world_from_a, b, world_from_b)) {
        return Relation::apart;
    }
    return relation_of_solids(a, world_from_a, b, world_from_b, counts, meter);
}

}  // namespace

Relation relation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  OpenMeshes open_meshes) {
    if (!detail::are_meshes(a, b))
        return detail::relation_any(a, world_from_a, b, world_from_b, open_meshes, {});
    QueryCounts ignored;
    Meter unlimited{Budget{}};
    return metered_relation(a, world_from_a, b, world_from_b, open_meshes, ignored, unlimited);
}

Relation relation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  OpenMeshes open_meshes, const QueryOptions& options) {
    if (options.filter) return Relation::unsupported;
    if (!detail::are_meshes(a, b))
        return detail::relation_any(a, world_from_a, b, world_from_b, open_meshes, options);
    QueryCounts ignored;
    Meter meter(options.budget, options.progress, "comparing solids");
    return metered_relation(a, world_from_a, b, world_from_b, open_meshes,
                            options.counts != nullptr ? *options.counts : ignored, meter);
}

Relation relation(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const QueryOptions& options) {
    return relation(a, world_from_a, b, world_from_b, OpenMeshes::refuse, options);
}

const char* name_of(Relation r) {
    switch (r) {
        case Relation::apart:
            return "apart";
        case Relation::touching:
            return "touching";
        case Relation::overlapping:
            return "overlapping";
        case Relation::a_in_b:
            return "a_in_b";
        case Relation::b_in_a:
            return "b_in_a";
        case Relation::not_closed:
            return "not_closed";
        case Relation::undecided:
            return "undecided";
        case Relation::unsupported:
            return "unsupported";
    }
    return "";
}

}  // namespace graze::inline v1
