// Two tests before any tree is opened: the boxes of the whole meshes along all fifteen directions that can
// separate boxes; then the hulls along a few directions, each better than the last.
#include "graze/query/detail/far_apart.h"

#include <cmath>

namespace graze::inline v1::detail {
namespace {

struct Float3 {
    float x, y, z;
};

GRAZE_INLINE Float3 operator+(Float3 a, Float3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
GRAZE_INLINE Float3 operator-(Float3 a, Float3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
GRAZE_INLINE Float3 operator*(Float3 a, float s) {
    return {a.x * s, a.y * s, a.z * s};
}
GRAZE_INLINE float dot(Float3 a, Float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
GRAZE_INLINE float sum_of(Float3 v) {
    return (std::abs(v.x) + std::abs(v.y)) + std::abs(v.z);
}

}  // namespace

// The separating axis test (Gottschalk, Lin, Manocha 1996) for boxes along the axes of the trees. Tests along
// products of edges suffer most from a rotation that is not quite one; the margin is made for that.
bool boxes_apart(const WideTree& a, const WideTree& b, const Passage& p) {
    float turned[3][4], magnitude[3][4];  // [j][i]: of axis i of A and axis j of B
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 4; ++i) {
            turned[j][i] = p.column[j][i];
            magnitude[j][i] = std::abs(turned[j][i]);
        }
    }
    const float ha[3] = {a.half()[0], a.half()[1], a.half()[2]};
    const float hb[3] = {p.scale * b.half()[0], p.scale * b.half()[1], p.scale * b.half()[2]};
    const float margin = 2 * p.margin;
    bool apart = false;
    for (int i = 0; i < 3; ++i) {
        const float reach =
            ha[i] + (hb[0] * magnitude[0][i] + hb[1] * magnitude[1][i] + hb[2] * magnitude[2][i]);
        apart |= std::abs(p.shift[i]) > reach + margin;
    }
    for (int j = 0; j < 3; ++j) {
        const float reach =
            hb[j] + (ha[0] * magnitude[j][0] + ha[1] * magnitude[j][1] + ha[2] * magnitude[j][2]);
        const float along = p.shift[0] * turned[j][0] + p.shift[1] * turned[j][1] + p.shift[2] * turned[j][2];
        apart |= std::abs(along) > reach + margin;
    }
    if (apart) return true;
    for (int i = 0; i < 3; ++i) {
        const int k = (i + 1) % 3, l = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int r = (j + 1) % 3, s = (j + 2) % 3;
            const float reach = (ha[k] * magnitude[j][l] + ha[l] * magnitude[j][k]) +
                                (hb[r] * magnitude[s][i] + hb[s] * magnitude[r][i]);
            apart |= std::abs(p.shift[l] * turned[j][k] - p.shift[k] * turned[j][l]) > reach + margin;
        }
    }
    return apart;
}

// Looks for a direction that separates the hulls, in coordinates of A: first from middle to middle, then
// mirrored at what the support points of the last one say (Chung and Wang 1996). Most that are apart show it
// at once; where the hulls reach far past each other, further tries hardly ever help.
bool hulls_apart(const SupportTable& a, const SupportTable& b, const Passage& p) {
    if (a.empty() || b.empty()) return false;
    constexpr float hopeless[] = {0.15f, 0.05f, 0.0f};
    const Float3 column[3] = {{p.column[0][0], p.column[0][1], p.column[0][2]},
                              {p.column[1][0], p.column[1][1], p.column[1][2]},
                              {p.column[2][0], p.column[2][1], p.column[2][2]}};
    const Float3 between{p.shift[0], p.shift[1], p.shift[2]};
    Float3 direction = between;
    for (const float limit : hopeless) {
        const Float3 to_a{-dot(column[0], direction), -dot(column[1], direction), -dot(column[2], direction)};
        const float sum_a = sum_of(direction), sum_b = sum_of(to_a);
        // Written so that NaN ends it, too.
        if (!(sum_a > 0x1p-60f && sum_b > 0x1p-60f && sum_a < 0x1p62f)) return false;
        const SupportTable::Bound reach_a = a.bound(direction.x, direction.y, direction.z, sum_a);
        const SupportTable::Bound reach_b = b.bound(to_a.x, to_a.y, to_a.z, sum_b);
        const float heights = reach_a.height + p.scale * reach_b.height,
                    gap = dot(direction, between) - heights;
        if (gap > 2 * p.margin * (sum_a + sum_b)) return true;
        if (!(gap > -limit * heights)) return false;
        const Float3 point_b =
            column[0] * reach_b.point[0] + column[1] * reach_b.point[1] + column[2] * reach_b.point[2];
        const Float3 way =
            between - Float3{reach_a.point[0], reach_a.point[1], reach_a.point[2]} + point_b * p.scale;
        direction = direction - way * (2 * dot(way, direction) / dot(way, way));
    }
    return false;
}

}  // namespace graze::inline v1::detail
