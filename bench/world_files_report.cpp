// The JSON and the plots.
#include <fmt/format.h>

#include "bench/world_report.h"

namespace graze::bench {
namespace {

nlohmann::ordered_json row_json(const WorldResults& results, const WorldRow& row) {
    nlohmann::ordered_json methods = nlohmann::ordered_json::object();
    for (std::size_t m = 0; m < row.times.size(); ++m) {
        const WorldTime& time = row.times[m];
        if (!time.took_part()) continue;
        methods[results.method_names[m]] = {{"steps", time.steps},
                                            {"ms", time.mean},
                                            {"first_ten_ms", time.first},
                                            {"last_ten_ms", time.last},
                                            {"wrong", time.outcome == WorldOutcome::wrong}};
    }
    const std::size_t movers = std::min(row.scene.movers, row.scene.objects);
    return {{"objects", row.scene.objects},
            {"movers", movers},
            {"sizes", name(row.scene.sizes)},
            {"overlaps_per_box_wanted", row.scene.overlaps_per_box},
            {"overlaps_per_box", row.overlaps_per_box},
            {"methods", methods}};
}

nlohmann::ordered_json rows_json(const WorldResults& results, const std::vector<WorldRow>& rows) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const WorldRow& row : rows) list.push_back(row_json(results, row));
    return list;
}

// A line for each method over the number of objects, of the rows that are picked.
template <class Picked>
std::vector<Line> lines_over_objects(const WorldResults& results, const std::vector<WorldRow>& rows,
                                     Picked&& picked) {
    std::vector<Line> lines;
    for (std::size_t m = 0; m < results.method_names.size(); ++m) {
        Line line{results.method_names[m], results.method_tones[m], {}};
        for (const WorldRow& row : rows) {
            if (!picked(row) || !row.times[m].counts()) continue;
            const auto objects = static_cast<double>(row.scene.objects);
            line.points.emplace_back(objects, row.times[m].mean * 1e6 / objects);
        }
        if (!line.points.empty()) lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace

nlohmann::ordered_json world_json(const WorldResults& results) {
    nlohmann::ordered_json json;
    json["steps"] = results.steps;
    json["rows"] = rows_json(results, results.rows);
    if (results.few_movers) json["few_movers"] = row_json(results, *results.few_movers);
    if (results.all_movers) json["all_movers"] = row_json(results, *results.all_movers);
    if (results.one_mover) json["one_mover"] = row_json(results, *results.one_mover);
    json["constant_density"] = rows_json(results, results.growing);
    json["choices"] = rows_json(results, results.choices);
    json["endurance_ms_per_thousand"] = nlohmann::ordered_json::object();
    for (const auto& [method, means] : results.endurance) json["endurance_ms_per_thousand"][method] = means;
    json["errors"] = results.errors;
    return json;
}

nlohmann::ordered_json with_earlier_parts(nlohmann::ordered_json json, const nlohmann::ordered_json& head,
                                          const nlohmann::ordered_json& earlier) {
    const auto has = [](const nlohmann::ordered_json& file, const char* part) {
        return file.is_object() && file.contains(part) && !file[part].empty();
    };
    const auto stamp = [](const nlohmann::ordered_json& from) {
        nlohmann::ordered_json made;
        for (const char* key : {"command", "machine", "disturbed", "foreign_cores", "seconds", "errors"})
            if (from.contains(key)) made[key] = from[key];
        return made;
    };
    nlohmann::ordered_json now = head;
    now["errors"] = json["errors"];
    nlohmann::ordered_json stamps = nlohmann::ordered_json::object();
    for (const char* part : {"rows", "few_movers", "all_movers", "one_mover", "constant_density", "choices",
                             "endurance_ms_per_thousand", "worlds", "flag_grid"}) {
        if (has(json, part)) {
            stamps[part] = stamp(now);
        } else if (has(earlier, part)) {
            json[part] = earlier[part];
            stamps[part] = has(earlier, "parts") && has(earlier["parts"], part) ? earlier["parts"][part]
                                                                                : stamp(earlier);
        }
    }
    json["parts"] = stamps;
    return json;
}

std::string world_plot(const WorldResults& results, const std::string& remark) {
    return log_log_plot("Finding all overlapping pairs of moving boxes, one overlap per box", remark, "boxes",
                        "ns per box and step",
                        lines_over_objects(results, results.rows, [](const WorldRow& row) {
                            return row.scene.sizes == BoxSizes::equal && row.scene.overlaps_per_box == 1;
                        }));
}

std::string growth_plot(const WorldResults& results, const std::string& remark) {
    return log_log_plot("graze's broad phases at constant density", remark, "boxes", "ns per box and step",
                        lines_over_objects(results, results.growing, [](const WorldRow&) { return true; }));
}

}  // namespace graze::bench
