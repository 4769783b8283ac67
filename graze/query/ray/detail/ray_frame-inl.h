// Transforms a ray into the coordinates of a tree.
#if defined(GRAZE_QUERY_RAY_RAY_FRAME_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_RAY_RAY_FRAME_INL
#undef GRAZE_QUERY_RAY_RAY_FRAME_INL
#else
#define GRAZE_QUERY_RAY_RAY_FRAME_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/query/ray/detail/ray_frame.h"
#include "graze/tree/traverse/pair_frame.h"
#include "graze/tree/traverse/vector3-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// From the world to a tree, for all rays at one pose of the tree.
class RayTransform {
  public:
    RayTransform(const RayTransform&) = delete;  // has pointers to its own members
    RayTransform& operator=(const RayTransform&) = delete;
    HWY_INLINE RayTransform(const WideTree& tree, const Pose& world_from_tree)
        : tree_(tree), pose_(world_from_tree) {
        // Poses are rigid to 1e-6 only. The transpose is used where it is as good as the inverse.
        const bool rigid = pose_.deviation() <= 0x1p-51;
        if (!rigid) detail::invert_rotation(pose_, inverse_);
        for (std::size_t k = 0; k < 3; ++k) back_[k] = rigid ? pose_.matrix()[k].data() : inverse_[k];
        per_unit_ = 1 / tree.unit();
        // The sum of lengths that are added up, here and in the world vertices.
        sum_of_lengths_ = 2 * (largest(pose_.translation()) + largest(tree.origin()));
    }

    const WideTree& tree() const { return tree_; }

    // False if the ray misses the box of the whole mesh.
    HWY_INLINE bool make_frame(const Ray& ray, detail::RayFrame& f) const {
        HWY_ALIGN double start[4], direction[4];
        place(ray, start, direction);
        choose_axes(direction, f);
        const double speed = std::abs(direction[f.z]);
        // Some thirty roundings. The direction's error counts times the distance to z = 0, which is hardly
        // longer.
        f.error = ((largest(ray.origin()) + sum_of_lengths_) * per_unit_ + 4) * 0x1p-43;
        if (HWY_UNLIKELY(!(f.error < 0x1p20 && speed > 0))) return know_nothing(f), true;
        shift_to_zero(start, direction, 1 / speed, f);
        const double squared = dot(f.along, f.along), scale = speed * per_unit_ * squared;
        f.scale = scale > 1e-200 && scale < 1e200 ? scale : 0;
        f.slope_x = f.along[f.x] * f.along[f.z];
        f.slope_y = f.along[f.y] * f.along[f.z];
        f.s_of_z = squared * f.along[f.z];
        f.offset = start[f.z] * f.s_of_z;
        f.from = f.down_to(ray.t_min());
        f.to = f.up_to(ray.t_max());
        // Floats round numbers below 8 to 2^-21. The values that a box test compares are sums of at most some
        // forty such roundings, most of them of smaller numbers.
        f.margin = static_cast<float>(0x1p-16 + 8 * f.error);
        f.inside = f.scale > 0
                       ? static_cast<float>((std::abs(f.offset) + 8) * 0x1p-31 + 16 * f.error) + 0x1p-17f
                       : std::numeric_limits<float>::infinity();
        return !passes_by(f);
    }

