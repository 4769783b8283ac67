// Tests a ray against the boxes of a node and the triangles of a leaf, eight at a time.
#if defined(GRAZE_QUERY_RAY_RAY_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_RAY_RAY_KERNEL_INL
#undef GRAZE_QUERY_RAY_RAY_KERNEL_INL
#else
#define GRAZE_QUERY_RAY_RAY_KERNEL_INL
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>

#include "graze/query/ray/detail/ray_frame.h"
#include "graze/tree/traverse/node_lanes-inl.h"
#include "graze/tree/wide_tree.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

class RayKernel {
  public:
    explicit HWY_INLINE RayKernel(const detail::RayFrame& frame) : frame_(frame) {}

    // Bit i: the line may meet box i of the node, at an s between the limits. `near` is a lower bound of the
    // s where the line enters the box.
    //
    // With the line o + r d in coordinates of the box, a point in the box has |o_k + r d_k| <= h_k.
    // Eliminating r from two of these gives |o_j d_k - o_k d_j| <= h_j |d_k| + h_k |d_j|. There is no
    // division, so a line along a face is no special case; and the test holds for any axes, orthogonal or
    // not.
    HWY_INLINE std::uint32_t boxes(const WideNode& node, float (&near)[WideNode::width]) const {
        const D d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const V px = hn::Set(d, frame_.float_point[0]), py = hn::Set(d, frame_.float_point[1]),
                pz = hn::Set(d, frame_.float_point[2]);
        const V ux = hn::Set(d, frame_.float_along[0]), uy = hn::Set(d, frame_.float_along[1]),
                uz = hn::Set(d, frame_.float_along[2]);
        const V margin = hn::Set(d, frame_.margin);
        std::uint32_t result = 0;
        for (int i = 0; i < WideNode::width; i += n) {
            const NodeLanes boxes(node, i);
            const V cx = hn::Sub(boxes.center[0], px), cy = hn::Sub(boxes.center[1], py),
                    cz = hn::Sub(boxes.center[2], pz);
            V o[3], s[3], t[3], h[3];
            for (int k = 0; k < 3; ++k) {
                const V(&a)[3] = boxes.axis[k];
                o[k] = dot(a[0], a[1], a[2], cx, cy, cz);
                s[k] = dot(a[0], a[1], a[2], ux, uy, uz);
                t[k] = hn::Abs(s[k]);
                h[k] = boxes.half[k];
            }
            const auto off = [&](int j, int k) {
                const V across = hn::Abs(hn::Sub(hn::Mul(o[j], s[k]), hn::Mul(o[k], s[j])));
                return hn::Sub(across, hn::Add(hn::Mul(h[j], t[k]), hn::Mul(h[k], t[j])));
            };
            const V most_off = hn::Max(off(0, 1), hn::Max(off(1, 2), off(2, 0)));
            const V middle = dot(cx, cy, cz, ux, uy, uz);
            const V radius = hn::Add(dot(h[0], h[1], h[2], t[0], t[1], t[2]), margin);
            const V begin = hn::Sub(middle, radius), end = hn::Add(middle, radius);
            hn::StoreU(begin, d, near + i);
            // Written so that NaN and an infinite margin count as hit. Unused boxes never count.
            auto missed = hn::Or(hn::Gt(most_off, margin), hn::Lt(h[0], hn::Zero(d)));
            missed = hn::Or(
                missed, hn::Or(hn::Gt(begin, hn::Set(d, frame_.to)), hn::Lt(end, hn::Set(d, frame_.from))));
            result |= bits_not_set(missed) << i;
        }
        return result;
    }

    struct Leaf {
        std::uint32_t may_be_hit = 0;           // one bit per triangle
        std::uint32_t is_hit = 0;               // the line passes through the inside, between the limits
        std::uint32_t is_crossed = 0;           // the line passes through the inside
        HWY_ALIGN float near[TreeLeaf::width];  // lower bounds of the s where the line meets each triangle
    };

