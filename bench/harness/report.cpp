#include "bench/harness/report.h"

#include <fmt/format.h>

#include <fstream>

#include "graze/base/error.h"

namespace graze::bench {

nlohmann::ordered_json json_head(const std::string& benchmark, const RunOptions& run_options,
                                 const Machine& machine, const Disturbance& disturbance) {
    nlohmann::ordered_json head;
    head["schema"] = "graze-bench-" + benchmark;
    head["schema_version"] = 1;
    head["command"] = run_options.command;
    head["machine"] = {{"cpu", machine.cpu},       {"cores", machine.cores},
                       {"system", machine.system}, {"compiler", machine.compiler},
                       {"flags", machine.flags},   {"instruction_set", machine.instruction_set}};
    head["repeats"] = run_options.repeats;
    head["pairs"] = run_options.pairs;
    head["disturbed"] = disturbance.disturbed();
    head["foreign_cores"] = nullptr;
    if (disturbance.foreign_cores) head["foreign_cores"] = *disturbance.foreign_cores;
    head["seconds"] = disturbance.seconds;
    return head;
}

std::string text_head(const RunOptions& run_options, const Machine& machine, const Disturbance& disturbance) {
    const std::string mark = disturbance.mark();
    return fmt::format("`{}`\n\n{}.{}\n", run_options.command, machine.one_line(),
                       mark.empty() ? "" : " **" + mark + "**");
}

std::string plot_remark(const Machine& machine, const Disturbance& disturbance) {
    const std::string mark = disturbance.mark();
    return fmt::format("{}, {}, {}{}", machine.cpu, machine.instruction_set, machine.compiler,
                       mark.empty() ? "" : "; " + mark);
}

std::string section_text(const RunOptions& run_options, const std::string& title, const Table& table) {
    return fmt::format("{}{}\n\n{}\n", run_options.markdown ? "### " : "", title,
                       run_options.markdown ? table.markdown() : table.text());
}

void print_section(const RunOptions& run_options, const std::string& title, const Table& table) {
    fmt::print("{}", section_text(run_options, title, table));
}

void publish(const std::string& benchmark, const RunOptions& run_options, const LoadWatch& watch,
             const std::string& sections, const nlohmann::ordered_json& results) {
    const Machine machine = this_machine();
    const Disturbance disturbance = watch.so_far();
    fmt::print("{}\n{}", text_head(run_options, machine, disturbance), sections);
    auto json = json_head(benchmark, run_options, machine, disturbance);
    json.update(results);
    write_file(run_options, benchmark + ".json", json.dump(2) + "\n");
}

void write_file(const RunOptions& run_options, const std::string& name, const std::string& content) {
    if (run_options.out.empty()) return;
    std::error_code failure;
    std::filesystem::create_directories(run_options.out, failure);
    const auto path = run_options.out / name;
    std::ofstream file(path, std::ios::binary);
    file << content;
    file.flush();
    if (!file)
        throw Error("the file cannot be written", path.string(), "give --out a folder that you may write to");
}

}  // namespace graze::bench
