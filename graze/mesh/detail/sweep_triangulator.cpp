#include "graze/mesh/detail/sweep_triangulator.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace graze::inline v1::detail {
namespace {

constexpr std::uint32_t nothing = 0xffffffff;

// The edges that the sweep line crosses and that have the inside of the polygon above them, from the lowest
// up: a tree that random priorities keep shallow (Aragon and Seidel 1989). An edge is numbered by the corner
// where it starts, and runs to the right.
class SweepLine {
  public:
    explicit SweepLine(std::size_t corners) : node_of_edge_(corners, nothing) {}

    // The node of the highest edge for which `is_above(edge)` is true; `nothing` if there is none.
    template <typename IsAbove>
    std::uint32_t find_below(IsAbove&& is_above) const {
        std::uint32_t found = nothing;
        for (std::uint32_t n = root_; n != nothing;) {
            const bool above = is_above(nodes_[n].edge);
            if (above) found = n;
            n = nodes_[n].child[above ? 1 : 0];
        }
        return found;
    }

    // Inserts an edge directly above the edge of the node `below`.
    void insert(std::uint32_t edge, std::uint32_t helper, std::uint32_t below) {
        const auto n = static_cast<std::uint32_t>(nodes_.size());
        random_ = random_ * 6364136223846793005U + 1442695040888963407U;
        nodes_.push_back(
            {edge, helper, nothing, {nothing, nothing}, static_cast<std::uint32_t>(random_ >> 32)});
        node_of_edge_[edge] = n;
        std::uint32_t parent = below;
        std::size_t side = 1;
        if (below == nothing) {
            parent = root_;
            side = 0;
        }
        if (parent == nothing) {
            root_ = n;
            return;
        }
        while (nodes_[parent].child[side] != nothing) {
            parent = nodes_[parent].child[side];
            side = 0;
        }
        nodes_[parent].child[side] = n;
        nodes_[n].parent = parent;
        while (nodes_[n].parent != nothing && nodes_[n].priority > nodes_[nodes_[n].parent].priority) lift(n);
    }

    void remove(std::uint32_t n) {
        for (;;) {
            const auto [left, right] = nodes_[n].child;
            if (left == nothing || right == nothing) break;
            lift(nodes_[left].priority > nodes_[right].priority ? left : right);
        }
        const std::uint32_t only = nodes_[n].child[nodes_[n].child[0] == nothing ? 1 : 0];
        put_below(nodes_[n].parent, n, only);
        node_of_edge_[nodes_[n].edge] = nothing;
    }

    // Replaces the edge of a node by another.
    void replace(std::uint32_t n, std::uint32_t edge, std::uint32_t helper) {
        node_of_edge_[nodes_[n].edge] = nothing;
        node_of_edge_[edge] = n;
        nodes_[n].edge = edge;
        nodes_[n].helper = helper;
    }

    // `nothing` if the line does not cross it.
    std::uint32_t node_of(std::uint32_t edge) const { return node_of_edge_[edge]; }
    // The last corner that was found directly above the edge.
    std::uint32_t& helper(std::uint32_t n) { return nodes_[n].helper; }

  private:
    struct Node {
        std::uint32_t edge, helper, parent;
        std::array<std::uint32_t, 2> child;
        std::uint32_t priority;
    };

    void put_below(std::uint32_t parent, std::uint32_t before, std::uint32_t after) {
        if (parent == nothing)
            root_ = after;
        else
            nodes_[parent].child[nodes_[parent].child[0] == before ? 0 : 1] = after;
        if (after != nothing) nodes_[after].parent = parent;
    }

    // Rotates a node above its parent, which keeps the order.
    void lift(std::uint32_t n) {
        const std::uint32_t parent = nodes_[n].parent;
        const std::size_t side = nodes_[parent].child[0] == n ? 0 : 1;
        const std::uint32_t between = nodes_[n].child[1 - side];
        put_below(nodes_[parent].parent, parent, n);
        nodes_[parent].child[side] = between;
        if (between != nothing) nodes_[between].parent = parent;
        nodes_[n].child[1 - side] = parent;
        nodes_[parent].parent = n;
    }

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> node_of_edge_;
    std::uint32_t root_ = nothing;
    std::uint64_t random_ = 1;
};

class Sweep {
  public:
    explicit Sweep(std::span<const Vec2> polygon) : points_(polygon) {}

    bool run(std::vector<std::array<std::uint32_t, 3>>& triangles) {
        const std::size_t before = triangles.size();
        if (sort() && find_diagonals() && cut_pieces(triangles) && any_positive_ &&
            triangles.size() - before == points_.size() - 2)
            return true;
        triangles.resize(before);
        return false;
    }

