// What commands about parts share about hairline gaps: the option, and the words about what was closed.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "arguments.h"
#include "command.h"
#include "graze/clash/clash_report.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/stitch.h"

namespace graze::app {

// "auto", "off" or a length. Throws Error for anything else.
struct StitchWish {
    bool off = false;
    std::optional<Length> tolerance;  // none: the usual share of each part's size

    static StitchWish parse(const std::string& option, const std::string& text);
    // For the parts of `file`; throws Error for a length with a unit if theirs is not known.
    StitchOptions options(std::optional<double> metres_per_unit, const std::string& option,
                          const std::string& file) const;
};

// The option of graze clash.
struct StitchOption {
    std::string text = "auto";  // as typed

    void add_to(CLI::App& command);
    // Stitches the parts, unless that is off. `file`: where they came from.
    void apply(Session& session, Assembly& assembly, const std::string& file, const Threads& threads) const;
};

// Lines about parts that were stitched, and about those that are still open: where, and what helps.
std::string stitching_lines(const Style& style, const ClashReport& report);

}  // namespace graze::app
