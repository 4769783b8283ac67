// What a hierarchy costs and what it gives: building it with each effort, its innermost test, a cache for
// callers that ask again, several threads.
#include <fmt/format.h>

#include <algorithm>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "bench/methods/mesh_method.h"
#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/query/intersect/detail/node_test.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

template <class Work>
double fastest(std::size_t repeats, Work&& work) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) least = std::min(least, nanoseconds_of(work));
    return least;
}

// ---- Building

struct Effort {
    const char* name;
    BuildEffort effort;
    unsigned threads;
};

constexpr Effort efforts[] = {{"graze, fast", BuildEffort::fast, 1},
                              {"graze, normal", BuildEffort::normal, 1},
                              {"graze, normal, 2 threads", BuildEffort::normal, 2},
                              {"graze, best", BuildEffort::best, 1}};

double mean_microseconds(const Shape& shape, const CloseConfigurations& all, double distance,
                         std::size_t repeats) {
    double sum = 0;
    for (const Approach& approach : all.approaches) {
        const Pose pose = all.pose(approach, distance);
        sum += fastest(repeats, [&] { intersects(shape, Pose(), shape, pose); });
    }
    return sum / static_cast<double>(all.approaches.size()) / 1000;
}

std::string measure_building(const RunOptions& run_options, const TreeSelection& selection,
                             nlohmann::ordered_json& json) {
    Table table({{"object", Align::left},
                 {"triangles"},
                 {"built by", Align::left},
                 {"ns per triangle"},
                 {"bytes per triangle"},
                 {"µs at 0.01"},
                 {"µs at 0.0001"}});
    for (const MeshObject& object : mesh_objects(selection.objects)) {
        fmt::print(stderr, "building: {}\n", object.name);
        const Mesh mesh = object.make();
        const auto n = static_cast<double>(mesh.triangle_count());
        const auto all = close_configurations(object.name, Shape(mesh), {10, 4}, selection.configurations);
        for (const Effort& e : efforts) {
            const TreeOptions options{Threads(e.threads), nullptr, e.effort};
            const double time = fastest(run_options.repeats, [&] { WideTree(mesh, options); }) / n;
            const Shape shape(mesh, options);
            const double bytes = static_cast<double>(shape.tree().bytes()) / n;
            const double near = mean_microseconds(shape, all, 0.01, run_options.repeats);
            const double nearer = mean_microseconds(shape, all, 0.0001, run_options.repeats);
            table.add_row({object.name, fmt::format("{}", mesh.triangle_count()), e.name,
                           fmt::format("{:.0f}", time), fmt::format("{:.1f}", bytes),
                           fmt::format("{:.2f}", near), fmt::format("{:.2f}", nearer)});
            json["building"].push_back({{"object", object.name},
                                        {"triangles", mesh.triangle_count()},
                                        {"by", e.name},
                                        {"ns_per_triangle", time},
                                        {"bytes_per_triangle", bytes},
                                        {"us_at_0.01", near},
                                        {"us_at_0.0001", nearer}});
        }
        for (auto& peer : peer_mesh_methods()) {
            peer->load(mesh);
            const double time =
                fastest(std::min<std::size_t>(run_options.repeats, 3), [&] { peer->build(); }) / n;
            table.add_row({object.name, fmt::format("{}", mesh.triangle_count()), peer->name(),
                           fmt::format("{:.0f}", time), "", "", ""});
            json["building"].push_back(
                {{"object", object.name}, {"by", peer->name()}, {"ns_per_triangle", time}});
        }
    }
    return section_text(run_options, "Building the hierarchy", table);
}

// ---- The innermost test

// A chain of additions, each waiting for the last: one per cycle on every processor of today.
double nanoseconds_per_cycle() {
    constexpr std::size_t additions = 10'000'000;
    return fastest(5,
                   [] {
                       std::size_t sum = 1;
                       for (std::size_t i = 0; i < additions; ++i) {
                           ++sum;
                           asm volatile("" : "+r"(sum));
                       }
                   }) /
           additions;
}

