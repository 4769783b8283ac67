// The exact stage: the queries that the wishes of one pair need.
#include <algorithm>
#include <cmath>

#include "graze/world/detail/shape_in_world.h"
#include "graze/world/detail/world_state.h"

namespace graze::inline v1::detail {
namespace {

bool in_parts(const WorldObject& a, const WorldObject& b, const Wish& wish, const IntersectingPair& contact) {
    const auto fits = [](const std::string& part, const WorldObject& object, TriangleId t) {
        return part.empty() || part_name(object.shape, t) == part;
    };
    return fits(wish.part_of_first, a, contact.a) && fits(wish.part_of_second, b, contact.b);
}

bool are_meshes(const WorldObject& a, const WorldObject& b) {
    return a.shape.is_mesh() && b.shape.is_mesh();
}

void find_contacts(const WorldObject& a, const WorldObject& b, const PairWish& wish, PairMemory& memory) {
    memory.contacts.clear();
    if (!are_meshes(a, b)) {  // other kinds have no triangles
        memory.touching = intersects(a.shape, a.placed, b.shape, b.placed);
        return;
    }
    if (wish.triangles) {
        memory.contacts = intersecting_triangles(a.shape, a.placed, b.shape, b.placed);
        memory.touching = !memory.contacts.empty();
        return;
    }
    if (!wish.contact) {
        memory.touching = intersects(a.shape, a.placed, b.shape, b.placed, memory.cache);
        return;
    }
    const FirstPair found = any_intersecting_pair(a.shape, a.placed, b.shape, b.placed, memory.cache);
    memory.touching = found.found();
    if (memory.touching) memory.contacts.push_back(static_cast<const IntersectingPair&>(found));
}

// Bounds the error of a distance between triangles in the two boxes: twice what triangle_distance.h states,
// for the roundings here.
double distance_error(double value, const Box& a, const Box& b) {
    double largest = 0;
    for (const Vec3& corner : {a.lower, a.upper, b.lower, b.upper})
        largest = std::max({largest, std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)});
    return 2e-12 * value + largest * 0x1p-48 + 0x1p-1069;
}

// Decides as within() does. The distance of two meshes, where it is known, decides unless it is within its
// error of the limit.
bool is_within(const PairSide& side_a, const PairSide& side_b, double limit, const Distance* known) {
    const WorldObject &a = side_a.object, &b = side_b.object;
    const Box &box_a = side_a.presence.box, &box_b = side_b.presence.box;
    if (!overlap(grown(box_a, limit), box_b)) return false;
    if (known != nullptr && are_meshes(a, b)) {
        const double error = distance_error(known->value, box_a, box_b);
        if (known->value == 0 || known->value + error < limit) return true;
        if (known->value - error > limit) return false;
    }
    return within(a.shape, a.placed, b.shape, b.placed, limit);
}

// A search within a limit is far cheaper than one for the distance where the objects are further apart. So it
// goes first, unless the objects were near at the last update.
void find_distance(const PairSide& a, const PairSide& b, const PairWish& wish, PairMemory& memory) {
    const double limit = wish.distance_limit;
    const bool were_near = memory.distance && memory.distance->value <= limit;
    memory.distance.reset();
    if (!wish.distance || !overlap(grown(a.presence.box, limit), b.presence.box)) return;
    if (!were_near && !is_within(a, b, limit, nullptr)) return;
    memory.distance =
        distance(a.object.shape, a.object.placed, b.object.shape, b.object.placed, memory.cache);
}

void find_points(const PairSide& a, const PairSide& b, double margin, PairMemory& memory) {
    memory.points.clear();
    if (!(margin > 0) || !overlap(grown(a.presence.box, margin), b.presence.box)) return;
    Listed<ContactPoint> found = contacts(a.object.shape, a.object.placed, b.object.shape, b.object.placed,
                                          margin, {}, {.cache = &memory.cache});
    memory.points.swap(found);
}

bool holds(const PairSide& a, const PairSide& b, const Wish& wish, const PairMemory& memory) {
    switch (wish.want) {
        case Want::boxes:
            return overlap(a.presence.box, b.presence.box);
        case Want::touch:
        case Want::witness:
        case Want::triangles:
            if (!wish.names_part()) return memory.touching;
            return std::any_of(
                memory.contacts.begin(), memory.contacts.end(),
                [&](const IntersectingPair& c) { return in_parts(a.object, b.object, wish, c); });
        case Want::distance:  // without a distance: not even within the largest limit
            return memory.distance && is_within(a, b, wish.limit, &*memory.distance);
        case Want::contacts:
            return std::ranges::any_of(memory.points,
                                       [&](const ContactPoint& c) { return !(c.distance > wish.limit); });
        case Want::clearance:
            return is_within(a, b, wish.limit, memory.distance ? &*memory.distance : nullptr);
    }
    return false;
}

}  // namespace

std::uint64_t examine(const PairSide& a, const PairSide& b, const PairWish& wish, PairMemory* memory) {
    static const PairMemory nothing;  // enough for Want::boxes
    if (memory != nullptr && (wish.touch || wish.contact || wish.triangles)) {
        memory->touching = false;
        memory->contacts.clear();
        if (overlap(a.presence.box, b.presence.box)) find_contacts(a.object, b.object, wish, *memory);
    }
    if (memory != nullptr) find_distance(a, b, wish, *memory);
    if (memory != nullptr) find_points(a, b, wish.contact_margin, *memory);
    std::uint64_t state = 0;
    for (std::size_t i = 0; i < wish.wishes.size(); ++i)
        if (holds(a, b, wish.wishes[i], memory != nullptr ? *memory : nothing))
            state |= std::uint64_t{1} << i;
    return state;
}

void keep_parts(const WorldObject& a, const WorldObject& b, const Wish& wish,
                std::span<const IntersectingPair> all, std::vector<IntersectingPair>& kept) {
    kept.clear();
    std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
                 [&](const IntersectingPair& c) { return in_parts(a, b, wish, c); });
}

}  // namespace graze::inline v1::detail
