// What graze clash prints: a table for people, JSON for programs.
#pragma once

#include <string>

#include "clash_table.h"
#include "graze/clash/clash.h"
#include "report.h"

namespace graze::app {

// A verdict, the findings and what they rest on.
std::string to_text(const Style& style, const ClashReport& report, const TableOptions& table);

// Writes JSON of schema graze.clash/2 to standard output if the name is "-", else to the file. The file is
// written completely or not at all.
void write_report(Output& out, const std::string& name, const ClashReport& report);

// Writes clashes.csv and clashes.json into a folder, and makes the folder if needed. Each file is written
// completely or stays as it was.
void write_folder(const std::string& folder, const ClashReport& report);

// Which of its files are in the folder of a report now.
std::string written_text(const Style& style, const std::string& folder);

// What a report lacks because the budget was used up: "2 pairs left undecided". Empty if it lacks nothing.
std::string left_open(const ClashReport& report);

}  // namespace graze::app
