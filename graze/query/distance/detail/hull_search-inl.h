// Finds where two meshes are closest by means of their hulls: a plane between the hulls shows that only the
// triangles next to the plane can be nearest.
#if defined(GRAZE_QUERY_DISTANCE_HULL_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_HULL_SEARCH_INL
#undef GRAZE_QUERY_DISTANCE_HULL_SEARCH_INL
#else
#define GRAZE_QUERY_DISTANCE_HULL_SEARCH_INL
#endif

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/convex/simplex.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/tree/traverse/tree_extremes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// The direction between the hulls by the algorithm of Gilbert, Johnson and Keerthi (1988). The projections of
// the meshes come first from their support tables, roughly, and then from their trees. All in coordinates of
// A.
class HullSearch {
  public:
    explicit HullSearch(const detail::PairQuery& query)
        : query_(query),
          transform_(query.frame.a_from_b),
          a_(query.a.tree()),
          b_(query.b.tree()),
          rounding_(TreeExtremes::box_rounding * (1 + transform_.scale) + 2 * query.frame.exact.world_error) {
        float furthest = 0;
        for (int k = 0; k < 3; ++k) furthest = std::max(furthest, std::abs(transform_.shift[k]));
        rounding_ += 0x1p-21f * furthest;
    }

    // The approximate direction between the hulls, by the tables. False if the hulls are not clearly apart.
    bool find_rough_direction() {
        const SupportTable &a = query_.a.tree().support(), &b = query_.b.tree().support();
        const auto& shift = query_.frame.exact.shift;
        direction_ = {-shift[0], -shift[1], -shift[2]};
        // Written so that NaN returns false, too.
        if (a.empty() || b.empty() || !(dot(direction_, direction_) > 0x1p-20)) return false;
        detail::Simplex rough;
        approach(rough, 8, 0.02, [&] { return roughly_along(); }, clearly_apart);
        return low_a_ + low_b_ > clearly_apart;
    }
    // Are the lowest corners along the direction about as near to each other as the hulls are? Then the
    // meshes fill their hulls there.
    bool looks_filled() {
        look_along();
        const Vec3 between = corner(a_.lowest(along_a_).point, b_.lowest(along_b_).point).between;
        return std::sqrt(dot(between, between)) < 1.07 * static_cast<double>(distance_) + 0.08;
    }
    // The direction between the hulls. False if too many parts of a mesh are about equally near to the other
    // mesh.
    bool find_direction() {
        approach(simplex_, 12, 0.005, [&] { return low_along_trees(); });
        bool certain = true;
        approach(simplex_, 12, 1e-6, [&] { return along_trees(certain); });
        return certain;
    }

    // The approximate distance of the hulls.
    float distance() const { return distance_; }

    // Collects the triangles of either mesh that may be within `limit` of the other mesh. None within the
    // limit is missing. False if there are too many.
    bool collect(float limit, FewTriangles& near_a, FewTriangles& near_b) const {
        return a_.collect(along_a_, limit - low_b_ + rounding_, near_a) &&
               b_.collect(along_b_, (limit - low_a_ - shift_ + rounding_) * query_.frame.b_from_a.scale,
                          near_b);
    }

    // The closest points of the hulls, each in the coordinates of its tree.
    void closest_points(float (&of_a)[3], float (&of_b)[3]) const {
        const Vec3 a = simplex_.of_a(), b = a - simplex_.nearest();
        const detail::RelativeTransform& q = query_.frame.b_from_a;
        for (std::size_t k = 0; k < 3; ++k) of_a[k] = static_cast<float>(a[k]);
        for (int r = 0; r < 3; ++r) {
            const auto turned = static_cast<double>(q.column[0][r]) * b.x +
                                static_cast<double>(q.column[1][r]) * b.y +
                                static_cast<double>(q.column[2][r]) * b.z;
            of_b[r] = q.shift[r] + q.scale * static_cast<float>(turned);
        }
    }

  private:
    static constexpr float clearly_apart = 0.1f;

