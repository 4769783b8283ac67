#include "bench/ray_report.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace graze::bench {
namespace {

using Time = double RayMethodResult::*;

Table times(const RayResults& results, Time time) {
    std::vector<Column> columns{{"object", Align::left}, {"triangles"}, {"rays", Align::left}, {"hit"}};
    for (const std::string& name : results.method_names) columns.push_back({name});
    Table table(columns);
    for (const RayRow& row : results.rows) {
        std::vector<std::string> cells{
            row.object, fmt::format("{}", row.triangles), row.rays,
            fmt::format("{:.0f} %", 100.0 * static_cast<double>(row.hits) / static_cast<double>(row.count))};
        for (const RayMethodResult& m : row.methods) cells.push_back(fmt::format("{:.0f}", m.*time));
        table.add_row(cells);
    }
    // The last row: how many times as long as each of the others graze takes.
    std::vector<std::string> means{"graze / other, mean", "", "", ""};
    for (std::size_t m = 0; m < results.method_names.size(); ++m)
        means.push_back(fmt::format("{:.2f}", mean_ratio(results, 0, m, time)));
    table.add_row(means);
    return table;
}

Table wrong_answers(const RayResults& results) {
    Table table({{"method", Align::left}, {"rays"}, {"first hit wrong"}, {"any hit wrong"}});
    for (std::size_t m = 0; m < results.method_names.size(); ++m) {
        std::size_t rays = 0, first = 0, any = 0;
        for (const RayRow& row : results.rows) {
            rays += row.count;
            first += row.methods[m].wrong_first;
            any += row.methods[m].wrong_any;
        }
        table.add_row({results.method_names[m], fmt::format("{}", rays), fmt::format("{}", first),
                       fmt::format("{}", any)});
    }
    return table;
}

std::string plot(const RayResults& results, const std::string& remark) {
    std::vector<BarPanel> panels;
    for (const RayRow& row : results.rows) {
        if (row.rays != "around") continue;
        BarPanel panel{row.object, fmt::format("{} triangles", row.triangles), {}};
        for (std::size_t m = 0; m < results.method_names.size(); ++m) {
            const RayMethodResult& result = row.methods[m];
            panel.bars.push_back({results.method_names[m], result.first_nanoseconds, results.method_tones[m],
                                  result.wrong_first ? fmt::format("{} wrong", result.wrong_first) : ""});
        }
        panels.push_back(panel);
    }
    return bar_plot("First hit of rays from around an object", remark, "ns per ray", panels);
}

nlohmann::ordered_json rows_of(const RayResults& results) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const RayRow& row : results.rows) {
        nlohmann::ordered_json methods;
        for (std::size_t m = 0; m < results.method_names.size(); ++m) {
            const RayMethodResult& result = row.methods[m];
            methods[results.method_names[m]] = {{"first_ns", result.first_nanoseconds},
                                                {"any_ns", result.any_nanoseconds},
                                                {"first_wrong", result.wrong_first},
                                                {"any_wrong", result.wrong_any}};
        }
        rows.push_back({{"object", row.object},
                        {"triangles", row.triangles},
                        {"rays", row.rays},
                        {"count", row.count},
                        {"hits", row.hits},
                        {"checked_one_by_one", row.checked},
                        {"methods", methods}});
    }
    return rows;
}

}  // namespace

double mean_ratio(const RayResults& results, std::size_t a, std::size_t b, Time nanoseconds) {
    double sum = 0;
    for (const RayRow& row : results.rows)
        sum += std::log(row.methods[a].*nanoseconds / row.methods[b].*nanoseconds);
    return results.rows.empty() ? 0 : std::exp(sum / static_cast<double>(results.rows.size()));
}

void report(const RunOptions& run_options, const RayResults& results, const Disturbance& disturbance) {
    const Machine machine = this_machine();
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_section(run_options, "First hit: ns per ray", times(results, &RayMethodResult::first_nanoseconds));
    print_section(run_options, "Any hit: ns per ray", times(results, &RayMethodResult::any_nanoseconds));
    print_section(run_options, "Answers", wrong_answers(results));
    auto json = json_head("ray", run_options, machine, disturbance);
    json["rows"] = rows_of(results);
    write_file(run_options, "ray.json", json.dump(2) + "\n");
    write_file(run_options, "ray.svg", plot(results, plot_remark(machine, disturbance)));
}

}  // namespace graze::bench
