#include <algorithm>

#include "graze/deform/separation/detail/separation_list.h"

namespace graze::inline v1::detail {
namespace {

void fit(const KineticAabbs& tree, std::span<const Vec3> at, std::uint32_t node, std::vector<Box>& boxes) {
    const BinaryPattern& pattern = tree.pattern();
    const PatternNode& n = pattern.nodes[node];
    Box box;
    if (n.is_leaf()) {
        for (const VertexId v : pattern.vertices_of(node)) box.grow(at[v]);
    } else {
        box = boxes[node + 1];
        box.grow(boxes[n.second]);
    }
    boxes[node] = box;
}

// Before the straight line from `gap` below zero, now, to `end`, at the end of the step, reaches zero.
Tick still_below(double gap, double end, Tick now) {
    const double left = static_cast<double>(step_ticks - now);
    return now + static_cast<Tick>(left * (gap / (gap - end)) * (1 - 0x1p-48));
}

}  // namespace

ListSide::ListSide(const Mesh& m, const PatternOptions& options)
    : mesh(m),
      tree(m, options),
      owned(feature_owners(m.triangles(), m.vertices().size())),
      begins(tree.pattern().nodes.size()),
      ends(begins.size()),
      is_new(m.vertices().size(), 0),
      touched(begins.size(), 0) {
    fit_ends();
}

void ListSide::fit_ends() {
    for (auto node = static_cast<std::uint32_t>(ends.size()); node-- > 0;)
        fit(tree, tree.lines().ends(), node, ends);
}

void ListSide::fit_begins() {
    for (auto node = static_cast<std::uint32_t>(begins.size()); node-- > 0;)
        fit(tree, tree.lines().begins(), node, begins);
}

void ListSide::touch_turned() {
    for (const VertexId v : turned) {
        is_new[v] = 1;
        for (const std::uint32_t leaf : tree.pattern().leaves_of(v)) {
            for (std::uint32_t node = leaf;; node = tree.pattern().nodes[node].parent) {
                fit(tree, tree.lines().ends(), node, ends);
                touched[node] = 1;
                if (node == 0) break;
            }
        }
    }
}

void ListSide::forget_turned() {
    for (const VertexId v : turned) {
        is_new[v] = 0;
        for (const std::uint32_t leaf : tree.pattern().leaves_of(v))
            for (std::uint32_t node = leaf; touched[node] != 0; node = tree.pattern().nodes[node].parent)
                touched[node] = 0;
    }
    turned.clear();
}

bool SeparationList::share_vertex(const ListPair& p) const {
    const auto v = a().tree.pattern().vertices_of(p.a), w = b().tree.pattern().vertices_of(p.b);
    for (std::size_t i = 0, j = 0; i < v.size() && j < w.size();) {
        if (v[i] == w[j]) return true;
        v[i] < w[j] ? ++i : ++j;
    }
    return false;
}

SeparationList::Certificate SeparationList::certificate(const ListPair& p) const {
    if (p.for_ever || is_node_with_itself(p)) return {false, never};
    const FlightLines &lines_a = a().tree.lines(), &lines_b = b().tree.lines();
    const Box &begin_a = a().begins[p.a], &begin_b = b().begins[p.b];
    const Box &end_a = a().ends[p.a], &end_b = b().ends[p.b];
    if (at_begin_) {
        // Most pairs are apart for the whole step; differences have exact signs.
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if ((begin_a.upper[axis] < begin_b.lower[axis] && end_a.upper[axis] < end_b.lower[axis]) ||
                (begin_b.upper[axis] < begin_a.lower[axis] && end_b.upper[axis] < end_a.lower[axis]))
                return {true, never};
        }
    }
    const double margin = lines_a.margin() + lines_b.margin(), enough = -4 * margin;
    Tick apart_until = now_, overlap_until = never;
    // Two sides that face each other: how far do the boxes overlap along the axis?
    const auto look_at = [&](const FlightLines& upper_lines, VertexId upper, double upper_begin,
                             double upper_end, const FlightLines& lower_lines, VertexId lower,
                             double lower_begin, double lower_end, std::size_t axis) {
        const double now =
            at_begin_ ? upper_begin - lower_begin
                      : upper_lines.coordinate(upper, axis, now_) - lower_lines.coordinate(lower, axis, now_);
        const double most = at_begin_ ? now : now + 2 * margin;
        if (most < 0) {
            const double end = (upper_end - lower_end) * (1 + 0x1p-50);
            apart_until = std::max(apart_until, end < 0 ? never : still_below(most, end, now_));
        }
        // They overlap at least as long as these two vertices do.
        const double end = upper_lines.end(upper, axis) - lower_lines.end(lower, axis);
        if (!(end < enough)) return;
        const double left = static_cast<double>(step_ticks - now_);
        // Where they are apart, but come back too soon to say so: later, perhaps.
        const double ahead = now > enough ? left * ((now - enough) / (now - end)) : left / 2;
        overlap_until = std::min(overlap_until, now_ + 1 + static_cast<Tick>(ahead));
    };
    const NodeSides &sides_a = a().tree.sides(p.a), &sides_b = b().tree.sides(p.b);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        look_at(lines_a, sides_a[3 + axis], begin_a.upper[axis], end_a.upper[axis], lines_b, sides_b[axis],
                begin_b.lower[axis], end_b.lower[axis], axis);
        look_at(lines_b, sides_b[3 + axis], begin_b.upper[axis], end_b.upper[axis], lines_a, sides_a[axis],
                begin_a.lower[axis], end_a.lower[axis], axis);
        if (apart_until == never) break;
    }
    if (apart_until > now_) return {true, apart_until};
    return {false, overlap_until < step_ticks ? overlap_until : never};
}

}  // namespace graze::inline v1::detail
