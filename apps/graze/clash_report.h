// What graze clash prints: a table for people, JSON for programs.
#pragma once

#include <string>

#include "graze/clash/clash.h"
#include "report.h"

namespace graze::app {

// A verdict, the findings and what they rest on.
std::string to_text(const Style& style, const ClashReport& report, bool show_touching);

// JSON of schema graze.clash/2, to standard output if the name is "-", else to the file, which is complete or
// not there.
void write_report(Output& out, const std::string& name, const ClashReport& report);

// clashes.csv and clashes.json in a folder, which is made if it is not there. Either is complete or as it
// was.
void write_folder(const std::string& folder, const ClashReport& report);

// What a report lacks because the budget was used up: "2 pairs left undecided"; empty if nothing.
std::string left_open(const ClashReport& report);

}  // namespace graze::app
