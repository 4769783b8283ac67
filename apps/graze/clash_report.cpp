#include "clash_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "graze/base/error.h"
#include "graze/clash/files/clash_csv.h"
#include "graze/clash/files/clash_file.h"
#include "stitching.h"
#include "text.h"
#include "whole_file.h"

namespace graze::app {
namespace {

constexpr std::size_t most_lines = 10;  // files have all

std::string verdict(const Style& style, const ClashReport& report) {
    const ClashCounts& n = report.counts;
    std::string text = n.clashes() == 0   ? "no clash"
                       : n.clashes() == 1 ? "1 clash"
                                          : with_thousands(n.clashes()) + " clashes";
    if (n.inside > 0) text += fmt::format(", {} of them inside another part", with_thousands(n.inside));
    if (report.baseline) {
        const auto added = std::ranges::count_if(report.findings, [](const ClashFinding& f) {
            return is_clash(f) && f.status == FindingStatus::added;
        });
        text += fmt::format(", {} new", with_thousands(static_cast<std::uint64_t>(added)));
    }
    if (n.clashes() == 0 && n.clearance > 0)
        text += fmt::format(", {} too close", with_thousands(n.clearance));
    if (!report.complete()) text += ", as far as was compared";
    return (n.clashes() > 0 ? style.yellow(text) : style.green(text)) +
           fmt::format(", in {}\n", count_of(report.parts.size(), "part"));
}

// A field of several lines, of which the first ones are shown.
class Lines {
  public:
    Lines(const Style& style, const char* label) : style_(style), label_(label) {}
    void add(const std::string& line) {
        if (++count_ <= most_lines) text_ += field(style_, count_ == 1 ? label_ : "", line);
    }
    std::string finish() {
        if (count_ > most_lines)
            text_ += field(style_, "", fmt::format("... and {} more", with_thousands(count_ - most_lines)));
        return text_;
    }

  private:
    const Style& style_;
    const char* label_;
    std::string text_;
    std::size_t count_ = 0;
};

std::string baseline_lines(const Style& style, const ClashReport& report) {
    if (!report.baseline) return {};
    const BaselineSummary& b = *report.baseline;
    Lines resolved(style, "resolved");
    for (const ResolvedFinding& r : b.resolved) {
        const auto name = [&](const std::optional<std::size_t>& part, const std::string& path) {
            return printable(part ? report.parts[*part].shown() : path);
        };
        std::string line = fmt::format("{}  {}  {}", name_of(r.finding.kind), name(r.part_a, r.path_a),
                                       name(r.part_b, r.path_b));
        if (!r.part_a || !r.part_b)
            line += fmt::format("  ({} gone)", r.part_a   ? "the second is"
                                               : r.part_b ? "the first is"
                                                          : "both are");
        resolved.add(line);
    }
    return field(style, "baseline",
                 fmt::format("{}: {} new, {} changed, {} the same, {} resolved", printable(b.file),
                             with_thousands(b.added), with_thousands(b.changed), with_thousands(b.same),
                             with_thousands(b.resolved.size()))) +
           resolved.finish();
}

std::string unused_rule_lines(const Style& style, const ClashReport& report) {
    if (!report.rules) return {};
    Lines lines(style, "unused rules");
    for (const UnusedRule& rule : report.rules->unused)
        lines.add(fmt::format("{}:{}: {}", printable(report.rules->file), rule.line, printable(rule.text)));
    return lines.finish();
}

std::string remark_lines(const Style& style, const ClashReport& report) {
    std::string text;
    for (const std::string& remark : report.remarks)
        text += field(style, text.empty() ? "note" : "", style.yellow(printable(remark)));
    return text.empty() ? text : "\n" + text;
}

// Pairs that touch though their triangles overlap: by faces that are curved, or by rounding alone.
std::uint64_t explained_by_faceting(const ClashReport& report, bool curved) {
    return static_cast<std::uint64_t>(std::ranges::count_if(report.findings, [&](const ClashFinding& f) {
        return f.kind == FindingKind::touch && f.faceting && f.faceting->explains &&
               f.faceting->curved == curved && f.relation == Relation::overlapping;
    }));
}

std::string pair_lines(const Style& style, const ClashReport& report) {
    const ClashCounts& n = report.counts;
    std::string text = field(style, "pairs", with_thousands(n.pairs));
    const auto line = [&](std::uint64_t count, const char* what) {
        if (count > 0) text += field(style, "", fmt::format("{} {}", with_thousands(count), what));
    };
    line(n.apart_by_boxes, "apart, their boxes are far enough from each other");
    line(n.ignored, report.options.between ? "ignored by --between and rules" : "ignored by rules");
    line(n.apart, "apart");
    line(n.clash, "clashing");
    line(n.inside, "one inside the other");
    line(n.clearance, "too close");
    line(n.touch, "touching");
    line(explained_by_faceting(report, true),
         "of these within the tessellation (--as-tessellated: as clashes)");
    line(explained_by_faceting(report, false), "of these within rounding (--as-tessellated: as clashes)");
    line(n.allowed, "allowed by rules");
    line(n.undecided, "not decided");
    line(n.not_compared, "not compared");
    line(report.cut_short(), "of these without some figures, for the budget was used up");
    return text;
}

std::string skipped_lines(const Style& style, const ClashReport& report) {
    std::string text;
    for (const ClashFile& file : report.files)
        for (const Skipped& s : file.skipped)
            text += field(style, text.empty() ? "skipped" : "",
                          fmt::format("{} {} of {}", style.yellow(with_thousands(s.count)), printable(s.what),
                                      printable(file.file)));
    return text;
}

}  // namespace

std::string to_text(const Style& style, const ClashReport& report, const TableOptions& table) {
    return verdict(style, report) + remark_lines(style, report) + clash_table(style, report, table) +
           pair_lines(style, report) + baseline_lines(style, report) + unused_rule_lines(style, report) +
           stitching_lines(style, report) + skipped_lines(style, report);
}

std::string left_open(const ClashReport& report) {
    std::string text;
    if (report.counts.undecided > 0) text = count_of(report.counts.undecided, "pair") + " left undecided";
    if (report.cut_short() > 0)
        text += (text.empty() ? "" : " and ") + count_of(report.cut_short(), "pair") +
                " without some figures, for the budget was used up";
    return text;
}

void write_report(Output& out, const std::string& name, const ClashReport& report) {
    if (name == "-") {
        write_clashes(report, [&](std::string_view piece) { out.write(piece); });
        return;
    }
    write_file(name, [&](const Send& send) { write_clashes(report, send); });
}

void write_folder(const std::string& folder, const ClashReport& report) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(fmt::format("cannot be made ({})", error.message()), folder, "choose another folder");
    std::filesystem::remove(folder + "/report.html", error);  // of an earlier run: no longer true
    write_file(folder + "/clashes.json", [&](const Send& send) { write_clashes(report, send); });
    write_file(folder + "/clashes.csv", [&](const Send& send) { write_csv(report, send); });
}

std::string written_text(const Style& style, const std::string& folder) {
    std::string text;
    for (const auto& [name, what] : {std::pair("report.html", "to look at in a browser"),
                                     std::pair("clashes.json", "everything, for programs"),
                                     std::pair("clashes.csv", "a row for each finding, for spreadsheets")}) {
        const std::filesystem::path file = std::filesystem::path(folder) / name;
        std::error_code error;
        if (std::filesystem::exists(file, error))
            text += field(style, text.empty() ? "written" : "",
                          fmt::format("{}  {}", style.bold(printable(file.string())), style.dim(what)));
    }
    return text;
}

}  // namespace graze::app
