#include "graze/interact/sliding/detail/least_constraint.h"

#include <cmath>
#include <limits>

namespace graze::inline v1::detail {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
// A normal counts as spanned by the active ones if less than this is left of it.
constexpr double least_part_outside = 1e-9;
constexpr int most_steps = 400;

// normal = Q Q^T normal + outside, and Q^T normal = R weights, for the active normals N = Q R.
struct Split {
    Vector6 outside{};
    std::array<double, 6> weights{};
};

// The active normals and their orthonormal basis by modified Gram-Schmidt, each twice. At most six.
class ActiveNormals {
  public:
    std::size_t size() const { return size_; }

    void add(const Vector6& normal) {
        Vector6 rest = normal;
        std::array<double, 6>& column = triangle_[size_];
        column = project_out(rest);
        const double norm = std::sqrt(dot6(rest, rest));
        column[size_] = norm;
        for (double& x : rest) x /= norm;
        basis_[size_] = rest;
        normal_[size_] = normal;
        ++size_;
    }

    void remove(std::size_t which) {
        const std::size_t count = size_;
        std::array<Vector6, 6> kept = normal_;
        size_ = which;
        for (std::size_t i = which + 1; i < count; ++i) add(kept[i]);
    }

    Split split(const Vector6& normal) const {
        Split result;
        result.outside = normal;
        std::array<double, 6> inside = project_out(result.outside);
        for (std::size_t i = size_; i-- > 0;) {
            double sum = inside[i];
            for (std::size_t j = i + 1; j < size_; ++j) sum -= triangle_[j][i] * result.weights[j];
            result.weights[i] = sum / triangle_[i][i];
        }
        return result;
    }

  private:
    std::array<double, 6> project_out(Vector6& v) const {
        std::array<double, 6> coefficients{};
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t i = 0; i < size_; ++i) {
                const double c = dot6(basis_[i], v);
                coefficients[i] += c;
                for (std::size_t k = 0; k < 6; ++k) v[k] -= c * basis_[i][k];
            }
        }
        return coefficients;
    }

    std::size_t size_ = 0;
    std::array<Vector6, 6> normal_{}, basis_{};
    std::array<std::array<double, 6>, 6> triangle_{};  // columns
};

class Search {
  public:
    Search(std::span<const HalfSpace6> half_spaces, const Vector6& from, double tolerance)
        : half_spaces_(half_spaces), tolerance_(tolerance) {
        result_.point = from;
    }

    NearestPoint6 run() {
        while (steps_ < most_steps) {
            const std::size_t worst = furthest_out();
            if (worst == half_spaces_.size()) {
                result_.found = true;
                return result_;
            }
            if (!take_in(static_cast<std::uint32_t>(worst))) return result_;
        }
        return result_;
    }

  private:
    double slack(std::size_t i) const {
        return dot6(half_spaces_[i].normal, result_.point) - half_spaces_[i].offset;
    }

    // The number of half-spaces if the point is in all of them. Active ones are satisfied but for rounding.
    std::size_t furthest_out() const {
        std::size_t worst = half_spaces_.size();
        double least = -tolerance_;
        for (std::size_t i = 0; i < half_spaces_.size(); ++i) {
            const double s = slack(i);
            if (s < least && !is_active(i)) {
                least = s;
                worst = i;
            }
        }
        return worst;
    }

    bool is_active(std::size_t i) const {
        for (std::size_t k = 0; k < result_.active; ++k)
            if (result_.which[k] == i) return true;
        return false;
    }

    bool take_in(std::uint32_t which) {
        const Vector6& normal = half_spaces_[which].normal;
        double push = 0;
        while (steps_++ < most_steps) {
            const Split split = normals_.split(normal);
            const double outside = dot6(split.outside, split.outside);
            const bool spanned = normals_.size() == 6 || outside < least_part_outside * least_part_outside;
            const double whole = spanned ? infinite : -slack(which) / outside;
            double step = whole;
            std::size_t blocking = result_.active;
            for (std::size_t k = 0; k < result_.active; ++k) {
                if (split.weights[k] <= 0) continue;
                const double most = result_.push[k] / split.weights[k];
                if (most < step) {
                    step = most;
                    blocking = k;
                }
            }
            if (step == infinite) return false;
            push += step;
            for (std::size_t k = 0; k < result_.active; ++k) result_.push[k] -= step * split.weights[k];
            if (!spanned)
                for (std::size_t k = 0; k < 6; ++k) result_.point[k] += step * split.outside[k];
            if (blocking == result_.active) {
                normals_.add(normal);
                result_.which[result_.active] = which;
                result_.push[result_.active++] = push;
                return true;
            }
            release(blocking);
        }
        return false;
    }

    void release(std::size_t which) {
        normals_.remove(which);
        for (std::size_t k = which; k + 1 < result_.active; ++k) {
            result_.which[k] = result_.which[k + 1];
            result_.push[k] = result_.push[k + 1];
        }
        --result_.active;
    }

    std::span<const HalfSpace6> half_spaces_;
    double tolerance_;
    ActiveNormals normals_;
    NearestPoint6 result_;
    int steps_ = 0;
};

}  // namespace

NearestPoint6 nearest_in_all(std::span<const HalfSpace6> half_spaces, const Vector6& from, double tolerance) {
    return Search(half_spaces, from, tolerance).run();
}

}  // namespace graze::inline v1::detail
