// Inner sphere trees (Weller 2012, 5.6 and 6.3.5.2): time and error over the number of spheres, beside
// graze's exact queries and beside points against voxels.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "bench/harness/table.h"
#include "bench/seeds/raster_packing.h"
#include "bench/seeds/voxmap.h"
#include "bench/spheres_experiment.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/solid/volume.h"
#include "graze/spheres/packing/pack.h"
#include "graze/spheres/proximity/proximity.h"

namespace graze::bench {
namespace {

constexpr double sphere_shares[] = {0.01, 0.02, 0.05, 0.1};
constexpr double sphere_distances[] = {0.001, 0.01, 0.1};  // of the diagonal

// A packing takes minutes: it is kept in a file between runs, if there is a folder.
SpherePacking kept_packing(const SphereObject& object, std::size_t count, const SpheresSelection& selection) {
    if (selection.packings.empty()) return raster_packing(object.shape, count, selection.raster, Threads(0));
    const std::filesystem::path file =
        selection.packings /
        fmt::format("{}-{}-{}.spheres", object.name, object.shape.content_hash().hex(), count);
    SpherePacking packing;
    if (std::ifstream in(file, std::ios::binary); in) {
        packing.spheres.resize(count);
        in.read(reinterpret_cast<char*>(packing.spheres.data()),
                static_cast<std::streamsize>(count * sizeof(Sphere)));
        packing.spheres.resize(static_cast<std::size_t>(in.gcount()) / sizeof(Sphere));
        return packing;
    }
    packing.spheres = pack(object.shape, {.count = static_cast<std::uint32_t>(count), .threads = Threads(0)})
                          .packing.spheres;
    std::filesystem::create_directories(selection.packings);
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(packing.spheres.data()),
              static_cast<std::streamsize>(packing.spheres.size() * sizeof(Sphere)));
    return packing;
}

struct SphereVolumeRow {
    std::string object;
    std::size_t triangles = 0, spheres = 0;
    double share = 0;
    SphereTimes spheres_time, exact_time;
    double error = 0, at_least = 0, at_most = 0;  // relative to the exact volume, on average
};

struct SphereDistanceRow {
    std::string object;
    std::size_t spheres = 0;
    double distance = 0;  // of the diagonal
    SphereTimes only_spheres, refined, exact;
    double error_spheres = 0, error_triangles = 0;  // of the diagonal
    bool equal = true;                              // the refined distance and the exact one
};

// Points against voxels, at one resolution.
struct VoxmapRow {
    std::string object;
    std::uint32_t cells = 0;
    std::size_t points = 0;
    double share = 0;
    SphereTimes time;
};

struct EffortRow {
    std::uint64_t tests = 0;
    double error = 0, width = 0;
    SphereTimes time;
};

class SphereTreeExperiment {
  public:
    SphereTreeExperiment(const RunOptions& run_options, const SpheresSelection& selection,
                         const LoadWatch& watch)
        : run_options_(run_options), selection_(selection), watch_(watch) {}

    SpheresPart run() {
        const auto side = static_cast<std::uint32_t>(std::sqrt(selection_.triangles));
        measure(SphereObject("ring", make_torus(1, 0.4, side, std::max(3u, side / 2))));
        measure(SphereObject(
            "block", make_box({1, 1.3, 0.8}, std::max(1u, static_cast<std::uint32_t>(
                                                              std::sqrt(selection_.triangles / 12.0))))));
        write_plots();
        return {sections(), json(), judged()};
    }

