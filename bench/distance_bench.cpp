// How far are two meshes apart? graze beside its peers, at several distances and along a path.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "bench/intersect_report.h"
#include "bench/methods/distance_method.h"
#include "bench/scenes/engineering.h"
#include "graze/base/error.h"
#include "graze/query/triangle/triangle_distance.h"

namespace graze::bench {
namespace {

// Of the size of the object. Penetrating shapes have no distance.
constexpr double measured_distances[] = {1, 0.1, 0.01, 0.0001};

// Up to so many pairs of triangles, the first configuration of a row is compared with all of them.
constexpr std::size_t brute_force_pairs = 2'000'000;

double brute_force_distance(const Mesh& mesh, const Pose& pose) {
    double least = std::numeric_limits<double>::infinity();
    for (TriangleId i = 0; i < mesh.triangle_count(); ++i) {
        for (TriangleId j = 0; j < mesh.triangle_count(); ++j)
            least = std::min(least, distance(mesh.triangle(i), pose(mesh.triangle(j))).value);
    }
    return least;
}

class DistanceMeasurement {
  public:
    DistanceMeasurement(const RunOptions& run_options, const DistanceSelection& selection)
        : run_options_(run_options), selection_(selection) {
        methods_.push_back(graze_distance_method());
        for (auto& peer : peer_distance_methods()) methods_.push_back(std::move(peer));
    }

    const DistanceMethods& methods() const { return methods_; }

    ObjectResult measure(const std::string& name, const Mesh& mesh, const CloseConfigurations& all) {
        const LoadWatch watch;
        ObjectResult result = built(name, mesh, methods_);
        result.without_contact = all.without_contact;
        const bool small = mesh.triangle_count() * mesh.triangle_count() <= brute_force_pairs;
        result.reference = small ? "peers, all pairs for some" : "peers";
        for (const double relative : measured_distances) {
            std::vector<Pose> poses;
            for (const Approach& approach : all.approaches) poses.push_back(all.pose(approach, relative));
            for (const auto& method : methods_) method->prepare(poses);
            IntersectRow row = checked_row(relative, name, poses, 1e-9 * all.size);
            if (small && !poses.empty())
                check(name, poses[0], brute_force_distance(mesh, poses[0]), methods_[0]->distance_at(0),
                      1e-12 * all.size);
            time_all(row);
            result.rows.push_back(std::move(row));
        }
        result.disturbance = watch.so_far();
        return result;
    }

    // A part on top of a copy of itself.
    ObjectResult measure_stack(const std::string& name, const Mesh& mesh, const Pose& turned) {
        const LoadWatch watch;
        ObjectResult result = built(name, mesh, methods_);
        result.reference = "peers";
        const double size = length(mesh.box().size());
        for (const double gap : stack_gaps) {
            const std::vector<Pose> poses = stack_poses(mesh, turned, gap);
            for (const auto& method : methods_) method->prepare(poses);
            IntersectRow row = checked_row(gap, name, poses, 1e-9 * size);
            time_all(row);
            result.rows.push_back(std::move(row));
        }
        result.disturbance = watch.so_far();
        return result;
    }

    // Mean microseconds per step, by method; graze with a cache comes last, which it keeps from path to path.
    std::vector<double> measure_paths(const std::string& name, const Mesh& mesh,
                                      std::span<const std::vector<Pose>> paths) {
        const auto cached = graze_cached_distance_method();
        cached->load(mesh);
        cached->build();
        std::vector<DistanceMethod*> all;
        for (const auto& method : methods_) all.push_back(method.get());
        all.push_back(cached.get());
        std::vector<double> sum(all.size());
        for (const std::vector<Pose>& path : paths) {
            for (DistanceMethod* method : all) method->prepare(path);
            for (std::size_t i = 0; i < path.size(); ++i)
                check(name, path[i], methods_[0]->distance_at(i), cached->distance_at(i), 1e-12);
            for (std::size_t m = 0; m < all.size(); ++m)
                sum[m] +=
                    time_of_path(*all[m], path.size()) / static_cast<double>(path.size() * paths.size());
        }
        return sum;
    }

  private:
    static void check(const std::string& name, const Pose& pose, double truth, double found, double error) {
        if (std::abs(found - truth) <= error) return;
        throw Error(
            fmt::format("distances of {:.17g} and {:.17g} at the pose{}", truth, found, written_out(pose)),
            name, "one of them is wrong: make it a test");
    }

    // Peers cannot find less than there is: that would be graze's mistake. More is theirs.
    IntersectRow checked_row(double relative, const std::string& name, std::span<const Pose> poses,
                             double error) {
        IntersectRow row;
        row.distance = relative;
        row.configurations = poses.size();
        row.methods.resize(methods_.size());
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const double mine = methods_[0]->distance_at(i);
            row.touching += mine == 0 ? 1 : 0;
            row.counts += methods_[0]->counts_of(i);
            for (std::size_t m = 1; m < methods_.size(); ++m) {
                const double theirs = methods_[m]->distance_at(i);
                check(name, poses[i], std::max(mine, theirs), theirs, error);
                row.methods[m].wrong += theirs > mine + error ? 1 : 0;
            }
        }
        return row;
    }

    void time_all(IntersectRow& row) {
        std::vector<double> spent(methods_.size());
        for (std::size_t repeat = 0; repeat < run_options_.repeats; ++repeat) {
            for (std::size_t m = 0; m < methods_.size(); ++m) {
                if (spent[m] > selection_.seconds_per_row * 1e9) continue;
                spent[m] += nanoseconds_of([&] {
                    row.methods[m].time_once(row.configurations,
                                             [&](std::size_t i) { return methods_[m]->distance_at(i); });
                });
            }
        }
    }

