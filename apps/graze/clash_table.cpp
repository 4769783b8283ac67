#include "clash_table.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "arguments.h"
#include "text.h"

namespace graze::app {
namespace {

// More than that scrolls away.
constexpr std::size_t usual_rows = 50;
constexpr std::size_t width_of_a_pipe = 100;
constexpr std::size_t least_name = 20;  // columns; less says nothing

enum Column : std::size_t { kind, size, volume, first, second, status, where, column_count };
using Row = std::array<std::string, column_count>;
constexpr const char* inside_text = "the first is inside the second";

// Rounds to a ten-thousandth of `size`: too little to see beside the parts, and the place is not lost far
// from the origin.
std::string coordinate(double value, double size) {
    constexpr int most_decimals = 12;
    constexpr double longest = 1e15;
    const double decimals = std::ceil(4 - std::log10(size));
    if (!(decimals <= most_decimals && std::abs(value) < longest)) return fmt::format("{:.6g}", value);
    std::string text = fmt::format("{:.{}f}", value, std::max(0, static_cast<int>(decimals)));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

class RowMaker {
  public:
    explicit RowMaker(const ClashReport& report) : report_(report) {
        if (!report.metres_per_unit) return;
        const std::string name = unit_name(*report.metres_per_unit);
        if (name.find(' ') == std::string::npos) unit_ = " " + name;
    }

    // If one part is inside the other, the inner part comes first.
    Row row(const ClashFinding& finding) const {
        Row row;
        row[kind] = name_of(finding.kind);
        row[size] = size_of(finding);
        if (finding.volume && finding.kind != FindingKind::touch)
            row[volume] = fmt::format("{:.4g}{}", finding.volume->value, unit_.empty() ? "" : unit_ + "3");
        row[first] = name(finding.a);
        row[second] = name(finding.b);
        const bool inside = finding.relation == Relation::a_in_b || finding.relation == Relation::b_in_a;
        if (finding.relation == Relation::b_in_a) std::swap(row[first], row[second]);
        row[status] = status_of(finding);
        row[where] = inside ? inside_text : place(finding);
        return row;
    }

  private:
    std::string name(std::size_t part) const { return printable(report_.parts[part].shown()); }
    std::string place(const ClashFinding& f) const {
        const double size = std::min(graze::length(report_.parts[f.a].box.size()),
                                     graze::length(report_.parts[f.b].box.size()));
        return fmt::format("at {}, {}, {}", coordinate(f.point.x, size), coordinate(f.point.y, size),
                           coordinate(f.point.z, size));
    }
    std::string length(double value) const { return fmt::format("{:.4g}{}", value, unit_); }

    // If the error is large enough to show, both bounds are printed.
    std::string depth_text(const DepthBounds& depth) const {
        const bool sure = depth.at_most <= depth.value * 1.01;
        return sure ? length(depth.value) + " deep"
                    : fmt::format("{:.2g} to {:.2g}{} deep", depth.value, depth.at_most, unit_);
    }

    std::string size_of(const ClashFinding& f) const {
        if (f.kind == FindingKind::clearance && f.gap && f.wanted_clearance)
            return fmt::format("{}{} apart of {}", is_open(f, Figure::distance) ? "at most " : "",
                               length(f.gap->distance), length(*f.wanted_clearance));
        const double thickness = f.thickness.value_or(0);
        const bool undecided = f.kind == FindingKind::undecided;
        if (const auto& known = f.faceting;
            known && known->explains && f.kind == FindingKind::touch && f.relation != Relation::apart) {
            const double reached = std::max(f.depth ? f.depth->value : 0.0, thickness);
            return known->curved ? length(reached) + " in tessellation" : "within rounding";
        }
        // The surfaces overlap by less than their facets do.
        if (f.faceting && f.faceting->gap && *f.faceting->gap < 0 && f.kind == FindingKind::clash)
            return length(-*f.faceting->gap) + " deep";
        if (f.depth && ((f.depth->value >= thickness && f.depth->value > 0) || undecided))
            return depth_text(*f.depth);
        if (thickness > 0) return length(thickness) + " thick";
        if (undecided && f.relation != Relation::undecided) return name_of(f.relation);
        return f.as_surfaces && f.kind == FindingKind::clash ? "surfaces cross" : "";
    }

    static bool is_open(const ClashFinding& f, Figure figure) {
        return std::ranges::find(f.out_of_budget, figure) != f.out_of_budget.end();
    }
    static std::string status_of(const ClashFinding& f) {
        std::string text = f.status && *f.status != FindingStatus::same ? name_of(*f.status) : "";
        if (f.allowed) text += fmt::format("{}allowed by line {}", text.empty() ? "" : ", ", f.allowed->line);
        if (f.out_of_budget.empty()) return text;
        text += text.empty() ? "out of budget:" : ", out of budget:";
        for (const Figure figure : f.out_of_budget)
            text += fmt::format("{} {}", figure == f.out_of_budget.front() ? "" : ",", name_of(figure));
        return text;
    }

    const ClashReport& report_;
    std::string unit_;
};

// Shows pairs that were a clash in the baseline.
bool merely_touches(const ClashFinding& finding) {
    return finding.kind == FindingKind::touch && finding.status != FindingStatus::changed;
}

using Widths = std::array<std::size_t, column_count>;

std::string line_of(const Style& style, const Row& row, const Widths& widths) {
    std::string line;
    std::size_t blanks = 0;  // behind the last column there are none
    for (std::size_t c = 0; c < column_count; ++c) {
        if (widths[c] == 0) continue;
        const std::string text = c == first || c == second ? shortened_name(row[c], widths[c]) : row[c];
        const bool strong = c == kind && row[kind] != name_of(FindingKind::touch);
        if (!text.empty())
            line += std::string(blanks + 2, ' ') + (strong       ? style.bold(text)
                                                    : c == where ? style.dim(text)
                                                                 : text);
        const std::size_t used = display_width(text);
        blanks = (text.empty() ? blanks + 2 : 0) + widths[c] - std::min(used, widths[c]);
    }
    return line + "\n";
}

// The widest texts, made to fit: where to look is in the files too, and names can do without their middle.
Widths fitting_widths(const std::vector<Row>& rows, std::size_t room) {
    Widths widths{};
    for (const Row& row : rows)
        for (std::size_t c = 0; c < column_count; ++c) widths[c] = std::max(widths[c], display_width(row[c]));
    const auto total = [&] {
        std::size_t sum = 0;
        for (const std::size_t width : widths) sum += width > 0 ? width + 2 : 0;
        return sum;
    };
    if (total() <= room) return widths;
    widths[where] = 0;
    if (total() <= room) return widths;
    const std::size_t others = total() - widths[first] - widths[second];
    const std::size_t both = std::max(room - std::min(room, others), 2 * least_name);
    const std::size_t lesser = std::min(widths[first], widths[second]);
    const std::size_t half = both - std::min(lesser, both / 2);  // what one leaves, the other may have
    widths[first] = std::min(widths[first], half);
    widths[second] = std::min(widths[second], both - widths[first]);
    return widths;
}

}  // namespace

std::string clash_table(const Style& style, const ClashReport& report, const TableOptions& options) {
    const RowMaker maker(report);
    std::vector<Row> rows;
    std::size_t left_out = 0;
    const std::size_t most = options.all ? report.findings.size() : usual_rows;
    for (const ClashFinding& finding : report.findings) {
        if (!options.touching && merely_touches(finding)) continue;
        if (rows.size() < most)
            rows.push_back(maker.row(finding));
        else
            ++left_out;
    }
    if (rows.empty()) return {};
    const std::size_t room = is_terminal(STDOUT_FILENO) ? terminal_width() : width_of_a_pipe;
    const Widths widths = fitting_widths(rows, room);
    std::string text = "\n";
    for (const Row& row : rows) text += line_of(style, row, widths);
    if (left_out > 0)
        text += fmt::format("  ... and {} more: --all shows them, -o DIR writes them to files\n",
                            with_thousands(left_out));
    const bool has_inside =
        std::ranges::any_of(rows, [](const Row& row) { return row[where] == inside_text; });
    if (has_inside && widths[where] == 0) text += style.dim("  inside: the first is inside the second\n");
    return text + "\n";
}

}  // namespace graze::app
