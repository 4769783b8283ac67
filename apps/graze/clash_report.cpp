#include "clash_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "arguments.h"
#include "graze/base/error.h"
#include "graze/clash/clash_file.h"
#include "text.h"

namespace graze::app {
namespace {

// More than that scrolls away; pipes and JSON have all.
constexpr std::size_t rows_on_a_terminal = 50;
constexpr std::size_t widest_name = 48;

std::string verdict(const Style& style, const ClashReport& report) {
    const ClashCounts& n = report.counts;
    std::string text = n.clashes() == 0   ? "no clash"
                       : n.clashes() == 1 ? "1 clash"
                                          : with_thousands(n.clashes()) + " clashes";
    if (n.inside > 0) text += fmt::format(", {} of them inside another part", with_thousands(n.inside));
    if (!report.complete()) text += ", as far as was compared";
    return (n.clashes() > 0 ? style.yellow(text) : style.green(text)) +
           fmt::format(", in {}\n", count_of(report.parts.size(), "part"));
}

struct Row {
    std::string relation, first, second, where;
};

std::string point_text(const Vec3& p) {
    return fmt::format("at {:.6g}, {:.6g}, {:.6g}", p.x, p.y, p.z);
}

// Of one part inside another the inner comes first.
Row row_of(const ClashReport& report, const ClashFinding& finding) {
    Row row{name_of(finding.kind),
            printable(report.parts[finding.a].path),
            printable(report.parts[finding.b].path),
            {}};
    if (finding.relation == Relation::b_in_a) std::swap(row.first, row.second);
    if (finding.relation == Relation::a_in_b || finding.relation == Relation::b_in_a) {
        row.where = "the first is inside the second";
    } else {
        row.where = point_text(finding.point);
    }
    return row;
}

std::string table(const Style& style, const ClashReport& report, bool show_touching) {
    std::vector<Row> rows;
    std::size_t left_out = 0;
    const std::size_t most = is_terminal(STDOUT_FILENO) ? rows_on_a_terminal : report.findings.size();
    for (const ClashFinding& finding : report.findings) {
        if (finding.kind == FindingKind::touch && !show_touching) continue;
        if (rows.size() < most)
            rows.push_back(row_of(report, finding));
        else
            ++left_out;
    }
    if (rows.empty()) return {};
    std::size_t first = 0, second = 0;
    for (const Row& row : rows) {
        first = std::max(first, std::min(display_width(row.first), widest_name));
        second = std::max(second, std::min(display_width(row.second), widest_name));
    }
    std::string text = "\n";
    for (const Row& row : rows) {
        const std::string relation = padded(row.relation, 11);
        std::string line = fmt::format(
            "  {}  {}  {}", row.relation == "touch" ? relation : style.bold(relation),
            padded(row.first, first), row.where.empty() ? row.second : padded(row.second, second));
        if (!row.where.empty()) line += "  " + style.dim(row.where);
        text += line + "\n";
    }
    if (left_out > 0)
        text +=
            fmt::format("  ... and {} more; all are in a pipe and with --json\n", with_thousands(left_out));
    return text + "\n";
}

std::string pair_lines(const Style& style, const ClashCounts& n) {
    std::string text = field(style, "pairs", with_thousands(n.pairs));
    const auto line = [&](std::uint64_t count, const char* what) {
        if (count > 0) text += field(style, "", fmt::format("{} {}", with_thousands(count), what));
    };
    line(n.apart_by_boxes, "apart, their boxes do not overlap");
    line(n.ignored, "ignored by rules");
    line(n.apart, "apart");
    line(n.clash, "clashing");
    line(n.inside, "one inside the other");
    line(n.clearance, "too close");
    line(n.touch, "touching");
    line(n.allowed, "allowed by rules");
    line(n.undecided, "not decided");
    line(n.not_compared, "not compared, interrupted");
    return text;
}

std::string open_part_lines(const Style& style, const ClashReport& report) {
    std::string text;
    std::size_t shown = 0, count = 0;
    constexpr std::size_t most = 10;  // JSON has all
    for (const ClashPart& part : report.parts) {
        if (part.closed) continue;
        ++count;
        if (shown == most) continue;
        ++shown;
        text +=
            field(style, shown == 1 ? "open parts" : "",
                  fmt::format("{} is compared as a surface: {}", printable(part.path), part.why_not_closed));
    }
    if (count > shown)
        text += field(style, "", fmt::format("... and {} more", with_thousands(count - shown)));
    return text;
}

std::string skipped_lines(const Style& style, const LoadedAssembly& loaded) {
    std::string text;
    for (const AssemblyFile& file : loaded.files)
        for (const Skipped& s : file.skipped)
            text += field(style, text.empty() ? "skipped" : "",
                          fmt::format("{} {} of {}", style.yellow(with_thousands(s.count)), printable(s.what),
                                      printable(file.file)));
    return text;
}

}  // namespace

std::string to_text(const Style& style, const LoadedAssembly& loaded, const ClashReport& report,
                    bool show_touching) {
    return verdict(style, report) + table(style, report, show_touching) + pair_lines(style, report.counts) +
           open_part_lines(style, report) + skipped_lines(style, loaded);
}

void write_report(Output& out, const std::string& name, const ClashReport& report) {
    if (name == "-") {
        write_clashes(report, [&](std::string_view piece) { out.write(piece); });
        return;
    }
    // Beside the file under another name until it is complete.
    const std::filesystem::path file(name), temporary(name + ".part");
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    write_clashes(report, [&](std::string_view piece) { stream << piece; });
    stream.close();
    std::error_code error;
    if (stream) std::filesystem::rename(temporary, file, error);
    if (stream && !error) return;
    const std::string reason = error ? error.message() : std::strerror(errno);
    std::filesystem::remove(temporary, error);
    throw Error(fmt::format("cannot be written ({})", reason), name, "choose another place");
}

}  // namespace graze::app
