// Do a vertex and a face, or two edges, on linear paths meet? Decided by algebra in numbers of any kind.
//
// The four points are in one plane at the roots of a cubic (Provot 1997). At each root, quadratics tell
// whether they meet there: the components of cross products, of which all belong to the same side of zero.
// Where the cubic vanishes, the four points stay in one plane, and features that do not meet at the beginning
// first meet where a corner gets onto an edge.
#pragma once

#include <algorithm>
#include <array>

#include "graze/query/sweep/detail/roots.h"
#include "graze/query/sweep/linear_impact.h"

namespace graze::inline v1::detail {

// Keeps bounds on the first time.
template <class N>
struct BoundsOfImpact {
    LinearImpact impact;

    bool take(RootFinder<N>&, const Root<N>& root, bool /*in_plane*/) {
        const auto [first, last] = time_bounds(root);
        if (impact.answer != Answer::yes) {
            impact = {Answer::yes, first, last};
        } else {
            impact.at_least = std::min(impact.at_least, first);
            impact.at_most = std::min(impact.at_most, last);
        }
        return true;
    }
};

// `Found` takes the roots at which features meet: take(finder, root, in_plane) tells whether later roots do
// not matter any more. `in_plane`: the four points stay in one plane.
template <class N, class Found = BoundsOfImpact<N>>
class LinearSolver {
  public:
    using Vector = LinearVector<N>;

    explicit LinearSolver(const Found& found = {}) : found_(found) {}

    bool unsure() const { return finder_.unsure; }
    const Found& found() const { return found_; }

    // The corners of the face and the vertex.
    void solve_vertex_face(const Vector& v, const std::array<Vector, 3>& f) {
        const Vector a = difference(f[1], f[0]), b = difference(f[2], f[0]), w = difference(v, f[0]);
        normal_of(a, b);
        const auto meet_at = [&](const Root<N>& root) { return vertex_meets_face(root, a, b, w); };
        if (solve_in_space(w, meet_at)) return;
        solve_on_edge(w, a);
        solve_on_edge(w, b);
        solve_on_edge(difference(v, f[1]), difference(f[2], f[1]));
    }

    void solve_edge_edge(const std::array<Vector, 2>& p, const std::array<Vector, 2>& q) {
        const Vector a = difference(p[1], p[0]), b = difference(q[1], q[0]), w = difference(q[0], p[0]);
        normal_of(a, b);
        const auto meet_at = [&](const Root<N>& root) { return edges_meet(root, p, q, a, b, w); };
        if (solve_in_space(w, meet_at)) return;
        for (const Vector& corner : p) solve_on_edge(difference(corner, q[0]), b);
        for (const Vector& corner : q) solve_on_edge(difference(corner, p[0]), a);
    }

  private:
    void normal_of(const Vector& a, const Vector& b) {
        for (std::size_t axis = 0; axis < 3; ++axis) normal_[axis] = cross_component(a, b, axis);
    }

    // False if the four points stay in one plane and do not meet at the beginning: more is to be done.
    template <class Meet>
    bool solve_in_space(const Vector& w, const Meet& meet_at) {
        const CubicForm<N> volume = normal_[0] * w[0] + normal_[1] * w[1] + normal_[2] * w[2];
        const auto visit = [&](const Root<N>& root) { return meet_at(root) && take(root); };
        if (!finder_.vanishes(volume)) {
            finder_.visit_roots(volume, visit);
            return true;
        }
        in_plane_ = true;
        return visit(finder_.at_begin()) || finder_.unsure;
    }

