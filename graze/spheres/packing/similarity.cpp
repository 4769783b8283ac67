#include "graze/spheres/packing/similarity.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t most_signature_spheres = 512;

// Weights of cumulative bins: what is in bin `at` is in all later ones, too.
void count_from(std::array<double, PackingSignature::bins>& bins, std::size_t at, double weight) {
    for (std::size_t i = at; i < bins.size(); ++i) bins[i] += weight;
}

}  // namespace

PackingSignature packing_signature(const SpherePacking& packing) {
    const std::span<const Sphere> spheres =
        std::span(packing.spheres).first(std::min(packing.spheres.size(), most_signature_spheres));
    if (spheres.empty()) throw Error("there are no spheres to compare");
    double whole = 0;
    Vec3 centroid;
    for (const Sphere& s : spheres) {
        whole += volume(s);
        centroid += s.center * volume(s);
    }
    centroid = centroid / whole;
    double square = 0;  // of the distance from the centroid, in the mean; balls are not points
    for (const Sphere& s : spheres) {
        const Vec3 d = s.center - centroid;
        square += volume(s) / whole * (dot(d, d) + 0.6 * s.radius * s.radius);
    }
    const double size = std::sqrt(square);

    PackingSignature result;
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const double own = volume(spheres[i]) / whole;
        std::size_t bin = 0;
        for (double r = spheres[0].radius * 0.8408964152537145;
             bin < PackingSignature::bins && spheres[i].radius < r;
             r *= 0.8408964152537145)  // the fourth root of a half
            ++bin;
        count_from(result.sizes, bin, own);
        for (std::size_t k = 0; k <= i; ++k) {
            const double weight = (i == k ? 1 : 2) * own * volume(spheres[k]) / whole;
            const double apart = length(spheres[i].center - spheres[k].center) / size;
            count_from(result.distances, static_cast<std::size_t>(std::min(apart * 8, 1e6)), weight);
        }
    }
    return result;
}

double difference(const PackingSignature& a, const PackingSignature& b) {
    // Of cumulative shares: how much has to be moved, and how far.
    double sum = 0;
    for (std::size_t i = 0; i < PackingSignature::bins; ++i)
        sum += std::abs(a.distances[i] - b.distances[i]) + std::abs(a.sizes[i] - b.sizes[i]);
    return sum / (2 * PackingSignature::bins);
}

}  // namespace graze::inline v1
