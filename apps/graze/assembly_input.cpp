#include "assembly_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>

#include "arguments.h"
#include "graze/base/error.h"
#include "graze/base/units.h"
#include "graze/query/solid/connected_solids.h"
#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

namespace fs = std::filesystem;

// "--clearance 0.2 mm" without quotes makes a file of the unit.
void refuse_unit_as_file(const std::string& file) {
    std::error_code error;
    if (metres_per(file) && !fs::exists(file, error))
        throw Error("is a unit, and there is no file of that name", file,
                    "write a length without a blank, as in 0.2mm");
}

std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        std::error_code unreadable;
        const bool is_hidden = entry.path().filename().string().starts_with('.');
        if (!is_hidden && entry.is_regular_file(unreadable) && has_known_extension(entry.path()))
            found.push_back(entry.path().string());
    }
    if (error) throw Error(fmt::format("cannot be read ({})", error.message()), folder, "check the folder");
    if (found.empty())
        throw Error("holds no file of a format that graze reads", folder,
                    "name the files; those in folders below it are not looked for");
    std::ranges::sort(found);
    return found;
}

// For each file what --unit says of it.
std::vector<std::optional<double>> units_of(const std::vector<std::string>& files,
                                            const std::vector<std::string>& typed) {
    std::vector<std::optional<double>> units(files.size());
    for (const std::string& text : typed) {
        const std::size_t equals = text.rfind('=');
        const double unit = parse_unit("--unit", equals == text.npos ? text : text.substr(equals + 1));
        const std::string name = equals == text.npos ? "" : text.substr(0, equals);
        bool found = false;
        for (std::size_t i = 0; i < files.size(); ++i) {
            if (!name.empty() && files[i] != name && fs::path(files[i]).filename() != name) continue;
            units[i] = unit;
            found = true;
        }
        if (!found)
            throw Error(fmt::format("'{}' is none of the files", name), "--unit",
                        "name one of them, as in --unit scan.stl=mm");
    }
    return units;
}

// Every part with several bodies gives a part for each.
void take_apart(LoadedAssembly& loaded, const Threads& threads) {
    std::map<const Mesh*, std::vector<std::shared_ptr<const Mesh>>> pieces_of;
    std::vector<Part> parts;
    for (AssemblyFile& file : loaded.files) {
        const std::size_t first = parts.size();
        for (std::size_t i = file.first_part; i < file.first_part + file.part_count; ++i) {
            Part& part = loaded.assembly.parts[i];
            const auto [place, is_new] = pieces_of.try_emplace(part.mesh.get());
            if (is_new) {
                for (Mesh& mesh : connected_solids(*part.mesh, threads))
                    place->second.push_back(std::make_shared<const Mesh>(std::move(mesh)));
                if (place->second.size() == 1) place->second.front() = part.mesh;
            }
            for (std::size_t k = 0; k < place->second.size(); ++k) {
                Part& piece = parts.emplace_back(part);
                piece.mesh = place->second[k];
                if (place->second.size() > 1) piece.path += fmt::format("/piece {}", k + 1);
            }
        }
        file.first_part = first;
        file.part_count = parts.size() - first;
    }
    loaded.assembly.parts = std::move(parts);
}

}  // namespace

void AssemblyInput::add_unit_to(CLI::App& command, const std::string& description) {
    command.add_option("--unit", units, description)
        ->type_name("mm|cm|m|in|ft|METRES")
        ->allow_extra_args(false);
}

std::vector<std::string> AssemblyInput::all_files() const {
    std::vector<std::string> all;
    for (const std::string& file : files) {
        refuse_unit_as_file(file);
        std::error_code error;
        if (fs::is_directory(file, error))
            std::ranges::move(files_in(file), std::back_inserter(all));
        else
            all.push_back(file);
    }
    return all;
}

LoadedAssembly AssemblyInput::read(Session& session, const Threads& threads) const {
    const bool pieces = parts == "pieces";
    LoadAssemblyOptions load;
    load.parts_from = parse_choice<PartsFrom>("--parts", parts,
                                              {{"names", PartsFrom::names},
                                               {"groups", PartsFrom::groups},
                                               {"files", PartsFrom::files},
                                               {"pieces", PartsFrom::names}});
    const std::vector<std::string> all = all_files();
    load.units = units_of(all, units);
    import.apply_to(load.load);
    load.load.progress = &session.progress;
    load.load.threads = threads;
    const std::vector<fs::path> paths(all.begin(), all.end());
    LoadedAssembly loaded = load_assembly(paths, load);
    stop_if_interrupted(session);
    if (pieces) take_apart(loaded, threads);
    stop_if_interrupted(session);
    return loaded;
}

}  // namespace graze::app
