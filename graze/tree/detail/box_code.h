// Encodes an oriented box in a node and decodes it. The builder uses this code; the queries do the same in
// lanes.
#pragma once

#include <cstdint>

#include "graze/base/vec3.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// A box as the queries read it, in floats.
struct CodedBox {
    float center[3];
    float axis[3][3];  // axis[k] is a_k
    float half[3];
    std::uint32_t cut[5];  // two words of corners, three of edges
};

// The unit of cut corners and edges. Uncut corners have the value 3, uncut edges 2.
inline constexpr float cut_unit = 1.0f / 80;
inline constexpr std::uint32_t whole_corners = 240 * 0x01010101u, whole_edges = 160 * 0x01010101u;

// For quaternions in units of 1/32767.
inline constexpr float twice_unit_squared = 2.0f / (32767.0f * 32767.0f);

// The axes of a quaternion in units of 1/32767: the same operations in the same order as the SIMD kernel, so
// that both give the same bits.
GRAZE_INLINE void decode_axes(const std::int16_t w, const std::int16_t x, const std::int16_t y,
                              const std::int16_t z, float (&axis)[3][3]) {
    const auto qw = static_cast<float>(w), qx = static_cast<float>(x), qy = static_cast<float>(y),
               qz = static_cast<float>(z);
    const float x2 = qx * twice_unit_squared, y2 = qy * twice_unit_squared, z2 = qz * twice_unit_squared;
    const float xx = qx * x2, yy = qy * y2, zz = qz * z2, xy = qx * y2, xz = qx * z2, yz = qy * z2;
    const float wx = qw * x2, wy = qw * y2, wz = qw * z2;
    axis[0][0] = 1 - (yy + zz), axis[0][1] = xy + wz, axis[0][2] = xz - wy;
    axis[1][0] = xy - wz, axis[1][1] = 1 - (xx + zz), axis[1][2] = yz + wx;
    axis[2][0] = xz + wy, axis[2][1] = yz - wx, axis[2][2] = 1 - (xx + yy);
}

GRAZE_INLINE CodedBox read_box(const WideNode& node, int slot) {
    CodedBox b;
    for (int k = 0; k < 3; ++k) {
        b.center[k] = node.center[k][slot];
        b.half[k] = node.half[k][slot];
    }
    decode_axes(node.rotation[0][slot], node.rotation[1][slot], node.rotation[2][slot],
                node.rotation[3][slot], b.axis);
    for (int i = 0; i < 2; ++i) b.cut[i] = node.cut_corners[i][slot];
    for (int k = 0; k < 3; ++k) b.cut[2 + k] = node.cut_edges[k][slot];
    return b;
}

}  // namespace graze::inline v1::detail
