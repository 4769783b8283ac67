// Plots as plain SVG: no script, no font but the reader's own, readable in a diff.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace graze::bench {

// Graze's own rows stand out, the others step back.
enum class Tone { graze, seed, peer };

struct Bar {
    std::string label;
    double value = 0;
    Tone tone = Tone::peer;
    std::string note;  // printed after the value, "3 wrong"
};

struct BarPanel {
    std::string title;
    std::string detail;  // printed after the title
    std::vector<Bar> bars;
};

// Panels of horizontal bars below one another, each with its own linear scale from 0 and its values printed.
// `remark` stands under the title.
std::string bar_plot(const std::string& title, const std::string& remark, const std::string& unit,
                     const std::vector<BarPanel>& panels);

struct Line {
    std::string label;
    Tone tone = Tone::peer;
    std::vector<std::pair<double, double>> points;  // by ascending x
};

// One chart of lines over a common x; the y axis starts at 0.
std::string line_plot(const std::string& title, const std::string& x_label, const std::string& y_label,
                      const std::vector<Line>& lines);

// The same with logarithmic axes, a line of the grid at each power of ten; all values above 0. `remark`
// stands under the title.
std::string log_log_plot(const std::string& title, const std::string& remark, const std::string& x_label,
                         const std::string& y_label, const std::vector<Line>& lines);

}  // namespace graze::bench
