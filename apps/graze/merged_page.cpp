#include "merged_page.h"

#include <fmt/format.h>

#include <map>

#include "arguments.h"
#include "graze/base/error.h"
#include "graze/mesh/content_hash.h"

namespace graze::app {
namespace {

// Whether these are the parts that were compared, whatever their files are called now.
bool has_parts_of(const Assembly& assembly, const ClashReport& report) {
    if (assembly.parts.size() != report.parts.size()) return false;
    std::map<const Mesh*, ContentHash> hashes;
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const Part& part = assembly.parts[i];
        const auto [place, is_new] = hashes.try_emplace(part.mesh.get());
        if (is_new) place->second = geometry_hash(*part.mesh);
        if (place->second != report.parts[i].hash) return false;
        if (!(part.world_from_part == report.parts[i].world_from_part)) return false;
    }
    return true;
}

// What each file was read in. Files that were given by other names are in the order of the report.
std::vector<std::string> units_of_shards(const ClashReport& report, const AssemblyInput& input) {
    const std::vector<std::string> files = input.all_files();
    std::vector<std::string> units;
    for (std::size_t i = 0; i < files.size() && i < report.files.size(); ++i)
        if (const std::optional<double> unit = report.files[i].metres_per_unit)
            units.push_back(fmt::format("{}={}", files[i], *unit));
    return units;
}

LoadedAssembly read_parts(Session& session, const AssemblyInput& input, const Threads& threads,
                          const ClashReport& report) {
    if (input.files.empty()) throw Error("the shards name no files of parts", "", "name them with --files");
    LoadedAssembly loaded = input.read(session, threads);
    if (!has_parts_of(loaded.assembly, report))
        throw Error("not the parts that the shards are about",
                    fmt::format("{}", fmt::join(input.files, ", ")),
                    "name the files as they were with --files, and give the --parts, --unit and --deflection "
                    "of the run");
    return loaded;
}

}  // namespace

void MergedPage::add_to(CLI::App& command) {
    const auto add = [&](const std::string& name, auto& value, const std::string& type,
                         const std::string& description) {
        return command.add_option(name, value, description)->type_name(type);
    };
    add("--files", input.files, "FILE",
        "The files of the parts, for report.html, if they are not where the shards had them");
    page.add_to(command);
    add("--parts", input.parts, part_choices, "What was a part for the shards")->capture_default_str();
    input.add_unit_to(command, "The unit of the coordinates (default: that of the shards)");
    input.import.add_to(command);
    add("--threads", threads, "COUNT", "Threads to use; 0 is one per processor")->capture_default_str();
}

void MergedPage::check() const {
    page.check();
    parse_count("--threads", threads, 0, 1024);
}

void MergedPage::write(Session& session, const ClashReport& report, const std::string& folder) const {
    if (page.none) return;
    const Threads workers(parse_count("--threads", threads, 0, 1024));
    AssemblyInput files = input;
    if (input.files.empty())
        for (const ClashFile& file : report.files) files.files.push_back(file.file);
    if (files.units.empty()) files.units = units_of_shards(report, files);
    LoadedAssembly loaded;
    try {
        loaded = read_parts(session, files, workers, report);
    } catch (const Error& error) {
        session.progress.clear();
        if (!input.files.empty() || session.progress.cancelled()) throw;
        complain(fmt::format("report.html is not written: {}", error.what()));
        return;
    }
    page.write(loaded.assembly, report, folder, workers, session.progress);
}

}  // namespace graze::app
