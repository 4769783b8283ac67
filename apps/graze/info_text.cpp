#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "arguments.h"
#include "info_report.h"
#include "text.h"

namespace graze::app {
namespace {

constexpr std::size_t parts_on_a_terminal = 10, parts_elsewhere = 1000;
constexpr std::size_t spots_in_text = 3;

// Writes about one file; the unit goes with every measure.
class InfoText {
  public:
    InfoText(const FileFacts& facts, const Style& style) : facts_(facts), style_(style) {
        const std::optional<double> unit = facts.assembly().metres_per_unit;
        unit_ = unit ? unit_name(*unit) : "units";
        if (unit_.find(' ') != std::string::npos) unit_ = "units";  // "0.05 m" cannot be squared
    }

    std::string all(const std::string& file, const TextDetail& detail) {
        text_ = style_.bold(printable(file)) + "\n";
        contents();
        parts(detail.every_name);
        text_ += box_text(style_, facts_.box);
        const Assembly& assembly = facts_.assembly();
        line("unit", unit_line());
        if (assembly.up) line("up", fmt::format("{}", "xyz"[static_cast<std::size_t>(*assembly.up)]));
        findings(facts_.all, facts_.parts.size() > 1);
        fitness(file);
        reading();
        if (detail.each_part) every_part();
        return std::move(text_);
    }

  private:
    void line(std::string_view label, std::string_view value) { text_ += field(style_, label, value); }

    std::string unit_line() const {
        const std::optional<double> unit = facts_.assembly().metres_per_unit,
                                    stated = facts_.file().stated_unit;
        if (!unit) return "not stated (--unit says it)";
        const bool other = stated && *stated != *unit;
        return unit_name(*unit) +
               (other ? fmt::format(", as --unit says; the file says {}", unit_name(*stated)) : "");
    }

    void contents() {
        const AssemblyFile& about = facts_.file();
        const Facts& f = facts_.all;
        line("format",
             fmt::format("{}, {} precision", about.format, about.single_precision ? "single" : "double"));
        line("vertices", with_thousands(f.vertices) +
                             (f.different_points < f.vertices
                                  ? fmt::format(", at {}", count_of(f.different_points, "different point"))
                                  : ""));
        line("triangles", with_thousands(f.triangles));
        line("polygons", with_thousands(f.polygons) + (f.polygons == f.triangles ? ", all triangles" : ""));
    }

    void parts(bool every_name) {
        const std::size_t count = facts_.parts.size();
        if (count == 1 && facts_.path_of(0).empty()) {
            line("parts", "1, without a name");
            return;
        }
        line("parts", with_thousands(count) +
                          (facts_.mesh_count < count
                               ? fmt::format(" of {}", count_of(facts_.mesh_count, "mesh", "meshes"))
                               : ""));
        const std::size_t most = is_terminal(STDOUT_FILENO) ? parts_on_a_terminal : parts_elsewhere;
        const std::size_t shown = every_name ? count : std::min(count, most);
        std::size_t width = 24;
        for (std::size_t p = 0; p < shown; ++p)
            width = std::min<std::size_t>(std::max(width, display_width(name(p))), 48);
        for (std::size_t p = 0; p < shown; ++p) {
            std::string about = count_of(facts_.assembly().parts[p].mesh->triangle_count(), "triangle");
            if (facts_.parts[p].instances > 1)
                about += fmt::format(", one of {}", with_thousands(facts_.parts[p].instances));
            line("", padded(name(p), width) + "  " + about);
        }
        if (shown < count)
            line("", fmt::format("... and {} more (--list shows them)", with_thousands(count - shown)));
    }
    std::string name(std::size_t part) const {
        const std::string path = facts_.path_of(part);
        return path.empty() ? "(no name)" : printable(path);
    }

    void findings(const Facts& f, bool several_parts) {
        pieces(f);
        measures(f, several_parts);
        defects(f);
    }

