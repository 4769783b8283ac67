#include "bench/harness/report.h"

#include <fmt/format.h>

#include <fstream>

#include "graze/base/error.h"

namespace graze::bench {

nlohmann::ordered_json json_head(const std::string& benchmark, const Settings& settings,
                                 const Machine& machine, const Disturbance& disturbance) {
    nlohmann::ordered_json head;
    head["schema"] = "graze-bench-" + benchmark;
    head["schema_version"] = 1;
    head["command"] = settings.command;
    head["machine"] = {{"cpu", machine.cpu},       {"cores", machine.cores},
                       {"system", machine.system}, {"compiler", machine.compiler},
                       {"flags", machine.flags},   {"instruction_set", machine.instruction_set}};
    head["repeats"] = settings.repeats;
    head["pairs"] = settings.pairs;
    head["disturbed"] = disturbance.disturbed();
    head["foreign_cores"] = nullptr;
    if (disturbance.foreign_cores) head["foreign_cores"] = *disturbance.foreign_cores;
    head["seconds"] = disturbance.seconds;
    return head;
}

std::string text_head(const Settings& settings, const Machine& machine, const Disturbance& disturbance) {
    const std::string mark = disturbance.mark();
    return fmt::format("`{}`\n\n{}.{}\n", settings.command, machine.one_line(),
                       mark.empty() ? "" : " **" + mark + "**");
}

std::string plot_remark(const Machine& machine, const Disturbance& disturbance) {
    const std::string mark = disturbance.mark();
    return fmt::format("{}, {}, {}{}", machine.cpu, machine.instruction_set, machine.compiler,
                       mark.empty() ? "" : "; " + mark);
}

std::string section_text(const Settings& settings, const std::string& title, const Table& table) {
    return fmt::format("{}{}\n\n{}\n", settings.markdown ? "### " : "", title,
                       settings.markdown ? table.markdown() : table.text());
}

void print_section(const Settings& settings, const std::string& title, const Table& table) {
    fmt::print("{}", section_text(settings, title, table));
}

void publish(const std::string& benchmark, const Settings& settings, const LoadWatch& watch,
             const std::string& sections, const nlohmann::ordered_json& results) {
    const Machine machine = this_machine();
    const Disturbance disturbance = watch.so_far();
    fmt::print("{}\n{}", text_head(settings, machine, disturbance), sections);
    auto json = json_head(benchmark, settings, machine, disturbance);
    json.update(results);
    write_file(settings, benchmark + ".json", json.dump(2) + "\n");
}

void write_file(const Settings& settings, const std::string& name, const std::string& content) {
    if (settings.out.empty()) return;
    std::error_code failure;
    std::filesystem::create_directories(settings.out, failure);
    const auto path = settings.out / name;
    std::ofstream file(path, std::ios::binary);
    file << content;
    file.flush();
    if (!file)
        throw Error("the file cannot be written", path.string(), "give --out a folder that you may write to");
}

}  // namespace graze::bench
