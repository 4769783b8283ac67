// What graze clash prints: a table for people, JSON for programs.
#pragma once

#include <string>

#include "graze/clash/clash.h"
#include "graze/io/load_assembly.h"
#include "report.h"

namespace graze::app {

// A verdict, the findings and what they rest on.
std::string to_text(const Style& style, const LoadedAssembly& loaded, const ClashReport& report,
                    bool show_touching);

// JSON of schema graze.clash/2, to standard output if the name is "-", else to the file, which is complete or
// not there.
void write_report(Output& out, const std::string& name, const ClashReport& report);

}  // namespace graze::app
