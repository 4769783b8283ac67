#include "bench/seeds/kinetic_experiments.h"

#include <algorithm>
#include <limits>

#include "graze/query/sweep/linear_impact.h"

namespace graze::bench {

BinaryBranches::BinaryBranches(const KineticAabbTree& tree) {
    for (std::uint32_t n = 0; n < tree.node_count(); ++n) {
        const KineticNode node = tree.node(n);
        nodes.push_back({node.parent, node.first_child, node.second_child, node.triangles.front()});
    }
    for (const auto& t : tree.mesh().triangles()) triangles.push_back({t[0], t[1], t[2]});
}

template <class BoxOf>
void BottomUp::refit_all(const BoxOf& leaf_box) {
    for (auto n = static_cast<std::uint32_t>(boxes_.size()); n-- > 0;) {
        const BinaryBranches::Node& node = branches_.nodes[n];
        if (node.is_leaf()) {
            boxes_[n] = leaf_box(branches_.triangles[node.triangle]);
        } else {
            boxes_[n] = boxes_[node.first];
            boxes_[n].grow(boxes_[node.second]);
        }
    }
}

void BottomUp::refit(std::span<const Vec3> at) {
    refit_all([&](const std::array<VertexId, 3>& t) {
        Box box;
        for (const VertexId v : t) box.grow(at[v]);
        return box;
    });
}

void BottomUp::refit_swept(std::span<const Vec3> from, std::span<const Vec3> to) {
    refit_all([&](const std::array<VertexId, 3>& t) {
        Box box;
        for (const VertexId v : t) {
            box.grow(from[v]);
            box.grow(to[v]);
        }
        return box;
    });
}

namespace {

class SweptCheck {
  public:
    SweptCheck(const BinaryBranches& branches, std::span<const Box> boxes, std::span<const Vec3> from,
               std::span<const Vec3> to)
        : branches_(branches), boxes_(boxes), from_(from), to_(to) {}

    void check_itself(std::uint32_t n) {
        const BinaryBranches::Node& node = branches_.nodes[n];
        if (node.is_leaf()) return;
        check_itself(node.first);
        check_itself(node.second);
        check(node.first, node.second);
    }
    SweptChecks checks;

  private:
    void check(std::uint32_t a, std::uint32_t b) {
        ++checks.boxes;
        if (!overlap(boxes_[a], boxes_[b])) return;
        const BinaryBranches::Node &p = branches_.nodes[a], &q = branches_.nodes[b];
        if (p.is_leaf() && q.is_leaf())
            return check_pair(branches_.triangles[p.triangle], branches_.triangles[q.triangle]);
        if (p.is_leaf()) {
            check(a, q.first);
            check(a, q.second);
        } else if (q.is_leaf()) {
            check(p.first, b);
            check(p.second, b);
        } else {
            check(p.first, q.first);
            check(p.first, q.second);
            check(p.second, q.first);
            check(p.second, q.second);
        }
    }

    void check_pair(const std::array<VertexId, 3>& s, const std::array<VertexId, 3>& t) {
        for (const VertexId v : s)
            if (std::ranges::find(t, v) != t.end()) return;
        ++checks.pairs;
        const auto point = [&](VertexId v) { return MovingPoint{from_[v], to_[v]}; };
        const std::array<MovingPoint, 3> a{point(s[0]), point(s[1]), point(s[2])},
            b{point(t[0]), point(t[1]), point(t[2])};
        bool meet = false;
        for (std::size_t i = 0; i < 3; ++i) {
            meet = vertex_face_impact(a[i], b).answer == Answer::yes || meet;
            meet = vertex_face_impact(b[i], a).answer == Answer::yes || meet;
            for (std::size_t j = 0; j < 3; ++j)
                meet =
                    edge_edge_impact({a[i], a[(i + 1) % 3]}, {b[j], b[(j + 1) % 3]}).answer == Answer::yes ||
                    meet;
        }
        checks.colliding += meet ? 1 : 0;
    }

