#include <array>
#include <cmath>

#include "graze/base/random.h"
#include "graze/base/trig.h"
#include "graze/models/objects/recipes.h"

namespace graze::inline v1 {
namespace {

struct Wave {
    double x, y, phase, height;
};

// Long waves are high; short waves are low.
std::array<Wave, 24> waves(std::uint64_t seed) {
    Random random(seed);
    std::array<Wave, 24> waves;
    double frequency = 0.35;
    for (Wave& wave : waves) {
        const SinCos direction = sin_cos_turns(random.uniform());
        wave = {frequency * direction.cos, frequency * direction.sin, random.uniform(),
                0.02 / (frequency * std::sqrt(frequency))};
        frequency *= 1.22;
    }
    return waves;
}

}  // namespace

void build_terrain(SolidBuilder& builder, std::uint64_t seed) {
    const std::uint32_t n = builder.segments(2);
    const std::uint32_t row = n + 1;
    if (!builder.begin_surface(std::uint64_t{row} * row, std::uint64_t{2} * n * n)) return;
    const auto all = waves(seed);
    for (std::uint32_t j = 0; j <= n; ++j) {
        for (std::uint32_t i = 0; i <= n; ++i) {
            const double x = (2.0 * i - n) / n, y = (2.0 * j - n) / n;
            double z = 0;
            for (const Wave& wave : all)
                z += wave.height * sin_cos_turns(wave.x * x + wave.y * y + wave.phase).sin;
            // Heights stay below 0.25.
            const double steep = 6 * z;
            builder.add_vertex({x, y, 0.25 * steep / std::sqrt(1 + steep * steep)});
        }
    }
    for (std::uint32_t j = 0; j < n; ++j) {
        for (std::uint32_t i = 0; i < n; ++i) {
            const VertexId a = j * row + i;
            builder.add_quadrangle(a, a + 1, a + row + 1, a + row);
        }
    }
}

}  // namespace graze::inline v1
