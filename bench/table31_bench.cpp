// Table 3.1 of Zachmann 2000 with today's numbers: Moeller's test by triangles against the general polygon
// test, and beside them graze's exact answer.
#include <fmt/format.h>

#include <array>
#include <bit>

#include "bench/benchmarks.h"
#include "bench/harness/table.h"
#include "bench/harness/timing.h"
#include "bench/methods/polygon_method.h"

namespace graze::bench {
namespace {

// 512 pairs of the largest polygons are 200 kB, which stay in an L2 cache.
constexpr std::size_t chunk_polygons = 512;

struct TableRow {
    PolygonKind kind;
    double wanted_share;  // of intersecting pairs, in the mix
};

constexpr std::array<TableRow, 4> rows{{{{"2 triangles", 3, false}, 0.035},
                                        {{"2 convex quadrangles", 4, false}, 0.42},
                                        {{"2 concave quadrangles", 4, true}, 0.05},
                                        {{"2 concave 5-gons", 5, true}, 0.29}}};

enum Mix : std::size_t { apart, intersecting, mixed, mix_count };
constexpr std::array<const char*, mix_count> mix_names{"non-intersecting", "intersecting", "mix"};

struct WrongAnswers {
    std::uint64_t random = 0, grid = 0;
};

// Everything about one kind of polygons: one entry per method in each list.
struct RowResult {
    PolygonKind kind;
    double size = 0, random_share = 0, grid_share = 0;
    std::size_t pairs = 0;
    std::array<std::vector<ChunkMinima>, mix_count> times;
    std::vector<WrongAnswers> wrong;
    std::vector<Answers> truth;  // per chunk of random polygons

    PolygonPairs chunk(std::size_t c) const { return random_polygons(kind, size, c, chunk_polygons); }
};

struct Methods {
    std::unique_ptr<PolygonMethod> exact = graze_polygon_method();
    PolygonMethods seeds = seed_polygon_methods();

    std::size_t count() const { return seeds.size() + 1; }
    PolygonMethod& operator[](std::size_t i) { return i < seeds.size() ? *seeds[i] : *exact; }
};

Answers answers_of(PolygonMethod& method, const PolygonPairs& pairs) {
    Answers answers(words_for(pairs.size()));
    method.prepare(pairs);
    method.run(answers);
    return answers;
}

std::uint64_t differences(const Answers& answers, const Answers& truth) {
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < truth.size(); ++w) {
        count += static_cast<std::uint64_t>(std::popcount(answers[w] ^ truth[w]));
    }
    return count;
}

double intersecting_share(PolygonMethod& exact, const PolygonKind& kind, double size, std::size_t chunks) {
    std::uint64_t hits = 0;
    for (std::size_t c = 0; c < chunks; ++c)
        hits += count_bits(answers_of(exact, random_polygons(kind, size, c, chunk_polygons)));
    return static_cast<double>(hits) / static_cast<double>(chunks * chunk_polygons);
}

// The thesis gives the shares of intersecting pairs but not how its polygons were made; larger polygons in
// the same cube intersect more often, so the size is found by bisection.
double size_for_share(PolygonMethod& exact, const PolygonKind& kind, double wanted) {
    double low = 0.01, high = 8;
    for (int step = 0; step < 14; ++step) {
        const double middle = (low + high) / 2;
        (intersecting_share(exact, kind, middle, 40) < wanted ? low : high) = middle;
    }
    return high;
}

void check_random(Methods& methods, RowResult& result) {
    std::uint64_t hits = 0;
    for (std::size_t c = 0; c < result.pairs / chunk_polygons; ++c) {
        const PolygonPairs pairs = result.chunk(c);
        result.truth.push_back(answers_of(*methods.exact, pairs));
        hits += count_bits(result.truth.back());
        for (std::size_t m = 0; m < methods.seeds.size(); ++m) {
            result.wrong[m].random += differences(answers_of(*methods.seeds[m], pairs), result.truth.back());
        }
    }
    result.random_share = static_cast<double>(hits) / static_cast<double>(result.pairs);
}

void check_on_grid(Methods& methods, RowResult& result) {
    std::uint64_t hits = 0;
    for (std::size_t c = 0; c < result.pairs / chunk_polygons; ++c) {
        const PolygonPairs pairs = grid_polygons(result.kind, c, chunk_polygons);
        const Answers truth = answers_of(*methods.exact, pairs);
        hits += count_bits(truth);
        for (std::size_t m = 0; m < methods.seeds.size(); ++m) {
            result.wrong[m].grid += differences(answers_of(*methods.seeds[m], pairs), truth);
        }
    }
    result.grid_share = static_cast<double>(hits) / static_cast<double>(result.pairs);
}

void time_chunk(PolygonMethod& method, const PolygonPairs& pairs, std::size_t chunk, ChunkMinima& time) {
    if (pairs.size() == 0) return;
    Answers answers(words_for(pairs.size()));
    method.prepare(pairs);
    time.add(chunk, pairs.size(), nanoseconds_of([&] { method.run(answers); }));
}

void time_mix(PolygonMethod& method, const RowResult& result, ChunkMinima& time) {
    for (std::size_t c = 0; c < result.truth.size(); ++c) time_chunk(method, result.chunk(c), c, time);
}

// The pairs with this answer, gathered into chunks of their own so that they are not timed in tiny pieces.
void time_sorted(PolygonMethod& method, const RowResult& result, bool answer, ChunkMinima& time) {
    PolygonPairs gathered(result.kind.corners);
    std::size_t chunk = 0;
    for (std::size_t c = 0; c < result.truth.size(); ++c) {
        const PolygonPairs pairs = result.chunk(c);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (((result.truth[c][i / 64] >> (i % 64) & 1U) != 0) != answer) continue;
            gathered.add(pairs.p(i), pairs.q(i));
            if (gathered.size() < chunk_polygons) continue;
            time_chunk(method, gathered, chunk++, time);
            gathered.clear();
        }
    }
    time_chunk(method, gathered, chunk, time);
}

