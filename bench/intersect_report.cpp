#include "bench/intersect_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace graze::bench {
namespace {

double per(std::uint64_t total, std::size_t parts) {
    return parts == 0 ? 0 : static_cast<double>(total) / static_cast<double>(parts);
}

double lowest_of_peers(const IntersectRow& row, double (MeshMethodResult::*value)() const) {
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t m = 1; m < row.methods.size(); ++m) lowest = std::min(lowest, (row.methods[m].*value)());
    return row.methods.size() > 1 ? lowest : 0;
}

double geometric_mean(const std::vector<double>& values) {
    double logarithms = 0;
    for (const double v : values) logarithms += std::log(v);
    return values.empty() ? 0 : std::exp(logarithms / static_cast<double>(values.size()));
}

std::string number(double microseconds) {
    return fmt::format("{:.{}f}", microseconds, microseconds < 10 ? 2 : 1);
}

// "12.3 (4.1×)", with the number of wrong answers if there are any.
std::string cell(double microseconds, double graze, std::size_t wrong, bool markdown) {
    std::string text =
        fmt::format("{} ({:.1f}×)", number(microseconds), graze > 0 ? microseconds / graze : 0);
    if (wrong > 0) text += fmt::format(" {0}{1} wrong{0}", markdown ? "**" : "", wrong);
    return text;
}

// Objects down, methods across, for one distance.
Table times_table(const IntersectResults& results, std::size_t distance, bool markdown,
                  double (MeshMethodResult::*value)() const) {
    std::vector<Column> columns{{"object", Align::left}, {"triangles"}, {"touching"}};
    for (const std::string& name : results.method_names) columns.push_back({name});
    Table table(columns);
    for (const ObjectResult& object : results.objects) {
        const IntersectRow& row = object.rows[distance];
        std::vector<std::string> cells{object.name, std::to_string(object.triangles),
                                       fmt::format("{} of {}", row.touching, row.configurations)};
        const double graze = (row.methods[0].*value)();
        for (std::size_t m = 0; m < row.methods.size(); ++m) {
            cells.push_back(m == 0 ? number(graze)
                                   : cell((row.methods[m].*value)(), graze, row.methods[m].wrong, markdown));
        }
        table.add_row(std::move(cells));
    }
    return table;
}

Table build_table(const IntersectResults& results) {
    std::vector<Column> columns{{"object", Align::left}, {"answers checked with", Align::left}};
    for (const std::string& name : results.method_names) columns.push_back({name});
    Table table(columns);
    for (const ObjectResult& object : results.objects) {
        std::vector<std::string> cells{object.name, object.reference};
        for (std::size_t m = 0; m < results.method_names.size(); ++m) {
            const auto bytes = object.tree_bytes[m];
            cells.push_back(fmt::format("{:.0f} ns", object.build_nanoseconds[m]) +
                            (bytes ? fmt::format(", {:.0f} B", per(*bytes, object.triangles)) : ""));
        }
        table.add_row(std::move(cells));
    }
    return table;
}

Table counts_table(const IntersectResults& results) {
    Table table({{"object", Align::left},
                 {"distance", Align::left},
                 {"box pairs"},
                 {"leaf pairs"},
                 {"triangle pairs"},
                 {"exact"}});
    for (const ObjectResult& object : results.objects) {
        for (const IntersectRow& row : object.rows) {
            const auto each = [&](std::uint64_t total) {
                return fmt::format("{:.1f}", per(total, row.configurations));
            };
            table.add_row({object.name, words_for_distance(row.distance), each(row.counts.box_pairs),
                           each(row.counts.leaf_pairs), each(row.counts.triangle_pairs),
                           fmt::format("{:.3f}", per(row.counts.exact_pairs, row.configurations))});
        }
    }
    return table;
}

// Fastest peer of a row over graze: how many times faster graze is than whoever is best there.
struct Ratios {
    std::vector<double> mean, worst;
    std::string smallest_in;

    void add(const ObjectResult& object, const IntersectRow& row) {
        if (row.methods.size() < 2 || row.configurations == 0) return;
        const double ratio = row.fastest_peer_mean() / row.methods[0].mean();
        if (mean.empty() || ratio < smallest_mean()) smallest_in = object.name;
        mean.push_back(ratio);
        worst.push_back(row.fastest_peer_worst() / row.methods[0].worst());
    }
    double smallest_mean() const { return mean.empty() ? 0 : *std::min_element(mean.begin(), mean.end()); }
    double smallest_worst() const {
        return worst.empty() ? 0 : *std::min_element(worst.begin(), worst.end());
    }
};

std::vector<std::pair<std::string, Ratios>> ratios_of(const IntersectResults& results) {
    std::vector<std::pair<std::string, Ratios>> groups;
    Ratios all;
    for (std::size_t d = 0; d < results.objects.front().rows.size(); ++d) {
        Ratios group;
        for (const ObjectResult& object : results.objects) {
            group.add(object, object.rows[d]);
            all.add(object, object.rows[d]);
        }
        groups.emplace_back(words_for_distance(results.objects.front().rows[d].distance), std::move(group));
    }
    groups.emplace_back("all", std::move(all));
    return groups;
}