std::string measure_node_test(const RunOptions& run_options, nlohmann::ordered_json& json) {
    const Shape shape(make_sphere(1, 100'000));
    // As many nodes as stay in the first cache.
    const auto nodes = shape.tree().nodes().subspan(1, 64);
    detail::PairFrame frame{};
    detail::start_frame(shape.tree(), Pose(), shape.tree(),
                        Pose(Quat::about_turns({1, 2, 3}, 0.1), {0.1, 0.2, 0.3}), frame);
    std::vector<std::uint8_t> overlaps(nodes.size());
    const double tests = static_cast<double>(nodes.size()) * WideNode::width;
    constexpr int rounds = 100;
    const double time = fastest(20 * run_options.repeats,
                                [&] {
                                    for (int i = 0; i < rounds; ++i)
                                        detail::test_nodes(nodes, nodes[0], i % 8, frame.a_from_b, overlaps);
                                }) /
                        (tests * rounds);
    const double cycles = time / nanoseconds_per_cycle();
    Table table({{"", Align::left}, {"ns per box pair"}, {"cycles"}});
    table.add_row(
        {"eight boxes of a node against one", fmt::format("{:.2f}", time), fmt::format("{:.1f}", cycles)});
    json["node_test"] = {{"ns_per_box_pair", time}, {"cycles_per_box_pair", cycles}};
    return section_text(run_options, "The innermost test", table);
}

// ---- Asking again

// In steps of `degrees` and a thousandth of the size per degree, back and forth: apart, touching, apart.
std::vector<Pose> coherent_path(const CloseConfigurations& all, std::size_t steps, double degrees) {
    std::vector<Pose> path;
    const Approach& a = all.approaches.front();
    for (std::size_t i = 0; i < steps; ++i) {
        const double t = static_cast<double>(i) * degrees;
        // Back and forth by a tenth of the size.
        const double phase = 0.001 * t - 0.2 * std::floor(0.001 * t / 0.2);
        const double distance = phase < 0.1 ? 0.08 - phase : phase - 0.12;
        Approach turned = a;
        turned.rotation = Quat::about_turns({1, 2, 3}, t / 360) * a.rotation;
        path.push_back(all.pose(turned, distance));
    }
    return path;
}

std::string measure_asking_again(const RunOptions& run_options, const TreeSelection& selection,
                                 nlohmann::ordered_json& json) {
    Table table({{"object", Align::left},
                 {"degrees per step"},
                 {"steps"},
                 {"touching"},
                 {"µs per step"},
                 {"µs with a cache"}});
    for (const MeshObject& object : mesh_objects(selection.objects)) {
        const Shape shape(object.make());
        const auto all = close_configurations(object.name, shape, {10, 4}, selection.configurations);
        for (const double degrees : {1.0, 0.1, 0.01}) {
            const std::vector<Pose> path =
                coherent_path(all, static_cast<std::size_t>(400 / degrees), degrees);
            std::size_t touching = 0;
            QueryCache checked;
            for (const Pose& pose : path) {
                const bool answer = intersects(shape, Pose(), shape, pose);
                if (answer != intersects(shape, Pose(), shape, pose, checked))
                    throw Error("the cache changes an answer", object.name);
                touching += answer ? 1 : 0;
            }
            const auto steps = static_cast<double>(path.size());
            const double without = fastest(run_options.repeats, [&] {
                for (const Pose& pose : path) intersects(shape, Pose(), shape, pose);
            });
            const double with = fastest(run_options.repeats, [&] {
                QueryCache cache;
                for (const Pose& pose : path) intersects(shape, Pose(), shape, pose, cache);
            });
            table.add_row({object.name, fmt::format("{}", degrees), fmt::format("{}", path.size()),
                           fmt::format("{}", touching), fmt::format("{:.2f}", without / steps / 1000),
                           fmt::format("{:.2f}", with / steps / 1000)});
            json["asking_again"].push_back({{"object", object.name},
                                            {"degrees_per_step", degrees},
                                            {"steps", path.size()},
                                            {"touching", touching},
                                            {"us", without / steps / 1000},
                                            {"us_with_cache", with / steps / 1000}});
        }
    }
    return section_text(run_options, "Asking again along a path: a thousandth of the size per degree", table);
}

std::string measure_all_pairs(const RunOptions& run_options, nlohmann::ordered_json& json) {
    const Shape shape(make_torus(1, 0.3, 1000, 320));
    const Pose pose(Quat::about_turns({1, 0, 0}, 0.05), {0.3, 0.1, 0});
    Table table({{"threads", Align::left}, {"pairs"}, {"ms"}});
    for (const unsigned count : {1u, 2u}) {
        const QueryOptions options{.threads = Threads(count)};
        const std::size_t pairs = intersecting_triangles(shape, Pose(), shape, pose, options).size();
        const double time = fastest(run_options.repeats,
                                    [&] { intersecting_triangles(shape, Pose(), shape, pose, options); });
        table.add_row(
            {fmt::format("{}", count), fmt::format("{}", pairs), fmt::format("{:.2f}", time / 1e6)});
        json["all_pairs"].push_back({{"threads", count}, {"pairs", pairs}, {"ms", time / 1e6}});
    }
    return section_text(run_options, "All intersecting triangles of two tori of 640 000 triangles", table);
}

}  // namespace

int run_tree_benchmark(const RunOptions& run_options, const TreeSelection& selection) {
    const LoadWatch watch;
    nlohmann::ordered_json results;
    std::string sections;
    sections += measure_building(run_options, selection, results);
    sections += measure_node_test(run_options, results);
    sections += measure_asking_again(run_options, selection, results);
    sections += measure_all_pairs(run_options, results);
    publish("tree", run_options, watch, sections, results);
    return 0;
}

}  // namespace graze::bench
