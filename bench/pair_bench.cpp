// Two triangles at a time: graze beside the seeds' tests and its peers.
#include <fmt/format.h>

#include <bit>

#include "bench/benchmarks.h"
#include "bench/harness/table.h"
#include "bench/harness/timing.h"
#include "bench/methods/pair_method.h"
#include "graze/base/error.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::bench {
namespace {

// 1024 pairs are 147 kB of coordinates: with a method's own copy they stay in an L2 cache, so that the method
// is timed and not the memory.
constexpr std::size_t chunk_pairs = 1024;

struct MethodResult {
    ChunkMinima time;
    std::uint64_t wrong = 0;
    std::uint64_t left_open = 0;
};

struct SceneResult {
    const PairScene* scene = nullptr;
    std::size_t pairs = 0;
    std::uint64_t intersecting = 0;
    Disturbance disturbance;
    std::vector<MethodResult> methods;
};

Answers answers_of(PairMethod& method, std::span<const TrianglePair> pairs) {
    Answers answers(words_for(pairs.size()));
    method.prepare(pairs);
    method.run(answers);
    method.finish();
    return answers;
}

// The pair in hexadecimal, so that it can be pasted into a test.
std::string pair_written_out(const TrianglePair& pair) {
    std::string text;
    for (const Triangle* t : {&pair.a, &pair.b}) {
        text += t == &pair.a ? "A" : ", B";
        for (const Vec3& p : t->corner) text += fmt::format(" ({:a} {:a} {:a})", p.x, p.y, p.z);
    }
    return text;
}

void check_chunk(std::span<const TrianglePair> pairs, const PairMethods& methods, SceneResult& result) {
    Answers truth(words_for(pairs.size()));
    decide_one_by_one(pairs.size(), truth, [&](std::size_t i) { return intersects(pairs[i].a, pairs[i].b); });
    result.intersecting += count_bits(truth);
    for (std::size_t m = 0; m < methods.size(); ++m) {
        PairMethod& method = *methods[m];
        const Answers answers = answers_of(method, pairs);
        const Answers& open = method.left_open();
        result.methods[m].left_open += count_bits(open);
        for (std::size_t w = 0; w < truth.size(); ++w) {
            const std::uint64_t wrong = (answers[w] ^ truth[w]) & ~(open.empty() ? 0 : open[w]);
            result.methods[m].wrong += static_cast<std::uint64_t>(std::popcount(wrong));
            if (wrong == 0 || !method.exact()) continue;
            const auto bit = static_cast<std::size_t>(std::countr_zero(wrong));
            throw Error(fmt::format("\"{}\" and \"graze, one pair\" disagree on {}", method.name(),
                                    pair_written_out(pairs[w * 64 + bit])),
                        fmt::format("scene {}", result.scene->name()),
                        "one of two exact methods is wrong: make it a test");
        }
    }
}

// One method over all chunks before the next one starts: were a chunk given to all methods in turn, those
// that share code would find the branch predictor trained by the one before.
void time_method(const PairScene& scene, std::size_t chunks, PairMethod& method, ChunkMinima& time) {
    Answers answers(words_for(chunk_pairs));
    for (std::size_t c = 0; c < chunks; ++c) {
        method.prepare(make_chunk(scene, c, chunk_pairs));
        const double nanoseconds = nanoseconds_of([&] { method.run(answers); });
        method.finish();
        time.add(c, chunk_pairs, nanoseconds);
    }
}

SceneResult measure(const PairScene& scene, const PairMethods& methods, const RunOptions& run_options) {
    SceneResult result;
    result.scene = &scene;
    result.methods.resize(methods.size());
    const std::size_t chunks = (run_options.pairs + chunk_pairs - 1) / chunk_pairs;
    result.pairs = chunks * chunk_pairs;
    for (std::size_t c = 0; c < chunks; ++c) check_chunk(make_chunk(scene, c, chunk_pairs), methods, result);
    const LoadWatch watch;
    for (std::size_t repeat = 0; repeat < run_options.repeats; ++repeat) {
        for (std::size_t m = 0; m < methods.size(); ++m) {
            time_method(scene, chunks, *methods[m], result.methods[m].time);
        }
    }
    result.disturbance = watch.so_far();
    return result;
}

PairMethods selected_methods(const std::string& wanted) {
    PairMethods all;
    const auto take = [&](PairMethods group) {
        for (auto& method : group) {
            if (method->name().find(wanted) != std::string::npos) all.push_back(std::move(method));
        }
    };
    take(graze_methods());
    take(seed_methods());
    take(peer_methods());
    take(graze_methods_by_instruction_set());
    if (all.empty())
        throw Error("no method's name contains \"" + wanted + "\"", "--method",
                    "leave it out to see all names");
    return all;
}

double share(std::uint64_t part, std::size_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

std::string detail(const SceneResult& result) {
    return fmt::format("{}; {:.1f} % intersect", result.scene->meaning,
                       100 * share(result.intersecting, result.pairs));
}

Table table_of(const SceneResult& result, const PairMethods& methods) {
    Table table(
        {{"method", Align::left}, {"ns/pair"}, {"of the first"}, {"wrong answers"}, {"left to exact"}});
    double first = 0;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        if (methods[m]->is_variant()) continue;
        const MethodResult& r = result.methods[m];
        const double ns = r.time.per_item();
        if (first == 0) first = ns;
        const bool filters = !methods[m]->left_open().empty();
        table.add_row({methods[m]->name(), fmt::format("{:.1f}", ns), fmt::format("{:.2f}", ns / first),
                       methods[m]->exact() ? "exact" : fmt::format("{} of {}", r.wrong, result.pairs),
                       filters ? fmt::format("{:.3f} %", 100 * share(r.left_open, result.pairs)) : ""});
    }
    return table;
}

Table variants_table(const std::vector<SceneResult>& results, const PairMethods& methods) {
    std::vector<Column> columns{{"scene", Align::left}};
    for (const auto& method : methods) {
        if (method->is_variant()) columns.push_back({method->name()});
    }
    Table table(columns);
    for (const SceneResult& result : results) {
        std::vector<std::string> cells{std::string(result.scene->name())};
        for (std::size_t m = 0; m < methods.size(); ++m) {
            if (!methods[m]->is_variant()) continue;
            cells.push_back(fmt::format("{:.1f}", result.methods[m].time.per_item()));
        }
        table.add_row(std::move(cells));
    }
    return table;
}

nlohmann::ordered_json json_of(const SceneResult& result, const PairMethods& methods) {
    nlohmann::ordered_json scene;
    scene["name"] = result.scene->name();
    scene["meaning"] = result.scene->meaning;
    scene["pairs"] = result.pairs;
    scene["intersecting"] = result.intersecting;
    scene["disturbed"] = result.disturbance.disturbed();
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const MethodResult& r = result.methods[m];
        nlohmann::ordered_json row{{"name", methods[m]->name()},
                                   {"exact", methods[m]->exact()},
                                   {"ns_per_pair", r.time.per_item()},
                                   {"wrong", r.wrong}};
        if (!methods[m]->left_open().empty()) row["left_open"] = r.left_open;
        scene["methods"].push_back(std::move(row));
    }
    return scene;
}