    // When does a point get onto an edge? `w` is from the edge's first corner to the point, `a` to its
    // second.
    void solve_on_edge(const Vector& w, const Vector& a) {
        if (finder_.unsure) return;
        const auto visit = [&](const Root<N>& root) { return is_on_edge(root, w, a) && take(root); };
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const QuadraticForm<N> beside = cross_component(a, w, axis);
            if (finder_.vanishes(beside)) continue;
            finder_.visit_roots(as_cubic(beside), visit);
            return;
        }
        // It stays on the line of the edge.
        if (visit(finder_.at_begin())) return;
        const QuadraticForm<N> outside = dot_product(w, difference(w, a));
        finder_.visit_roots(as_cubic(outside), visit);
    }
    // With a root at time 1 that the quadratic need not have.
    static CubicForm<N> as_cubic(const QuadraticForm<N>& q) { return {q[0], q[1], q[2], integer<N>(0)}; }

    // A component of the normal other than zero at the root; 3 if the normal vanishes there.
    std::size_t normal_axis(const Root<N>& root, int& side) {
        // A filter wants the one that is farthest from zero; which one is found does not matter.
        std::array<std::size_t, 3> order{0, 1, 2};
        if constexpr (!is_exact<N>) {
            const auto size = [&](std::size_t axis) {
                double sum = 0;
                for (const N& n : normal_[axis]) sum = std::max(sum, std::abs(n.value));
                return sum;
            };
            std::ranges::sort(order, [&](std::size_t i, std::size_t j) { return size(i) > size(j); });
        }
        for (const std::size_t axis : order) {
            side = finder_.sign_at(root, normal_[axis]);
            if (finder_.unsure) return axis;
            if (side != 0) return axis;
        }
        return 3;
    }

    // At a time when the four points are in one plane.
    bool vertex_meets_face(const Root<N>& root, const Vector& a, const Vector& b, const Vector& w) {
        int side = 0;
        const std::size_t axis = normal_axis(root, side);
        if (finder_.unsure) return false;
        if (axis == 3) {
            return is_on_edge(root, w, a) || is_on_edge(root, w, b) ||
                   is_on_edge(root, difference(w, a), difference(b, a));
        }
        // The shares of f1 and f2, times the normal.
        const QuadraticForm<N> share1 = cross_component(w, b, axis);
        if (finder_.sign_at(root, share1) == -side) return false;
        const QuadraticForm<N> share2 = cross_component(a, w, axis);
        if (finder_.sign_at(root, share2) == -side) return false;
        return finder_.sign_at(root, normal_[axis] - share1 - share2) != -side;
    }

    bool edges_meet(const Root<N>& root, const std::array<Vector, 2>& p, const std::array<Vector, 2>& q,
                    const Vector& a, const Vector& b, const Vector& w) {
        int side = 0;
        const std::size_t axis = normal_axis(root, side);
        if (finder_.unsure) return false;
        if (axis == 3) {
            return is_on_edge(root, difference(p[0], q[0]), b) ||
                   is_on_edge(root, difference(p[1], q[0]), b) || is_on_edge(root, w, a) ||
                   is_on_edge(root, difference(q[1], p[0]), a);
        }
        const QuadraticForm<N> along_a = cross_component(w, b, axis);
        if (finder_.sign_at(root, along_a) == -side) return false;
        if (finder_.sign_at(root, normal_[axis] - along_a) == -side) return false;
        const QuadraticForm<N> along_b = cross_component(w, a, axis);
        if (finder_.sign_at(root, along_b) == -side) return false;
        return finder_.sign_at(root, normal_[axis] - along_b) != -side;
    }

    // Also right for an edge without length.
    bool is_on_edge(const Root<N>& root, const Vector& w, const Vector& a) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (finder_.sign_at(root, cross_component(a, w, axis)) != 0) return false;
        return finder_.sign_at(root, dot_product(w, difference(w, a))) <= 0;
    }

    bool take(const Root<N>& root) { return !finder_.unsure && found_.take(finder_, root, in_plane_); }

    RootFinder<N> finder_;
    std::array<QuadraticForm<N>, 3> normal_;
    Found found_;
    bool in_plane_ = false;
};

}  // namespace graze::inline v1::detail