  private:
    std::uint32_t count() const { return static_cast<std::uint32_t>(points_.size()); }
    std::uint32_t previous(std::uint32_t v) const { return v == 0 ? count() - 1 : v - 1; }
    std::uint32_t next(std::uint32_t v) const { return v + 1 == count() ? 0 : v + 1; }
    int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        return orient2d(points_[a], points_[b], points_[c]);
    }

    bool sort() {
        order_.resize(count());
        std::iota(order_.begin(), order_.end(), 0U);
        const auto before = [](const Vec2& a, const Vec2& b) {
            return a.x < b.x || (a.x == b.x && a.y < b.y);
        };
        std::ranges::sort(order_, before, [&](std::uint32_t v) { return points_[v]; });
        rank_.resize(count());
        for (std::uint32_t i = 0; i < count(); ++i) {
            if (i > 0 && points_[order_[i]] == points_[order_[i - 1]]) return false;
            rank_[order_[i]] = i;
        }
        return true;
    }

    // Finds diagonals such that no piece has a corner from which both edges go to the same side, except its
    // first and last.
    bool find_diagonals() {
        SweepLine line(count());
        for (const std::uint32_t v : order_) {
            const std::uint32_t p = previous(v), q = next(v);
            const bool p_is_left = rank_[p] < rank_[v], q_is_left = rank_[q] < rank_[v];
            // The edge from p has the inside above it.
            if (p_is_left) {
                const std::uint32_t ends = line.node_of(p);
                if (ends == nothing) return false;
                join_merge(v, line.helper(ends));
                if (!q_is_left) {
                    line.replace(ends, v, v);
                    continue;
                }
                line.remove(ends);
            }
            const int sign = p_is_left == q_is_left ? turn(p, v, q) : 0;
            if (p_is_left == q_is_left && sign == 0) return false;  // a spike
            if (p_is_left && sign > 0) continue;                    // the end of a piece
            touches_ = false;
            const std::uint32_t below =
                line.find_below([&](std::uint32_t edge) { return is_above(v, edge); });
            if (touches_) return false;
            const bool starts = !p_is_left && !q_is_left;
            if (!(starts && sign > 0)) {  // except at the start of a piece, the inside is below the corner
                if (below == nothing) return false;
                const std::uint32_t helper = std::exchange(line.helper(below), v);
                if (starts)
                    diagonals_.push_back({v, helper});
                else
                    join_merge(v, helper);
            }
            if (starts) line.insert(v, v, below);
        }
        return true;
    }

    bool is_above(std::uint32_t v, std::uint32_t edge) {
        const int sign = turn(edge, next(edge), v);
        touches_ = touches_ || sign == 0;
        return sign > 0;
    }

    // Joins a corner at which two parts of the inside have met to the next corner found.
    void join_merge(std::uint32_t v, std::uint32_t helper) {
        const std::uint32_t p = previous(helper), q = next(helper);
        if (rank_[p] < rank_[helper] && rank_[q] < rank_[helper] && turn(p, helper, q) < 0)
            diagonals_.push_back({v, helper});
    }

    // Half edges: 2 i and 2 i + 1 are diagonal i from its first and from its second corner. Those from a
    // corner are listed counter-clockwise from the edge to the next corner on.
    bool cut_pieces(std::vector<std::array<std::uint32_t, 3>>& triangles) {
        list_half_edges();
        std::vector<bool> used(half_edges_.size());
        std::vector<bool> edge_used(count());
        for (std::uint32_t v = 0; v < count(); ++v) {
            if (!edge_used[v] && !walk(v, nothing, edge_used, used, triangles)) return false;
        }
        for (const std::uint32_t h : half_edges_)
            if (!used[h] && !walk(start_of(h), h, edge_used, used, triangles)) return false;
        return true;
    }

    std::uint32_t start_of(std::uint32_t h) const { return diagonals_[h / 2][h % 2]; }
    std::uint32_t end_of(std::uint32_t h) const { return diagonals_[h / 2][1 - h % 2]; }

    void list_half_edges() {
        first_.assign(std::size_t{count()} + 1, 0);
        for (const auto& [a, b] : diagonals_) {
            ++first_[a + 1];
            ++first_[b + 1];
        }
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        half_edges_.resize(2 * diagonals_.size());
        place_.resize(half_edges_.size());
        std::vector<std::uint32_t> at(first_.begin(), first_.end() - 1);
        for (std::uint32_t h = 0; h < half_edges_.size(); ++h) half_edges_[at[start_of(h)]++] = h;
        for (std::uint32_t v = 0; v < count(); ++v) {
            const auto begin = half_edges_.begin();
            if (first_[v + 1] - first_[v] > 1)
                std::sort(begin + first_[v], begin + first_[v + 1], [&](std::uint32_t g, std::uint32_t h) {
                    return comes_before(v, end_of(g), end_of(h));
                });
        }
        for (std::uint32_t i = 0; i < half_edges_.size(); ++i) place_[half_edges_[i]] = i;
    }

