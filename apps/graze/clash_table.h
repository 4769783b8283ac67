// The findings of graze clash, a row each.
#pragma once

#include <string>

#include "graze/clash/clash_report.h"
#include "terminal.h"

namespace graze::app {

// Kind, depth or gap, volume, the two names, what is new, and where to look. Empty if there is nothing to
// show.
std::string clash_table(const Style& style, const ClashReport& report, bool show_touching);

}  // namespace graze::app
