#include "bench/methods/copies_method.h"

#include <algorithm>

#include "bench/harness/timing.h"

namespace graze::bench {

double build_nanoseconds(CopiesMethod& method, const Mesh& mesh) {
    constexpr double long_build = 0.5e9;
    constexpr std::size_t repeats = 3;
    double fastest = 0;
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        method.load(mesh);
        const double time = nanoseconds_of([&] { method.build(); });
        fastest = repeat == 0 ? time : std::min(fastest, time);
        if (time > long_build) break;
    }
    return fastest / static_cast<double>(mesh.triangle_count());
}

}  // namespace graze::bench
