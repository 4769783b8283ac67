// The pipeline of a world: changed objects, overlapping boxes, pairs of interest, exact tests, callbacks
// (Zachmann 2000, 3.9).
#include <algorithm>
#include <chrono>
#include <cmath>

#include "graze/base/error.h"
#include "graze/world/broad_phase/detail/prefetch.h"
#include "graze/world/detail/shape_in_world.h"
#include "graze/world/detail/world_state.h"

namespace graze::inline v1::detail {
namespace {

using Clock = std::chrono::steady_clock;

// Adds the time since the last call to a stage.
class StageClock {
  public:
    void end(StageReport& stage, std::uint64_t items) {
        const auto now = Clock::now();
        stage.items += items;
        stage.time += now - last_;
        last_ = now;
    }

  private:
    Clock::time_point last_ = Clock::now();
};

}  // namespace

void WorldState::find_class(std::uint32_t index) {
    classes.resize(objects.size());
    classes[index] = interests.class_of(id_of(index), objects[index].groups, presences[index].movable);
    objects[index].class_known = true;
}

// After interests have changed, every pair is tested again, but no module is notified twice. If an interest
// still exists but no longer covers a pair, because an object was removed or has changed its groups, its
// module is notified that the collision ended: such pairs keep their old wishes until then.
void WorldState::settle_interests() {
    const auto old_cells = interests.settle();
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
        if (!presences[i].alive) continue;
        touch(i);
        find_class(i);
    }
    std::vector<std::uint32_t> kept_cells(old_cells.size(), NearPairs::none);
    const auto keep_cell = [&](std::uint32_t old) {
        if (kept_cells[old] == NearPairs::none) kept_cells[old] = interests.keep_cell(*old_cells[old]);
        return kept_cells[old];
    };
    const auto keep_wishes = [&](NearPair& p) {
        p.notified = interests.still_there(p.notified, *old_cells[p.cell]);
        p.cell = keep_cell(p.cell);
    };
    for (const std::uint32_t pair : lingering_) keep_wishes(near[pair]);
    std::vector<NearPair> ended;
    near.for_each([&](NearPair& p) {
        if (!presences[p.a].alive || !presences[p.b].alive) return keep_wishes(p);
        const PairWish& before = *old_cells[p.cell];
        const std::uint32_t cell = cell_of({p.a, p.b});
        const std::uint64_t notified = interests.still_there(p.notified, before);
        const std::uint64_t kept = carried_over(notified, before, interests.wish(cell));
        const std::uint64_t lost = notified & ~carried_over(kept, interests.wish(cell), before);
        if (lost != 0) ended.push_back({p.a, p.b, keep_cell(p.cell), lost, 0, 0, nullptr});
        p.notified = kept;
        p.cell = cell;
    });
    for (const NearPair& p : ended) {
        const std::uint32_t pair = near.make_apart(p.a, p.b);
        near[pair].cell = p.cell;
        near[pair].notified = p.notified;
        lingering_.push_back(pair);
    }
}

// A choice is kept until the number of objects has halved or doubled, or for some updates: the share of
// objects that move may change. Both are counts, so every machine chooses alike.
BroadPhaseKind WorldState::suitable_broad_phase() {
    constexpr std::uint64_t updates_per_choice = 32;
    if (options.broad_phase) return *options.broad_phase;
    const double share = count == 0 ? 1 : static_cast<double>(changed_.size()) / static_cast<double>(count);
    moving_share_ += (std::min(share, 1.0) - moving_share_) / 8;
    const bool is_due = !broad_phase || count > 2 * chosen_for_ || 2 * count < chosen_for_ ||
                        update_number >= chosen_in_ + updates_per_choice;
    if (!is_due) return kind_;
    chosen_for_ = count;
    chosen_in_ = update_number;
    return best_broad_phase(count, moving_share_);
}

// Objects that have not changed are placed in a new broad phase as they are: no pair is tested, and no module
// notified, because the broad phase is another.
void WorldState::choose_broad_phase() {
    const BroadPhaseKind kind = suitable_broad_phase();
    if (broad_phase && kind == kind_) return;
    kind_ = kind;
    broad_phase = make_broad_phase(kind);
    boxes_.clear();
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
        objects[i].placed_yet = objects[i].placed_yet && presences[i].alive;
        if (objects[i].placed_yet) boxes_.push_back({i, box_with_margin(i)});
    }
    broad_phase->place(boxes_);
    found_.clear();
    broad_phase->changed_pairs(found_);
}

FloatBox WorldState::box_with_margin(std::uint32_t index) const {
    return rounded_outwards(grown(presences[index].box, 0.5 * interests.margin_of(classes[index])));
}

// Takes over the poses and shapes that were set, and computes the boxes.
void WorldState::place_changed() {
    boxes_.resize(now_changed_.size());
    parallel_for(options.threads, now_changed_.size(), 1024, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (i + items_ahead < last) {
                prefetch(&objects[now_changed_[i + items_ahead]]);
                prefetch(&presences[now_changed_[i + items_ahead]]);
            }
            WorldObject& o = objects[now_changed_[i]];
            Presence& here = presences[now_changed_[i]];
            boxes_[i].id = now_changed_[i];
            if (!here.alive || here.hibernating) continue;
            o.placed = o.pose;
            if (o.new_shape) o.shape = *std::exchange(o.new_shape, {});
            here.box = box_in_world(o.shape, o.placed);
            boxes_[i].box = box_with_margin(now_changed_[i]);
        }
    });
    leaving_.clear();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        WorldObject& o = objects[now_changed_[i]];
        const bool here = presences[now_changed_[i]].alive && !presences[now_changed_[i]].hibernating;
        if (!here && o.placed_yet) leaving_.push_back(now_changed_[i]);
        o.placed_yet = here;
        if (here) boxes_[kept++] = boxes_[i];
    }
    boxes_.resize(kept);
    if (kept > 0) {
        const Box& some = presences[boxes_[kept / 2].id].box;
        if (const double size = length(some.size()); size > 0 && std::isfinite(size)) usual_size = size;
    }
    broad_phase->remove(leaving_);
    broad_phase->place(boxes_);
}

