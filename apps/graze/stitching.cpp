#include "stitching.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

constexpr std::size_t most_open_parts = 10;  // files have all

std::string unit_after_number(const ClashReport& report) {
    if (!report.metres_per_unit) return {};
    const std::string name = unit_name(*report.metres_per_unit);
    return name.find(' ') == std::string::npos ? " " + name : "";
}

// Readable: a place is looked for by eye, to a hundred thousandth of the part.
std::string place_text(const Vec3& p, double size) {
    const auto text = [&](double x) { return fmt::format("{:.5g}", std::abs(x) < 1e-5 * size ? 0 : x); };
    return fmt::format("{}, {}, {}", text(p.x), text(p.y), text(p.z));
}

std::string why_open(const ClashPart& part, const std::string& unit) {
    if (!part.stitched || !part.stitched->longest_rim) return part.why_not_closed;
    const StitchReport& s = *part.stitched;
    std::string text =
        fmt::format("{} in {}", count_of(s.open_edges, "open edge"), count_of(s.open_rims, "rim"));
    if (s.open_pieces > 1) text += fmt::format(" of {}", count_of(s.open_pieces, "separate piece"));
    text +=
        fmt::format("{} {:.4g}{} long, around {}", s.open_rims == 1 ? "," : ", the longest",
                    s.longest_rim->length, unit, place_text(s.longest_rim->middle, length(part.box.size())));
    return s.open_pieces > 1 ? text : text + fmt::format("; gaps wider than {:.3g}{}", s.tolerance, unit);
}

}  // namespace

StitchWish StitchWish::parse(const std::string& option, const std::string& text) {
    StitchWish wish;
    wish.off = text == "off";
    if (!wish.off && text != "auto") wish.tolerance = parse_length_with_unit(option, text);
    return wish;
}

StitchOptions StitchWish::options(std::optional<double> metres_per_unit, const std::string& option,
                                  const std::string& file) const {
    StitchOptions options;
    if (tolerance) options.tolerance = in_file_units(*tolerance, metres_per_unit, option, file);
    return options;
}

void StitchOption::add_to(CLI::App& command) {
    command
        .add_option(
            "--stitch", text,
            "Close hairline gaps of open parts, up to this wide, as in 0.01mm; auto is a thousandth of the "
            "part's size")
        ->type_name("auto|off|LENGTH")
        ->capture_default_str();
}

void StitchOption::apply(Session& session, Assembly& assembly, const std::string& file,
                         const Threads& threads) const {
    const StitchWish wish = StitchWish::parse("--stitch", text);
    if (wish.off) return;
    StitchOptions options = wish.options(assembly.metres_per_unit, "--stitch", file);
    options.threads = threads;
    stitch_parts(assembly, options, &session.progress);
    stop_if_interrupted(session);
}

std::string stitching_lines(const Style& style, const ClashReport& report) {
    std::uint64_t stitched = 0, edges = 0, open = 0;
    double moved_by = 0;
    const std::string unit = unit_after_number(report);
    std::string lines;
    for (const ClashPart& part : report.parts) {
        if (part.closed && part.stitched) {
            ++stitched;
            edges += part.stitched->joined_edges;
            moved_by = std::max(moved_by, part.stitched->moved_by());
        }
        if (part.closed || ++open > most_open_parts) continue;
        lines += field(
            style, open == 1 ? "open parts" : "",
            fmt::format("{} is compared as a surface: {}", printable(part.shown()), why_open(part, unit)));
    }
    std::string text;
    if (stitched > 0)
        text = field(style, "stitched",
                     fmt::format("hairline gaps of {}: {} joined, surfaces moved by at most {:.3g}{}",
                                 count_of(stitched, "part"), count_of(edges, "edge"), moved_by, unit));
    text += lines;
    if (open > most_open_parts)
        text += field(style, "", fmt::format("... and {} more", with_thousands(open - most_open_parts)));
    if (open > 0)
        text += field(
            style, "",
            style.dim("to close them: --stitch LENGTH for wider gaps; graze repair with --close-holes for "
                      "holes, with --weld for pieces"));
    return text;
}

}  // namespace graze::app
