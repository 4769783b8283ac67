// The findings of graze clash, a row each.
#pragma once

#include <string>

#include "graze/clash/clash_report.h"
#include "terminal.h"

namespace graze::app {

struct TableOptions {
    bool touching = true;  // also parts that merely touch
    bool all = false;      // all findings, not only the worst
};

// Kind, depth or gap, volume, the two names, what is new, and where to look. As wide as the terminal, or as
// most terminals are. Empty if there is nothing to show.
std::string clash_table(const Style& style, const ClashReport& report, const TableOptions& options);

}  // namespace graze::app
