// What a benchmark leaves behind: text for the reader, JSON for the next comparison, plots.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/harness/load_watch.h"
#include "bench/harness/machine.h"
#include "bench/harness/table.h"

namespace graze::bench {

// Options of every benchmark.
struct RunOptions {
    std::size_t repeats = 7;
    std::size_t pairs = 100'000;
    std::filesystem::path out;  // folder for JSON and plots; empty: none are written
    bool markdown = false;
    std::string command;  // as the user typed it
};

// The head of every JSON file: schema name and version, command, machine, disturbance.
nlohmann::ordered_json json_head(const std::string& benchmark, const RunOptions& run_options,
                                 const Machine& machine, const Disturbance& disturbance);

// The line under a title: command, machine and, if so, "disturbed".
std::string text_head(const RunOptions& run_options, const Machine& machine, const Disturbance& disturbance);

// The same in short, for under the title of a plot.
std::string plot_remark(const Machine& machine, const Disturbance& disturbance);

// A heading and a table, as text or Markdown.
std::string section_text(const RunOptions& run_options, const std::string& title, const Table& table);
void print_section(const RunOptions& run_options, const std::string& title, const Table& table);

// Prints the head and the sections, and writes the head and the results as `benchmark`.json. For benchmarks
// that make their sections as they go: whether others disturbed the run, which the head says, is known at its
// end.
void publish(const std::string& benchmark, const RunOptions& run_options, const LoadWatch& watch,
             const std::string& sections, const nlohmann::ordered_json& results);

// Writes `content` to `run_options.out / name`, creating the folder; does nothing without a folder. Throws
// graze::Error.
void write_file(const RunOptions& run_options, const std::string& name, const std::string& content);

}  // namespace graze::bench
