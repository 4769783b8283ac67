// Options of graze clash that decide what counts as a finding: tolerances, rules and a baseline.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "arguments.h"
#include "graze/clash/clash.h"
#include "graze/mesh/assembly.h"

namespace graze::app {

// What the options say, read before anything that takes long.
struct Checks {
    Length clearance, touch;
    bool as_tessellated = false;
    ClashRules rules;
    std::optional<ClashReport> baseline;
    std::string baseline_file;

    // Throws Error for a length with a unit if the assembly, which came from `file`, has no known unit.
    void apply(ClashOptions& clash_options, const Assembly& assembly, const std::string& file) const;
    void compare(ClashReport& report) const;  // with the baseline, if there is one
};

struct CheckOptions {
    std::string clearance = "0", touch = "0", rules, baseline;  // as typed
    bool as_tessellated = false;

    void add_to(CLI::App& command);
    Checks read() const;
};

}  // namespace graze::app
