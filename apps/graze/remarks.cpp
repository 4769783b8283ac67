#include "remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

#include "arguments.h"
#include "graze/base/units.h"
#include "graze/query/solid/connected_solids.h"
#include "text.h"

namespace graze::app {
namespace {

// In metres. Nobody looks for clashes in something smaller than a grain of sand, and few models but those of
// buildings and infrastructure are longer than a large ship.
constexpr double smallest = 0.0005, largest = 500, largest_building = 100'000;
// What is likely: from a finger's breadth to a hall.
constexpr double likely_from = 0.02, likely_to = 60;

const char* name_of(Axis axis) {
    return axis == Axis::x ? "x" : axis == Axis::y ? "y" : "z";
}

std::string file_name(const std::string& file) {
    return std::filesystem::path(file).filename().string();
}

double longest_side(const ClashReport& report, std::size_t file) {
    Box box;
    for (const ClashPart& part : report.parts)
        if (part.file == file && !part.box.empty()) box.grow(part.box);
    if (box.empty()) return 0;
    const Vec3 size = box.size();
    return std::max({size.x, size.y, size.z}) * report.metres_per_unit.value_or(0);
}

// "743 m", "0.31 mm".
std::string shown_length(double metres) {
    if (metres >= 10'000) return fmt::format("{:.4g} km", metres / 1000);
    return metres >= 1 ? fmt::format("{:.3g} m", metres) : fmt::format("{:.3g} mm", metres * 1000);
}

// In this order: what exporters mix up most.
std::optional<std::string> likelier_unit(double metres_now, double unit_now) {
    for (const char* const symbol : {"mm", "m", "in", "cm", "ft", "um"}) {
        const double length = metres_now / unit_now * metres_per(symbol).value_or(0);
        if (length >= likely_from && length <= likely_to) return symbol;
    }
    return std::nullopt;
}

// "engine.glb is 743 m long; if that is wrong, --unit mm".
void remark_on_size(std::vector<std::string>& remarks, const ClashReport& report, std::size_t number) {
    const ClashFile& file = report.files[number];
    if (!report.metres_per_unit || !file.metres_per_unit) return;
    const double length = longest_side(report, number);
    const bool is_building = file.format.starts_with("ifc");
    if (length == 0 || (length >= smallest && length <= (is_building ? largest_building : largest))) return;
    const std::optional<std::string> unit = likelier_unit(length, *file.metres_per_unit);
    const std::string name = file_name(file.file);
    remarks.push_back(fmt::format("{} is {} long; if that is wrong, --unit {}{}", name, shown_length(length),
                                  report.files.size() > 1 ? name + "=" : "", unit.value_or("says it")));
}

void remark_on_unit(std::vector<std::string>& remarks, const ClashFile& file) {
    if (file.stated_unit && file.metres_per_unit && *file.stated_unit != *file.metres_per_unit)
        remarks.push_back(unit_remark(file_name(file.file), *file.stated_unit, *file.metres_per_unit) +
                          ", as --unit says");
}

void remark_on_parts(std::vector<std::string>& remarks, const LoadedAssembly& loaded,
                     const AssemblyInput& input) {
    if (loaded.assembly.parts.size() != 1) return;
    const std::size_t pieces = connected_solids(*loaded.assembly.parts.front().mesh).size();
    std::string text = "there is only one part, and nothing to compare it with; ";
    if (pieces > 1)
        text += fmt::format("it is of {} that are not connected: --parts pieces compares them",
                            count_of(pieces, "piece"));
    else if (input.parts == "files")
        text += "--parts names takes what the file names as parts";
    else
        text += "name the files of other parts, too";
    remarks.push_back(std::move(text));
}

}  // namespace

std::vector<std::string> remarks_on_axes(const LoadedAssembly& loaded) {
    std::vector<std::string> remarks;
    const auto& files = loaded.files;
    const auto first = std::ranges::find_if(files, [](const AssemblyFile& f) { return f.up.has_value(); });
    for (const AssemblyFile& file : files)
        if (file.turned && file.up && loaded.assembly.up)
            remarks.push_back(fmt::format("{} has {} up, and is turned to {} up, as {} has it",
                                          file_name(file.file), name_of(*file.up),
                                          name_of(*loaded.assembly.up), file_name(first->file)));
    return remarks;
}

std::vector<std::string> remarks_on(const LoadedAssembly& loaded, const ClashReport& report,
                                    const AssemblyInput& input) {
    std::vector<std::string> remarks;
    for (std::size_t i = 0; i < report.files.size(); ++i) {
        remark_on_unit(remarks, report.files[i]);
        remark_on_size(remarks, report, i);
    }
    std::ranges::move(remarks_on_axes(loaded), std::back_inserter(remarks));
    remark_on_parts(remarks, loaded, input);
    return remarks;
}

}  // namespace graze::app