    void pieces(const Facts& f) {
        // Triangles with two equal corners are part of no piece.
        if (f.pieces == 0) return line("surface", "none, for all triangles have two equal corners");
        std::string what = count_of(f.pieces, "piece");
        what += f.closed_pieces == f.pieces ? (f.pieces == 1 ? ", closed" : ", all closed")
                : f.closed_pieces == 0
                    ? (f.pieces == 1 ? ", open" : ", all open")
                    : fmt::format(", {} closed and {} open", with_thousands(f.closed_pieces),
                                  with_thousands(f.pieces - f.closed_pieces));
        if (f.closed() && f.genus_known && f.handles > 0)
            what += fmt::format(", {}", count_of(f.handles, "handle"));
        if (f.clusters < f.pieces)
            what += fmt::format("; they hang together at points in {}", count_of(f.clusters, "cluster"));
        line("surface", what);
    }

    void measures(const Facts& f, bool several_parts) {
        line("area", fmt::format("{} {}^2", number(f.surface.area), unit_));
        if (!f.solid) {
            const std::size_t closed = facts_.parts.size() - facts_.open_parts;
            return line("volume", several_parts && closed > 0
                                      ? fmt::format("{} {}^3, of the {} that {} closed",
                                                    number(facts_.volume_of_closed_parts), unit_,
                                                    count_of(closed, "part"), closed == 1 ? "is" : "are")
                                      : "none, because the surface is not closed");
        }
        line("volume", fmt::format("{} {}^3{}", number(f.solid->volume), unit_,
                                   f.solid->volume < 0 ? ": inside out"
                                   : several_parts     ? ", of all parts"
                                                       : ""));
        if (f.solid->centroid) line("centre of mass", point(*f.solid->centroid));
        if (!f.solid->inertia) return;
        const Inertia& i = *f.solid->inertia;
        line("inertia", fmt::format("xx {}  yy {}  zz {}  {}^5, about the centre of mass, density 1",
                                    number(i.xx), number(i.yy), number(i.zz), unit_));
        line("", fmt::format("xy {}  yz {}  zx {}", number(i.xy), number(i.yz), number(i.zx)));
        const std::optional<PrincipalAxes> principal = principal_axes(i);
        if (!principal) return;
        for (std::size_t k = 0; k < 3; ++k)
            line(k == 0 ? "principal axes" : "",
                 fmt::format("{} about ({})", number(principal->moments[k]), point(principal->axes[k])));
    }
    static std::string point(const Vec3& p) {
        return fmt::format("{}, {}, {}", number(p.x), number(p.y), number(p.z));
    }

    void defects(const Facts& f) {
        bool first = true;
        const auto item = [&](const std::string& what) {
            line(first ? "defects" : "", style_.yellow("- ") + what);
            first = false;
        };
        for (std::size_t i = 0; i < defect_kinds; ++i) {
            const DefectCount& found = f.defects[i];
            if (found.count == 0) continue;
            const auto kind = static_cast<Defect>(i);
            std::string what = words_for(kind, found.count);
            if (kind == Defect::open_edges) {
                item(what +
                     fmt::format(" in {}{}:", count_of(f.rims, "rim"), f.rims == 1 ? "" : ", the longest"));
                rims(f);
                continue;
            }
            item(what + (found.count == 1 ? ":" : found.count <= spots_in_text ? ":" : ", the first:"));
            for (std::size_t s = 0; s < std::min(found.first.size(), spots_in_text); ++s)
                line("", "    " + where(found.first[s]));
        }
        if (f.irregular_polygons > 0)
            item(fmt::format("{} that {} or {} flat", count_of(f.irregular_polygons, "polygon"),
                             f.irregular_polygons == 1 ? "crosses itself" : "cross themselves",
                             f.irregular_polygons == 1 ? "is" : "are"));
        if (first) line("defects", "none");
    }
    void rims(const Facts& f) {
        for (std::size_t i = 0; i < std::min(f.longest_rims.size(), spots_in_text); ++i) {
            const Rim& rim = f.longest_rims[i];
            line("", fmt::format("    {}, {} {} long, {}", count_of(rim.edges, "edge"), number(rim.length),
                                 unit_, where(rim.start)));
        }
    }
    std::string where(const Spot& spot) const {
        std::string text = fmt::format("triangle {}", spot.triangle);
        if (spot.polygon != spot.triangle) text += fmt::format(" (polygon {})", spot.polygon);
        if (facts_.parts.size() > 1) text += fmt::format(" of {}", name(spot.part));
        return text + " at " + point(spot.at);
    }