Table summary_table(const IntersectResults& results) {
    Table table({{"distance", Align::left},
                 {"rows"},
                 {"mean query: geometric mean"},
                 {"smallest"},
                 {"in", Align::left},
                 {"worst query: geometric mean"},
                 {"smallest"}});
    for (const auto& [name, ratios] : ratios_of(results)) {
        table.add_row({name, std::to_string(ratios.mean.size()),
                       fmt::format("{:.2f}", geometric_mean(ratios.mean)),
                       fmt::format("{:.2f}", ratios.smallest_mean()), ratios.smallest_in,
                       fmt::format("{:.2f}", geometric_mean(ratios.worst)),
                       fmt::format("{:.2f}", ratios.smallest_worst())});
    }
    return table;
}

Table growth_table(const std::vector<Growth>& growth) {
    std::vector<Column> columns{{"distance", Align::left}};
    for (const auto& point : growth.front().microseconds_by_triangles)
        columns.push_back({fmt::format("{} triangles", point.first)});
    columns.push_back({"exponent"});
    Table table(columns);
    for (const Growth& g : growth) {
        std::vector<std::string> cells{words_for_distance(g.distance)};
        for (const auto& point : g.microseconds_by_triangles)
            cells.push_back(fmt::format("{:.2f} µs", point.second));
        cells.push_back(fmt::format("{:.2f}", g.exponent()));
        table.add_row(std::move(cells));
    }
    return table;
}

nlohmann::ordered_json json_of(const IntersectRow& row, const std::vector<std::string>& names) {
    nlohmann::ordered_json json{
        {"distance", row.distance}, {"configurations", row.configurations}, {"touching", row.touching}};
    json["graze_per_query"] = {{"box_pairs", per(row.counts.box_pairs, row.configurations)},
                               {"leaf_pairs", per(row.counts.leaf_pairs, row.configurations)},
                               {"triangle_pairs", per(row.counts.triangle_pairs, row.configurations)},
                               {"exact_pairs", per(row.counts.exact_pairs, row.configurations)}};
    for (std::size_t m = 0; m < names.size(); ++m) {
        const MeshMethodResult& r = row.methods[m];
        json["methods"].push_back({{"name", names[m]},
                                   {"mean_us", r.mean()},
                                   {"worst_us", r.worst()},
                                   {"mean_of_graze", r.mean() / row.methods[0].mean()},
                                   {"worst_of_graze", r.worst() / row.methods[0].worst()},
                                   {"wrong", r.wrong},
                                   {"runs", r.runs}});
    }
    return json;
}

nlohmann::ordered_json json_of(const ObjectResult& object, const std::vector<std::string>& names) {
    nlohmann::ordered_json json{{"name", object.name},
                                {"triangles", object.triangles},
                                {"lines_without_contact", object.without_contact},
                                {"reference", object.reference},
                                {"disturbed", object.disturbance.disturbed()}};
    for (std::size_t m = 0; m < names.size(); ++m) {
        nlohmann::ordered_json built{{"name", names[m]},
                                     {"build_ns_per_triangle", object.build_nanoseconds[m]},
                                     {"tree_bytes_per_triangle", nullptr}};
        if (const auto bytes = object.tree_bytes[m])
            built["tree_bytes_per_triangle"] = per(*bytes, object.triangles);
        json["built"].push_back(std::move(built));
    }
    for (const IntersectRow& row : object.rows) json["rows"].push_back(json_of(row, names));
    return json;
}

nlohmann::ordered_json json_of(const Growth& growth) {
    nlohmann::ordered_json json{{"distance", growth.distance}, {"exponent", growth.exponent()}};
    for (const auto& [triangles, microseconds] : growth.microseconds_by_triangles)
        json["points"].push_back({{"triangles", triangles}, {"mean_us", microseconds}});
    return json;
}

void add_json(const IntersectResults& results, nlohmann::ordered_json& json) {
    for (const auto& [name, ratios] : ratios_of(results)) {
        json["fastest_peer_of_graze"].push_back({{"distance", name},
                                                 {"rows", ratios.mean.size()},
                                                 {"mean_geometric", geometric_mean(ratios.mean)},
                                                 {"mean_smallest", ratios.smallest_mean()},
                                                 {"worst_geometric", geometric_mean(ratios.worst)},
                                                 {"worst_smallest", ratios.smallest_worst()}});
    }
    for (const ObjectResult& object : results.objects)
        json["objects"].push_back(json_of(object, results.method_names));
    for (const Growth& growth : results.growth) json["growth"].push_back(json_of(growth));
}

