// graze generate gearbox: an assembly with planted clashes, and the truth about it in a file beside it.
#include "generate_gearbox.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "arguments.h"
#include "generate.h"
#include "graze/io/save.h"
#include "graze/models/gearbox.h"
#include "graze/models/gearbox_motions.h"
#include "report.h"
#include "text.h"
#include "whole_file.h"

namespace graze::app {
namespace {

struct GearboxRequest {
    std::string output, parts = "216", triangles = "200000", seed = "1";
    bool clean = false, captives = false, json = false;
};

constexpr PlantedPair::Kind kinds[] = {PlantedPair::Kind::clash, PlantedPair::Kind::fit,
                                       PlantedPair::Kind::inside, PlantedPair::Kind::touch,
                                       PlantedPair::Kind::clearance};

Json known_json(const Known& known) {
    return {{"value", known.value}, {"error", known.error}};
}

Json counts_json(const Gearbox& gearbox) {
    Json counts;
    for (const PlantedPair::Kind kind : kinds) counts[name_of(kind)] = 0;
    for (const PlantedPair& pair : gearbox.truth)
        counts[name_of(pair.kind)] = counts[name_of(pair.kind)].get<int>() + 1;
    return counts;
}

Json motions_json(const Gearbox& gearbox) {
    const auto path_of = [&](std::size_t part) { return gearbox.assembly.parts[part].path; };
    Json motions = Json::array();
    for (const TakenOut& taken : gearbox_motions(gearbox)) {
        Json parts = Json::array(), poses = Json::array(), bump;
        for (const std::size_t part : taken.parts) parts.push_back(path_of(part));
        for (const Pose& pose : taken.path) poses.push_back(numbers_of(pose));
        if (taken.bump)
            bump = {{"part", path_of(taken.bump->part)},
                    {"into", path_of(taken.bump->into)},
                    {"step", taken.bump->step}};
        motions.push_back({{"what", taken.what},
                           {"parts", std::move(parts)},
                           {"bump", std::move(bump)},
                           {"poses", std::move(poses)}});
    }
    return motions;
}

Json truth_json(const Gearbox& gearbox, const GearboxOptions& options, const std::string& model) {
    Json pairs = Json::array();
    for (const PlantedPair& pair : gearbox.truth) {
        Json entry{{"kind", name_of(pair.kind)},
                   {"a", gearbox.assembly.parts[pair.a].path},
                   {"b", gearbox.assembly.parts[pair.b].path},
                   {"what", pair.what}};
        if (pair.volume) entry["volume"] = known_json(*pair.volume);
        if (pair.depth) entry["depth"] = known_json(*pair.depth);
        if (pair.distance) entry["distance"] = known_json(*pair.distance);
        pairs.push_back(std::move(entry));
    }
    return {{"schema", "graze.truth/1"},
            {"model", model},
            {"seed", options.seed},
            {"clean", options.clean},
            {"metres_per_unit", gearbox.assembly.metres_per_unit.value_or(0.001)},
            {"parts", gearbox.assembly.parts.size()},
            {"triangles", gearbox.triangles},
            {"counts", counts_json(gearbox)},
            {"pairs", std::move(pairs)},
            {"motions", motions_json(gearbox)}};
}

std::string counts_text(const Json& counts) {
    std::string text;
    for (const auto& [kind, count] : counts.items())
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind,
                            with_thousands(count.get<std::uint64_t>()));
    return text;
}

Exit run_gearbox(Session& session, const GearboxRequest& options) {
    if (!keeps_assemblies(options.output))
        throw Error("'" + options.output + "' would not keep the parts of an assembly", "-o",
                    "name a file that ends in .glb");
    GearboxOptions wanted;
    wanted.parts = parse_count("--parts", options.parts, 50, 100'000);
    wanted.triangles = parse_count("--triangles", options.triangles, 1, 50'000'000);
    wanted.seed = parse_count("--seed", options.seed, 0, 4'294'967'295);
    wanted.clean = options.clean;
    wanted.captives = options.captives;
    const Gearbox gearbox = make_gearbox(wanted);
    stop_if_interrupted(session);

    SaveOptions save;
    save.progress = &session.progress;
    const Losses losses{
        save_assembly(gearbox.assembly, options.output, save), gearbox.assembly.metres_per_unit, {}};
    const std::filesystem::path file = options.output;
    const std::string truth_file = std::filesystem::path(file).replace_extension(".truth.json").string();
    const Json truth = truth_json(gearbox, wanted, file.filename().string());
    write_file(truth_file, [&](const Send& send) { send(dump(truth)); });
    session.progress.clear();

    std::set<const Mesh*> meshes;
    for (const Part& part : gearbox.assembly.parts) meshes.insert(part.mesh.get());
    const Style& style = session.style;
    if (options.json) {
        session.out.write(dump({{"schema", "graze.generate/1"},
                                {"shape", "gearbox"},
                                {"output",
                                 {{"file", options.output},
                                  {"truth", truth_file},
                                  {"parts", gearbox.assembly.parts.size()},
                                  {"meshes", meshes.size()},
                                  {"triangles", gearbox.triangles}}},
                                {"planted", truth["counts"]},
                                {"not_kept", to_json(losses)}}));
    } else {
        session.out.write(field(style, "written", style.bold(printable(options.output))) +
                          field(style, "truth", printable(truth_file)) +
                          field(style, "parts", with_thousands(gearbox.assembly.parts.size())) +
                          field(style, "meshes", with_thousands(meshes.size())) +
                          field(style, "triangles", with_thousands(gearbox.triangles)) +
                          field(style, "planted", counts_text(truth["counts"])) + to_text(style, losses));
    }
    return Exit::fine;
}

}  // namespace

void add_generate_gearbox(CLI::App& generate, Actions& actions) {
    auto options = std::make_shared<GearboxRequest>();
    CLI::App& command =
        *generate.add_subcommand("gearbox", "Write a gearbox, or a plant of them, with planted clashes");
    const auto add = [&](const char* name, std::string& value, const char* description) {
        command.add_option(name, value, description)->type_name("COUNT")->capture_default_str();
    };
    command.add_option("-o,--output", options->output, "File to write, .glb; the truth goes beside it")
        ->required()
        ->type_name("FILE");
    add("--parts", options->parts, "Parts, 50 to 100000: beyond one machine, rows of them that share meshes");
    add("--triangles", options->triangles, "Triangles wanted, to 50000000; the nearest fineness is taken");
    add("--seed", options->seed, "Another number, other faults in other places");
    command.add_flag("--clean", options->clean, "Without faults: nothing clashes but what fits by design");
    command.add_flag(
        "--captives", options->captives,
        "With parts to take out by hand: a ring that cannot come off, and a bayonet that must be "
        "turned");
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.generate/1)");
    command.footer(
        "The truth is in gearbox.truth.json (schema graze.truth/1): which pairs of parts clash, fit, touch "
        "or "
        "keep a known distance, with volumes and depths; all others are apart. And parts that are "
        "taken out, step by step, free or into something. Lengths in mm.\n\n"
        "Example:\n"
        "  graze generate gearbox -o gearbox.glb && graze clash gearbox.glb\n\n"
        "Exit codes: 0 written; 2 error; 3 interrupted.");
    actions[&command] = [options](Session& session) { return run_gearbox(session, *options); };
}

}  // namespace graze::app
