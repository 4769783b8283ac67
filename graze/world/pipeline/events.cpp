// The last stage of an update: notifying the modules.
#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "graze/world/broad_phase/detail/prefetch.h"
#include "graze/world/detail/world_state.h"

namespace graze::inline v1::detail {

bool WorldState::muted(const NearPair& pair, ModuleId module) const {
    const auto &by_a = presences[pair.a].probed_by, &by_b = presences[pair.b].probed_by;
    return (by_a && *by_a != module) || (by_b && *by_b != module);
}

// Prefetches the pairs that come soon in a list, and their objects.
template <class Item>
GRAZE_PREFETCHES void WorldState::prefetch_pairs(std::span<const Item> items, std::size_t item) const {
    if (item + 2 * items_ahead < items.size()) prefetch(&near[items[item + 2 * items_ahead].pair]);
    if (item + items_ahead >= items.size()) return;
    const NearPair& p = near[items[item + items_ahead].pair];
    prefetch(&presences[p.a]);
    prefetch(&presences[p.b]);
}

// In the order of the modules, and for each module in the order of the pairs.
void WorldState::list_events() {
    std::vector<std::uint32_t> order(modules.size()), rank(modules.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return modules[a].options.order < modules[b].options.order;
    });
    for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

    events_.clear();
    const auto list = [&](std::uint32_t pair) {
        const NearPair& p = near[pair];
        const auto& wishes = interests.wish(p.cell).wishes;
        for (std::uint64_t left = p.state | p.notified; left != 0; left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
            const std::uint64_t bit = std::uint64_t{1} << i;
            if (muted(p, wishes[i].module)) continue;
            const bool now = (p.state & bit) != 0, before = (p.notified & bit) != 0;
            events_.push_back({pair, i, rank[wishes[i].module.number],
                               !now     ? Change::ended
                               : before ? Change::lasts
                                        : Change::began});
        }
    };
    // Lingering pairs come in the order in which they ended.
    for (const std::uint32_t pair : lingering_) list(pair);
    for (std::size_t i = 0; i < news_.size(); ++i) {
        prefetch_pairs(std::span<const PairNews>(news_), i);
        list(news_[i].pair);
    }
    const auto earlier = [](const PairEvent& a, const PairEvent& b) { return a.rank < b.rank; };
    if (!std::is_sorted(events_.begin(), events_.end(), earlier))
        std::stable_sort(events_.begin(), events_.end(), earlier);
}

Collision WorldState::collision(const PairEvent& event, std::vector<IntersectingPair>& parts) const {
    const NearPair& p = near[event.pair];
    const Wish& wish = interests.wish(p.cell).wishes[event.wish];
    Collision c{id_of(p.a), id_of(p.b), event.change, wish.interest, wish.want, {}, {}, {}, update_number};
    if (event.change == Change::ended || !p.memory) return c;
    if (const auto& distance = p.memory->distance; wish.want == Want::distance && distance)
        c.distance = *distance;
    if (wish.want == Want::contacts) c.points = p.memory->points;
    if (wish.want != Want::witness && wish.want != Want::triangles) return c;
    c.contacts = p.memory->contacts;
    if (wish.names_part()) {
        keep_parts(objects[p.a], objects[p.b], wish, p.memory->contacts, parts);
        c.contacts = parts;
    }
    if (wish.want == Want::witness)
        c.contacts = c.contacts.first(std::min<std::size_t>(1, c.contacts.size()));
    return c;
}

// Callbacks may change the world in any way, so no reference into the world is held between two callbacks. A
// module that was not notified of a change, because it skips the rest or an object was removed meanwhile, is
// notified later.
std::uint64_t WorldState::notify() {
    std::uint64_t notified = 0;
    notifying = true;
    for (WorldModule& m : modules) m.skips = false;
    std::vector<IntersectingPair> parts;
    // Kept alive, because the callback may remove its module. Events of one module are consecutive.
    std::shared_ptr<const CollisionCallback> callback;
    std::uint32_t whose = ~0u;
    for (std::size_t i = 0; i < events_.size(); ++i) {
        prefetch_pairs(std::span<const PairEvent>(events_), i);
        const PairEvent event = events_[i];
        NearPair& p = near[event.pair];
        const Wish& wish = interests.wish(p.cell).wishes[event.wish];
        const WorldModule& m = modules[wish.module.number];
        const bool ended = event.change == Change::ended;
        if (m.skips || (!ended && !(presences[p.a].alive && presences[p.b].alive))) continue;
        const std::uint64_t bit = std::uint64_t{1} << event.wish;
        p.notified = ended ? p.notified & ~bit : p.notified | bit;
        if (!m.alive || !m.callback || !*m.callback) continue;
        if (whose != wish.module.number) {
            callback = m.callback;
            whose = wish.module.number;
        }
        (*callback)(collision(event, parts));
        ++notified;
    }
    return notified;
}

// Pairs that ended are forgotten when all modules have been notified. Then the indices of removed objects are
// free again.
void WorldState::forget_gone() {
    for (const PairNews& n : news_)
        if (n.gone) lingering_.push_back(n.pair);
    std::erase_if(lingering_, [&](std::uint32_t pair) {
        if (near[pair].notified != 0) return false;
        near.release(pair);
        return true;
    });
    if (gone_objects_.empty()) return;
    std::optional<WorldLock::Writing> writing;
    if (lock != nullptr) writing.emplace(*lock);
    std::erase_if(gone_objects_, [&](std::uint32_t index) {
        for (const std::uint32_t pair : lingering_)
            if (near[pair].a == index || near[pair].b == index) return false;
        const std::uint32_t generation = presences[index].generation;
        const std::uint64_t version = objects[index].version;
        objects[index] = {};
        objects[index].version = version;
        presences[index] = {};
        presences[index].generation = generation + 1;
        // An index that has used up its generations is never reused, or old ids would name new objects.
        if (generation != last_generation) free_indices.push_back(index);
        return true;
    });
    answers.shrink(count);
}

// A pair that is near again before all modules were notified of its end. For modules that were not, the
// collision goes on as if it had never ended.
void WorldState::resume(NearPair& pair) {
    for (const std::uint32_t number : lingering_) {
        NearPair& old = near[number];
        if (old.a != pair.a || old.b != pair.b) continue;
        const PairWish &before = interests.wish(old.cell), &now = interests.wish(pair.cell);
        const std::uint64_t kept = carried_over(old.notified, before, now);
        pair.notified |= kept;
        old.notified &= ~carried_over(kept, now, before);
    }
}

}  // namespace graze::inline v1::detail
