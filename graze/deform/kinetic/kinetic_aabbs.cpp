#include <algorithm>

#include "graze/deform/kinetic/detail/kinetic_aabbs.h"

namespace graze::inline v1::detail {

KineticAabbs::KineticAabbs(const Mesh& mesh, const PatternOptions& options)
    : pattern_(make_pattern(mesh, options)), lines_(mesh.vertices()), sides_(pattern_.nodes.size()) {
    realise_all();
}

void KineticAabbs::realise_all() {
    for (auto node = static_cast<std::uint32_t>(sides_.size()); node-- > 0;) {
        const PatternNode& n = pattern_.nodes[node];
        if (n.is_leaf()) sides_[node].fill(pattern_.leaf_vertices[n.vertices]);
        for (std::size_t side = 0; side < 6; ++side) {
            // The vertex that is on this side may have been on it before: only what is beyond it matters.
            if (!n.is_leaf()) sides_[node][side] = sides_[node + 1][side];
            sides_[node][side] = best_of(node, side);
        }
    }
}

VertexId KineticAabbs::best_of(std::uint32_t node, std::size_t side) const {
    const PatternNode& n = pattern_.nodes[node];
    VertexId best = sides_[node][side];
    if (n.is_leaf()) {
        for (const VertexId v : pattern_.vertices_of(node))
            if (beyond(v, best, side)) best = v;
        return best;
    }
    const VertexId first = sides_[node + 1][side], second = sides_[n.second][side];
    // The present one stays where it is among the furthest.
    if (best == second) return beyond(first, second, side) ? first : second;
    return beyond(second, first, side) ? second : first;
}

GRAZE_INLINE Tick KineticAabbs::failure(std::uint32_t node, std::size_t side, Tick from) {
    const PatternNode& n = pattern_.nodes[node];
    const VertexId present = sides_[node][side];
    const LineOfFlight mine = line_of(present, side);
    Tick first = never;
    const auto look_at = [&](VertexId v) {
        const LineOfFlight other = line_of(v, side);
        if (other.end() <= mine.end()) return;
        ++counts_.certificates;
        first = std::min(first, last_tick(other, mine, Holds::while_not_beyond, from));
    };
    if (n.is_leaf()) {
        for (const VertexId v : pattern_.vertices_of(node)) look_at(v);
    } else {
        const VertexId a = sides_[node + 1][side], b = sides_[n.second][side];
        look_at(a == present ? b : a);
    }
    return first;
}

void KineticAabbs::certify_all() {
    queue_.clear();
    for (auto node = static_cast<std::uint32_t>(sides_.size()); node-- > 0;) {
        for (std::size_t side = 0; side < 6; ++side) {
            const Tick tick = failure(node, side, now_);
            if (tick != never) queue_.add(tick, 6ull * node + side);
        }
    }
    queue_.make_order();
}

void KineticAabbs::step_to(std::span<const Vec3> to) {
    // Only at its end is a step known without rounding.
    const bool rounded = now_ != step_ticks;
    lines_.step_to(to, now_);
    now_ = 0;
    if (rounded) realise_all();
    ++counts_.steps;
    certify_all();
}

void KineticAabbs::add_work(std::uint32_t node, std::size_t side, bool again) {
    work_.push_back(2 * (6ull * node + side) + (again ? 1 : 0));
    std::push_heap(work_.begin(), work_.end());
}

// Children come before parents: their indices are larger.
void KineticAabbs::work_off() {
    while (!work_.empty()) {
        const std::uint64_t item = work_.front();
        bool again = (item & 1) != 0;
        while (!work_.empty() && work_.front() / 2 == item / 2) {
            std::pop_heap(work_.begin(), work_.end());
            work_.pop_back();
        }
        const auto node = static_cast<std::uint32_t>(item / 12);
        const std::size_t side = item / 2 % 6;
        const VertexId best = best_of(node, side);
        if (best != sides_[node][side]) {
            sides_[node][side] = best;
            ++counts_.updates;
            if (!again) ++(pattern_.nodes[node].is_leaf() ? counts_.leaf_events : counts_.tree_events);
            if (changes_) changes_->push_back({node, static_cast<std::uint8_t>(side)});
            if (node != 0) add_work(pattern_.nodes[node].parent, side, true);
            again = true;
        }
        // Otherwise the certificate has been replaced since it was put into the queue.
        if (!again) continue;
        const Tick tick = failure(node, side, now_);
        if (tick != never) queue_.push(tick, 6ull * node + side);
    }
}

void KineticAabbs::take_next() {
    const Tick tick = queue_.next();
    now_ = tick + 1;
    ++counts_.batches;
    while (queue_.next() == tick) {
        const std::uint64_t id = queue_.pop();
        add_work(static_cast<std::uint32_t>(id / 6), id % 6, false);
    }
    work_off();
}

void KineticAabbs::advance(Tick now) {
    while (queue_.next() < now) take_next();
    now_ = now;
}

void KineticAabbs::redirect(VertexId v, const Vec3& to, Tick since) {
    ++counts_.redirections;
    lines_.redirect(v, to, since);
    for (const std::uint32_t leaf : pattern_.leaves_of(v)) {
        for (std::size_t side = 0; side < 6; ++side) {
            std::uint32_t node = leaf;
            add_work(node, side, true);
            while (node != 0 && sides_[node][side] == v) {
                node = pattern_.nodes[node].parent;
                add_work(node, side, true);
            }
        }
    }
    work_off();
}

Box KineticAabbs::box(std::uint32_t node) const {
    const NodeSides& s = sides_[node];
    const auto at = [&](std::size_t side) { return lines_.coordinate(s[side], side % 3, now_); };
    const double margin = lines_.margin();
    return {{at(0) - margin, at(1) - margin, at(2) - margin},
            {at(3) + margin, at(4) + margin, at(5) + margin}};
}

}  // namespace graze::inline v1::detail
