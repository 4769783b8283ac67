// graze clash for other programs, which do the work in another way.
#pragma once

#include <functional>
#include <optional>

#include "command.h"
#include "graze/clash/clash.h"

namespace graze::app {

// None: another process has the report.
using ClashFinder = std::function<std::optional<ClashReport>(
    const Assembly& assembly, const ClashOptions& clash_options, const ClashRules& rules)>;

void add_clash_with(CLI::App& program, Actions& actions, ClashFinder find);

}  // namespace graze::app