void WorldState::keep_interesting() {
    std::erase_if(found_, [&](const IdPair& p) { return interests.wish(cell_of(p)).wishes.empty(); });
}

std::uint32_t WorldState::cell_of(const IdPair& pair) {
    return interests.cell(classes[pair.a], classes[pair.b]);
}

// If an object has changed its groups, other wishes cover the pair. For wishes that no longer cover the pair,
// the collision has ended.
void WorldState::recover(std::uint32_t pair, std::vector<PairNews>& dropped) {
    const std::uint32_t cell = cell_of({near[pair].a, near[pair].b}), before = near[pair].cell;
    if (cell == before) return;
    const std::uint64_t notified = near[pair].notified;
    const std::uint64_t kept = carried_over(notified, interests.wish(before), interests.wish(cell));
    const std::uint64_t ended = notified & ~carried_over(kept, interests.wish(cell), interests.wish(before));
    near[pair].notified = kept;
    near[pair].cell = cell;
    if (ended == 0) return;
    const std::uint32_t old = near.make_apart(near[pair].a, near[pair].b);
    near[old].cell = before;
    near[old].notified = ended;
    dropped.push_back({old, true});
}

// Prefetches the data for the test of a pair, and further ahead the pair itself.
GRAZE_PREFETCHES void WorldState::prefetch_tests(std::size_t item) const {
    // Less than items_ahead, because a test takes longer than an item of a list.
    constexpr std::size_t tests_ahead = 4;
    if (item + items_ahead < to_test_.size()) prefetch(&near[to_test_[item + items_ahead]]);
    if (item + tests_ahead >= to_test_.size()) return;
    const NearPair& p = near[to_test_[item + tests_ahead]];
    prefetch(&presences[p.a]);
    prefetch(&presences[p.b]);
    if (!p.memory) return;
    prefetch(&objects[p.a], WorldObject::bytes_for_tests);
    prefetch(&objects[p.b], WorldObject::bytes_for_tests);
    prefetch(p.memory.get());
}

// Threads take a few pairs at a time, because some pairs take a thousand times as long as others.
void WorldState::look_closely() {
    to_test_.clear();
    std::vector<PairNews> dropped;
    for (std::size_t i = 0; i < news_.size(); ++i) {
        if (i + items_ahead < news_.size()) prefetch(&near[news_[i + items_ahead].pair]);
        const PairNews n = news_[i];
        if (!n.gone && near[n.pair].tested != 0) recover(n.pair, dropped);
        NearPair& p = near[n.pair];
        if (n.gone) {
            p.state = 0;
            continue;
        }
        if (p.tested == 0) {
            p.cell = cell_of({p.a, p.b});
            resume(p);
        }
        p.tested = update_number;
        if (interests.wish(p.cell).beyond_boxes() && !p.memory) p.memory = std::make_unique<PairMemory>();
        to_test_.push_back(n.pair);
    }
    news_.insert(news_.end(), dropped.begin(), dropped.end());
    parallel_for(options.threads, to_test_.size(), 8, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            prefetch_tests(i);
            NearPair& p = near[to_test_[i]];
            p.state = examine(side(p.a), side(p.b), interests.wish(p.cell), p.memory.get());
        }
    });
}

// Data that queries from other threads read changes only here and when objects are forgotten.
void WorldState::apply_changes(UpdateReport& report) {
    std::optional<WorldLock::Writing> writing;
    if (lock != nullptr) writing.emplace(*lock);
    StageClock clock;
    report.number = ++update_number;
    if (interests.changed()) settle_interests();
    choose_broad_phase();
    now_changed_.swap(changed_);
    changed_.clear();
    if (!std::is_sorted(now_changed_.begin(), now_changed_.end()))
        std::sort(now_changed_.begin(), now_changed_.end());
    frozen_flags_.resize(objects.size(), 0);
    for (const std::uint32_t index : now_changed_) {
        const Presence& here = presences[index];
        frozen_flags_[index] = here.alive && here.hibernating ? 1 : 0;
        if (here.alive && !objects[index].class_known) {
            find_class(index);
        } else if (!here.alive) {
            gone_objects_.push_back(index);
            changed_flags_[index] = NearPairs::dead;
        }
    }
    place_changed();
    clock.end(report.moved, now_changed_.size());

    found_.clear();
    broad_phase->changed_pairs(found_);
    clock.end(report.broad, found_.size());
}

UpdateReport WorldState::update() {
    if (updating_) throw Error("a callback cannot update the world that calls it", "World::update");
    // Runs also when a callback throws.
    struct Finish {
        WorldState& state;
        ~Finish() {
            state.notifying = false;
            state.forget_gone();
            state.updating_ = false;
        }
    };
    updating_ = true;
    news_.clear();
    const Finish finish{*this};
    UpdateReport report;
    apply_changes(report);

    StageClock clock;
    keep_interesting();
    near.refresh(found_, now_changed_, {changed_flags_, frozen_flags_}, news_);
    clock.end(report.interest, found_.size());

    look_closely();
    clock.end(report.exact, to_test_.size());

    list_events();
    // From here on callbacks may change objects; these changes count for the next update.
    for (const std::uint32_t index : now_changed_) changed_flags_[index] = 0;
    clock.end(report.notified, notify());
    report.near_pairs = near.size();
    return report;
}

}  // namespace graze::inline v1::detail
