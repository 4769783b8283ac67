#include "bench/world_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "graze/world/broad_phase/broad_phase.h"

namespace graze::bench {
namespace {

double mean(std::span<const double> values) {
    return values.empty()
               ? 0
               : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string milliseconds(double ms) {
    return ms < 1     ? fmt::format("{:.4f}", ms)
           : ms < 100 ? fmt::format("{:.2f}", ms)
                      : fmt::format("{:.0f}", ms);
}

// "-" for who was left out; times that do not count say why, those of a run cut short say how long it was.
std::string cell(const WorldTime& time, std::size_t steps) {
    switch (time.outcome) {
        case WorldOutcome::left_out:
            return "-";
        case WorldOutcome::too_long:
            return "too long";
        case WorldOutcome::wrong:
            return "wrong";
        case WorldOutcome::measured:
            break;
    }
    return milliseconds(time.mean) + (time.steps < steps ? fmt::format(" ({} steps)", time.steps) : "");
}

// The same in another unit.
std::string scaled_cell(const WorldTime& time, double scale, int digits) {
    return time.counts() ? fmt::format("{:.{}f}", time.mean * scale, digits) : cell(time, 0);
}

bool same_table(const WorldRow& a, const WorldRow& b) {
    return a.scene.sizes == b.scene.sizes && a.scene.objects == b.scene.objects;
}

std::vector<std::size_t> methods_of(const WorldResults& results, std::span<const WorldRow> rows) {
    std::vector<std::size_t> methods;
    for (std::size_t m = 0; m < results.method_names.size(); ++m) {
        if (std::any_of(rows.begin(), rows.end(), [&](const WorldRow& r) { return r.times[m].took_part(); }))
            methods.push_back(m);
    }
    return methods;
}

// One number of objects of one family of sizes: methods downwards, densities across.
Table scene_table(const WorldResults& results, std::span<const WorldRow> rows) {
    std::vector<Column> columns{{"method", Align::left}};
    for (const WorldRow& row : rows) {
        columns.push_back({fmt::format("{:.2f} overlaps", row.overlaps_per_box)});
        columns.push_back({"first ten"});
        columns.push_back({"last ten"});
    }
    Table table(columns);
    for (const std::size_t m : methods_of(results, rows)) {
        std::vector<std::string> cells{results.method_names[m]};
        for (const WorldRow& row : rows) {
            const WorldTime& time = row.times[m];
            cells.push_back(cell(time, results.steps));
            cells.push_back(time.counts() ? milliseconds(time.first) : "");
            cells.push_back(time.counts() ? milliseconds(time.last) : "");
        }
        table.add_row(cells);
    }
    return table;
}

Table ratio_table(const WorldResults& results) {
    Table table({{"objects"},
                 {"sizes", Align::left},
                 {"overlaps per box"},
                 {"fastest peer", Align::left},
                 {"ms"},
                 {results.method_names.front() + ", ms"},
                 {"peer / bvh"},
                 {"wanted"},
                 {"fastest of graze", Align::left},
                 {"ms"}});
    for (const WorldRow& row : results.rows) {
        const auto peer = fastest(results, row, Tone::peer), own = fastest(results, row, Tone::graze);
        const WorldTime& bvh = row.times.front();
        const double wanted = wanted_ratio(row.scene.objects);
        table.add_row({fmt::format("{}", row.scene.objects), std::string(name(row.scene.sizes)),
                       fmt::format("{:.2f}", row.overlaps_per_box), peer ? results.method_names[*peer] : "-",
                       peer ? cell(row.times[*peer], results.steps) : "-", cell(bvh, results.steps),
                       peer && bvh.counts() ? fmt::format("{:.1f}", row.times[*peer].mean / bvh.mean) : "-",
                       wanted > 0 ? fmt::format("{:g}", wanted) : "", own ? results.method_names[*own] : "-",
                       own ? cell(row.times[*own], results.steps) : "-"});
    }
    return table;
}

Table few_movers_table(const WorldResults& results, const WorldRow& few, const WorldRow& all) {
    Table table({{"method", Align::left}, {"all move, ms"}, {"one in a hundred, ms"}, {"all / few"}});
    for (std::size_t m = 0; m < results.method_names.size(); ++m) {
        const WorldTime &a = all.times[m], &f = few.times[m];
        if (!a.took_part() && !f.took_part()) continue;
        const bool both = a.counts() && f.counts();
        table.add_row({results.method_names[m], cell(a, results.steps), cell(f, results.steps),
                       both ? fmt::format("{:.1f}", a.mean / f.mean) : "-"});
    }
    return table;
}

Table one_mover_table(const WorldResults& results, const WorldRow& row) {
    Table table({{"method", Align::left}, {"µs per step"}});
    for (std::size_t m = 0; m < results.method_names.size(); ++m) {
        if (row.times[m].took_part())
            table.add_row({results.method_names[m], scaled_cell(row.times[m], 1000, 2)});
    }
    return table;
}

Table growth_table(const WorldResults& results) {
    const std::vector<std::size_t> methods = methods_of(results, results.growing);
    std::vector<Column> columns{{"objects"}, {"overlaps per box"}};
    for (const std::size_t m : methods) columns.push_back({results.method_names[m]});
    columns.push_back({"fastest", Align::left});
    Table table(columns);
    for (const WorldRow& row : results.growing) {
        std::vector<std::string> cells{fmt::format("{}", row.scene.objects),
                                       fmt::format("{:.2f}", row.overlaps_per_box)};
        const double per_object = 1e6 / static_cast<double>(row.scene.objects);
        for (const std::size_t m : methods) cells.push_back(scaled_cell(row.times[m], per_object, 1));
        const auto best = fastest(results, row, Tone::graze);
        cells.push_back(best ? results.method_names[*best] : "-");
        table.add_row(cells);
    }
    return table;
}

// Beside the fastest, what graze takes by itself.
Table choice_table(const WorldResults& results) {
    const std::vector<std::size_t> methods = methods_of(results, results.choices);
    std::vector<Column> columns{{"sizes", Align::left}, {"objects"}, {"move"}};
    for (const std::size_t m : methods) columns.push_back({results.method_names[m]});
    columns.push_back({"fastest", Align::left});
    columns.push_back({"chosen", Align::left});
    Table table(columns);
    for (const WorldRow& row : results.choices) {
        const std::size_t movers = std::min(row.scene.movers, row.scene.objects);
        std::vector<std::string> cells{std::string(name(row.scene.sizes)),
                                       fmt::format("{}", row.scene.objects), fmt::format("{}", movers)};
        for (const std::size_t m : methods) cells.push_back(scaled_cell(row.times[m], 1000, 1));
        const auto best = fastest(results, row, Tone::graze);
        cells.push_back(best ? results.method_names[*best] : "-");
        const double share = static_cast<double>(movers) / static_cast<double>(row.scene.objects);
        cells.push_back(fmt::format("graze {}", graze::name(best_broad_phase(row.scene.objects, share))));
        table.add_row(cells);
    }
    return table;
}

Table endurance_table(const WorldResults& results) {
    std::vector<Column> columns{{"steps", Align::left}};
    std::size_t thousands = 0;
    for (const auto& [method, means] : results.endurance) {
        columns.push_back({method});
        thousands = std::max(thousands, means.size());
    }
    Table table(columns);
    for (std::size_t i = 0; i < thousands; ++i) {
        std::vector<std::string> cells{fmt::format("{} to {}", 1000 * i + 1, 1000 * (i + 1))};
        for (const auto& [method, means] : results.endurance)
            cells.push_back(i < means.size() ? milliseconds(means[i]) : "-");
        table.add_row(cells);
    }
    return table;
}

Table error_table(const WorldResults& results) {
    Table table({{"answers that are wrong", Align::left}});
    for (const std::string& error : results.errors) table.add_row({error});
    return table;
}

}  // namespace

WorldTime world_time(const std::vector<double>& milliseconds) {
    const std::span<const double> all(milliseconds);
    const std::size_t ten = std::min<std::size_t>(10, all.size());
    return {all.empty() ? WorldOutcome::too_long : WorldOutcome::measured, all.size(), mean(all),
            mean(all.first(ten)), mean(all.last(ten))};
}

std::optional<std::size_t> fastest(const WorldResults& results, const WorldRow& row, Tone tone) {
    std::optional<std::size_t> best;
    for (std::size_t m = 0; m < row.times.size(); ++m) {
        if (results.method_tones[m] != tone || !row.times[m].counts()) continue;
        if (!best || row.times[m].mean < row.times[*best].mean) best = m;
    }
    return best;
}

double wanted_ratio(std::size_t objects) {
    switch (objects) {
        case 1'000:
            return 5;
        case 10'000:
            return 8;
        case 100'000:
            return 15;
        default:
            return 0;
    }
}

std::string world_sections(const RunOptions& run_options, const WorldResults& results) {
    std::string text;
    const auto add = [&](const std::string& title, const Table& table) {
        text += section_text(run_options, title, table);
    };
    const std::span<const WorldRow> rows(results.rows);
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        while (end < rows.size() && same_table(rows[begin], rows[end])) ++end;
        add(fmt::format("{} boxes {}: ms per step", rows[begin].scene.objects, name(rows[begin].scene.sizes)),
            scene_table(results, rows.subspan(begin, end - begin)));
    }
    if (!rows.empty()) add("The fastest peer beside graze", ratio_table(results));
    if (results.few_movers && results.all_movers)
        add(fmt::format("{} boxes, {:.2f} overlaps per box, of which few move",
                        results.few_movers->scene.objects, results.all_movers->overlaps_per_box),
            few_movers_table(results, *results.few_movers, *results.all_movers));
    if (results.one_mover)
        add(fmt::format("One that moves among {} that do not", results.one_mover->scene.objects - 1),
            one_mover_table(results, *results.one_mover));
    if (!results.growing.empty()) add("At constant density: ns per object and step", growth_table(results));
    if (!results.choices.empty()) add("Which kind: µs per step, one overlap per box", choice_table(results));
    if (!results.endurance.empty())
        add("Many steps: ms per step, 10000 boxes of one size", endurance_table(results));
    if (!results.errors.empty()) add("Errors", error_table(results));
    return text;
}

}  // namespace graze::bench
