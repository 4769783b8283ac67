// Findings as a table for spreadsheets.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "graze/clash/clash_report.h"

namespace graze::inline v1 {

// CSV as RFC 4180 has it: commas, lines that end in CR LF, quotes where they are needed, a line of headings.
// A row for each finding, then one of status "resolved" for each finding of the baseline that is no more.
// Names that a spreadsheet would take for a formula have a ' before them; bytes that are not UTF-8 become
// U+FFFD.
std::string format_csv(const ClashReport& report);
void write_csv(const ClashReport& report, const std::function<void(std::string_view)>& send);

}  // namespace graze::inline v1
