#include "graze/clash/files/clash_csv.h"

#include <array>
#include <charconv>

#include "graze/base/detail/utf8.h"

namespace graze::inline v1 {
namespace {

constexpr std::string_view headings =
    "id,kind,status,a,b,depth,depth at most,volume,volume error,thickness,distance,wanted clearance,"
    "allowed depth,allowed by line,regions,as surfaces,x,y,z,out of budget,faceting tolerance,within "
    "faceting,surface gap,a stitched by,b stitched by\r\n";

class Row {
  public:
    void text(std::string_view value) {
        separate();
        if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
            line_ += value;
            return;
        }
        line_ += '"';
        for (const char c : value) line_.append(c == '"' ? 2 : 1, c);
        line_ += '"';
    }
    // A part named "=HYPERLINK(...)" must not run as a formula.
    void name(std::string_view value) {
        const bool formula =
            !value.empty() && std::string_view("=+-@\t\r\n").find(value.front()) != std::string_view::npos;
        text(std::string(formula ? "'" : "").append(detail::valid_utf8(value)));
    }
    void number(double value) {
        separate();
        std::array<char, 32> digits;
        line_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    }
    void number(const std::optional<double>& value) {
        if (value)
            number(*value);
        else
            separate();
    }
    std::string_view finish() { return line_ += "\r\n"; }

  private:
    void separate() {
        if (!first_) line_ += ',';
        first_ = false;
    }

    std::string line_;
    bool first_ = true;
};

template <typename Value, typename Member>
std::optional<double> member(const std::optional<Value>& value, Member Value::* which) {
    return value ? std::optional(static_cast<double>((*value).*which)) : std::nullopt;
}

std::string figures(const ClashFinding& f) {
    std::string names;
    for (const Figure figure : f.out_of_budget)
        names.append(names.empty() ? "" : " ").append(name_of(figure));
    return names;
}

// How far stitching moved a part; none if it did not.
std::optional<double> stitched_by(const ClashPart* part) {
    if (part == nullptr || !part->stitched || !part->stitched->changed()) return std::nullopt;
    return part->stitched->moved_by();
}

struct PartOfRow {
    std::string_view path;
    const ClashPart* part = nullptr;  // null: of an earlier run
};

std::string row_of(const ClashFinding& f, const PartOfRow& a, const PartOfRow& b, std::string_view status) {
    Row row;
    row.text(f.id);
    row.text(name_of(f.kind));
    row.text(status);
    row.name(a.path);
    row.name(b.path);
    row.number(member(f.depth, &DepthBounds::value));
    row.number(member(f.depth, &DepthBounds::at_most));
    row.number(member(f.volume, &VolumeBounds::value));
    row.number(member(f.volume, &VolumeBounds::error));
    row.number(f.thickness);
    row.number(member(f.gap, &FoundGap::distance));
    row.number(f.wanted_clearance);
    row.number(member(f.allowed, &Allowance::depth));
    row.number(member(f.allowed, &Allowance::line));
    row.number(static_cast<double>(f.regions.size()));
    row.text(f.as_surfaces ? "yes" : "no");
    row.number(f.point.x);
    row.number(f.point.y);
    row.number(f.point.z);
    row.text(figures(f));
    row.number(member(f.faceting, &Faceting::tolerance));
    row.text(f.faceting ? (f.faceting->explains ? "yes" : "no") : "");
    row.number(f.faceting ? f.faceting->gap : std::nullopt);
    row.number(stitched_by(a.part));
    row.number(stitched_by(b.part));
    return std::string(row.finish());
}

}  // namespace

void write_csv(const ClashReport& report, const std::function<void(std::string_view)>& send) {
    send(headings);
    for (const ClashFinding& f : report.findings) {
        const ClashPart &a = report.parts[f.a], &b = report.parts[f.b];
        send(row_of(f, {a.path, &a}, {b.path, &b}, f.status ? name_of(*f.status) : ""));
    }
    if (!report.baseline) return;
    for (const ResolvedFinding& r : report.baseline->resolved)
        send(row_of(r.finding, {r.path_a}, {r.path_b}, "resolved"));
}

std::string format_csv(const ClashReport& report) {
    std::string text;
    write_csv(report, [&](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace graze::inline v1