    // Which questions the mesh is fit for.
    void fitness(const std::string& file) {
        const Facts& f = facts_.all;
        const std::size_t count = facts_.parts.size();
        line("fit for", "surfaces: whether and where it meets others, as any mesh is");
        if (f.closed()) {
            line("", f.pieces > 0 ? "solids: inside or outside, overlap by however little, volume"
                                  : "solids, as one that has no inside");
            if (f.solid && f.solid->volume < 0)
                line("", style_.yellow("inside out: ") + mend(file, "") + " turns it");
            return;
        }
        const std::string which = count == 1 ? "not closed"
                                  : facts_.open_parts == count
                                      ? "no part is closed"
                                      : fmt::format("{} of {} not closed, the first {}", facts_.open_parts,
                                                    count_of(count, "part"), name(facts_.first_open_part));
        line("not fit for", fmt::format("solids (inside or outside, overlap, volume): {}", which));
        line("", f.why_not_closed);
        if (facts_.closed_together.value_or(false))
            line("", "the parts together are closed: take the file as one (--parts files)");
        advice(file, f);
    }
    // A rim that is short beside the whole mesh is probably a hole, if its piece has more than a few
    // triangles.
    void advice(const std::string& file, const Facts& f) {
        const double short_rim = 0.5 * length(facts_.box.size());
        std::uint64_t edges = 0;
        for (const Rim& rim : f.longest_rims) {
            if (rim.closed && rim.length <= short_rim && rim.edges < rim.piece_triangles)
                edges = std::max(edges, rim.edges);
        }
        if (edges > 0 && edges <= 100)
            line("",
                 fmt::format("{} closes holes of up to {}",
                             mend(file, fmt::format(" --close-holes {}", edges)), count_of(edges, "edge")));
        line("", mend(file, " --dry-run", false) + " says what else can be mended");
    }
    static std::string mend(const std::string& file, std::string_view options, bool writes = true) {
        const bool plain = file.find_first_of(" '\"\\$`") == std::string::npos;
        return fmt::format("graze repair {}{}{}", plain ? printable(file) : "FILE", writes ? " OUT" : "",
                           options);
    }

    void reading() {
        const AssemblyFile& about = facts_.file();
        line("merged vertices", with_thousands(about.merged_vertices));
        if (about.unused_vertices > 0)
            line("unused vertices", fmt::format("{}, left out", with_thousands(about.unused_vertices)));
        if (facts_.content_hash) line("content hash", facts_.content_hash->hex());
        if (about.skipped.empty()) line("skipped", "nothing");
        bool first = true;
        for (const Skipped& s : about.skipped) {
            line(first ? "skipped" : "",
                 fmt::format("{} {}", style_.yellow(with_thousands(s.count)), printable(s.what)));
            first = false;
        }
    }

    void every_part() {
        for (std::size_t p = 0; p < facts_.parts.size(); ++p) {
            const Facts& f = facts_.meshes[facts_.parts[p].mesh];
            text_ += "\n  " + style_.bold(name(p)) + "\n";
            line("triangles", with_thousands(f.triangles));
            findings(f, false);
            line("closed", f.closed() ? "yes" : "no: " + f.why_not_closed);
        }
    }

    const FileFacts& facts_;
    const Style& style_;
    std::string unit_;
    std::string text_;
};

}  // namespace

std::string to_text(const std::string& file, const FileFacts& facts, const Style& style,
                    const TextDetail& detail) {
    return InfoText(facts, style).all(file, detail);
}

}  // namespace graze::app
