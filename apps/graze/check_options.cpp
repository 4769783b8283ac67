#include "check_options.h"

#include <filesystem>
#include <utility>

#include "graze/base/error.h"
#include "graze/clash/files/baseline.h"
#include "graze/clash/files/clash_file.h"
#include "whole_file.h"

namespace graze::app {
namespace {

// A length, or 0 for none.
Length parse_tolerance(const std::string& option, const std::string& text) {
    return text == "0" ? Length{} : parse_length_with_unit(option, text);
}

// "--baseline out" means the report in that folder.
std::string report_in(const std::string& place) {
    std::error_code error;
    return std::filesystem::is_directory(place, error) ? place + "/clashes.json" : place;
}

}  // namespace

void CheckOptions::add_to(CLI::App& command) {
    const auto add = [&](const std::string& name, std::string& value, const std::string& type,
                         const std::string& description) {
        command.add_option(name, value, description)->type_name(type)->capture_default_str();
    };
    add("--clearance", clearance, "LENGTH",
        "Parts that are closer are found, too; with a unit, as in 2mm, or in the unit of the files");
    add("--touch", touch, "LENGTH", "Overlaps no deeper than this count as touching");
    command.add_flag("--as-tessellated", as_tessellated,
                     "Take parts for their triangles: overlaps within the tessellation of curved faces, or "
                     "within the rounding of coordinates, are clashes, too");
    add("--rules", rules, "FILE", "What to ignore, other clearances, and overlaps that are fits (see below)");
    add("--baseline", baseline, "FILE",
        "The clashes.json of an earlier run, or its folder: says what is new, changed and resolved");
}

Checks CheckOptions::read() const {
    Checks checks;
    checks.clearance = parse_tolerance("--clearance", clearance);
    checks.touch = parse_tolerance("--touch", touch);
    checks.as_tessellated = as_tessellated;
    if (!rules.empty()) checks.rules = parse_rules(read_file(rules), rules);
    if (!baseline.empty()) {
        checks.baseline_file = report_in(baseline);
        checks.baseline = parse_clashes(read_file(checks.baseline_file), checks.baseline_file);
    }
    return checks;
}

void Checks::apply(ClashOptions& clash_options, const Assembly& assembly, const std::string& file) const {
    if (baseline) check_unit_of_baseline(assembly.metres_per_unit, *baseline, baseline_file);
    clash_options.clearance = in_file_units(clearance, assembly.metres_per_unit, "--clearance", file);
    clash_options.as_tessellated = as_tessellated;
    clash_options.touch = in_file_units(touch, assembly.metres_per_unit, "--touch", file);
}

void Checks::compare(ClashReport& report) const {
    if (baseline) compare_with_baseline(report, *baseline, baseline_file);
}

}  // namespace graze::app