    const BinaryBranches& branches_;
    std::span<const Box> boxes_;
    std::span<const Vec3> from_, to_;
};

}  // namespace

SweptChecks check_swept(const BinaryBranches& branches, std::span<const Box> boxes,
                        std::span<const Vec3> from, std::span<const Vec3> to) {
    SweptCheck check(branches, boxes, from, to);
    check.check_itself(0);
    return check.checks;
}

KineticDops::KineticDops(const BinaryBranches& branches, std::span<const Vec3> directions)
    : branches_(branches), directions_(directions.begin(), directions.end()), sides_(2 * directions.size()) {
    on_side_.resize(branches.nodes.size() * sides_);
}

double KineticDops::overtakes(VertexId a, VertexId b, std::size_t side) const {
    const double after = to(a, side) - to(b, side);
    if (!(after > 0)) return std::numeric_limits<double>::infinity();
    const double before = from(a, side) - from(b, side);
    return before < 0 ? before / (before - after) : 0;
}

// Consistent with overtakes(), whatever is rounded.
bool KineticDops::beyond(VertexId a, VertexId b, std::size_t side, double time) const {
    if (to(a, side) > to(b, side)) return overtakes(a, b, side) <= time;
    if (to(a, side) < to(b, side)) return overtakes(b, a, side) > time;
    return from(a, side) > from(b, side) && time < 1;
}

VertexId KineticDops::best(std::uint32_t node, std::size_t side, double time) const {
    const BinaryBranches::Node& n = branches_.nodes[node];
    VertexId best = on_side_[node * sides_ + side];
    if (n.is_leaf()) {
        for (const VertexId v : branches_.triangles[n.triangle])
            if (v != best && beyond(v, best, side, time)) best = v;
        return best;
    }
    const VertexId a = on_side_[n.first * sides_ + side], b = on_side_[n.second * sides_ + side];
    if (a == b) return a;
    if (best == b) return beyond(a, b, side, time) ? a : b;
    return beyond(b, a, side, time) ? b : a;
}

void KineticDops::certify(std::uint32_t node, std::size_t side, double time) {
    const BinaryBranches::Node& n = branches_.nodes[node];
    const VertexId present = on_side_[node * sides_ + side];
    double first = 2;
    const auto look_at = [&](VertexId v) {
        if (v == present) return;
        const double when = overtakes(v, present, side);
        if (when > time) first = std::min(first, when);
    };
    if (n.is_leaf()) {
        for (const VertexId v : branches_.triangles[n.triangle]) look_at(v);
    } else {
        look_at(on_side_[n.first * sides_ + side]);
        look_at(on_side_[n.second * sides_ + side]);
    }
    if (first <= 1) events_.push_back({first, node, static_cast<std::uint32_t>(side)});
}

KineticCost KineticDops::step(std::span<const Vec3> from, std::span<const Vec3> to) {
    const auto project = [&](std::span<const Vec3> at, std::vector<double>& out) {
        out.resize(at.size() * sides_);
        for (std::size_t v = 0; v < at.size(); ++v) {
            for (std::size_t k = 0; k < directions_.size(); ++k) {
                const double d = dot(at[v], directions_[k]);
                out[v * sides_ + 2 * k] = d;
                out[v * sides_ + 2 * k + 1] = -d;
            }
        }
    };
    project(from, from_);
    project(to, to_);
    KineticCost cost;
    events_.clear();
    for (auto n = static_cast<std::uint32_t>(branches_.nodes.size()); n-- > 0;) {
        for (std::size_t side = 0; side < sides_; ++side) {
            VertexId& on_side = on_side_[n * sides_ + side];
            if (!realised_) {
                on_side = branches_.nodes[n].is_leaf() ? branches_.triangles[branches_.nodes[n].triangle][0]
                                                       : on_side_[branches_.nodes[n].first * sides_ + side];
                on_side = best(n, side, 0);
            }
            certify(n, side, 0);
        }
    }
    realised_ = true;
    std::make_heap(events_.begin(), events_.end());
    while (!events_.empty()) {
        const Event e = events_.front();
        std::pop_heap(events_.begin(), events_.end());
        events_.pop_back();
        // Children first, since their numbers are larger; then all parents that had the same vertex.
        std::uint32_t node = e.node;
        for (bool first = true;; first = false) {
            const VertexId now = best(node, e.side, e.time);
            VertexId& on_side = on_side_[node * sides_ + e.side];
            const bool changed = now != on_side;
            if (!changed && first) break;
            if (changed) {
                on_side = now;
                ++cost.updates;
                cost.events += first ? 1 : 0;
            }
            const std::size_t waiting = events_.size();
            certify(node, e.side, e.time);
            if (events_.size() > waiting) std::push_heap(events_.begin(), events_.end());
            if (!changed || node == 0) break;
            node = branches_.nodes[node].parent;
        }
    }
    return cost;
}

IntervalBoxes::IntervalBoxes(const BinaryBranches& branches, std::span<const Vec3> at, double margin)
    : branches_(branches), margin_(margin), boxes_(branches.nodes.size()), leaf_start_(at.size() + 1) {
    const Vec3 to_side{margin, margin, margin};
    for (const Vec3& p : at) around_.push_back({p - to_side, p + to_side});
    for (auto n = static_cast<std::uint32_t>(boxes_.size()); n-- > 0;) boxes_[n] = fitted(n);
    for (const auto& t : branches.triangles)
        for (const VertexId v : t) ++leaf_start_[v + 1];
    for (std::size_t v = 0; v < at.size(); ++v) leaf_start_[v + 1] += leaf_start_[v];
    leaves_.resize(3 * branches.triangles.size());
    std::vector<std::uint32_t> next(leaf_start_.begin(), leaf_start_.end() - 1);
    for (std::uint32_t n = 0; n < branches.nodes.size(); ++n)
        if (branches.nodes[n].is_leaf())
            for (const VertexId v : branches.triangles[branches.nodes[n].triangle]) leaves_[next[v]++] = n;
}

Box IntervalBoxes::fitted(std::uint32_t n) const {
    const BinaryBranches::Node& node = branches_.nodes[n];
    Box box;
    if (node.is_leaf()) {
        for (const VertexId v : branches_.triangles[node.triangle]) box.grow(around_[v]);
    } else {
        box = boxes_[node.first];
        box.grow(boxes_[node.second]);
    }
    return box;
}

// When does the vertex leave its box, and through which side?
IntervalBoxes::Exit IntervalBoxes::exit_of(VertexId v, const Vec3& from, const Vec3& to, double since) const {
    Exit exit{2, v, 0};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double way = to[axis] - from[axis];
        if (way == 0) continue;
        const double side = way > 0 ? around_[v].upper[axis] : around_[v].lower[axis];
        const double when = std::max(since, (side - from[axis]) / way);
        if (when < exit.time) exit = {when, v, static_cast<std::uint8_t>(axis + (way > 0 ? 3 : 0))};
    }
    return exit;
}

