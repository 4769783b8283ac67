// The flag grid of Gottstein 1994 in the experiments of his section 7.1, beside graze's broad phases.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "bench/harness/timing.h"
#include "bench/methods/broad_phase_method.h"
#include "bench/scenes/checked_boxes.h"
#include "bench/seeds/flag_grid.h"
#include "bench/world_seeds.h"

namespace graze::bench {
namespace {

constexpr std::size_t steps = 1000;  // "redraws", 7.1.2

// Answers a step: how many of the pairs that are asked about overlap.
using Answer = std::function<std::size_t(const CheckedBoxes&)>;

struct Checker {
    std::string name;
    std::function<Answer(const CheckedBoxes&)> prepare;  // not timed
};

// Goes through the list of pairs and counts those of which `overlaps(rests, mover)` says so.
template <class Overlaps>
std::size_t count_pairs(const CheckedBoxes& scene, const NumberedBox& mover, Overlaps&& overlaps) {
    std::size_t count = 0;
    for (std::uint32_t i = scene.first_asked(); i < scene.first_mover(); ++i)
        count += overlaps(scene.boxes()[i], mover) ? 1 : 0;
    return count;
}

Answer without_grid(const CheckedBoxes&) {
    return [](const CheckedBoxes& scene) {
        std::size_t count = 0;
        for (const NumberedBox& mover : scene.movers())
            count += count_pairs(scene, mover, [](const NumberedBox& a, const NumberedBox& b) {
                return overlap(a.box, b.box);
            });
        return count;
    };
}

std::vector<FloatBox> plain_boxes(const CheckedBoxes& scene) {
    std::vector<FloatBox> boxes;
    for (const NumberedBox& b : scene.boxes()) boxes.push_back(b.box);
    return boxes;
}

// What rests keeps its flags; movers get new ones in each step.
Answer with_grid(const CheckedBoxes& start, bool deep) {
    const FlagGrid grid(plain_boxes(start));
    std::vector<std::uint32_t> flags;
    for (const NumberedBox& b : start.boxes()) flags.push_back(grid.flag(b.box));
    return [grid, flags, deep](const CheckedBoxes& scene) {
        std::size_t count = 0;
        for (const NumberedBox& mover : scene.movers()) {
            const std::uint32_t flag = grid.flag(mover.box);
            count += count_pairs(scene, mover, [&](const NumberedBox& a, const NumberedBox& b) {
                return deep ? grid.overlap_by_all_levels(a.box, flags[a.id], b.box, flag)
                            : FlagGrid::overlap_by_one_level(a.box, flags[a.id], b.box, flag);
            });
        }
        return count;
    };
}

Answer with_broad_phase(BroadPhaseMethod& method, const CheckedBoxes& start) {
    method.set_up(start.boxes(), start.world(), Deadline(100));
    return [&method, pairs = std::vector<IdPair>()](const CheckedBoxes& scene) mutable {
        pairs.clear();
        method.step(scene.movers(), pairs);
        return static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), [&](const IdPair& p) {
            return p.a >= scene.first_asked() && p.a < scene.first_mover() && p.b >= scene.first_mover();
        }));
    };
}

std::vector<Checker> checkers(const BroadPhaseMethods& methods) {
    std::vector<Checker> list{
        {"no grid", without_grid},
        {"one level", [](const CheckedBoxes& scene) { return with_grid(scene, false); }},
        {"deep", [](const CheckedBoxes& scene) { return with_grid(scene, true); }}};
    for (const auto& method : methods)
        list.push_back({method->name(),
                        [&m = *method](const CheckedBoxes& scene) { return with_broad_phase(m, scene); }});
    return list;
}

// The time of each step is the least over the repeats. `truth` has what the first checker found in each step
// and is compared with what the others find.
double microseconds_of(const Checker& checker, const CheckedBoxes& start, std::size_t repeats,
                       std::vector<std::size_t>& truth, std::vector<std::string>& errors) {
    ChunkMinima times;
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        CheckedBoxes scene = start;
        const Answer answer = checker.prepare(scene);
        for (std::size_t step = 0; step < steps; ++step) {
            scene.step();
            std::size_t count = 0;
            times.add(step, 1, nanoseconds_of([&] { count = answer(scene); }));
            if (truth.size() == step) truth.push_back(count);
            if (count == truth[step]) continue;
            errors.push_back(fmt::format("{} finds {} pairs instead of {} in step {} of {}", checker.name,
                                         count, truth[step], step, start.name()));
            return 0;
        }
    }
    return times.per_item() / 1000;
}

std::vector<CheckedBoxes> all_scenes() {
    std::vector<CheckedBoxes> scenes;
    for (const std::uint32_t movers : {10, 20, 30, 40}) scenes.push_back(CheckedBoxes::room(movers));
    for (const std::uint32_t movers : {1, 5, 10}) scenes.push_back(CheckedBoxes::maze(movers));
    return scenes;
}

}  // namespace

SeedResults run_flag_grid_experiment(std::size_t repeats) {
    const BroadPhaseMethods methods = graze_broad_phase_methods();
    const std::vector<Checker> list = checkers(methods);
    SeedResults results;
    for (const Checker& checker : list) results.method_names.push_back(checker.name);
    for (const CheckedBoxes& start : all_scenes()) {
        SeedRow row{start.name(),
                    start.movers().size() * (start.first_mover() - start.first_asked()),
                    FlagGrid(plain_boxes(start)).depth(),
                    0,
                    {}};
        std::vector<std::size_t> truth;
        for (const Checker& checker : list)
            row.microseconds.push_back(microseconds_of(checker, start, repeats, truth, results.errors));
        for (const std::size_t count : truth) row.overlaps += static_cast<double>(count) / steps;
        results.rows.push_back(std::move(row));
    }
    return results;
}

std::string seed_sections(const RunOptions& run_options, const SeedResults& results) {
    std::vector<Column> columns{{"scene", Align::left}, {"pairs asked"}, {"overlap"}, {"depth"}};
    for (const std::string& name : results.method_names) columns.push_back({name});
    Table table(columns);
    for (const SeedRow& row : results.rows) {
        std::vector<std::string> cells{row.scene, fmt::format("{}", row.pairs),
                                       fmt::format("{:.2f}", row.overlaps), fmt::format("{}", row.depth)};
        for (const double us : row.microseconds) cells.push_back(fmt::format("{:.2f}", us));
        table.add_row(cells);
    }
    return section_text(run_options, "The flag grid of Gottstein 1994: µs per step", table);
}

nlohmann::ordered_json seed_json(const SeedResults& results) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const SeedRow& row : results.rows) {
        nlohmann::ordered_json methods;
        for (std::size_t m = 0; m < results.method_names.size(); ++m)
            methods[results.method_names[m]] = {{"us", row.microseconds[m]}};
        rows.push_back({{"scene", row.scene},
                        {"pairs_asked", row.pairs},
                        {"overlaps", row.overlaps},
                        {"depth", row.depth},
                        {"methods", methods}});
    }
    return rows;
}

}  // namespace graze::bench
