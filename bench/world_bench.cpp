// Which boxes overlap, of many that move: graze's broad phases beside its peers'.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>

#include "bench/benchmarks.h"
#include "bench/world_measurement.h"
#include "bench/world_pipeline.h"
#include "bench/world_seeds.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

constexpr std::size_t most_for_all_pairs = 20'000;
constexpr std::size_t most_for_peers = 200'000;

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

bool is_selected(const WorldSelection& selection, const std::string& part) {
    const std::vector<std::string>& parts = selection.parts;
    return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
}

class WorldBenchmark {
  public:
    WorldBenchmark(const RunOptions& run_options, const WorldSelection& selection)
        : selection_(selection),
          limits_{selection.steps, run_options.repeats, selection.seconds_per_row,
                  3 * selection.seconds_per_row} {
        for (auto& method : broad_phase_methods()) {
            if (!selection.method.empty() && !contains(method->name(), selection.method)) continue;
            results_.method_names.push_back(method->name());
            results_.method_tones.push_back(method->tone());
            methods_.push_back(std::move(method));
        }
        if (methods_.empty())
            throw Error(fmt::format("no method has \"{}\" in its name", selection.method), "--method",
                        "leave it out to see all");
        results_.steps = selection.steps;
    }

    const WorldResults& run() {
        if (selected("rows")) measure_rows();
        if (selected("few")) measure_few_movers();
        if (selected("one")) measure_one_mover();
        if (selected("growth")) measure_growth();
        if (selected("choice")) measure_choices();
        if (selected("endurance")) measure_endurance();
        return results_;
    }

  private:
    bool selected(const std::string& part) const { return is_selected(selection_, part); }

    bool is_all_pairs(std::size_t method) const {
        return is_of_graze(method) &&
               contains(methods_[method]->name(), std::string(graze::name(BroadPhaseKind::all_pairs)));
    }
    bool is_of_graze(std::size_t method) const { return results_.method_tones[method] == Tone::graze; }

    // n² tests are left out where everybody knows how long they take. So are methods that took too long with
    // fewer objects at the same density, or so long that a single step, growing with the power 3/2 (between
    // trees and sorting along axes), would take longer than the limit.
    Participation sensible(std::size_t method, const MovingBoxesOptions& scene) const {
        if (is_all_pairs(method) && scene.objects > most_for_all_pairs) return Participation::no;
        if (!is_of_graze(method) && scene.objects > most_for_peers) return Participation::no;
        const WorldRow* fewer = nullptr;  // the largest such scene at the same density
        for (const WorldRow& row : results_.rows) {
            if (row.scene.sizes != scene.sizes || row.scene.objects >= scene.objects ||
                row.scene.overlaps_per_box != scene.overlaps_per_box)
                continue;
            if (row.times[method].outcome == WorldOutcome::too_long) return Participation::too_long;
            if (row.times[method].counts() && (fewer == nullptr || row.scene.objects > fewer->scene.objects))
                fewer = &row;
        }
        if (fewer == nullptr) return Participation::yes;
        const double growth = static_cast<double>(scene.objects) / static_cast<double>(fewer->scene.objects);
        const double seconds = fewer->times[method].mean / 1000 * growth * std::sqrt(growth);
        return seconds > limits_.seconds ? Participation::too_long : Participation::yes;
    }
    Participation graze_alone(std::size_t method, const MovingBoxesOptions& scene) const {
        return is_of_graze(method) ? sensible(method, scene) : Participation::no;
    }

    WorldRow measure(const MovingBoxesOptions& scene, const WorldLimits& limits,
                     Participation (WorldBenchmark::*takes_part)(std::size_t, const MovingBoxesOptions&)
                         const) {
        fmt::print(stderr, "{} boxes {}, {:g} overlaps per box\n", scene.objects, name(scene.sizes),
                   scene.overlaps_per_box);
        return measure_world(methods_, scene, limits, std::bind_front(takes_part, this), results_.errors);
    }

    void measure_rows() {
        for (const BoxSizes sizes : selection_.sizes)
            for (const std::size_t objects : selection_.objects)
                for (const double overlaps : selection_.overlaps)
                    results_.rows.push_back(
                        measure({.objects = objects, .overlaps_per_box = overlaps, .sizes = sizes}, limits_,
                                &WorldBenchmark::sensible));
    }

    std::size_t largest() const {
        return std::min<std::size_t>(100'000,
                                     *std::max_element(selection_.objects.begin(), selection_.objects.end()));
    }

    void measure_few_movers() {
        const std::size_t objects = largest();
        results_.all_movers = measure({.objects = objects}, limits_, &WorldBenchmark::sensible);
        results_.few_movers = measure({.objects = objects, .movers = std::max<std::size_t>(1, objects / 100)},
                                      limits_, &WorldBenchmark::sensible);
    }

