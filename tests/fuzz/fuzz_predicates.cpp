// orient2d and orient3d against big integers, evaluated in another order.
#include <cstdlib>

#include "graze/base/detail/big.h"
#include "graze/base/detail/determinant.h"
#include "graze/base/predicates.h"
#include "tests/fuzz/coordinates.h"

namespace {

using graze::Vec2;
using graze::Vec3;
using graze::detail::Big;

Big diff(double p, double q) {
    return Big::from(p) - Big::from(q);
}

int exact_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    // Relative to d instead of a, expanded along the other row.
    const Big u[3] = {diff(a.x, d.x), diff(a.y, d.y), diff(a.z, d.z)};
    const Big v[3] = {diff(b.x, d.x), diff(b.y, d.y), diff(b.z, d.z)};
    const Big w[3] = {diff(c.x, d.x), diff(c.y, d.y), diff(c.z, d.z)};
    return -(w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
             w[2] * (u[0] * v[1] - u[1] * v[0]))
                .sign();
}

int exact_sign(const Vec2& a, const Vec2& b, const Vec2& c) {
    return (diff(a.x, c.x) * diff(b.y, c.y) - diff(a.y, c.y) * diff(b.x, c.x)).sign();
}

void require(bool ok) {
    if (!ok) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    graze::fuzz::Coordinates in(data, size);
    const Vec3 a = in.point(), b = in.point(), c = in.point(), d = in.point();
    const int sign = graze::orient3d(a, b, c, d);
    require(sign == exact_sign(a, b, c, d));
    require(sign == -graze::orient3d(a, b, d, c));
    const double value = graze::detail::orient3d_value(a, b, c, d).value;
    require((value > 0) - (value < 0) == sign);
    for (int axis = 0; axis < 3; ++axis) {
        const Vec2 p = graze::drop(a, axis), q = graze::drop(b, axis), r = graze::drop(c, axis);
        require(graze::orient2d(p, q, r) == exact_sign(p, q, r));
    }
    require(graze::in_triangle(a, {a, b, c}) && graze::in_triangle(c, {a, b, c}));
    require(!graze::on_segment(d, a, b) || graze::in_triangle(d, {a, b, c}));
    return 0;
}
