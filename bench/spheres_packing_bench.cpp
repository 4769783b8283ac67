// Sphere packings: how much they fill and what they cost, over the number of spheres, beside the voxel method
// (Weller 2012, 4.3.3); Voronoi nodes beside their closed form; hierarchies by arity and partition (5.2.1).
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "bench/harness/table.h"
#include "bench/scenes/mesh_objects.h"
#include "bench/spheres_experiment.h"
#include "graze/mesh/generate.h"
#include "graze/query/solid/volume.h"
#include "graze/spheres/force/contact_force.h"
#include "graze/spheres/packing/medial_axis.h"
#include "graze/spheres/packing/pack.h"
#include "graze/spheres/packing/validate.h"
#include "graze/spheres/proximity/proximity.h"

namespace graze::bench {
namespace {

struct PackingRow {
    std::string object;
    std::size_t triangles = 0, spheres = 0;
    double filled = 0, voxels_filled = 0;
    SphereSeconds time, voxels_time;
    bool feasible = false;
};

PackingRow packed_row(const std::string& name, const Shape& shape, std::size_t count) {
    PackingRow row;
    row.object = name;
    row.triangles = shape.mesh().triangle_count();
    PackOptions options;
    options.count = static_cast<std::uint32_t>(count);
    options.threads = Threads(0);
    Packed packed;
    row.time = seconds_of([&] { packed = pack(shape, options); });
    row.spheres = packed.packing.spheres.size();
    row.filled = packed.packing.fill_rate;
    row.feasible = validate(packed.packing.spheres, shape, {.threads = Threads(0)}).feasible();
    options.method = PackMethod::voxels;
    Packed voxels;
    row.voxels_time = seconds_of([&] { voxels = pack(shape, options); });
    row.voxels_filled = voxels.packing.fill_rate;
    return row;
}

std::vector<std::pair<std::string, Shape>> packed_objects(const SpheresSelection& selection) {
    std::vector<std::pair<std::string, Shape>> objects;
    objects.emplace_back("cube", Shape(make_box({1, 1, 1})));
    const auto side = static_cast<std::uint32_t>(std::sqrt(selection.packed_triangles));
    objects.emplace_back("ring", Shape(make_torus(1, 0.4, side, std::max(3u, side / 2))));
    // One sphere fills almost all of it; the rest goes into flat gaps beneath the facets.
    objects.emplace_back("ball",
                         Shape(make_sphere(1, static_cast<std::uint32_t>(selection.packed_triangles))));
    if (selection.data.empty()) return objects;
    for_each_mesh({.names = {"spot", "homer", "beast"}, .data = selection.data},
                  [&](const std::string& name, const Mesh& mesh) {
                      Shape shape(mesh);
                      if (shape.closed_surface().closed()) objects.emplace_back(name, std::move(shape));
                  });
    return objects;
}

struct NodeRow {
    std::string object;
    double error = 0;  // of the place of a node, in radii of the ball around the object
};

// Where the nodes are is known: of a cube its centre and then, beside the first sphere, one in each corner;
// of a ball its centre, as far as its facets are one.
std::vector<NodeRow> voronoi_nodes() {
    std::vector<NodeRow> found;
    const Packed cube = pack(Shape(make_box({1, 1, 1})), {.count = 9});
    const double root = std::sqrt(3.0), corner = 0.5 * (root - 1) / (root + 1), radius = root / 2;
    found.push_back({"cube, centre", length(cube.packing.spheres[0].center) / radius});
    double worst = 0;
    for (std::size_t i = 1; i < 9; ++i) {
        const Vec3& c = cube.packing.spheres[i].center;
        const Vec3 wanted{std::copysign(0.5 - corner, c.x), std::copysign(0.5 - corner, c.y),
                          std::copysign(0.5 - corner, c.z)};
        worst = std::max(worst, length(c - wanted));
    }
    found.push_back({"cube, beside the first sphere", worst / radius});
    const Shape box(make_box({1, 1, 1}));
    double nearest = std::numeric_limits<double>::infinity();
    for (const Sphere& ball : medial_axis(ShapeSurface(box, Threads(0)), {.cells = 12}).balls)
        nearest = std::min(nearest, length(ball.center));
    found.push_back({"cube, medial axis", nearest / radius});
    const Shape ball(make_sphere(1, 100'000));
    found.push_back(
        {"ball of 100 000 triangles", length(pack(ball, {.count = 1}).packing.spheres[0].center)});
    return found;
}

}  // namespace

SpheresPart measure_packings(const RunOptions& run_options, const SpheresSelection& selection,
                             const LoadWatch& watch) {
    std::vector<PackingRow> packings;
    for (const auto& [name, shape] : packed_objects(selection))
        for (const std::size_t count : selection.packed) {
            fmt::print(stderr, "spheres: packing {} into {}\n", count, name);
            packings.push_back(packed_row(name, shape, count));
        }
    SpheresPart part;
    Table table({{"object", Align::left},
                 {"triangles"},
                 {"spheres"},
                 {"filled"},
                 {"processor s"},
                 {"wall s"},
                 {"voxel method filled"},
                 {"processor s"},
                 {"feasible"}});
    Line filled{"left empty, %", Tone::graze, {}}, voxels{"by the voxel method", Tone::seed, {}};
    std::vector<std::pair<double, double>> porosity, time;
    bool more = true, feasible = true;
    double least = 1, most = 0;
    const std::size_t largest = *std::ranges::max_element(selection.packed);
    for (const PackingRow& r : packings) {
        table.add_row({r.object, fmt::format("{}", r.triangles), fmt::format("{}", r.spheres),
                       fmt::format("{:.2f} %", 100 * r.filled), fmt::format("{:.1f}", r.time.processor),
                       fmt::format("{:.1f}", r.time.wall), fmt::format("{:.2f} %", 100 * r.voxels_filled),
                       fmt::format("{:.1f}", r.voxels_time.processor), r.feasible ? "yes" : "no"});
        part.json["packings"].push_back({{"object", r.object},
                                         {"triangles", r.triangles},
                                         {"spheres", r.spheres},
                                         {"filled", r.filled},
                                         {"processor_s", r.time.processor},
                                         {"wall_s", r.time.wall},
                                         {"voxels_filled", r.voxels_filled},
                                         {"voxels_processor_s", r.voxels_time.processor},
                                         {"feasible", r.feasible}});
        more = more && r.filled >= r.voxels_filled;
        feasible = feasible && r.feasible;
        if (r.spheres == largest) least = std::min(least, r.filled), most = std::max(most, r.filled);
        if (r.object != "cube") continue;
        const auto n = static_cast<double>(r.spheres);
        porosity.emplace_back(n, 1 - r.filled);
        time.emplace_back(n, r.time.processor);
        filled.points.emplace_back(n, 100 * (1 - r.filled));
        voxels.points.emplace_back(n, 100 * (1 - r.voxels_filled));
    }
    Table nodes({{"node", Align::left}, {"right to"}});
    double worst_node = 0;
    for (const NodeRow& r : voronoi_nodes()) {
        nodes.add_row({r.object, fmt::format("{:.8f} %", 100 * (1 - r.error))});
        part.json["nodes"].push_back({{"node", r.object}, {"error", r.error}});
        worst_node = std::max(worst_node, r.error);
    }
    part.text = section_text(run_options, "Packings", table) +
                section_text(run_options, "Voronoi nodes beside their closed form", nodes);
    if (porosity.size() > 1) {
        const double falls = fitted_exponent(porosity), grows = fitted_exponent(time);
        part.json["porosity_exponent"] = falls;
        part.json["time_exponent"] = grows;
        part.verdicts.push_back({"what is left empty falls like n^-0.21",
                                 fmt::format("n^{:.3f} in the cube", falls),
                                 held(std::abs(falls + 0.21) < 0.02)});
        part.verdicts.push_back({"the time is near-linear in the number of spheres",
                                 fmt::format("n^{:.2f} in the cube", grows), held(grows < 1.15)});
    }
    part.verdicts.push_back({"the fill rate depends on the number of spheres, not on the shape",
                             fmt::format("{:.1f} to {:.1f} % at {}", 100 * least, 100 * most, largest),
                             held(most - least < 0.05)});
    part.verdicts.push_back({"Voronoi nodes are right to 99.99 %",
                             fmt::format("{:.6f} %", 100 * (1 - worst_node)), held(worst_node <= 1e-4)});
    part.verdicts.push_back({"at least as full as the voxel method (of graze)",
                             more ? "in each row" : "not in each row", held(more)});
    part.verdicts.push_back(
        {"packings are feasible (of graze)", feasible ? "each row" : "not each row", held(feasible)});
    write_file(run_options, "spheres-packing.svg",
               log_log_plot("What packings of a cube leave empty",
                            plot_remark(this_machine(), watch.so_far()), "spheres", "%", {filled, voxels}));
    return part;
}

namespace {

// Weller 2012, 5.7.1.2, conjectures that two packings of n spheres have O(n) overlapping pairs at worst.
std::string overlapping_pairs(const RunOptions& run_options, const SphereObject& object,
                              const SpherePacking& packing, const Pose& shallow, SpheresPart& part) {
    Table table({{"spheres"},
                 {"pairs at 5 % overlap"},
                 {"per sphere"},
                 {"in nearly the same place"},
                 {"per sphere"}});
    std::vector<std::pair<double, double>> pairs;
    for (std::size_t count = packing.spheres.size() / 64; count <= packing.spheres.size(); count *= 4) {
        SpherePacking first;
        first.spheres.assign(packing.spheres.begin(),
                             packing.spheres.begin() + static_cast<std::ptrdiff_t>(count));
        const SphereTree tree(object.shape, first);
        const auto n = static_cast<double>(tree.sphere_count());
        const auto at = [&](const Pose& pose) {
            return static_cast<double>(sphere_contacts(tree, {}, tree, pose, {}).count);
        };
        const double few = at(shallow),
                     many = at(Pose(Quat::about_turns({1, 2, 3}, 0.01), {0.01, 0.02, 0.005}));
        table.add_row({fmt::format("{:.0f}", n), fmt::format("{:.0f}", few), fmt::format("{:.2f}", few / n),
                       fmt::format("{:.0f}", many), fmt::format("{:.2f}", many / n)});
        part.json["overlapping_pairs"].push_back({{"spheres", n}, {"shallow", few}, {"deep", many}});
        pairs.emplace_back(n, many);
    }
    if (pairs.size() > 1) {
        const double grows = fitted_exponent(pairs);
        part.verdicts.push_back({"two packings of n spheres have O(n) overlapping pairs (conjecture)",
                                 fmt::format("n^{:.2f} in nearly the same place", grows), held(grows < 1.1)});
    }
    return section_text(run_options, "Overlapping pairs of balls of two packings", table);
}

}  // namespace

SpheresPart measure_hierarchies(const RunOptions& run_options, const SpheresSelection& selection) {
    struct Kind {
        const char* name;
        SpherePartition partition;
        std::uint32_t branching;
    };
    const Kind kinds[] = {{"neural gas, 8 children", SpherePartition::neural_gas, 8},
                          {"neural gas, 4 children", SpherePartition::neural_gas, 4},
                          {"neural gas, 2 children", SpherePartition::neural_gas, 2},
                          {"neural gas without weights", SpherePartition::plain_neural_gas, 8},
                          {"biggest spheres first", SpherePartition::biggest_first, 8},
                          {"most neighbours first", SpherePartition::neighbours_first, 8}};
    const auto side = static_cast<std::uint32_t>(std::sqrt(selection.packed_triangles));
    const SphereObject object("ring", make_torus(1, 0.4, side, std::max(3u, side / 2)));
    fmt::print(stderr, "spheres: hierarchies\n");
    const SpherePacking packing =
        pack(object.shape,
             {.count = static_cast<std::uint32_t>(selection.packed.front() * 10), .threads = Threads(0)})
            .packing;
    const auto poses = poses_with(object, selection.poses, 0.05, false, [&](const Pose& pose) {
        return overlap_volume(object.shape, {}, object.shape, pose).volume / object.own;
    });
    SpheresPart part;
    Table table({{"hierarchy", Align::left},
                 {"levels"},
                 {"built, processor s"},
                 {"µs"},
                 {"tests"},
                 {"error"},
                 {"µs, all looked at"}});
    double eight = 0, four = 0, greedy = 1e300;
    for (const Kind& kind : kinds) {
        SphereTreeOptions options;
        options.partition = kind.partition;
        options.branching = kind.branching;
        options.threads = Threads(0);
        SphereTree tree;
        const SphereSeconds built = seconds_of([&] { tree = SphereTree(object.shape, packing, options); });
        SphereTimes time, whole;
        double tests = 0, error = 0;
        ProximityCache cache;
        ProximityOptions query;
        query.cache = &cache;
        query.volume = graze::VolumeMethod::spheres;
        for (const Pose& pose : poses) {
            Proximity found;
            query.effort = 40'000;
            const auto ask = [&] {
                found = proximity(object.shape, tree, {}, object.shape, tree, pose, query);
            };
            time.add(least_microseconds(run_options.repeats, ask), poses.size());
            const double exact = overlap_volume(object.shape, {}, object.shape, pose).volume;
            error += std::abs(found.volume / exact - 1) / static_cast<double>(poses.size());
            query.effort = 0;
            whole.add(least_microseconds(run_options.repeats, ask), poses.size());
            tests += static_cast<double>(found.tests) / static_cast<double>(poses.size());
        }
        table.add_row({kind.name, fmt::format("{}", tree.depth()), fmt::format("{:.2f}", built.processor),
                       fmt::format("{:.0f}", time.mean), fmt::format("{:.0f}", tests),
                       fmt::format("{:.2f} %", 100 * error), fmt::format("{:.0f}", whole.mean)});
        part.json["hierarchies"].push_back({{"name", kind.name},
                                            {"levels", tree.depth()},
                                            {"built_processor_s", built.processor},
                                            {"us", time.mean},
                                            {"tests", tests},
                                            {"error", error},
                                            {"all_us", whole.mean}});
        if (kind.branching == 4) four = whole.mean;
        if (kind.branching == 8 && kind.partition == SpherePartition::neural_gas) eight = whole.mean;
        if (kind.partition == SpherePartition::biggest_first ||
            kind.partition == SpherePartition::neighbours_first)
            greedy = std::min(greedy, whole.mean);
    }
    part.text = overlapping_pairs(run_options, object, packing, poses.front(), part) +
                section_text(run_options,
                             fmt::format("Hierarchies over {} spheres of a ring, at 5 % overlap",
                                         packing.spheres.size()),
                             table);
    part.verdicts.push_back({"four children to a node are best",
                             fmt::format("four take {:.2f} times as long as eight", four / eight),
                             held(four < eight)});
    part.verdicts.push_back({"greedy partitions are worse than neural gas",
                             fmt::format("the better one takes {:.2f} times as long", greedy / eight),
                             held(greedy > eight)});
    return part;
}

}  // namespace graze::bench