    // Microseconds. The path is walked once before it is timed, as in a loop that does nothing else: what the
    // method itself asked for is in the processor's caches, and not what others left there.
    double time_of_path(DistanceMethod& method, std::size_t steps) const {
        const auto walk = [&] {
            for (std::size_t i = 0; i < steps; ++i) method.distance_at(i);
        };
        walk();
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t repeat = 0; repeat < run_options_.repeats; ++repeat)
            least = std::min(least, nanoseconds_of(walk) / 1000);
        return least;
    }

    const RunOptions& run_options_;
    const DistanceSelection& selection_;
    DistanceMethods methods_;
};

// One degree and a thousandth of the size per step, from 0.05 to 0.15 of the size apart and back, as measured
// in the direction of the approach before anything turns: on some of the way the objects may well touch.
std::vector<Pose> coherent_path(const CloseConfigurations& all, const Approach& approach) {
    constexpr int steps = 200;
    std::vector<Pose> path;
    for (int i = 0; i < steps; ++i) {
        Approach turned = approach;
        turned.rotation = Quat::about_turns({1, 2, 3}, i / 360.0) * turned.rotation;
        path.push_back(all.pose(turned, 0.05 + 0.001 * (i < steps / 2 ? i : steps - i)));
    }
    return path;
}

// Of approaches that are spread over all of them: how fast a path goes depends very much on which it is.
std::vector<std::vector<Pose>> coherent_paths(const CloseConfigurations& all) {
    constexpr std::size_t most = 10;
    std::vector<std::vector<Pose>> paths;
    const std::size_t count = std::min(most, all.approaches.size());
    for (std::size_t i = 0; i < count; ++i)
        paths.push_back(coherent_path(all, all.approaches[i * all.approaches.size() / count]));
    return paths;
}

// Of one object, µs per step.
struct PathTimes {
    double fastest_peer, graze;
};

std::string summary_of(const std::vector<PathTimes>& objects) {
    double gains = 0, logarithms = 0, peer = 0, graze = 0;
    for (const PathTimes& times : objects) {
        gains += times.fastest_peer / times.graze;
        logarithms += std::log(times.fastest_peer / times.graze);
        peer += times.fastest_peer;
        graze += times.graze;
    }
    const auto count = static_cast<double>(objects.size());
    return fmt::format(
        "Fastest peer / graze with the cache: mean {:.1f}, of the sums of all times {:.1f}, geometric mean "
        "{:.1f}",
        gains / count, peer / graze, std::exp(logarithms / count));
}

}  // namespace

int run_distance_benchmark(const RunOptions& run_options, const DistanceSelection& selection) {
    const LoadWatch watch;
    DistanceMeasurement measurement(run_options, selection);
    say_if_absent(selection.objects.data);
    IntersectResults results;
    std::vector<Column> columns{{"object", Align::left}};
    for (const auto& method : measurement.methods()) {
        results.method_names.push_back(method->name());
        results.method_tones.push_back(method->tone());
        columns.push_back({method->name()});
    }
    columns.push_back({"graze, cache"});
    columns.push_back({"fastest peer / graze, cache"});
    Table paths(columns);
    std::vector<PathTimes> compared;
    nlohmann::ordered_json json;
    for_each_mesh(selection.objects, [&](const std::string& name, const Mesh& mesh) {
        const auto all = close_configurations(name, Shape(mesh), selection.counts, selection.configurations);
        results.objects.push_back(measurement.measure(name, mesh, all));
        const std::vector<double> times = measurement.measure_paths(name, mesh, coherent_paths(all));
        std::vector<std::string> cells{name};
        for (const double t : times) cells.push_back(fmt::format("{:.2f}", t));
        double fastest_peer = std::numeric_limits<double>::infinity();
        for (std::size_t m = 1; m + 1 < times.size(); ++m) fastest_peer = std::min(fastest_peer, times[m]);
        cells.push_back(times.size() > 2 ? fmt::format("{:.1f}", fastest_peer / times.back()) : "");
        if (times.size() > 2) compared.push_back({fastest_peer, times.back()});
        paths.add_row(std::move(cells));
        json["path"].push_back({{"object", name}, {"us_per_step", times}});
    });
    IntersectResults parts, stacks;
    parts.method_names = stacks.method_names = results.method_names;
    parts.method_tones = stacks.method_tones = results.method_tones;
    for_each_of(engineering_objects(selection.parts), selection.objects.names,
                [&](const std::string& name, const Mesh& mesh) {
                    const auto all =
                        close_configurations(name, Shape(mesh), selection.counts, selection.configurations);
                    parts.objects.push_back(measurement.measure(name, mesh, all));
                });
    for (const StackedObject& stacked : stacked_objects())
        for_each_of({stacked.object}, selection.objects.names,
                    [&](const std::string& name, const Mesh& mesh) {
                        stacks.objects.push_back(measurement.measure_stack(name, mesh, stacked.turned));
                    });
    add_group("cad_parts", parts, json);
    add_group("cad_stacks", stacks, json);
    report(run_options, results, watch.so_far(), {"distance", "Two meshes: microseconds per distance"}, json);
    print_group(run_options, "CAD parts", parts);
    print_group(run_options, "Stacks of CAD parts", stacks);
    print_section(run_options, "Along paths, 1 degree and 0.1 % of the size per step: µs per step", paths);
    if (!compared.empty()) fmt::print("{}\n", summary_of(compared));
    return 0;
}

}  // namespace graze::bench
