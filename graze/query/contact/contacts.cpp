#include "graze/query/contact/contacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/query/contact/detail/contact_memory.h"
#include "graze/query/contact/detail/contact_regions.h"
#include "graze/query/contact/detail/contact_search.h"
#include "graze/query/contact/detail/inside_test.h"
#include "graze/query/contact/detail/near_pairs.h"
#include "graze/query/kinds/detail/tree_walk.h"

namespace graze::inline v1 {
namespace detail {
namespace {

class SearchUser final : public NearPairUser {
  public:
    explicit SearchUser(ContactSearch& search) : search_(search) {}
    void near_pair(TriangleId a, TriangleId b) override { search_.look_at(a, b); }

  private:
    ContactSearch& search_;
};

// The plane is the first triangle of B: all triangles of A that are below it, or no further above than the
// limit.
void visit_near_plane(const PlacedSurface& a, const PlacedSurface& plane, double limit,
                      const PairFilter& filter, Meter& meter, NearPairUser& user) {
    const Triangle t = plane.pose(plane.surface.mesh().triangle(0));
    const Vec3 normal = normalized(cross(t[1] - t[0], t[2] - t[0]));
    const auto lowest = [&](const NodeBox& box) {
        double height = dot(box.middle - t[0], normal);
        for (const Vec3& half : box.half) height -= std::abs(dot(half, normal));
        return height;
    };
    const PairFilter of_a =
        filter ? PairFilter([&filter](FeatureId, FeatureId b) { return filter(b, {}); }) : PairFilter{};
    walk_tree(
        a.surface, a.pose, of_a, meter, 1, lowest, [&] { return limit; },
        [&](TriangleId i) {
            user.near_pair(i, 0);
            return true;
        });
}

bool has_consistent_winding(const Shape& mesh) {
    return mesh.closed_surface().inconsistent_edge_count() == 0;
}

// Surfaces without an outside: the sides on which they are tell the sign as long as they do not intersect.
NormalSigns signs_between(ContactSide& a, ContactSide& b, const ContactOptions& contact,
                          const QueryOptions& options, ContactMemory& memory, bool& undecided) {
    QueryOptions question = options;
    question.counts = nullptr;
    const Answer meet = intersects(a.shape, a.pose, b.shape, b.pose, question);
    if (meet == Answer::undecided) undecided = true;
    if (meet == Answer::no) {
        memory.last_free = PosePair{a.pose, b.pose};
        return {};
    }
    if (contact.last_free) return {&*contact.last_free, false};
    if (memory.last_free) return {&*memory.last_free, false};
    for (ContactSide* side : {&a, &b})
        if (side->two_sided() && has_consistent_winding(side->shape)) side->outward = 1;
    return {nullptr, true};
}

constexpr std::uint64_t taken_id = 0;  // of a contact of the last call that goes on as another one

// Regions have no features: a region is the one whose middle was nearest, if that was within its extent.
ContactPoint* find_region(std::vector<ContactPoint>& last, const ContactPoint& region) {
    ContactPoint* nearest = nullptr;
    double least = std::abs(region.distance);
    for (ContactPoint& c : last) {
        if (c.kind != ContactKind::region || c.id == taken_id) continue;
        const double apart = length((c.point_a + c.point_b) * 0.5 - (region.point_a + region.point_b) * 0.5);
        if (apart <= least) least = apart, nearest = &c;
    }
    return nearest;
}

// Of several contacts of the same features, the one with the nearest normal.
ContactPoint* find_last(std::vector<ContactPoint>& last, const ContactPoint& contact) {
    if (contact.kind == ContactKind::region) return find_region(last, contact);
    ContactPoint* nearest = nullptr;
    double most = 0;
    auto at = std::lower_bound(last.begin(), last.end(), contact, comes_before);
    for (; at != last.end() && !comes_before(contact, *at); ++at) {
        const double agrees = dot(at->normal, contact.normal);
        if (at->id != taken_id && (nearest == nullptr || agrees > most)) nearest = &*at, most = agrees;
    }
    return nearest;
}

void number_contacts(ContactMemory& memory) {
    for (ContactPoint& c : memory.found) {
        ContactPoint* const before = find_last(memory.last, c);
        c.id = before != nullptr ? std::exchange(before->id, taken_id) : ++memory.ids;
    }
    memory.last = memory.found;
}

}  // namespace

// Leaves the contacts in memory.found.
QueryStatus find_contacts(const PlacedSurface& first, const PlacedSurface& second, double margin,
                          const ContactOptions& contact, const QueryOptions& options, ContactMemory& memory) {
    memory.found.clear();
    memory.depths.clear();
    Meter meter(options.budget, options.progress, "finding contacts");
    QueryOptions inner = options;
    inner.budget = Budget::part_of(meter);
    inner.progress = nullptr;
    ContactSide a(first.surface, first.pose), b(second.surface, second.pose);
    a.radius = first.radius;
    b.radius = second.radius;
    bool undecided = false;
    if (first.solid && first.is_plane) a.outward = 1;
    if (second.solid && second.is_plane) b.outward = 1;
    const bool any_open = (a.two_sided() && !first.solid) || (b.two_sided() && !second.solid);
    const NormalSigns signs =
        any_open ? signs_between(a, b, contact, inner, memory, undecided) : NormalSigns{};
    InsideTest inside(a, b, meter);
    ContactSearch search(a, b, margin, signs, inside, memory);
    SearchUser user(search);
    QueryCounts ignored;
    if (second.is_plane) {
        search.have_no_bottom();
        visit_near_plane(first, second, search.limit(), options.filter, meter, user);
    } else {
        PairQuery query(first.surface, first.pose, second.surface, second.pose);
        visit_near_pairs(
            query,
            {search.limit(), options.filter, options.counts != nullptr ? *options.counts : ignored, meter},
            user);
    }
    fade_behind_others(memory.found, memory.depths, a.radius + b.radius, margin);
    merge_same(memory.found);
    std::erase_if(memory.found, [&](const ContactPoint& c) { return !inside.is_there(c); });
    if (contact.reduce) reduce_contacts(memory);
    if (contact.regions && !options.filter && a.table.outward() != 0 && b.table.outward() != 0 &&
        a.radius + b.radius == 0) {
        if (!add_regions(first, second, margin, inner, memory.found)) undecided = true;
        sort_contacts(memory.found);
    }
    number_contacts(memory);
    return undecided || meter.exhausted() ? QueryStatus::undecided : QueryStatus::complete;
}

ContactCache::ContactCache() = default;
ContactCache::~ContactCache() = default;
ContactCache::ContactCache(const ContactCache& other)
    : memory_(other.memory_ ? std::make_unique<ContactMemory>(*other.memory_) : nullptr) {}
ContactCache::ContactCache(ContactCache&& other) noexcept = default;
ContactCache& ContactCache::operator=(const ContactCache& other) {
    if (this != &other) memory_ = other.memory_ ? std::make_unique<ContactMemory>(*other.memory_) : nullptr;
    return *this;
}
ContactCache& ContactCache::operator=(ContactCache&& other) noexcept = default;

ContactMemory& ContactCache::of(const ShapeId& a, const ShapeId& b) {
    if (!memory_) memory_ = std::make_unique<ContactMemory>();
    if (memory_->a != a || memory_->b != b) {
        memory_->a = a;
        memory_->b = b;
        memory_->last.clear();
        memory_->last_free.reset();
        memory_->ids = 0;
    }
    return *memory_;
}

namespace {

// Runs the search with the cache's memory, or with one of its own.
template <class Take>
QueryStatus with_contacts(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                          double margin, const ContactOptions& contact, const QueryOptions& options,
                          const Take& take) {
    if (!(margin > 0 && margin <= max_coordinate)) return QueryStatus::bad_input;
    ContactMemory own;
    ContactMemory& memory =
        options.cache != nullptr && !options.filter ? options.cache->contact.of(a.id(), b.id()) : own;
    const QueryStatus status =
        contacts_any(a, world_from_a, b, world_from_b, margin, contact, options, memory);
    if (status == QueryStatus::complete || status == QueryStatus::undecided) take(memory.found);
    return status;
}

}  // namespace
}  // namespace detail

const char* name_of(ContactKind kind) {
    switch (kind) {
        case ContactKind::face_face:
            return "face/face";
        case ContactKind::vertex_face:
            return "vertex/face";
        case ContactKind::edge_edge:
            return "edge/edge";
        case ContactKind::vertex_edge:
            return "vertex/edge";
        case ContactKind::vertex_vertex:
            return "vertex/vertex";
        case ContactKind::region:
            return "region";
        case ContactKind::closest:
            break;
    }
    return "closest points";
}

Listed<ContactPoint> contacts(const Shape& a, const Pose& world_from_a, const Shape& b,
                              const Pose& world_from_b, double margin, const ContactOptions& contact,
                              const QueryOptions& options) {
    Listed<ContactPoint> result;
    result.status = detail::with_contacts(
        a, world_from_a, b, world_from_b, margin, contact, options,
        [&](const std::vector<ContactPoint>& found) { result.assign(found.begin(), found.end()); });
    return result;
}

Filled contacts(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                double margin, std::span<ContactPoint> out, const ContactOptions& contact,
                const QueryOptions& options) {
    Filled filled;
    filled.status =
        detail::with_contacts(a, world_from_a, b, world_from_b, margin, contact, options,
                              [&](const std::vector<ContactPoint>& found) {
                                  filled.count = found.size();
                                  std::copy_n(found.begin(), std::min(found.size(), out.size()), out.begin());
                              });
    return filled;
}

ContactSum sum_of(std::span<const ContactPoint> contacts, const Vec3& about) {
    ContactSum sum;
    for (const ContactPoint& c : contacts) {
        const Vec3 middle = (c.point_a + c.point_b) * 0.5;
        sum.force += c.normal * c.weight;
        sum.moment += cross(middle - about, c.normal) * c.weight;
        sum.weight += c.weight;
        if (c.certainty != NormalCertainty::certain) sum.unsure += c.weight;
    }
    return sum;
}

}  // namespace graze::inline v1
