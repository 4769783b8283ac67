// The clearance along a path as a plot.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graze::inline v1 {

struct ClearancePlot {
    std::string title, unit;                         // of the distances; empty: none is printed
    std::vector<std::pair<double, double>> samples;  // step and distance, by ascending steps
    double clearance = 0;                            // a line at this distance; 0: none
    std::optional<double> first_contact;             // a line at this step
    std::optional<std::pair<double, double>> least;  // a mark: step and distance
};

// Plain SVG: no script, no font but the reader's own. Samples that are not finite are left out.
std::string clearance_plot(const ClearancePlot& plot);

}  // namespace graze::inline v1
