// Where the exact volume is quicker than the spheres, over the number of triangles; and whether budgets of
// time are kept.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "bench/harness/table.h"
#include "bench/seeds/raster_packing.h"
#include "bench/spheres_experiment.h"
#include "graze/mesh/generate.h"
#include "graze/query/solid/volume.h"
#include "graze/spheres/proximity/proximity.h"

namespace graze::bench {
namespace {

struct ChoiceRow {
    std::string object;
    std::size_t triangles = 0;
    double share = 0;
    SphereTimes exact, spheres;
    double error = 0;
};

SphereObject choice_object(bool ring, std::uint32_t triangles) {
    const auto side = static_cast<std::uint32_t>(std::sqrt(triangles));
    if (ring) return {"ring", make_torus(1, 0.4, side, std::max(3u, side / 2))};
    return {"block",
            make_box({1, 1.3, 0.8}, std::max(1u, static_cast<std::uint32_t>(std::sqrt(triangles / 12.0))))};
}

ChoiceRow choice_row(const SphereObject& object, const SphereTree& tree, double share,
                     const RunOptions& run_options, std::size_t count) {
    ChoiceRow row{object.name, object.shape.mesh().triangle_count(), share, {}, {}, 0};
    const auto poses = poses_with(object, count, share, false, [&](const Pose& pose) {
        return overlap_volume(object.shape, {}, object.shape, pose).volume / object.own;
    });
    ProximityCache cache;
    ProximityOptions options;
    options.cache = &cache;
    options.volume = graze::VolumeMethod::spheres;
    for (const Pose& pose : poses) {
        Overlap exact;
        Proximity found;
        row.exact.add(
            least_microseconds(run_options.repeats,
                               [&] { exact = overlap_volume(object.shape, {}, object.shape, pose); }),
            poses.size());
        row.spheres.add(
            least_microseconds(
                run_options.repeats,
                [&] { found = proximity(object.shape, tree, {}, object.shape, tree, pose, options); }),
            poses.size());
        row.error += std::abs(found.volume / exact.volume - 1) / static_cast<double>(poses.size());
    }
    return row;
}

}  // namespace

SpheresPart measure_choice(const RunOptions& run_options, const SpheresSelection& selection) {
    SpheresPart part;
    Table table({{"object", Align::left},
                 {"triangles"},
                 {"shared"},
                 {"exact, µs"},
                 {"spheres, µs"},
                 {"exact / spheres"},
                 {"error of spheres"},
                 {"proximity takes"}});
    for (const bool ring : {true, false}) {
        for (const std::uint32_t triangles : selection.choice_triangles) {
            const SphereObject object = choice_object(ring, triangles);
            fmt::print(stderr, "spheres: choice, {} of {} triangles\n", object.name, triangles);
            SphereTreeOptions options;
            options.threads = Threads(0);
            const SphereTree tree(
                object.shape,
                raster_packing(object.shape, default_sphere_count, selection.raster / 2, Threads(0)),
                options);
            const bool exact = 2 * object.shape.mesh().triangle_count() <= exact_volume_triangles;
            for (const double share : {0.01, 0.1}) {
                const ChoiceRow r = choice_row(object, tree, share, run_options, selection.poses);
                table.add_row({r.object, fmt::format("{}", r.triangles),
                               fmt::format("{:.0f} %", 100 * r.share), fmt::format("{:.0f}", r.exact.mean),
                               fmt::format("{:.0f}", r.spheres.mean),
                               fmt::format("{:.2f}", r.exact.mean / r.spheres.mean),
                               fmt::format("{:.2f} %", 100 * r.error), exact ? "the exact one" : "spheres"});
                part.json["choice"].push_back({{"object", r.object},
                                               {"triangles", r.triangles},
                                               {"share", r.share},
                                               {"exact_us", r.exact.mean},
                                               {"us", r.spheres.mean},
                                               {"error", r.error},
                                               {"takes_exact", exact}});
            }
        }
    }
    part.text = section_text(
        run_options,
        fmt::format("Where the exact volume wins: {} spheres, by the number of triangles of each "
                    "of the two",
                    default_sphere_count),
        table);
    return part;
}

// A clock cannot be asked all the time, and others may interrupt: by how much is a budget of time exceeded?
SpheresPart measure_time_budgets(const RunOptions& run_options, const SpheresSelection& selection) {
    SpheresPart part;
    const auto side = static_cast<std::uint32_t>(std::sqrt(selection.packed_triangles));
    const SphereObject object("ring", make_torus(1, 0.4, side, std::max(3u, side / 2)));
    SphereTreeOptions tree_options;
    tree_options.threads = Threads(0);
    const SphereTree tree(
        object.shape, raster_packing(object.shape, 10 * default_sphere_count, selection.raster, Threads(0)),
        tree_options);
    fmt::print(stderr, "spheres: budgets of time\n");
    const auto poses = poses_with(object, selection.poses, 0.1, false, [&](const Pose& pose) {
        return overlap_volume(object.shape, {}, object.shape, pose).volume / object.own;
    });
    Table table({{"budget, µs"},
                 {"taken, µs"},
                 {"worst"},
                 {"error"},
                 {"width of the bounds"},
                 {"contains the truth"}});
    bool contained = true;
    double latest = 0;
    for (const int budget : {50, 100, 200, 400, 1000}) {
        SphereTimes taken;
        double error = 0, width = 0;
        bool row_contained = true;
        ProximityCache cache;
        for (const Pose& pose : poses) {
            ProximityOptions options;
            options.cache = &cache;
            options.effort = 0;
            options.refinement = DistanceRefinement::spheres;
            options.budget = Budget::of_time(Duration(budget * 1000));
            const Overlap exact = overlap_volume(object.shape, {}, object.shape, pose);
            Proximity found;
            double least = 1e300;  // by the clock that the budget goes by
            for (std::size_t k = 0; k < std::max<std::size_t>(run_options.repeats, 5); ++k)
                least = std::min(least, nanoseconds_of([&] {
                                            found = proximity(object.shape, tree, {}, object.shape, tree,
                                                              pose, options);
                                        }) / 1000);
            taken.add(least, poses.size());
            error += std::abs(found.volume / exact.volume - 1) / static_cast<double>(poses.size());
            width += found.width() / exact.volume / static_cast<double>(poses.size());
            row_contained = row_contained && found.volume_at_least <= exact.volume + exact.error &&
                            found.volume_at_most >= exact.volume - exact.error;
        }
        contained = contained && row_contained;
        latest = std::max(latest, taken.worst - budget);
        table.add_row({fmt::format("{}", budget), fmt::format("{:.0f}", taken.mean),
                       fmt::format("{:.0f}", taken.worst), fmt::format("{:.2f} %", 100 * error),
                       fmt::format("{:.0f} %", 100 * width), row_contained ? "always" : "not always"});
        part.json["time_budgets"].push_back({{"budget_us", budget},
                                             {"us", taken.mean},
                                             {"worst_us", taken.worst},
                                             {"error", error},
                                             {"width", width},
                                             {"contained", row_contained}});
    }
    part.text =
        section_text(run_options,
                     fmt::format("Budgets of time: {} spheres, 10 % overlap, the quickest of the repeats",
                                 tree.sphere_count()),
                     table);
    part.verdicts.push_back(
        {"budgets of time are kept (of graze)",
         latest <= 0 ? "none is exceeded" : fmt::format("by up to {:.0f} µs more", latest),
         held(latest <= 0)});
    part.verdicts.push_back({"budgets of time: bounds contain the truth (of graze)",
                             contained ? "all" : "not all", held(contained)});
    return part;
}

}  // namespace graze::bench