BarPanel panel_of(const SceneResult& result, const PairMethods& methods) {
    BarPanel panel{std::string(result.scene->name()), detail(result), {}};
    for (std::size_t m = 0; m < methods.size(); ++m) {
        if (methods[m]->is_variant()) continue;
        const MethodResult& r = result.methods[m];
        const double wrong = 100 * share(r.wrong, result.pairs);
        panel.bars.push_back({methods[m]->name(), r.time.per_item(), methods[m]->tone(),
                              r.wrong > 0 ? fmt::format("{:.2g} % wrong", wrong) : ""});
    }
    return panel;
}

}  // namespace

int run_pair_benchmark(const RunOptions& run_options, const PairSelection& selection) {
    const PairMethods methods = selected_methods(selection.method);
    const LoadWatch watch;
    std::vector<SceneResult> results;
    if (!selection.scene.empty()) {
        results.push_back(measure(pair_scene(selection.scene), methods, run_options));
    } else {
        for (const PairScene& scene : pair_scenes()) results.push_back(measure(scene, methods, run_options));
    }

    const Machine machine = this_machine();
    const Disturbance disturbance = watch.so_far();
    auto json = json_head("pair", run_options, machine, disturbance);
    std::vector<BarPanel> panels;
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    for (const SceneResult& result : results) {
        print_section(run_options, fmt::format("{}: {}", result.scene->name(), detail(result)),
                      table_of(result, methods));
        json["scenes"].push_back(json_of(result, methods));
        panels.push_back(panel_of(result, methods));
    }
    print_section(run_options, "The batch by instruction set, with equal answers: nanoseconds per pair",
                  variants_table(results, methods));
    write_file(run_options, "pair.json", json.dump(2) + "\n");
    write_file(
        run_options, "pair.svg",
        bar_plot("Two triangles: nanoseconds per pair", plot_remark(machine, disturbance), "ns", panels));
    return 0;
}

}  // namespace graze::bench
