// What the experiments with spheres share.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "graze/base/random.h"
#include "graze/mesh/measures.h"
#include "graze/spheres/sphere_packing.h"

namespace graze::bench {

struct SphereObject {
    std::string name;
    Shape shape;
    double own = 0, diagonal = 0;

    SphereObject(std::string object, const Mesh& mesh)
        : name(std::move(object)),
          shape(mesh),
          own(std::abs(solid_measures(mesh).volume)),
          diagonal(length(mesh.box().size())) {}
};

// Poses of a copy that comes from a random direction, where `measure` of the pose, which grows or falls with
// the distance, has the value wanted (Weller 2012, 6.3.2).
template <class Measure>
std::vector<Pose> poses_with(const SphereObject& object, std::size_t count, double wanted, bool grows,
                             const Measure& measure) {
    Random random(17);
    std::vector<Pose> poses;
    while (poses.size() < count) {
        const Quat turn = random.rotation();
        const Vec3 direction = random.on_sphere();
        double near = 0, far = 2 * object.diagonal;
        Pose pose;
        for (int i = 0; i < 40; ++i) {
            const double middle = (near + far) / 2;
            pose = Pose(turn, direction * middle);
            const double value = measure(pose);
            if (std::abs(value - wanted) < 1e-3 * wanted) break;
            ((value < wanted) == grows ? near : far) = middle;
        }
        poses.push_back(pose);
    }
    return poses;
}

struct SphereTimes {
    double mean = 0, worst = 0;  // microseconds

    void add(double microseconds, std::size_t of) {
        mean += microseconds / static_cast<double>(of);
        worst = std::max(worst, microseconds);
    }
};

// Of this thread on the processor: others on the machine do not count.
inline double thread_microseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

template <class Work>
double least_microseconds(std::size_t repeats, Work&& work) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) {
        const double start = thread_microseconds();
        work();
        least = std::min(least, thread_microseconds() - start);
    }
    return least;
}

// Wall time and processor time, of all threads together.
struct SphereSeconds {
    double wall = 0, processor = 0;
};

template <class Work>
SphereSeconds seconds_of(Work&& work) {
    const std::clock_t before = std::clock();
    const double wall = nanoseconds_of(work) / 1e9;
    return {wall, static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC};
}

// What a part of the benchmark leaves behind. A verdict: what is printed, what was measured, whether it
// holds.
struct SpheresPart {
    std::string text;
    nlohmann::ordered_json json;
    std::vector<std::array<std::string, 3>> verdicts;
};

inline std::string held(bool holds) {
    return holds ? "holds" : "does not hold";
}

// The exponent of y over x by least squares of the logarithms.
inline double fitted_exponent(const std::vector<std::pair<double, double>>& points) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    const auto n = static_cast<double>(points.size());
    for (const auto& [x, y] : points) {
        const double u = std::log(x), v = std::log(y);
        sx += u;
        sy += v;
        sxx += u * u;
        sxy += u * v;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

// Packings and hierarchies: spheres_packing_bench.cpp. Objects along paths: spheres_path_bench.cpp.
SpheresPart measure_packings(const RunOptions& run_options, const SpheresSelection& selection,
                             const LoadWatch& watch);
// Where the exact volume wins, and budgets of time: spheres_choice_bench.cpp.
SpheresPart measure_choice(const RunOptions& run_options, const SpheresSelection& selection);
SpheresPart measure_time_budgets(const RunOptions& run_options, const SpheresSelection& selection);
SpheresPart measure_hierarchies(const RunOptions& run_options, const SpheresSelection& selection);
// Trees by the number of spheres: spheres_tree_bench.cpp.
SpheresPart measure_trees(const RunOptions& run_options, const SpheresSelection& selection,
                          const LoadWatch& watch);
SpheresPart measure_paths(const RunOptions& run_options, const SpheresSelection& selection,
                          const LoadWatch& watch);

}  // namespace graze::bench