std::uint64_t IntervalBoxes::propagate(VertexId v) {
    std::uint64_t values = 0;
    for (std::uint32_t i = leaf_start_[v]; i < leaf_start_[v + 1]; ++i) {
        for (std::uint32_t n = leaves_[i];; n = branches_.nodes[n].parent) {
            const Box box = fitted(n);
            if (box == boxes_[n]) break;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                values += box.lower[axis] != boxes_[n].lower[axis] ? 1 : 0;
                values += box.upper[axis] != boxes_[n].upper[axis] ? 1 : 0;
            }
            boxes_[n] = box;
            if (n == 0) break;
        }
    }
    return values;
}

KineticCost IntervalBoxes::step(std::span<const Vec3> from, std::span<const Vec3> to) {
    KineticCost cost;
    std::vector<Exit> exits;
    for (VertexId v = 0; v < from.size(); ++v) {
        const Exit exit = exit_of(v, from[v], to[v], 0);
        if (exit.time < 1) exits.push_back(exit);
    }
    std::make_heap(exits.begin(), exits.end());
    while (!exits.empty()) {
        const Exit e = exits.front();
        std::pop_heap(exits.begin(), exits.end());
        exits.pop_back();
        ++cost.events;
        // The box moves on, so far that the vertex is at its other side.
        const std::size_t axis = e.side % 3;
        const double shift = e.side < 3 ? -2 * margin_ : 2 * margin_;
        around_[e.vertex].lower[axis] += shift;
        around_[e.vertex].upper[axis] += shift;
        cost.updates += 2 + propagate(e.vertex);
        const Exit next = exit_of(e.vertex, from[e.vertex], to[e.vertex], e.time);
        if (next.time >= 1) continue;
        exits.push_back(next);
        std::push_heap(exits.begin(), exits.end());
    }
    return cost;
}

}  // namespace graze::bench
