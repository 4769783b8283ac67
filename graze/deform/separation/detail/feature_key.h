// Names of features in 32 bits, and of pairs of them in 64, in the order of FeatureId.
#pragma once

#include <cstdint>

#include "graze/query/contact.h"

namespace graze::inline v1::detail {

// Triangles are below 2^28.
constexpr std::uint32_t packed(FeatureId f) {
    return static_cast<std::uint32_t>(f.kind) << 30 | static_cast<std::uint32_t>(f.corner) << 28 | f.index;
}
constexpr FeatureId unpacked(std::uint32_t bits) {
    return {static_cast<FeatureId::Kind>(bits >> 30), static_cast<std::uint8_t>(bits >> 28 & 3),
            bits & 0xfffffff};
}

}  // namespace graze::inline v1::detail
