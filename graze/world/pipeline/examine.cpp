// The exact stage: the queries that the wishes of one pair need.
#include <algorithm>

#include "graze/world/detail/world_state.h"

namespace graze::inline v1::detail {
namespace {

std::string_view part_name(const Mesh& mesh, TriangleId t) {
    return mesh.parts().empty() ? std::string_view{} : mesh.parts()[mesh.part_of(mesh.polygon_of(t))].name;
}

bool in_parts(const WorldObject& a, const WorldObject& b, const Wish& wish, const IntersectingPair& contact) {
    const auto fits = [](const std::string& part, const WorldObject& object, TriangleId t) {
        return part.empty() || part_name(object.shape.mesh(), t) == part;
    };
    return fits(wish.part_of_first, a, contact.a) && fits(wish.part_of_second, b, contact.b);
}

void find_contacts(const WorldObject& a, const WorldObject& b, const PairWish& wish, PairMemory& memory) {
    memory.contacts.clear();
    if (wish.triangles) {
        memory.contacts = intersecting_triangles(a.shape, a.placed, b.shape, b.placed);
        memory.touching = !memory.contacts.empty();
        return;
    }
    memory.touching = intersects(a.shape, a.placed, b.shape, b.placed, memory.touch_cache);
    if (!memory.touching || !wish.contact) return;
    if (const auto w = witness(a.shape, a.placed, b.shape, b.placed)) {
        const Triangle in_a = a.placed(a.shape.mesh().triangle(w->a));
        const Triangle in_b = b.placed(b.shape.mesh().triangle(w->b));
        memory.contacts.push_back({w->a, w->b, intersection(in_a, in_b)});
    }
}

bool holds(const PairSide& side_a, const PairSide& side_b, const Wish& wish, const PairMemory& memory) {
    const WorldObject &a = side_a.object, &b = side_b.object;
    const Box &box_a = side_a.presence.box, &box_b = side_b.presence.box;
    switch (wish.want) {
        case Want::boxes:
            return overlap(box_a, box_b);
        case Want::touch:
        case Want::witness:
        case Want::triangles:
            if (!wish.names_part()) return memory.touching;
            return std::any_of(memory.contacts.begin(), memory.contacts.end(),
                               [&](const IntersectingPair& c) { return in_parts(a, b, wish, c); });
        case Want::clearance:
            if (!overlap(grown(box_a, wish.limit), box_b)) return false;
            return within(a.shape, a.placed, b.shape, b.placed, wish.limit);
        case Want::distance:
            return memory.distance.value <= wish.limit;
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
    if (memory != nullptr && wish.distance)
        memory->distance = distance(a.object.shape, a.object.placed, b.object.shape, b.object.placed,
                                    memory->distance_cache);
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