    // Sheared along the ray, so that the ray is a point of the plane (Woop, Benthin and Wald 2013), in steps
    // of the leaf and relative to its origin. Three products of edges give the side of each edge on which the
    // point lies. The error of a product is what half a step in every coordinate changes.
    HWY_INLINE Leaf triangles(const TreeLeaf& leaf) const {
        const D d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const detail::RayFrame& f = frame_;
        const auto step = static_cast<double>(leaf.step());
        const double per_step = 1 / step;
        const auto lx = static_cast<double>(leaf.origin[f.x]), ly = static_cast<double>(leaf.origin[f.y]),
                   lz = static_cast<double>(leaf.origin[f.z]);
        const auto start_x = static_cast<float>((f.point[f.x] - lx + f.slope_x * lz) * per_step),
                   start_y = static_cast<float>((f.point[f.y] - ly + f.slope_y * lz) * per_step);
        const auto error = static_cast<float>(3 * f.error * per_step);
        // Half a step in x and z or in y and z, as slopes are at most 1; some roundings of numbers up to 2^16
        // steps and of the start; and the products, whose rounding is proportional to their factors.
        const float slack = 1.1f + error + 0x1p-20f * (std::abs(start_x) + std::abs(start_y));
        const auto z_start = static_cast<float>(lz * f.s_of_z), z_step = static_cast<float>(step * f.s_of_z);
        const float z_slack = (1 + error) * std::abs(z_step) + 0x1p-17f;
        const V sx = hn::Set(d, static_cast<float>(f.slope_x)),
                sy = hn::Set(d, static_cast<float>(f.slope_y));
        const V x0 = hn::Set(d, start_x), y0 = hn::Set(d, start_y), k = hn::Set(d, slack);
        const V twice = hn::Set(d, 2 * slack);
        Leaf out;
        for (int i = 0; i < TreeLeaf::width; i += n) {
            V x[3], y[3], z[3], s[3];
            for (int c = 0; c < 3; ++c) {
                z[c] = steps(leaf, 3 * c + f.z, i);
                x[c] = hn::Sub(hn::Sub(steps(leaf, 3 * c + f.x, i), hn::Mul(sx, z[c])), x0);
                y[c] = hn::Sub(hn::Sub(steps(leaf, 3 * c + f.y, i), hn::Mul(sy, z[c])), y0);
                s[c] = hn::Add(hn::Abs(x[c]), hn::Abs(y[c]));
            }
            auto left = hn::FirstN(d, 0), right = left, all_left = hn::Not(left), all_right = all_left;
            for (int c = 0; c < 3; ++c) {
                const int e = c == 2 ? 0 : c + 1;
                const V side = hn::Sub(hn::Mul(x[c], y[e]), hn::Mul(x[e], y[c]));
                const V bound = hn::Mul(k, hn::Add(hn::Add(s[c], s[e]), twice));
                const auto is_left = hn::Gt(side, bound), is_right = hn::Lt(side, hn::Neg(bound));
                left = hn::Or(left, is_left);
                right = hn::Or(right, is_right);
                all_left = hn::And(all_left, is_left);
                all_right = hn::And(all_right, is_right);
            }
            const V low = hn::Mul(hn::Min(hn::Min(z[0], z[1]), z[2]), hn::Set(d, z_step)),
                    high = hn::Mul(hn::Max(hn::Max(z[0], z[1]), z[2]), hn::Set(d, z_step));
            const V begin = hn::Add(hn::Min(low, high), hn::Set(d, z_start - z_slack)),
                    end = hn::Add(hn::Max(low, high), hn::Set(d, z_start + z_slack));
            hn::Store(begin, d, out.near + i);
            const V first = hn::Set(d, frame_.from), last = hn::Set(d, frame_.to);
            const auto missed = hn::Or(hn::And(left, right), hn::Or(hn::Gt(begin, last), hn::Lt(end, first)));
            const auto crossed = hn::Or(all_left, all_right);
            const V inner_first = hn::Set(d, f.from + f.inside), inner_last = hn::Set(d, f.to - f.inside);
            const auto within = hn::And(hn::Gt(begin, inner_first), hn::Lt(end, inner_last));
            out.may_be_hit |= (~bits_set(missed) & ((1u << n) - 1)) << i;
            out.is_crossed |= bits_set(crossed) << i;
            out.is_hit |= bits_set(hn::And(crossed, within)) << i;
        }
        const std::uint32_t used = (1u << leaf.count()) - 1;
        out.may_be_hit &= used;
        out.is_crossed &= used;
        out.is_hit &= used;
        return out;
    }

  private:
    using D = Lanes8;
    using V = hn::Vec<D>;

    static HWY_INLINE V dot(V ax, V ay, V az, V bx, V by, V bz) {
        return hn::Add(hn::Add(hn::Mul(ax, bx), hn::Mul(ay, by)), hn::Mul(az, bz));
    }
    static HWY_INLINE V steps(const TreeLeaf& leaf, int c, int i) {
        const hn::Rebind<std::int16_t, D> d16;
        const hn::Rebind<std::int32_t, D> d32;
        return hn::ConvertTo(D(), hn::PromoteTo(d32, hn::Load(d16, leaf.value[c] + i)));
    }

    const detail::RayFrame& frame_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
