// The roots of a cubic between 0 and 1, and the signs of quadratics there, without error.
//
// A root is known by an interval that holds no other. The sign of a quadratic q at the root of a cubic c
// follows from the signs of c at the roots of q, and these from c modulo q, a linear form. So nothing is
// refined until two numbers differ, which would never end for equal ones; and numbers stay short (16 times
// the length of coordinates). Intervals are halved only until Descartes' rule tells the roots of c apart,
// after multiple roots, which are rational, are taken care of.
#pragma once

#include <cmath>
#include <utility>

#include "graze/query/sweep/detail/form.h"
#include "graze/query/sweep/detail/sweep_number.h"

namespace graze::inline v1::detail {

// A root of `form` strictly between two times, or at the first of them. A time is a pair with t = x / (x +
// y).
template <class N>
struct Root {
    const CubicForm<N>* form = nullptr;
    bool whole = true;     // the interval is from 0 to 1
    bool at_left = false;  // the root is the left end itself
    int before = 0;        // else: the sign of the form from the left end to the root
    N left_y, left_x, right_y, right_x;
};

template <class N>
class RootFinder {
  public:
    // Set as soon as a sign was needed that N does not know. Answers are worthless from then on.
    bool unsure = false;

    int sign(const N& n) {
        if (!is_certain(n)) unsure = true;
        return n.sign();
    }
    template <std::size_t Size>
    bool vanishes(const std::array<N, Size>& form) {
        for (const N& c : form)
            if (sign(c) != 0) return false;
        return true;
    }

    static Root<N> at_begin() {
        Root<N> root;
        root.at_left = true;
        root.left_y = integer<N>(1);
        root.right_x = integer<N>(1);
        return root;
    }
    static Root<N> at_end() {
        Root<N> root;
        root.whole = false;
        root.at_left = true;
        root.left_x = root.right_x = integer<N>(1);
        return root;
    }

    // Calls visit(root) for the roots of a form other than zero, mostly in ascending order, until it returns
    // true. A double root may be visited twice.
    template <class Visit>
    bool visit_roots(const CubicForm<N>& c, Visit&& visit) {
        if (sign(c[0]) == 0 && visit(at_begin())) return true;
        if (visit_inner_roots(c, visit)) return true;
        return sign(c[3]) == 0 && visit(at_end());
    }

    int sign_at(const Root<N>& root, const QuadraticForm<N>& q) {
        const QuadraticForm<N> local = root.whole ? q : on_interval(q, root);
        if (root.at_left) return sign(local[0]);
        const int s0 = sign(local[0]), s1 = sign(local[1]), s2 = sign(local[2]);
        const int first = s0 ? s0 : s1 ? s1 : s2, last = s2 ? s2 : s1 ? s1 : s0;
        if (first == 0) return 0;
        if (first != last) {
            // One root of q. It is its lower one if q comes from the side where it ends up far away.
            const int after = compare_with_root(root, q, first == sign(q[2]) ? 0 : 1);
            return after < 0 ? first : after > 0 ? last : 0;
        }
        if (s1 != -first) return first;
        const N both = local[0] * local[2];
        const int discriminant = sign(local[1] * local[1] - twice(twice(both)));
        if (discriminant < 0) return first;
        const int after_lower = compare_with_root(root, q, 0);
        if (after_lower <= 0) return after_lower < 0 ? first : 0;
        const int after_upper = compare_with_root(root, q, 1);
        return after_upper < 0 ? -first : after_upper > 0 ? first : 0;
    }

  private:
    // Halvings before a filter gives up; exact numbers come to an end by themselves.
    static constexpr int most_halvings = is_exact<N> ? 1 << 30 : 6;

    static QuadraticForm<N> on_interval(const QuadraticForm<N>& q, const Root<N>& r) {
        const auto at = [&](const N& y, const N& x) { return (q[0] * y + q[1] * x) * y + q[2] * x * x; };
        return {at(r.left_y, r.left_x),
                twice(q[0] * r.left_y * r.right_y + q[2] * r.left_x * r.right_x) +
                    q[1] * (r.left_y * r.right_x + r.left_x * r.right_y),
                at(r.right_y, r.right_x)};
    }
    static CubicForm<N> on_interval(const CubicForm<N>& c, const Root<N>& r) {
        const LinearForm<N> y{r.left_y, r.right_y}, x{r.left_x, r.right_x};
        const QuadraticForm<N> yy = y * y, xx = x * x;
        const CubicForm<N> yyy = yy * y, yyx = yy * x, yxx = xx * y, xxx = xx * x;
        CubicForm<N> local;
        for (std::size_t i = 0; i < 4; ++i)
            local[i] = c[0] * yyy[i] + c[1] * yyx[i] + c[2] * yxx[i] + c[3] * xxx[i];
        return local;
    }

    // The interval from k / 2^n to (k + 1) / 2^n.
    static Root<N> on_dyadic(const N& k, const N& two_to_n, bool whole) {
        Root<N> r;
        r.whole = whole;
        r.left_x = k;
        r.right_x = k + integer<N>(1);
        r.left_y = two_to_n - r.left_x;
        r.right_y = two_to_n - r.right_x;
        return r;
    }