// One panel per distance; a bar is the geometric mean over the objects, so that none outweighs the others.
std::vector<BarPanel> panels_of(const IntersectResults& results) {
    std::vector<BarPanel> panels;
    for (std::size_t d = 0; d < results.objects.front().rows.size(); ++d) {
        BarPanel panel{words_for_distance(results.objects.front().rows[d].distance),
                       fmt::format("geometric mean over {} objects", results.objects.size()),
                       {}};
        for (std::size_t m = 0; m < results.method_names.size(); ++m) {
            std::vector<double> means;
            std::size_t wrong = 0;
            for (const ObjectResult& object : results.objects) {
                if (object.rows[d].configurations == 0) continue;
                means.push_back(object.rows[d].methods[m].mean());
                wrong += object.rows[d].methods[m].wrong;
            }
            panel.bars.push_back({results.method_names[m], geometric_mean(means), results.method_tones[m],
                                  wrong > 0 ? fmt::format("{} wrong", wrong) : ""});
        }
        panels.push_back(std::move(panel));
    }
    return panels;
}

std::vector<Line> growth_lines(const std::vector<Growth>& growth) {
    std::vector<Line> lines;
    for (const Growth& g : growth) {
        Line line{words_for_distance(g.distance), lines.empty() ? Tone::graze : Tone::seed, {}};
        for (const auto& [triangles, microseconds] : g.microseconds_by_triangles)
            line.points.emplace_back(static_cast<double>(triangles) / 1000, microseconds);
        lines.push_back(std::move(line));
    }
    return lines;
}

void print_tables(const RunOptions& run_options, const IntersectResults& results) {
    print_section(run_options, "Fastest peer of each row / graze (above 1: graze is faster)",
                  summary_table(results));
    for (std::size_t d = 0; d < results.objects.front().rows.size(); ++d) {
        const std::string words = words_for_distance(results.objects.front().rows[d].distance);
        print_section(run_options, words + ": mean µs per query",
                      times_table(results, d, run_options.markdown, &MeshMethodResult::mean));
        print_section(run_options, words + ": worst query, µs",
                      times_table(results, d, run_options.markdown, &MeshMethodResult::worst));
    }
    print_section(run_options, "Building the hierarchy: time and bytes per triangle", build_table(results));
    print_section(run_options, "What graze did, tests per query", counts_table(results));
    if (!results.growth.empty())
        print_section(run_options, "Growth with resolution: graze on spheres", growth_table(results.growth));
}

}  // namespace

double MeshMethodResult::mean() const {
    return microseconds.empty() ? 0
                                : std::accumulate(microseconds.begin(), microseconds.end(), 0.0) /
                                      static_cast<double>(microseconds.size());
}

double MeshMethodResult::worst() const {
    return microseconds.empty() ? 0 : *std::max_element(microseconds.begin(), microseconds.end());
}

double IntersectRow::fastest_peer_mean() const {
    return lowest_of_peers(*this, &MeshMethodResult::mean);
}

double IntersectRow::fastest_peer_worst() const {
    return lowest_of_peers(*this, &MeshMethodResult::worst);
}

double Growth::exponent() const {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& [triangles, microseconds] : microseconds_by_triangles) {
        const double u = std::log(static_cast<double>(triangles)), v = std::log(microseconds);
        n += 1;
        x += u;
        y += v;
        xx += u * u;
        xy += u * v;
    }
    return n < 2 ? 0 : (n * xy - x * y) / (n * xx - x * x);
}

std::string words_for_distance(double distance) {
    return distance < 0 ? fmt::format("{} penetrating", -distance) : fmt::format("{} apart", distance);
}

void add_group(const std::string& name, const IntersectResults& results, nlohmann::ordered_json& more) {
    if (results.objects.empty()) return;
    nlohmann::ordered_json group;
    add_json(results, group);
    more[name] = std::move(group);
}

void print_group(const RunOptions& run_options, const std::string& title, const IntersectResults& results) {
    if (results.objects.empty()) return;
    print_section(run_options, title + ": fastest peer of each row / graze", summary_table(results));
    for (std::size_t d = 0; d < results.objects.front().rows.size(); ++d) {
        const std::string words = title + ", " + words_for_distance(results.objects.front().rows[d].distance);
        print_section(run_options, words + ": mean µs per query",
                      times_table(results, d, run_options.markdown, &MeshMethodResult::mean));
        print_section(run_options, words + ": worst query, µs",
                      times_table(results, d, run_options.markdown, &MeshMethodResult::worst));
    }
}

void report(const RunOptions& run_options, const IntersectResults& results, const Disturbance& disturbance,
            const ReportNames& names, const nlohmann::ordered_json& more) {
    const Machine machine = this_machine();
    auto json = json_head(names.file, run_options, machine, disturbance);
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_tables(run_options, results);
    add_json(results, json);
    if (!more.is_null()) json.update(more);
    write_file(run_options, names.file + ".json", json.dump(2) + "\n");
    write_file(run_options, names.file + ".svg",
               bar_plot(names.title, plot_remark(machine, disturbance), "µs", panels_of(results)));
    if (!results.growth.empty())
        write_file(run_options, names.file + "-growth.svg",
                   line_plot("graze on two spheres", "thousand triangles each", "µs per query",
                             growth_lines(results.growth)));
}

}  // namespace graze::bench
