// How alike are two shapes? From the sizes and places of the spheres that fill them (Weller 2012, 4.4.1.2).
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "graze/spheres/sphere_packing.h"

namespace graze::inline v1 {

// Does not depend on the place, the rotation and the size of a shape, and hardly on the number of spheres.
struct PackingSignature {
    static constexpr std::size_t bins = 32;
    // Of pairs of spheres, weighted with the product of their volumes: how far apart they are. Bin i counts
    // up to (i + 1) / 8 times the root of the mean square distance from the centroid.
    std::array<double, bins> distances{};
    // The share of the volume in spheres whose radius is at least 2^(-(i + 1) / 4) times that of the largest.
    std::array<double, bins> sizes{};
};

// Of the largest spheres: more than 512 change little. Throws Error for packings without spheres.
PackingSignature packing_signature(const SpherePacking& packing);

// 0 for equal signatures, 1 for those that have nothing in common.
double difference(const PackingSignature& a, const PackingSignature& b);

}  // namespace graze::inline v1