RowResult measure(const PolygonKind& kind, double wanted_share, std::size_t pairs, std::size_t repeats) {
    Methods methods;
    RowResult result;
    result.kind = kind;
    result.size = size_for_share(*methods.exact, kind, wanted_share);
    result.wrong.resize(methods.seeds.size());
    for (auto& times : result.times) times.resize(methods.count());
    result.pairs = (pairs + chunk_polygons - 1) / chunk_polygons * chunk_polygons;
    check_random(methods, result);
    // One method over everything before the next one starts, so that none finds the branch predictor trained.
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        for (std::size_t m = 0; m < methods.count(); ++m) {
            time_sorted(methods[m], result, false, result.times[apart][m]);
            time_sorted(methods[m], result, true, result.times[intersecting][m]);
            time_mix(methods[m], result, result.times[mixed][m]);
        }
    }
    return result;
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

Table times_table(const std::vector<RowResult>& results) {
    Methods methods;
    std::vector<Column> columns{{"polygons", Align::left}, {"pairs", Align::left}};
    for (std::size_t m = 0; m < methods.count(); ++m) columns.push_back({methods[m].name()});
    Table table(columns);
    for (const RowResult& result : results) {
        for (std::size_t mix = 0; mix < mix_count; ++mix) {
            std::string pairs = mix_names[mix];
            if (mix == mixed) pairs += ", " + percent(result.random_share) + " intersect";
            std::vector<std::string> cells{mix == 0 ? std::string(result.kind.name) : "", pairs};
            for (const ChunkMinima& time : result.times[mix])
                cells.push_back(fmt::format("{:.1f}", time.per_item()));
            table.add_row(std::move(cells));
        }
    }
    return table;
}

Table wrong_table(const std::vector<RowResult>& results) {
    Methods methods;
    std::vector<Column> columns{{"polygons", Align::left}, {"placed", Align::left}, {"pairs"}, {"intersect"}};
    for (const auto& seed : methods.seeds) columns.push_back({seed->name()});
    Table table(columns);
    for (const RowResult& result : results) {
        for (const bool grid : {false, true}) {
            std::vector<std::string> cells{grid ? "" : std::string(result.kind.name),
                                           grid ? "on a grid" : "at random", std::to_string(result.pairs),
                                           percent(grid ? result.grid_share : result.random_share)};
            for (const WrongAnswers& wrong : result.wrong) {
                cells.push_back(std::to_string(grid ? wrong.grid : wrong.random));
            }
            table.add_row(std::move(cells));
        }
    }
    return table;
}