    // Zachmann 2000, 3.8.5: there with an exact test, here the pairs alone.
    void measure_one_mover() {
        results_.one_mover = measure({.objects = 501, .movers = 1}, limits_, &WorldBenchmark::sensible);
    }

    // Zachmann 2000, 3.8.6, Fig. 3.62.
    void measure_growth() {
        for (const std::size_t objects : {10, 30, 100, 300, 1000, 3000, 10'000, 30'000, 100'000}) {
            if (objects > largest()) break;
            results_.growing.push_back(measure({.objects = objects}, limits_, &WorldBenchmark::graze_alone));
        }
    }

    // Around the break-evens of all pairs and the tree, and beyond.
    void measure_choices() {
        WorldLimits limits = limits_;
        limits.seconds = std::min(limits.seconds, 1.0);
        for (const BoxSizes sizes : {BoxSizes::equal, BoxSizes::spread})
            for (const std::size_t one_in : {1, 3, 10, 100})
                for (const std::size_t objects : {100, 150, 200, 300, 500, 700, 1000, 1500, 10'000}) {
                    if (objects > largest() || objects < one_in) continue;
                    results_.choices.push_back(
                        measure({.objects = objects, .sizes = sizes, .movers = objects / one_in}, limits,
                                &WorldBenchmark::graze_alone));
                }
    }

    void measure_endurance() {
        const MovingBoxesOptions scene{.objects = std::min<std::size_t>(10'000, largest())};
        WorldLimits limits = limits_;
        limits.steps = selection_.endurance_steps;
        limits.seconds = std::max(limits.seconds, 100.0);
        limits.repeats = 1;
        BoxAnswers answers;
        for (std::size_t m = 0; m < methods_.size(); ++m) {
            const auto& method = methods_[m];
            if (!is_of_graze(m) || is_all_pairs(m)) continue;
            fmt::print(stderr, "{}: {} steps\n", method->name(), limits.steps);
            const WorldRun run = run_in_world(*method, scene, limits, answers);
            method->clear();
            if (run.wrong) results_.errors.push_back(run.wrong->sentence);
            std::vector<double> means;
            for (std::size_t i = 0; i + 1000 <= run.milliseconds.size(); i += 1000) {
                const auto begin = run.milliseconds.begin() + static_cast<std::ptrdiff_t>(i);
                means.push_back(world_time({begin, begin + 1000}).mean);
            }
            results_.endurance.emplace_back(method->name(), std::move(means));
        }
    }

    const WorldSelection& selection_;
    WorldLimits limits_;
    BroadPhaseMethods methods_;
    WorldResults results_;
};

// What an earlier run has left, if it left anything.
nlohmann::ordered_json earlier_json(const RunOptions& run_options) {
    std::ifstream file(run_options.out / "world.json");
    if (run_options.out.empty() || !file) return nullptr;
    auto json = nlohmann::ordered_json::parse(file, nullptr, false);
    return json.is_discarded() ? nullptr : json;
}

}  // namespace

int run_world_benchmark(const RunOptions& run_options, const WorldSelection& selection) {
    const LoadWatch watch;
    WorldBenchmark benchmark(run_options, selection);
    WorldResults results = benchmark.run();
    std::string sections = world_sections(run_options, results);
    nlohmann::ordered_json json = world_json(results);
    if (is_selected(selection, "pipeline")) {
        const std::size_t most = *std::max_element(selection.objects.begin(), selection.objects.end());
        const PipelineResults worlds = run_pipeline_experiment(std::min<std::size_t>(most, 100'000),
                                                               std::min<std::size_t>(selection.steps, 100));
        sections += pipeline_sections(run_options, worlds);
        json["worlds"] = pipeline_json(worlds);
        results.errors.insert(results.errors.end(), worlds.errors.begin(), worlds.errors.end());
    }
    if (is_selected(selection, "seeds")) {
        const SeedResults seeds = run_flag_grid_experiment(std::max<std::size_t>(run_options.repeats, 3));
        sections += seed_sections(run_options, seeds);
        json["flag_grid"] = seed_json(seeds);
        results.errors.insert(results.errors.end(), seeds.errors.begin(), seeds.errors.end());
    }
    const auto head = json_head("world", run_options, this_machine(), watch.so_far());
    publish("world", run_options, watch, sections,
            with_earlier_parts(json, head, selection.parts.empty() ? nullptr : earlier_json(run_options)));
    const std::string remark = plot_remark(this_machine(), watch.so_far());
    if (!results.rows.empty()) write_file(run_options, "world.svg", world_plot(results, remark));
    if (!results.growing.empty()) write_file(run_options, "world-growth.svg", growth_plot(results, remark));
    for (const std::string& error : results.errors) fmt::print(stderr, "{}\n", error);
    return results.errors.empty() ? 0 : 2;
}

}  // namespace graze::bench
