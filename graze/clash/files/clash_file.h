// Reports of clashes as files: JSON of the schema "graze.clash/2", see docs/clash.md.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "graze/clash/clash_report.h"

namespace graze::inline v1 {

// Equal reports make equal bytes. Numbers are written so that reading returns the same values; bytes of names
// that are not UTF-8 become U+FFFD.
std::string format_clashes(const ClashReport& report);

// The same piece by piece, for reports that should not be in memory twice.
void write_clashes(const ClashReport& report, const std::function<void(std::string_view)>& send);

// Reads a report back. `name` stands for the file in errors: throws Error, with the line, for text that is
// not a report. Ignores unknown keys.
ClashReport parse_clashes(std::string_view json, const std::string& name);

}  // namespace graze::inline v1