nlohmann::ordered_json json_of(const RowResult& result) {
    Methods methods;
    nlohmann::ordered_json row{{"polygons", result.kind.name},
                               {"corners", result.kind.corners},
                               {"pairs", result.pairs},
                               {"circumradius", result.size},
                               {"random_share", result.random_share},
                               {"grid_share", result.grid_share}};
    for (std::size_t m = 0; m < methods.count(); ++m) {
        nlohmann::ordered_json method{{"name", methods[m].name()}};
        for (std::size_t mix = 0; mix < mix_count; ++mix)
            method["ns_per_pair"][mix_names[mix]] = result.times[mix][m].per_item();
        if (m < result.wrong.size()) {
            method["wrong"] = {{"random", result.wrong[m].random}, {"grid", result.wrong[m].grid}};
        }
        row["methods"].push_back(std::move(method));
    }
    return row;
}

BarPanel panel_of(const RowResult& result) {
    Methods methods;
    BarPanel panel{std::string(result.kind.name), "mix, " + percent(result.random_share) + " intersect", {}};
    for (std::size_t m = 0; m < methods.count(); ++m) {
        panel.bars.push_back({methods[m].name(), result.times[mixed][m].per_item(), methods[m].tone(), ""});
    }
    return panel;
}

// Convex polygons of 3 to 8 corners, a tenth of the pairs intersecting: where does the general test overtake?
std::vector<RowResult> measure_break_even(const RunOptions& run_options) {
    static constexpr std::array<const char*, 6> names{"3", "4", "5", "6", "7", "8"};
    std::vector<RowResult> results;
    for (std::size_t i = 0; i < names.size(); ++i) {
        results.push_back(
            measure({names[i], 3 + i, false}, 0.1, run_options.pairs / 10 + 1, run_options.repeats));
    }
    return results;
}

std::string break_even_plot(const std::vector<RowResult>& results) {
    Methods methods;
    std::vector<Line> lines;
    for (std::size_t m = 0; m < methods.count(); ++m) {
        Line line{methods[m].name(), methods[m].tone(), {}};
        for (const RowResult& result : results) {
            line.points.emplace_back(static_cast<double>(result.kind.corners),
                                     result.times[mixed][m].per_item());
        }
        lines.push_back(std::move(line));
    }
    return line_plot("Two convex polygons, 10 % intersecting", "corners of each polygon", "ns per pair",
                     lines);
}

}  // namespace

int run_table31_benchmark(const RunOptions& run_options) {
    const LoadWatch watch;
    std::vector<RowResult> results;
    Methods methods;
    for (const TableRow& row : rows) {
        results.push_back(measure(row.kind, row.wanted_share, run_options.pairs, run_options.repeats));
        check_on_grid(methods, results.back());
    }
    const std::vector<RowResult> by_corners = measure_break_even(run_options);
    const Disturbance disturbance = watch.so_far();
    const Machine machine = this_machine();

    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_section(run_options, "Nanoseconds per pair", times_table(results));
    print_section(run_options, "Wrong answers, against graze's exact ones", wrong_table(results));
    print_section(run_options, "Convex polygons by number of corners, nanoseconds per pair",
                  times_table(by_corners));

    auto json = json_head("table31", run_options, machine, disturbance);
    std::vector<BarPanel> panels;
    for (const RowResult& result : results) {
        json["rows"].push_back(json_of(result));
        panels.push_back(panel_of(result));
    }
    for (const RowResult& result : by_corners) json["convex_by_corners"].push_back(json_of(result));
    write_file(run_options, "table31.json", json.dump(2) + "\n");
    write_file(run_options, "table31.svg",
               bar_plot("Table 3.1 of Zachmann 2000, today: nanoseconds per pair",
                        plot_remark(machine, disturbance), "ns", panels));
    write_file(run_options, "table31-corners.svg", break_even_plot(by_corners));
    return 0;
}

}  // namespace graze::bench