  private:
    void measure(const SphereObject& object) {
        fmt::print(stderr, "spheres: {}, packing\n", object.name);
        const std::size_t most = *std::ranges::max_element(selection_.spheres);
        const SpherePacking all = kept_packing(object, most, selection_);
        for (const std::size_t count : selection_.spheres) {
            SpherePacking packing;
            packing.spheres.assign(
                all.spheres.begin(),
                all.spheres.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.spheres.size())));
            SphereTreeOptions options;
            options.threads = Threads(0);
            const SphereTree tree(object.shape, packing, options);
            fmt::print(stderr, "spheres: {}, {} spheres\n", object.name, tree.sphere_count());
            for (const double share : sphere_shares) volumes_.push_back(measure_volume(object, tree, share));
            for (const double distance : sphere_distances)
                distances_.push_back(measure_distance(object, tree, distance));
            if (count == most && efforts_.empty()) measure_efforts(object, tree);
        }
        for (const auto& [cells, points] : selection_.voxmaps) measure_voxmap(object, cells, points);
    }

    // Weller 2012, 6.3.5.2.
    void measure_voxmap(const SphereObject& object, std::uint32_t cells, std::size_t points) {
        fmt::print(stderr, "spheres: {}, {} voxels along\n", object.name, cells);
        const Voxmap voxmap(object.shape, cells, Threads(0));
        const Pointshell shell(object.shape.mesh(), points);
        for (const double share : sphere_shares) {
            VoxmapRow row{object.name, cells, points, share, {}};
            const auto poses = sharing(object, share);
            for (const Pose& pose : poses)
                row.time.add(
                    least_microseconds(run_options_.repeats, [&] { voxmap_force(voxmap, shell, pose); }),
                    poses.size());
            voxmaps_.push_back(row);
        }
    }

    std::vector<Pose> sharing(const SphereObject& object, double share) const {
        return poses_with(object, selection_.poses, share, false, [&](const Pose& pose) {
            return overlap_volume(object.shape, {}, object.shape, pose).volume / object.own;
        });
    }

    SphereVolumeRow measure_volume(const SphereObject& object, const SphereTree& tree, double share) {
        SphereVolumeRow row;
        row.object = object.name;
        row.triangles = object.shape.mesh().triangle_count();
        row.spheres = tree.sphere_count();
        row.share = share;
        const auto poses = sharing(object, share);
        const auto n = static_cast<double>(poses.size());
        ProximityCache cache;
        ProximityOptions options;
        options.cache = &cache;
        options.volume = graze::VolumeMethod::spheres;
        for (const Pose& pose : poses) {
            Overlap exact;
            Proximity found;
            row.exact_time.add(
                least_microseconds(run_options_.repeats,
                                   [&] { exact = overlap_volume(object.shape, {}, object.shape, pose); }),
                poses.size());
            row.spheres_time.add(
                least_microseconds(
                    run_options_.repeats,
                    [&] { found = proximity(object.shape, tree, {}, object.shape, tree, pose, options); }),
                poses.size());
            row.error += std::abs(found.volume / exact.volume - 1) / n;
            row.at_least += found.volume_at_least / exact.volume / n;
            row.at_most += found.volume_at_most / exact.volume / n;
            if (found.volume_at_least > exact.volume + exact.error ||
                found.volume_at_most < exact.volume - exact.error)
                ++broken_bounds_;
        }
        return row;
    }

    SphereDistanceRow measure_distance(const SphereObject& object, const SphereTree& tree, double wanted) {
        SphereDistanceRow row;
        row.object = object.name;
        row.spheres = tree.sphere_count();
        row.distance = wanted;
        const auto poses = poses_with(object, selection_.poses, wanted, true, [&](const Pose& pose) {
            return graze::distance(object.shape, {}, object.shape, pose).value / object.diagonal;
        });
        const auto n = static_cast<double>(poses.size());
        for (const Pose& pose : poses) {
            double exact = 0;
            row.exact.add(least_microseconds(
                              run_options_.repeats,
                              [&] { exact = graze::distance(object.shape, {}, object.shape, pose).value; }),
                          poses.size());
            const auto ask = [&](DistanceRefinement refinement, SphereTimes* time) {
                Proximity found;
                const double us = least_microseconds(run_options_.repeats, [&] {
                    ProximityOptions options;
                    options.refinement = refinement;
                    found = proximity(object.shape, tree, {}, object.shape, tree, pose, options);
                });
                if (time != nullptr) time->add(us, poses.size());
                return found.distance;
            };
            row.error_spheres +=
                (ask(DistanceRefinement::spheres, &row.only_spheres) - exact) / object.diagonal / n;
            row.error_triangles +=
                (ask(DistanceRefinement::triangles, nullptr) - exact) / object.diagonal / n;
            row.equal = row.equal && ask(DistanceRefinement::exact, &row.refined) == exact;
        }
        return row;
    }

    // Weller 2012, figure 5.29: the error over the number of tests.
    void measure_efforts(const SphereObject& object, const SphereTree& tree) {
        const auto poses = sharing(object, 0.05);
        const auto n = static_cast<double>(poses.size());
        for (std::uint64_t tests = 300; tests <= 1'000'000; tests = tests * 10 / 3) {
            EffortRow row;
            row.tests = tests;
            ProximityCache cache;
            ProximityOptions options;
            options.cache = &cache;
            options.effort = 0;
            options.budget = Budget::of_tests(tests);
            options.refinement = DistanceRefinement::spheres;  // the budget is for the volume alone
            for (const Pose& pose : poses) {
                const double exact = overlap_volume(object.shape, {}, object.shape, pose).volume;
                Proximity found;
                row.time.add(least_microseconds(run_options_.repeats,
                                                [&] {
                                                    found = proximity(object.shape, tree, {}, object.shape,
                                                                      tree, pose, options);
                                                }),
                             poses.size());
                row.error += std::abs(found.volume / exact - 1) / n;
                row.width += found.width() / exact / n;
                if (found.tests > tests) ++broken_budgets_;
            }
            efforts_.push_back(row);
        }
    }

    std::string sections() const {
        Table volumes({{"object", Align::left},
                       {"triangles"},
                       {"spheres"},
                       {"shared"},
                       {"spheres, µs"},
                       {"worst"},
                       {"error"},
                       {"bounds / truth"},
                       {"exact, µs"},
                       {"exact / spheres"}});
        for (const SphereVolumeRow& r : volumes_)
            volumes.add_row(
                {r.object, fmt::format("{}", r.triangles), fmt::format("{}", r.spheres),
                 fmt::format("{:.0f} %", 100 * r.share), fmt::format("{:.0f}", r.spheres_time.mean),
                 fmt::format("{:.0f}", r.spheres_time.worst), fmt::format("{:.2f} %", 100 * r.error),
                 fmt::format("{:.2f} to {:.2f}", r.at_least, r.at_most),
                 fmt::format("{:.0f}", r.exact_time.mean),
                 fmt::format("{:.1f}", r.exact_time.mean / r.spheres_time.mean)});
        Table distances({{"object", Align::left},
                         {"spheres"},
                         {"distance"},
                         {"spheres, µs"},
                         {"refined, µs"},
                         {"exact, µs"},
                         {"error of spheres"},
                         {"with triangles"},
                         {"refined is exact"}});
        for (const SphereDistanceRow& r : distances_)
            distances.add_row(
                {r.object, fmt::format("{}", r.spheres), fmt::format("{:.1f} %", 100 * r.distance),
                 fmt::format("{:.1f}", r.only_spheres.mean), fmt::format("{:.1f}", r.refined.mean),
                 fmt::format("{:.1f}", r.exact.mean), fmt::format("{:.3f} %", 100 * r.error_spheres),
                 fmt::format("{:.3f} %", 100 * r.error_triangles), r.equal ? "yes" : "no"});
        Table effort_table({{"tests"}, {"µs"}, {"error"}, {"width of the bounds"}});
        for (const EffortRow& r : efforts_)
            effort_table.add_row({fmt::format("{}", r.tests), fmt::format("{:.0f}", r.time.mean),
                                  fmt::format("{:.2f} %", 100 * r.error),
                                  fmt::format("{:.0f} %", 100 * r.width)});
        Table voxmap_table(
            {{"object", Align::left}, {"voxels along"}, {"points"}, {"shared"}, {"µs"}, {"worst"}});
        for (const VoxmapRow& r : voxmaps_)
            voxmap_table.add_row({r.object, fmt::format("{}", r.cells), fmt::format("{}", r.points),
                                  fmt::format("{:.0f} %", 100 * r.share), fmt::format("{:.0f}", r.time.mean),
                                  fmt::format("{:.0f}", r.time.worst)});
        return section_text(run_options_, "The common volume: sphere trees and the exact query", volumes) +
               section_text(run_options_, "The distance: errors in parts of the diagonal", distances) +
               section_text(run_options_, "Time-critical: the volume at 5 % overlap by the number of tests",
                            effort_table) +
               section_text(run_options_, "Points against voxels, on the same poses", voxmap_table);
    }

    std::vector<std::array<std::string, 3>> judged() const {
        const std::size_t most = std::ranges::max(volumes_, {}, &SphereVolumeRow::spheres).spheres;
        double error = 0, least = 1e300, largest = 0, growth = 0, ratio = 0, distance_error = 0;
        double count = 0, distances = 0;
        for (const SphereVolumeRow& r : volumes_) {
            if (r.spheres != most) continue;
            error += r.error;
            ++count;
            least = std::min(least, r.spheres_time.mean);
            largest = std::max(largest, r.spheres_time.mean);
            if (r.share == sphere_shares[0]) growth = r.spheres_time.mean;
            if (r.share == sphere_shares[3]) growth = r.spheres_time.mean / growth;
        }
        for (const SphereDistanceRow& r : distances_) {
            if (r.spheres != most) continue;
            ratio += r.exact.mean / r.only_spheres.mean;
            distance_error += r.error_spheres;
            ++distances;
        }
        double voxmap_first = 0, voxmap_growth = 0, voxmap_worst = 0, fastest_voxmap = 1e300;
        for (const VoxmapRow& r : voxmaps_) {
            if (r.share == sphere_shares[0]) voxmap_first = r.time.mean;
            if (r.share == sphere_shares[3])
                voxmap_growth = std::max(voxmap_growth, r.time.mean / voxmap_first);
            voxmap_worst = std::max(voxmap_worst, r.time.worst / r.time.mean);
            if (r.cells == selection_.voxmaps.back().first)
                fastest_voxmap = std::min(fastest_voxmap, r.time.mean);
        }
        const bool falls = efforts_.back().error < 0.2 * efforts_.front().error;
        return {
            {"spheres are 50 times as fast as exact distances",
             fmt::format("{:.2f} times graze's", ratio / distances), held(ratio / distances >= 50)},
            {"distances are wrong by 1 %",
             fmt::format("{:.2f} % of the diagonal", 100 * distance_error / distances),
             held(distance_error / distances <= 0.01)},
            {"a volume takes 0.1 to 2.5 ms", fmt::format("{:.2f} to {:.2f} ms", least / 1000, largest / 1000),
             held(largest <= 2500)},
            {"volumes are wrong by 0.5 %", fmt::format("{:.2f} %", 100 * error / count),
             held(error / count <= 0.005)},
            {"the error falls with the tests",
             fmt::format("{:.1f} % to {:.2f} %", 100 * efforts_.front().error, 100 * efforts_.back().error),
             held(falls)},
            {"time grows less than the overlap, from 1 % to 10 %",
             fmt::format("{:.1f} times, here limited by the effort", growth), held(growth < 10)},
            {"points against voxels: time grows with the overlap",
             fmt::format("up to {:.1f} times from 1 % to 10 %", voxmap_growth), held(voxmap_growth > 1.1)},
            {"points against voxels: the worst takes twice the mean",
             fmt::format("{:.2f} times", voxmap_worst), held(voxmap_worst > 1.8 && voxmap_worst < 2.2)},
            {"spheres clearly beat points against voxels",
             fmt::format("at most {:.0f} µs; the finest voxels at least {:.0f} µs", largest, fastest_voxmap),
             held(largest < fastest_voxmap)},
            {"bounds contain the truth (of graze)", fmt::format("{} of the answers do not", broken_bounds_),
             held(broken_bounds_ == 0)},
            {"budgets are kept (of graze)", fmt::format("{} of the answers exceed theirs", broken_budgets_),
             held(broken_budgets_ == 0)}};
    }

    nlohmann::ordered_json json() const {
        nlohmann::ordered_json result;
        for (const SphereVolumeRow& r : volumes_)
            result["volume"].push_back({{"object", r.object},
                                        {"triangles", r.triangles},
                                        {"spheres", r.spheres},
                                        {"share", r.share},
                                        {"us", r.spheres_time.mean},
                                        {"worst_us", r.spheres_time.worst},
                                        {"error", r.error},
                                        {"at_least", r.at_least},
                                        {"at_most", r.at_most},
                                        {"exact_us", r.exact_time.mean}});
        for (const SphereDistanceRow& r : distances_)
            result["distance"].push_back({{"object", r.object},
                                          {"spheres", r.spheres},
                                          {"distance", r.distance},
                                          {"spheres_us", r.only_spheres.mean},
                                          {"refined_us", r.refined.mean},
                                          {"exact_us", r.exact.mean},
                                          {"error_spheres", r.error_spheres},
                                          {"error_triangles", r.error_triangles},
                                          {"equal", r.equal}});
        for (const EffortRow& r : efforts_)
            result["effort"].push_back(
                {{"tests", r.tests}, {"us", r.time.mean}, {"error", r.error}, {"width", r.width}});
        for (const VoxmapRow& r : voxmaps_)
            result["voxmap"].push_back({{"object", r.object},
                                        {"cells", r.cells},
                                        {"points", r.points},
                                        {"share", r.share},
                                        {"us", r.time.mean},
                                        {"worst_us", r.time.worst}});
        return result;
    }

    template <class Value>
    std::vector<Line> over_spheres(const Value& value) const {
        std::vector<Line> lines;
        for (const double share : sphere_shares)
            for (const char* object : {"ring", "block"}) {
                Line line{fmt::format("{}, {:.0f} %", object, 100 * share),
                          object[0] == 'r' ? Tone::graze : Tone::seed,
                          {}};
                for (const SphereVolumeRow& r : volumes_)
                    if (r.object == object && r.share == share)
                        line.points.emplace_back(static_cast<double>(r.spheres), std::max(value(r), 1e-6));
                lines.push_back(line);
            }
        return lines;
    }

    // Figures 6.29 to 6.32 of the source: time over the overlap.
    std::vector<Line> over_shares() const {
        std::vector<Line> lines;
        const auto add = [&](const std::string& label, Tone tone, double share, double us) {
            auto line = std::ranges::find(lines, label, &Line::label);
            if (line == lines.end()) line = lines.insert(lines.end(), {label, tone, {}});
            line->points.emplace_back(100 * share, us);
        };
        for (const SphereVolumeRow& r : volumes_)
            if (r.object == "ring")
                add(fmt::format("{} spheres", r.spheres), Tone::graze, r.share, r.spheres_time.mean);
        for (const VoxmapRow& r : voxmaps_)
            if (r.object == "ring")
                add(fmt::format("{} voxels, {} points", r.cells, r.points), Tone::seed, r.share, r.time.mean);
        return lines;
    }

    std::vector<Line> distance_errors() const {
        std::vector<Line> lines;
        for (const double distance : sphere_distances)
            for (const char* object : {"ring", "block"}) {
                Line line{fmt::format("{}, {:.1f} %", object, 100 * distance),
                          object[0] == 'r' ? Tone::graze : Tone::seed,
                          {}};
                for (const SphereDistanceRow& r : distances_)
                    if (r.object == object && r.distance == distance)
                        line.points.emplace_back(static_cast<double>(r.spheres),
                                                 std::max(100 * r.error_spheres, 1e-6));
                lines.push_back(line);
            }
        return lines;
    }

    void write_plots() const {
        const std::string remark = plot_remark(this_machine(), watch_.so_far());
        write_file(run_options_, "spheres-time.svg",
                   log_log_plot("The common volume from spheres", remark, "spheres", "µs",
                                over_spheres([](const SphereVolumeRow& r) { return r.spheres_time.mean; })));
        write_file(run_options_, "spheres-error.svg",
                   log_log_plot("Error of the common volume", remark, "spheres", "%",
                                over_spheres([](const SphereVolumeRow& r) { return 100 * r.error; })));
        write_file(run_options_, "spheres-distance-error.svg",
                   log_log_plot("Error of the distance of spheres", remark, "spheres", "% of the diagonal",
                                distance_errors()));
        write_file(run_options_, "spheres-voxels.svg",
                   log_log_plot("Ring: spheres, and points against voxels", remark, "overlap, %", "µs",
                                over_shares()));
        Line error{"error", Tone::graze, {}}, width{"width of the bounds", Tone::peer, {}};
        for (const EffortRow& r : efforts_) {
            error.points.emplace_back(static_cast<double>(r.tests), std::max(100 * r.error, 1e-6));
            width.points.emplace_back(static_cast<double>(r.tests), std::max(100 * r.width, 1e-6));
        }
        write_file(run_options_, "spheres-effort.svg",
                   log_log_plot("Time-critical volumes", remark, "tests", "%", {error, width}));
    }

    const RunOptions& run_options_;
    const SpheresSelection& selection_;
    const LoadWatch& watch_;
    std::vector<SphereVolumeRow> volumes_;
    std::vector<SphereDistanceRow> distances_;
    std::vector<EffortRow> efforts_;
    std::vector<VoxmapRow> voxmaps_;
    std::size_t broken_bounds_ = 0, broken_budgets_ = 0;
};

}  // namespace

SpheresPart measure_trees(const RunOptions& run_options, const SpheresSelection& selection,
                          const LoadWatch& watch) {
    return SphereTreeExperiment(run_options, selection, watch).run();
}

}  // namespace graze::bench