    template <class Visit>
    bool visit_inner_roots(const CubicForm<N>& c, Visit&& visit) {
        N k = integer<N>(0), two_to_n = integer<N>(1);
        int n = 0;
        bool multiple_known = false;
        for (;;) {
            Root<N> root = on_dyadic(k, two_to_n, n == 0);
            root.form = &c;
            const CubicForm<N> local = n == 0 ? c : on_interval(c, root);
            int changes = 0, last = 0;
            for (const N& coefficient : local) {
                const int s = sign(coefficient);
                if (s == 0) continue;
                if (last == 0) root.before = s;
                if (last == -s) ++changes;
                last = s;
            }
            if (unsure) return true;
            if (n > 0 && local[0].sign() == 0) {
                root.at_left = true;
                if (visit(root)) return true;
                root.at_left = false;
            }
            if (changes == 1 && visit(root)) return true;
            if (changes > 1) {
                if (n == 2 && !multiple_known) {
                    if (has_multiple_root(c)) return visit_rational_roots(c, visit);
                    multiple_known = true;
                }
                if (n == most_halvings) unsure = true;
                if (unsure) return true;
                k = twice(k);
                two_to_n = twice(two_to_n);
                ++n;
                continue;
            }
            k = k + integer<N>(1);
            while (n > 0 && is_even(k)) {
                k = half(k);
                two_to_n = half(two_to_n);
                --n;
            }
            if (n == 0) return false;
        }
    }

    bool has_multiple_root(const CubicForm<N>& c) {
        const N &d = c[0], &e = c[1], &b = c[2], &a = c[3];  // a x^3 + b x^2 + e x + d
        if (sign(a) == 0) return sign(e * e - integer<N>(4) * b * d) == 0;
        const N abed = a * b * e * d;
        return sign(b * b * e * e - integer<N>(4) * (a * e * e * e + b * b * b * d) -
                    integer<N>(27) * a * a * d * d + integer<N>(18) * abed) == 0;
    }

    // The roots of a form with a multiple root.
    template <class Visit>
    bool visit_rational_roots(const CubicForm<N>& c, Visit&& visit) {
        const N &d = c[0], &e = c[1], &b = c[2], &a = c[3];
        if (sign(a) == 0) return visit_rational_root(-e, twice(b), visit);
        const N distinct = b * b - integer<N>(3) * a * e;
        if (sign(distinct) == 0) return visit_rational_root(-b, integer<N>(3) * a, visit);
        const bool at_double = visit_rational_root(integer<N>(9) * a * d - b * e, twice(distinct), visit);
        const bool at_simple = visit_rational_root(
            integer<N>(4) * a * b * e - integer<N>(9) * a * a * d - b * b * b, a * distinct, visit);
        return at_double || at_simple;
    }
    template <class Visit>
    bool visit_rational_root(const N& numerator, const N& denominator, Visit&& visit) {
        if (sign(numerator) * sign(denominator) <= 0) return false;
        const CubicForm<N> line{-numerator, denominator, integer<N>(0), integer<N>(0)};
        Root<N> root = on_dyadic(integer<N>(0), integer<N>(1), true);
        root.form = &line;
        root.before = sign(line[0]);
        return visit(root);
    }

    // Is the root before (-1), at (0) or after (+1) a root of q within its interval: the lower one or the
    // upper one of the whole line, in terms of x?
    int compare_with_root(const Root<N>& root, const QuadraticForm<N>& q, int upper) {
        return sign_at_quadratic_root(*root.form, q, upper) * root.before;
    }

    int sign_at_quadratic_root(const CubicForm<N>& c, const QuadraticForm<N>& q, int upper) {
        const int leading = sign(q[2]);
        const N squared0 = q[0] * q[0], squared1 = q[1] * q[1];
        if (leading == 0) {
            // q[1]^3 * c at -q[0] / q[1].
            const N value = (c[0] * q[1] - c[1] * q[0]) * squared1 + (c[2] * q[1] - c[3] * q[0]) * squared0;
            return sign(value) * sign(q[1]);
        }
        // q[2]^2 * c is a * x + b modulo q.
        const N a = c[3] * (squared1 - q[0] * q[2]) + (c[1] * q[2] - c[2] * q[1]) * q[2];
        const N b = q[0] * (c[3] * q[1] - c[2] * q[2]) + c[0] * q[2] * q[2];
        const int slope = sign(a);
        if (slope == 0) return sign(b);
        // Where is -b / a among the roots of q?
        const int value = leading * sign((q[2] * b - q[1] * a) * b + q[0] * a * a);
        if (value < 0) return upper ? slope : -slope;
        const int rising = leading * slope * sign(q[1] * a - twice(q[2] * b));
        if (value > 0) return rising < 0 ? slope : -slope;
        if (rising < 0) return upper ? slope : 0;
        return rising > 0 && !upper ? -slope : 0;
    }
};

// Bounds of a root's time, as far as doubles tell.
template <class N>
std::pair<double, double> time_bounds(const Root<N>& root) {
    const std::pair<double, double> left = ratio_bounds(root.left_x, root.left_y);
    if (root.at_left) return left;
    const double first = left.first, last = ratio_bounds(root.right_x, root.right_y).second;
    std::array<Bounded, 4> c;
    approximate(*root.form, c);
    // Is the sign of the form certain to be s at time t, which is not at an end?
    const auto certainly = [&](double t, int s) {
        const double u = 1 - t;  // off by a rounding
        const double w[4] = {u * u * u, u * u * t, u * t * t, t * t * t};
        double sum = 0, error = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            sum += c[i].value * w[i];
            error += (c[i].error + std::abs(c[i].value) * 0x1p-48) * w[i];
        }
        return s * sum > error + 0x1p-1000;
    };
    double low = first, high = last;
    const auto narrow = [&](double& certain, double& other, int s) {
        for (int i = 0; i < 60 && high - low > 0x1p-53 * high; ++i) {
            const double middle = low + (high - low) / 2;
            (certainly(middle, s) ? certain : other) = middle;
        }
    };
    narrow(low, high, root.before);
    const double at_least = low;
    high = last;
    narrow(high, low, -root.before);
    return {at_least, high};
}

}  // namespace graze::inline v1::detail
