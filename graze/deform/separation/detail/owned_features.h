// Each corner and each edge of a mesh belongs to one triangle, so that pairs of features are looked at once
// (Curtis, Tamstorf and Manocha 2008).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/query/contact.h"

namespace graze::inline v1::detail {

class OwnedFeatures {
  public:
    explicit OwnedFeatures(const Mesh& mesh);

    bool owns_corner(TriangleId t, std::size_t corner) const { return (owned_[t] >> corner & 1) != 0; }
    // Edge i is opposite corner i.
    bool owns_edge(TriangleId t, std::size_t edge) const { return (owned_[t] >> (3 + edge) & 1) != 0; }
    bool owns_any(TriangleId t) const { return owned_[t] != 0; }

  private:
    std::vector<std::uint8_t> owned_;
};

// In 32 bits, in the order of FeatureId; triangles are below 2^28.
inline std::uint32_t packed(FeatureId f) {
    return static_cast<std::uint32_t>(f.kind) << 30 | static_cast<std::uint32_t>(f.corner) << 28 | f.index;
}
inline FeatureId unpacked(std::uint32_t bits) {
    return {static_cast<FeatureId::Kind>(bits >> 30), static_cast<std::uint8_t>(bits >> 28 & 3),
            bits & 0xfffffff};
}

}  // namespace graze::inline v1::detail