    // Counter-clockwise round v from its edge to the next corner: does the direction to a come before that to
    // b?
    bool comes_before(std::uint32_t v, std::uint32_t a, std::uint32_t b) const {
        const std::uint32_t q = next(v);
        const auto is_in_first_half = [&](std::uint32_t c) {
            const int sign = turn(v, q, c);
            return sign > 0 || (sign == 0 && (rank_[c] < rank_[v]) == (rank_[q] < rank_[v]));
        };
        const bool first_a = is_in_first_half(a), first_b = is_in_first_half(b);
        return first_a != first_b ? first_a : turn(v, a, b) > 0;
    }

    // Walks round a piece, from the half edge `h`, or from the edge at v. The piece is on the left.
    bool walk(std::uint32_t v, std::uint32_t h, std::vector<bool>& edge_used, std::vector<bool>& used,
              std::vector<std::array<std::uint32_t, 3>>& triangles) {
        piece_.clear();
        for (;;) {
            if (h == nothing ? edge_used[v] : used[h]) break;
            (h == nothing ? edge_used[v] : used[h]) = true;
            piece_.push_back(v);
            // The next one clockwise from the incoming half edge.
            std::uint32_t place = 0;
            if (h == nothing) {
                v = next(v);
                place = first_[v + 1];
            } else {
                v = end_of(h);
                place = place_[h ^ 1U];
            }
            h = place == first_[v] ? nothing : half_edges_[place - 1];
        }
        return piece_.size() >= 3 && cut_piece(triangles);
    }

    // Corners from the leftmost to the rightmost, with the chain that they are on, and a stack of the corners
    // that are still to be cut: a chain that is not convex.
    bool cut_piece(std::vector<std::array<std::uint32_t, 3>>& triangles) {
        const std::size_t n = piece_.size();
        const auto rank = [&](std::uint32_t v) { return rank_[v]; };
        std::ranges::rotate(piece_, std::ranges::min_element(piece_, {}, rank));
        const auto last =
            static_cast<std::size_t>(std::ranges::max_element(piece_, {}, rank) - piece_.begin());
        chain_.clear();
        chain_.push_back({piece_[0], false});
        for (std::size_t lower = 1, upper = n - 1; lower <= last || upper > last;) {
            const bool is_lower =
                upper <= last || (lower <= last && rank_[piece_[lower]] < rank_[piece_[upper]]);
            const std::uint32_t v = piece_[is_lower ? lower++ : upper--];
            if (rank_[v] <= rank_[chain_.back().corner]) return false;  // it is not monotone
            chain_.push_back({v, is_lower});
        }
        stack_.assign({chain_[0].corner, chain_[1].corner});
        bool is_lower = chain_[1].is_lower;
        for (std::size_t i = 2; i < n; ++i) {
            const std::uint32_t v = chain_[i].corner;
            const bool is_last = i + 1 == n;
            if (is_last || chain_[i].is_lower != is_lower) {
                for (std::size_t s = 0; s + 1 < stack_.size(); ++s)
                    if (!emit(stack_[s], stack_[s + 1], v, is_lower, triangles)) return false;
                stack_.assign({stack_.back(), v});
                is_lower = chain_[i].is_lower;
                continue;
            }
            while (stack_.size() > 1) {
                const std::uint32_t a = stack_[stack_.size() - 2], b = stack_.back();
                if ((is_lower ? turn(a, b, v) : turn(b, a, v)) <= 0) break;
                if (!emit(a, b, v, is_lower, triangles)) return false;
                stack_.pop_back();
            }
            stack_.push_back(v);
        }
        return true;
    }

    bool emit(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool is_lower,
              std::vector<std::array<std::uint32_t, 3>>& triangles) {
        if (!is_lower) std::swap(a, b);
        const int sign = turn(a, b, c);
        any_positive_ = any_positive_ || sign > 0;
        triangles.push_back({a, b, c});
        return sign >= 0;
    }

    struct Chained {
        std::uint32_t corner;
        bool is_lower;
    };

    std::span<const Vec2> points_;
    std::vector<std::uint32_t> order_, rank_;  // corners from left to right, and where each is among them
    std::vector<std::array<std::uint32_t, 2>> diagonals_;
    std::vector<std::uint32_t> half_edges_, first_,
        place_;  // by corner, where those of each start; by half edge
    std::vector<std::uint32_t> piece_, stack_;
    std::vector<Chained> chain_;
    bool touches_ = false, any_positive_ = false;
};

}  // namespace

// Why it is enough to count triangles and test their signs: there are n - 2 only if there is one more piece
// than diagonals, and then the diagonals do not cross one another round the polygon; the rest is as with ears
// (ear_clipper.h).
bool sweep_triangulate(std::span<const Vec2> polygon, std::vector<std::array<std::uint32_t, 3>>& triangles) {
    return Sweep(polygon).run(triangles);
}

}  // namespace graze::inline v1::detail