  private:
    static HWY_INLINE double dot(const double* a, const double* b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
    static HWY_INLINE double largest(const Vec3& v) {
        return std::max(std::max(std::abs(v.x), std::abs(v.y)), std::abs(v.z));
    }

    static HWY_INLINE void choose_axes(const double (&direction)[4], detail::RayFrame& f) {
        const double x = std::abs(direction[0]), y = std::abs(direction[1]), z = std::abs(direction[2]);
        f.z = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
        f.x = f.z == 2 ? 0 : f.z + 1;
        f.y = f.z == 0 ? 2 : f.z - 1;
    }

    // The line at z = 0, in doubles and floats.
    static HWY_INLINE void shift_to_zero(const double (&start)[4], const double (&direction)[4],
                                         double per_speed, detail::RayFrame& f) {
        const hn::CappedTag<double, 4> d;
        const hn::Rebind<float, decltype(d)> d32;
        const double z = direction[f.z] > 0 ? start[f.z] : -start[f.z];
        for (std::size_t i = 0; i < 4; i += hn::Lanes(d)) {
            const auto used = hn::FirstN(d, i < 3 ? 3 - i : 0);
            const auto along =
                hn::IfThenElseZero(used, hn::Mul(hn::Load(d, direction + i), hn::Set(d, per_speed)));
            const auto point =
                hn::IfThenElseZero(used, hn::Sub(hn::Load(d, start + i), hn::Mul(along, hn::Set(d, z))));
            hn::Store(along, d, f.along + i);
            hn::Store(point, d, f.point + i);
            hn::Store(hn::DemoteTo(d32, along), d32, f.float_along + i);
            hn::Store(hn::DemoteTo(d32, point), d32, f.float_point + i);
        }
    }

    // In coordinates of the tree; the direction is not scaled. The fourth elements are unused.
    HWY_INLINE void place(const Ray& ray, double (&start)[4], double (&turned)[4]) const {
        const hn::CappedTag<double, 4> d;
        const Pose::Matrix& m = pose_.matrix();
        const Vec3 &origin = ray.origin(), &direction = ray.direction();
        const double x = origin.x - m[0][3], y = origin.y - m[1][3], z = origin.z - m[2][3];
        for (std::size_t i = 0; i < 4; i += hn::Lanes(d)) {
            const auto bx = hn::LoadU(d, back_[0] + i), by = hn::LoadU(d, back_[1] + i),
                       bz = hn::LoadU(d, back_[2] + i);
            const auto turn = [&](double vx, double vy, double vz) {
                return hn::Add(hn::Add(hn::Mul(bx, hn::Set(d, vx)), hn::Mul(by, hn::Set(d, vy))),
                               hn::Mul(bz, hn::Set(d, vz)));
            };
            const auto middle = hn::LoadU(d, tree_.origin_and_unit().data() + i);
            hn::Store(hn::Mul(hn::Sub(turn(x, y, z), middle), hn::Set(d, per_unit_)), d, start + i);
            hn::Store(turn(direction.x, direction.y, direction.z), d, turned + i);
        }
    }

    // For a ray that doubles cannot hold: a line that may be anywhere.
    static void know_nothing(detail::RayFrame& f) {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        for (int k = 0; k < 4; ++k) {
            f.point[k] = f.along[k] = k == 2 ? 1 : 0;
            f.float_point[k] = f.float_along[k] = k == 2 ? 1.0f : 0.0f;
        }
        f.x = 0, f.y = 1, f.z = 2;
        f.slope_x = f.slope_y = f.scale = f.offset = 0;
        f.s_of_z = 1;
        f.error = std::numeric_limits<double>::infinity();
        f.margin = f.to = f.inside = infinity;
        f.from = -infinity;
    }

    // Tests the box of the whole mesh: the three planes through the line that can separate it from a box, and
    // the extent of the box along the line.
    HWY_INLINE bool passes_by(const detail::RayFrame& f) const {
        const Vector3 p = Vector3::load(f.float_point), u = Vector3::load(f.float_along),
                      h = Vector3::load(tree_.half_and_zero().data());
        const Vector3 size = u.magnitude(), margin = Vector3::all(f.margin);
        const Vector3 off = (p.yzx() * u.zxy() - p.zxy() * u.yzx()).magnitude();
        if (off.any_above(h.yzx() * size.zxy() + h.zxy() * size.yzx() + margin)) return true;
        HWY_ALIGN float share[4], middle[4];
        (h * size).store(share);
        (p * u).store(middle);
        const float radius = share[0] + share[1] + share[2] + f.margin;
        const float at = -(middle[0] + middle[1] + middle[2]);
        return f.from > at + radius || f.to < at - radius;
    }

    const WideTree& tree_;
    const Pose& pose_;
    const double* back_[3];  // columns of three numbers, each followed by any number
    double inverse_[3][4];
    double per_unit_;  // infinite for the tiniest of meshes; then nothing is known
    double sum_of_lengths_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
