// Kinetic hierarchies and separation lists: events instead of frames, beside refits and swept searches, and
// beside what Weller 2012, 3.5 compares with.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/plot.h"
#include "bench/seeds/kinetic_experiments.h"
#include "graze/deform/continuous/step_contacts.h"
#include "graze/deform/deformable_shape.h"
#include "graze/deform/kinetic/kinetic_tree.h"
#include "graze/deform/refit/refit.h"
#include "graze/deform/separation/kinetic_separation_list.h"
#include "graze/models/bending.h"

namespace graze::bench {
namespace {

// Of this thread: others on the machine do not count.
template <class Work>
double cpu_ms(Work&& work) {
    const auto now = [] {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
    };
    const double start = now();
    work();
    return now() - start;
}

constexpr std::array<std::uint32_t, 3> frame_rates{1, 10, 100};  // frames per key interval

// Per key interval, at each frame rate.
struct Row {
    std::string method;
    double events = 0, values = 0;
    std::array<double, 3> ms{};
    Tone tone = Tone::graze;
};

std::vector<Vec3> between(const std::vector<Vec3>& from, const std::vector<Vec3>& to, double share) {
    std::vector<Vec3> at(from.size());
    for (std::size_t v = 0; v < at.size(); ++v)
        at[v] = share == 1 ? to[v] : from[v] * (1 - share) + to[v] * share;
    return at;
}

// A method that follows frames: its cost in a frame in the middle of each interval, for all of them. `frame`
// tells the milliseconds from one frame to the next.
std::array<double, 3> ms_by_frames(
    const KeyedMesh& scene, std::size_t repeats,
    const std::function<double(const std::vector<Vec3>&, const std::vector<Vec3>&)>& frame) {
    std::array<double, 3> ms{};
    for (std::size_t rate = 0; rate < frame_rates.size(); ++rate) {
        const std::uint32_t frames = frame_rates[rate];
        for (std::size_t k = 1; k < scene.keys.size(); ++k) {
            const double f = std::floor(0.5 * frames);
            const std::vector<Vec3> from = between(scene.keys[k - 1], scene.keys[k], f / frames),
                                    to = between(scene.keys[k - 1], scene.keys[k], (f + 1) / frames);
            double least = 1e300;
            for (std::size_t i = 0; i < repeats; ++i) least = std::min(least, frame(from, to));
            ms[rate] += least * frames;
        }
        ms[rate] /= static_cast<double>(scene.keys.size() - 1);
    }
    return ms;
}

// A kinetic method, over all intervals; `step` goes to a key by as many frames.
template <class Make, class Step>
std::array<double, 3> ms_by_steps(const KeyedMesh& scene, std::size_t repeats, const Make& make,
                                  const Step& step) {
    std::array<double, 3> ms;
    for (std::size_t rate = 0; rate < frame_rates.size(); ++rate) {
        std::vector<double> least(scene.keys.size(), 1e300);
        for (std::size_t i = 0; i < repeats; ++i) {
            auto method = make();
            for (std::size_t k = 1; k < scene.keys.size(); ++k)
                least[k] =
                    std::min(least[k], cpu_ms([&] { step(method, scene.keys[k], frame_rates[rate]); }));
        }
        ms[rate] = 0;
        for (std::size_t k = 1; k < scene.keys.size(); ++k) ms[rate] += least[k];
        ms[rate] /= static_cast<double>(scene.keys.size() - 1);
    }
    return ms;
}

void advance_all(auto& method, std::uint32_t frames) {
    for (std::uint32_t f = 1; f <= frames; ++f)
        method.advance(f == frames ? 1 : static_cast<double>(f) / frames);
}

// All meshes of a scene as one.
KeyedMesh joined(std::string name, const BendingScene& scene) {
    KeyedMesh all{std::move(name), {}, std::vector<std::vector<Vec3>>(scene.times.size())};
    std::vector<std::array<VertexId, 3>> triangles;
    for (const KeyedMesh& part : scene.meshes) {
        const auto first = static_cast<VertexId>(all.keys[0].size());
        for (const auto& t : part.mesh.triangles())
            triangles.push_back({first + t[0], first + t[1], first + t[2]});
        for (std::size_t k = 0; k < all.keys.size(); ++k)
            all.keys[k].insert(all.keys[k].end(), part.keys[k].begin(), part.keys[k].end());
    }
    all.mesh = Mesh(all.keys[0], std::move(triangles));
    return all;
}

struct NamedScene {
    std::string name, file;
    BendingScene (*make)(const BendingOptions&);
    double size;  // times the triangles that are asked for
};
const std::array<NamedScene, 4> named_scenes{{{"tablecloth", "table", make_tablecloth, 1},
                                              {"swirling cloth", "swirl", make_swirling_cloth, 1},
                                              {"walk in shirt", "shirt", make_walk_in_shirt, 4},
                                              {"walk in dress", "dress", make_walk_in_dress, 4}}};

template <class Tree>
Row kinetic_row(const std::string& name, const KeyedMesh& scene, std::size_t repeats) {
    Row row{name};
    Tree counted(scene.mesh);
    const double intervals = static_cast<double>(scene.keys.size() - 1);
    for (std::size_t k = 1; k < scene.keys.size(); ++k) {
        counted.step_to(scene.keys[k]);
        counted.advance(1);
    }
    row.events = static_cast<double>(counted.counts().events()) / intervals;
    row.values = static_cast<double>(counted.counts().updates) / intervals;
    row.ms = ms_by_steps(
        scene, repeats, [&] { return Tree(scene.mesh); },
        [](Tree& tree, const std::vector<Vec3>& key, std::uint32_t frames) {
            tree.step_to(key);
            advance_all(tree, frames);
        });
    return row;
}

// The dead ends, which have no frames: one figure for all.
template <class Method>
Row experiment_row(const std::string& name, const KeyedMesh& scene, std::size_t repeats, const Method& make) {
    Row row{name, 0, 0, {}, Tone::seed};
    std::vector<double> least(scene.keys.size(), 1e300);
    for (std::size_t i = 0; i < repeats; ++i) {
        auto method = make();
        for (std::size_t k = 1; k < scene.keys.size(); ++k) {
            KineticCost cost;
            least[k] =
                std::min(least[k], cpu_ms([&] { cost = method.step(scene.keys[k - 1], scene.keys[k]); }));
            if (i > 0) continue;
            row.events += static_cast<double>(cost.events);
            row.values += static_cast<double>(cost.updates);
        }
    }
    double sum = 0;
    for (std::size_t k = 1; k < scene.keys.size(); ++k) sum += least[k];
    const double intervals = static_cast<double>(scene.keys.size() - 1);
    row.ms.fill(sum / intervals);
    row.events /= intervals;
    row.values /= intervals;
    return row;
}

std::vector<Vec3> dop_directions(int count) {
    std::vector<Vec3> directions{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (count == 7)
        for (const Vec3& d : {Vec3{1, 1, 1}, Vec3{1, 1, -1}, Vec3{1, -1, 1}, Vec3{-1, 1, 1}})
            directions.push_back(d);
    if (count == 9)
        for (const Vec3& d :
             {Vec3{1, 1, 0}, Vec3{1, -1, 0}, Vec3{1, 0, 1}, Vec3{1, 0, -1}, Vec3{0, 1, 1}, Vec3{0, 1, -1}})
            directions.push_back(d);
    return directions;
}

double mean_way(const KeyedMesh& scene) {
    double sum = 0;
    for (std::size_t k = 1; k < scene.keys.size(); ++k)
        for (std::size_t v = 0; v < scene.keys[k].size(); ++v)
            sum += length(scene.keys[k][v] - scene.keys[k - 1][v]);
    return sum / static_cast<double>((scene.keys.size() - 1) * scene.keys[0].size());
}

std::vector<Row> update_rows(const KeyedMesh& scene, std::size_t repeats) {
    std::vector<Row> measured;
    measured.push_back(kinetic_row<KineticAabbTree>("kinetic AABB-tree", scene, repeats));
    measured.push_back(kinetic_row<KineticBoxTree>("kinetic BoxTree", scene, repeats));

    const Shape shape(scene.mesh);
    const std::vector<std::array<VertexId, 3>> triangles(scene.mesh.triangles().begin(),
                                                         scene.mesh.triangles().end());
    Row refit{"refit of the default hierarchy"};
    refit.ms = ms_by_frames(scene, repeats, [&](const auto&, const auto& to) {
        const Mesh mesh(to, triangles);
        return cpu_ms([&] { refitted(shape.tree(), mesh); });
    });
    measured.push_back(refit);

    const BinaryBranches branches((KineticAabbTree(scene.mesh)));
    BottomUp bottom_up(branches);
    Row scalar{"scalar binary refit", 0, static_cast<double>(bottom_up.values()), {}, Tone::seed};
    scalar.ms = ms_by_frames(
        scene, repeats, [&](const auto&, const auto& to) { return cpu_ms([&] { bottom_up.refit(to); }); });
    measured.push_back(scalar);

    for (const auto& [name, count] : {std::pair<std::string, int>{"the same events, times in doubles", 3},
                                      {"kinetic 14-DOP-tree", 7},
                                      {"kinetic 18-DOP-tree", 9}}) {
        const std::vector<Vec3> directions = dop_directions(count);
        measured.push_back(
            experiment_row(name, scene, repeats, [&] { return KineticDops(branches, directions); }));
    }
    for (const double share : {0.5, 0.05}) {
        const double margin = share * mean_way(scene);
        measured.push_back(experiment_row(fmt::format("kinetic interval DOP-tree, margin {}", share), scene,
                                          repeats,
                                          [&] { return IntervalBoxes(branches, scene.keys[0], margin); }));
    }
    return measured;
}

// Self-collision. False if the list and the search disagree.
bool list_rows(const KeyedMesh& scene, std::size_t repeats, std::vector<Row>& measured, double& collisions) {
    const double intervals = static_cast<double>(scene.keys.size() - 1);
    Row list{"kinetic separation list"};
    bool agree = true;
    {
        KineticSeparationList counted(scene.mesh);
        for (std::size_t k = 1; k < scene.keys.size(); ++k) {
            std::vector<std::pair<FeatureId, FeatureId>> delivered, found;
            counted.step_to(scene.keys[k]);
            counted.advance(1, [&](const KineticCollision& c) { delivered.emplace_back(c.a, c.b); });
            if (k > 1) continue;
            for (const StepContact& c : step_contacts(Shape(scene.mesh), scene.keys[k]))
                found.emplace_back(c.a, c.b);
            std::ranges::sort(delivered);
            delivered.erase(std::unique(delivered.begin(), delivered.end()), delivered.end());
            std::ranges::sort(found);
            agree = delivered == found;
        }
        list.events =
            static_cast<double>(counted.counts().events() + counted.tree_counts(KineticSide::a).events()) /
            intervals;
        collisions = static_cast<double>(counted.counts().collisions) / intervals;
    }
    list.ms = ms_by_steps(
        scene, repeats, [&] { return KineticSeparationList(scene.mesh); },
        [](KineticSeparationList& l, const std::vector<Vec3>& key, std::uint32_t frames) {
            l.step_to(key);
            advance_all(l, frames);
        });
    measured.push_back(list);

    DeformableShape shape(scene.mesh);
    Row swept{"swept search of the default hierarchy"};
    swept.ms = ms_by_frames(scene, repeats, [&](const auto& from, const auto& to) {
        return cpu_ms([&] {
            shape.move_to(from);
            const auto contacts = step_contacts(shape.shape(), to);
        });
    });
    measured.push_back(swept);

    const BinaryBranches branches((KineticAabbTree(scene.mesh)));
    BottomUp bottom_up(branches);
    Row scalar{"scalar binary swept boxes", 0, 0, {}, Tone::seed};
    scalar.ms = ms_by_frames(scene, 1, [&](const auto& from, const auto& to) {
        return cpu_ms([&] {
            bottom_up.refit_swept(from, to);
            const SweptChecks checks = check_swept(branches, bottom_up.boxes(), from, to);
            scalar.events = std::max(scalar.events, static_cast<double>(checks.boxes));
        });
    });
    measured.push_back(scalar);
    return agree;
}

struct Chart {
    std::string scene;
    std::vector<std::pair<double, std::vector<Row>>> by_triangles;
};

void write_plots(const RunOptions& run_options, const std::string& name, const std::string& title,
                 const std::string& remark, const Chart& chart, std::span<const std::size_t> shown) {
    std::vector<Line> over_triangles, over_frames;
    for (const std::size_t i : shown) {
        const Row& last = chart.by_triangles.back().second[i];
        Line by_triangles{last.method, last.tone, {}}, by_frames{last.method, last.tone, {}};
        for (const auto& [triangles, measured] : chart.by_triangles)
            by_triangles.points.emplace_back(triangles, measured[i].ms[2]);
        for (std::size_t rate = 0; rate < frame_rates.size(); ++rate)
            by_frames.points.emplace_back(frame_rates[rate], last.ms[rate]);
        over_triangles.push_back(by_triangles);
        over_frames.push_back(by_frames);
    }
    write_file(run_options, name + "-triangles.svg",
               log_log_plot(title + ": " + chart.scene + ", 100 frames per key interval", remark, "triangles",
                            "ms per key interval", over_triangles));
    write_file(run_options, name + "-frames.svg",
               log_log_plot(fmt::format("{}: {}, {:.0f} triangles", title, chart.scene,
                                        chart.by_triangles.back().first),
                            remark, "frames per key interval", "ms per key interval", over_frames));
}

}  // namespace

int run_kinetic_benchmark(const RunOptions& run_options, const KineticSelection& selection) {
    const LoadWatch watch;
    const std::vector<Column> columns{
        {"scene", Align::left}, {"triangles"}, {"method", Align::left}, {"events"},          {"values"},
        {"ms, 1 frame"},        {"10 frames"}, {"100 frames"},          {"x the first, 100"}};
    Table updates(columns), lists(columns);
    nlohmann::ordered_json json_rows = nlohmann::ordered_json::array();
    std::vector<Chart> update_charts, list_charts;
    bool agree = true;
    const auto add = [&](Table& table, const char* question, const KeyedMesh& scene,
                         const std::vector<Row>& measured) {
        for (const Row& row : measured) {
            const auto count = [](double n) { return n == 0 ? std::string() : fmt::format("{:.0f}", n); };
            table.add_row({scene.name, fmt::format("{}", scene.mesh.triangle_count()), row.method,
                           count(row.events), count(row.values), fmt::format("{:.3f}", row.ms[0]),
                           fmt::format("{:.3f}", row.ms[1]), fmt::format("{:.2f}", row.ms[2]),
                           fmt::format("{:.2f}", row.ms[2] / measured[0].ms[2])});
            json_rows.push_back({{"question", question},
                                 {"scene", scene.name},
                                 {"triangles", scene.mesh.triangle_count()},
                                 {"method", row.method},
                                 {"events", row.events},
                                 {"values", row.values},
                                 {"ms", row.ms}});
        }
    };
    for (const NamedScene& named : named_scenes) {
        Chart update_chart, list_chart;
        for (const std::uint32_t triangles : selection.triangles) {
            const auto wanted = static_cast<std::uint32_t>(triangles * named.size);
            const KeyedMesh scene =
                joined(named.name, named.make({.triangles = wanted, .keys = selection.keys}));
            fmt::print(stderr, "kinetic: {}, {} triangles\n", scene.name, scene.mesh.triangle_count());
            const double size = static_cast<double>(scene.mesh.triangle_count());
            update_chart.scene = list_chart.scene = scene.name;
            update_chart.by_triangles.emplace_back(size, update_rows(scene, run_options.repeats));
            add(updates, "update", scene, update_chart.by_triangles.back().second);
            std::vector<Row> measured;
            double collisions = 0;
            if (!list_rows(scene, run_options.repeats, measured, collisions)) {
                fmt::print(stderr, "{}: the list and the search disagree\n", scene.name);
                agree = false;
            }
            list_chart.by_triangles.emplace_back(size, measured);
            add(lists, "self-collision", scene, measured);
        }
        update_charts.push_back(update_chart);
        list_charts.push_back(list_chart);
    }
    const Disturbance disturbance = watch.so_far();
    const Machine machine = this_machine();
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_section(run_options, "Hierarchies follow the vertices, per key interval", updates);
    print_section(run_options, "Continuous self-collision, per key interval", lists);
    auto json = json_head("kinetic", run_options, machine, disturbance);
    json["rows"] = std::move(json_rows);
    write_file(run_options, "kinetic.json", json.dump(2) + "\n");
    const std::string remark = plot_remark(machine, disturbance);
    const std::array<std::size_t, 4> update_methods{0, 1, 2, 3};
    const std::array<std::size_t, 3> list_methods{0, 1, 2};
    for (std::size_t i = 0; i < named_scenes.size(); ++i) {
        const std::string scene = named_scenes[i].file;
        write_plots(run_options, "kinetic-update-" + scene, "Updates", remark, update_charts[i],
                    update_methods);
        write_plots(run_options, "kinetic-list-" + scene, "Self-collision", remark, list_charts[i],
                    list_methods);
    }
    return agree ? 0 : 2;
}

}  // namespace graze::bench