    // Follows the direction to where the hulls are closest, up to the relative `precision`. The function
    // `project` computes the projections of the hulls onto the direction. Stops for hulls less than `least`
    // apart.
    template <class Project>
    HWY_INLINE void approach(detail::Simplex& simplex, int most_steps, double precision, Project project,
                             float least = 0) {
        double nearest =
            simplex.empty() ? std::numeric_limits<double>::infinity() : static_cast<double>(distance_);
        for (int step = 0; step < most_steps; ++step) {
            look_along();
            const detail::Simplex::Corner corner = project();
            const auto gap = static_cast<double>(low_a_ + low_b_);
            if ((!simplex.empty() && nearest - gap <= precision * nearest + static_cast<double>(rounding_)) ||
                !simplex.add(corner))
                break;
            const double now = std::sqrt(dot(simplex.nearest(), simplex.nearest()));
            if (!(now < nearest && now > static_cast<double>(std::max(rounding_, least)))) break;
            nearest = now;
            direction_ = simplex.nearest();
        }
        distance_ = static_cast<float>(nearest);
    }

    void look_along() {
        const double scale = (1 - 1e-6) / std::sqrt(dot(direction_, direction_));
        for (std::size_t k = 0; k < 3; ++k) along_a_[k] = static_cast<float>(direction_[k] * scale);
        for (int k = 0; k < 3; ++k) along_b_[k] = -dot_a(transform_.column[k]);
        shift_ = -dot_a(transform_.shift);
    }
    float dot_a(const float* v) const { return v[0] * along_a_[0] + v[1] * along_a_[1] + v[2] * along_a_[2]; }

    detail::Simplex::Corner low_along_trees() {
        const TreeExtremes::Lowest a = a_.lowest(along_a_), b = b_.lowest(along_b_);
        low_a_ = a.projection;
        low_b_ = transform_.scale * b.projection + shift_;
        return corner(a.point, b.point);
    }

    detail::Simplex::Corner along_trees(bool& certain) {
        TreeExtremes::Lowest a, b;
        float least_a = 0, least_b = 0;
        certain = certain && a_.find_lowest(along_a_, a, least_a) && b_.find_lowest(along_b_, b, least_b);
        // A large value for "far apart" ends the approach.
        if (!certain) return low_a_ = 1e30f, detail::Simplex::Corner{};
        low_a_ = least_a;
        low_b_ = transform_.scale * least_b + shift_;
        return corner(a.point, b.point);
    }

    // The projections from the tables are bounds, but the points are approximate.
    detail::Simplex::Corner roughly_along() {
        const auto bound = [](const SupportTable& table, const float(&along)[3]) {
            return table.bound(-along[0], -along[1], -along[2],
                               std::abs(along[0]) + std::abs(along[1]) + std::abs(along[2]));
        };
        const SupportTable::Bound a = bound(query_.a.tree().support(), along_a_),
                                  b = bound(query_.b.tree().support(), along_b_);
        low_a_ = -a.projection;
        low_b_ = shift_ - transform_.scale * b.projection;
        return corner(a.point, b.point);
    }

    detail::Simplex::Corner corner(const float (&a)[3], const float (&b)[3]) const {
        const Vec3 of_a{static_cast<double>(a[0]), static_cast<double>(a[1]), static_cast<double>(a[2])};
        Vec3 of_b;
        for (int r = 0; r < 3; ++r) {
            const auto& c = transform_.column;
            of_b[static_cast<std::size_t>(r)] = static_cast<double>(
                transform_.shift[r] + transform_.scale * (c[0][r] * b[0] + c[1][r] * b[1] + c[2][r] * b[2]));
        }
        return {of_a - of_b, of_a};
    }

    const detail::PairQuery& query_;
    const detail::RelativeTransform& transform_;
    TreeExtremes a_, b_;
    detail::Simplex simplex_;
    Vec3 direction_{};  // from B to A
    float rounding_;    // of the separation
    float along_a_[3] = {}, along_b_[3] = {};
    float shift_ = 0;              // what the shift of B adds to its projection
    float low_a_ = 0, low_b_ = 0;  // lowest projections: of A, and of B onto the opposite direction
    float distance_ = 0;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
