// Findings as a table for spreadsheets.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "graze/clash/clash_report.h"

namespace graze::inline v1 {

// CSV according to RFC 4180: commas, lines that end in CR LF, quotes where they are needed, a line of
// headings. A row for each finding, then a row with status "resolved" for each finding of the baseline that
// no longer exists. Names that a spreadsheet would interpret as a formula have a ' before them; bytes that
// are not UTF-8 become U+FFFD.
std::string format_csv(const ClashReport& report);
void write_csv(const ClashReport& report, const std::function<void(std::string_view)>& send);

}  // namespace graze::inline v1
