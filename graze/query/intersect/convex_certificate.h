// Whether two boxes or hulls meet, with evidence that anyone can check without knowing how it was found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/base/pose.h"
#include "graze/query/answer.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The corners that are meant are those of the box or hull, carried to the world by its pose. w_i is the
// corner `corner[i].a` of A minus the corner `corner[i].b` of B, without rounding.
struct ConvexCertificate {
    enum class Kind : std::uint8_t {
        none,
        // No: each corner of A has a smaller product with `direction` than each corner of B.
        direction,
        // No: the same for the direction (w_1 - w_0) x (w_2 - w_0), which no three doubles may express.
        plane,
        // Yes: the origin is in the tetrahedron of w_0 to w_3, so a point of A is a point of B.
        combination,
        // Yes: the origin is in the tetrahedron of (3 w_0 + 5 w_1 + 7 w_2 + 11 w_3) / 26, w_4, w_5 and w_6.
        nested_combination,
    };
    struct CornerPair {
        std::uint32_t a = 0, b = 0;

        friend bool operator==(const CornerPair&, const CornerPair&) = default;
    };

    Answer answer = Answer::undecided;
    Kind kind = Kind::none;
    Vec3 direction;
    std::array<CornerPair, 7> corner{};
    std::size_t corner_count = 0;

    friend bool operator==(const ConvexCertificate&, const ConvexCertificate&) = default;
};

// The answer of `intersects`, for boxes and hulls (else `unsupported`). There is no certificate if all
// corners of both solids lie in one plane or in two parallel ones, nor where coordinates are below 1e-92.
ConvexCertificate certified_intersects(const Shape& a, const Pose& world_from_a, const Shape& b,
                                       const Pose& world_from_b);

}  // namespace graze::inline v1
