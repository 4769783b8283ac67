#include "graze/deform/kinetic/detail/kinetic_planes.h"

#include <algorithm>

namespace graze::inline v1::detail {

KineticPlanes::KineticPlanes(const Mesh& mesh, const PatternOptions& options)
    : pattern_(make_pattern(mesh, options)),
      lines_(mesh.vertices()),
      planes_(6 + 2 * pattern_.nodes.size()),
      ends_(pattern_.nodes.size()) {
    realise_all();
}

KineticPlanes::Plane KineticPlanes::plane(PlaneId id) const {
    if (id < 6) return {0, static_cast<std::uint8_t>(id)};
    const auto node = static_cast<std::uint32_t>((id - 6) / 2);
    const PatternNode& n = pattern_.nodes[node];
    const bool upper = id % 2 == 1;
    return {upper ? node + 1 : n.second, static_cast<std::uint8_t>(n.axis + (upper ? 3 : 0))};
}

KineticPlanes::PlaneId KineticPlanes::plane_above(std::uint32_t node, std::uint8_t side) const {
    const bool upper = side >= 3;
    while (node != 0) {
        const std::uint32_t parent = pattern_.nodes[node].parent;
        // A node on the other side of its parent is not bounded by this plane: look further up.
        if (pattern_.nodes[parent].axis == side % 3 && (node == parent + 1) == upper)
            return plane_id(parent, upper);
        node = parent;
    }
    return side;
}

template <class Visit>
void KineticPlanes::visit_candidates(std::uint32_t node, std::uint8_t side, Visit&& visit) const {
    const PatternNode& n = pattern_.nodes[node];
    if (n.is_leaf()) {
        for (const VertexId v : pattern_.vertices_of(node)) visit(v);
        return;
    }
    const bool upper = side >= 3, same = n.axis == side % 3;
    if (same) visit(planes_[plane_id(node, upper)]);
    if (!same || !upper) visit_candidates(node + 1, side, visit);
    if (!same || upper) visit_candidates(n.second, side, visit);
}

// As of a hierarchy of boxes.
void KineticPlanes::realise_all() {
    std::vector<NodeSides> sides(pattern_.nodes.size());
    for (auto node = static_cast<std::uint32_t>(sides.size()); node-- > 0;) {
        const PatternNode& n = pattern_.nodes[node];
        for (std::size_t side = 0; side < 6; ++side) {
            VertexId best = n.is_leaf() ? pattern_.leaf_vertices[n.vertices] : sides[node + 1][side];
            const auto look_at = [&](VertexId v) {
                if (is_beyond(line_of(v, side), line_of(best, side), now_)) best = v;
            };
            if (n.is_leaf()) {
                for (const VertexId v : pattern_.vertices_of(node)) look_at(v);
            } else {
                look_at(sides[n.second][side]);
            }
            sides[node][side] = best;
        }
        if (n.is_leaf()) continue;
        planes_[plane_id(node, true)] = sides[node + 1][n.axis + 3u];
        planes_[plane_id(node, false)] = sides[n.second][n.axis];
    }
    for (std::size_t side = 0; side < 6; ++side) planes_[side] = sides[0][side];
}

void KineticPlanes::certify(PlaneId id, Tick from) {
    const Plane p = plane(id);
    const VertexId present = planes_[id];
    const LineOfFlight mine = line_of(present, p.side);
    Tick first = never;
    visit_candidates(p.below, p.side, [&](VertexId v) {
        const LineOfFlight other = line_of(v, p.side);
        if (other.end() <= mine.end()) return;
        ++counts_.certificates;
        first = std::min(first, last_tick(other, mine, Holds::while_not_beyond, from));
    });
    if (first != never) queue_.push(first, id);
}

// A plane whose vertex is the furthest at the end, too, stays where it is: most do.
void KineticPlanes::certify_all() {
    queue_.clear();
    const auto check = [&](PlaneId id) {
        const Plane p = plane(id);
        const Box& box = ends_[p.below];
        const double end = lines_.end(planes_[id], p.side % 3);
        if (p.side < 3 ? box.lower[p.side] < end : box.upper[p.side % 3u] > end) certify(id, now_);
    };
    for (auto node = static_cast<std::uint32_t>(pattern_.nodes.size()); node-- > 0;) {
        const PatternNode& n = pattern_.nodes[node];
        if (n.is_leaf()) {
            Box box;
            for (const VertexId v : pattern_.vertices_of(node)) box.grow(lines_.end(v));
            ends_[node] = box;
            continue;
        }
        ends_[node] = ends_[node + 1];
        ends_[node].grow(ends_[n.second]);
        check(plane_id(node, false));
        check(plane_id(node, true));
    }
    for (PlaneId side = 0; side < 6; ++side) check(side);
}

void KineticPlanes::step_to(std::span<const Vec3> to) {
    const bool rounded = now_ != step_ticks;
    lines_.step_to(to, now_);
    now_ = 0;
    if (rounded) realise_all();
    ++counts_.steps;
    certify_all();
}

void KineticPlanes::add_work(PlaneId id, Reason reason, VertexId old, VertexId present) {
    work_.push_back({id, reason, old, present});
    std::push_heap(work_.begin(), work_.end());
}

void KineticPlanes::work_off() {
    while (!work_.empty()) {
        Work work = work_.front();
        const PlaneId id = work.id;
        const Plane p = plane(id);
        const VertexId before = planes_[id];
        VertexId best = before;
        bool all = false, counted = false;
        while (!work_.empty() && work_.front().id == id) {
            work = work_.front();
            std::pop_heap(work_.begin(), work_.end());
            work_.pop_back();
            if ((work.reasons & due) != 0) {
                all = counted = true;
                continue;
            }
            // What came onto a plane below is a candidate now. If it does not overtake at once, when?
            const LineOfFlight candidate = line_of(work.present, p.side), mine = line_of(best, p.side);
            if (is_beyond(candidate, mine, now_)) {
                // The one before was beyond all others; their overtaking it is in the queue, and not later
                // than their overtaking this one.
                all = all || work.old != before || best != before;
                best = work.present;
            } else if (!all && candidate.end() > mine.end()) {
                ++counts_.certificates;
                queue_.push(last_tick(candidate, mine, Holds::while_not_beyond, now_), id);
            }
        }
        if (all) {
            visit_candidates(p.below, p.side, [&](VertexId v) {
                if (is_beyond(line_of(v, p.side), line_of(best, p.side), now_)) best = v;
            });
        }
        if (best != before) {
            planes_[id] = best;
            ++counts_.updates;
            if (counted) ++counts_.tree_events;
            if (id >= 6) {
                const auto node = static_cast<std::uint32_t>((id - 6) / 2);
                add_work(plane_above(node, p.side), moved_below, before, best);
            }
        }
        if (all) certify(id, now_);
    }
}

void KineticPlanes::advance(Tick now) {
    while (queue_.next() < now) {
        const Tick tick = queue_.next();
        now_ = tick + 1;
        ++counts_.batches;
        while (queue_.next() == tick) add_work(queue_.pop(), due, 0, 0);
        work_off();
    }
    now_ = now;
}

void KineticPlanes::redirect(VertexId v, const Vec3& to) {
    ++counts_.redirections;
    lines_.redirect(v, to, now_);
    for (const std::uint32_t leaf : pattern_.leaves_of(v)) {
        for (std::uint8_t side = 0; side < 6; ++side) {
            for (std::uint32_t node = leaf;;) {
                const PlaneId id = plane_above(node, side);
                add_work(id, due, 0, 0);
                if (id < 6 || planes_[id] != v) break;
                node = static_cast<std::uint32_t>((id - 6) / 2);
            }
        }
    }
    work_off();
}

Box KineticPlanes::root_box() const {
    const auto at = [&](std::size_t side) { return lines_.coordinate(planes_[side], side % 3, now_); };
    const double margin = lines_.margin();
    return {{at(0) - margin, at(1) - margin, at(2) - margin},
            {at(3) + margin, at(4) + margin, at(5) + margin}};
}

Box KineticPlanes::first_box(std::uint32_t node, Box box) const {
    const std::size_t axis = pattern_.nodes[node].axis;
    double& upper = axis == 0 ? box.upper.x : axis == 1 ? box.upper.y : box.upper.z;
    upper = std::min(upper, lines_.coordinate(planes_[plane_id(node, true)], axis, now_) + lines_.margin());
    return box;
}

Box KineticPlanes::second_box(std::uint32_t node, Box box) const {
    const std::size_t axis = pattern_.nodes[node].axis;
    double& lower = axis == 0 ? box.lower.x : axis == 1 ? box.lower.y : box.lower.z;
    lower = std::max(lower, lines_.coordinate(planes_[plane_id(node, false)], axis, now_) - lines_.margin());
    return box;
}

}  // namespace graze::inline v1::detail
