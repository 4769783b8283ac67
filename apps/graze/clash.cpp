// graze clash: which parts of an assembly overlap, lie inside one another, or touch?
#include "graze/clash/clash.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "arguments.h"
#include "assembly_input.h"
#include "check_options.h"
#include "clash_command.h"
#include "clash_report.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/clash/files/note_files.h"
#include "graze/mesh/closed_surface.h"
#include "page_options.h"
#include "remarks.h"
#include "report.h"
#include "run_options.h"
#include "stitching.h"
#include "text.h"
#include "whole_file.h"

namespace graze::app {
namespace {

struct ClashRequest {
    AssemblyInput input;
    RunOptions run;
    CheckOptions checks;
    PageOptions page;
    bool all = false;
    std::vector<std::string> between;  // none or two: files, folders or patterns
    StitchOption stitch;
    std::string folder, json, open = "surfaces", touching = "show", threads = "0",
                              budget = std::to_string(usual_tests_per_pair);
};

void refuse_open_parts(const Assembly& assembly, const Threads& threads) {
    std::map<const Mesh*, ClosedSurface> surfaces;
    for (const Part& part : assembly.parts)
        if (!surfaces.contains(part.mesh.get()))
            surfaces.emplace(part.mesh.get(), ClosedSurface(*part.mesh, threads));
    const Part* first = nullptr;
    std::uint64_t count = 0;
    for (const Part& part : assembly.parts) {
        if (surfaces.at(part.mesh.get()).closed()) continue;
        if (first == nullptr) first = &part;
        ++count;
    }
    if (first == nullptr) return;
    const std::string others = count > 1 ? fmt::format(" (nor are {} more)", with_thousands(count - 1)) : "";
    throw Error(fmt::format("is not closed{}: {}", others, surfaces.at(first->mesh.get()).why_not()),
                fmt::format("part '{}'", first->path),
                "mend it, or compare open parts as surfaces (--open surfaces)");
}

// Whether a file that was read is the one that is meant, or in the folder that is meant.
bool is_file(const std::string& file, const std::string& meant) {
    const std::filesystem::path path(file);
    std::error_code error;
    return path.filename() == meant || std::filesystem::equivalent(path, meant, error) ||
           std::filesystem::equivalent(path.has_parent_path() ? path.parent_path() : ".", meant, error);
}

// Files that are only named here are read, too.
AssemblyInput with_files_of(AssemblyInput input, const std::vector<std::string>& between) {
    for (const std::string& side : between) {
        const auto has_it = [&](const std::string& file) { return is_file(file, side); };
        std::error_code error;
        if (std::filesystem::exists(side, error) && std::ranges::none_of(input.all_files(), has_it))
            input.files.push_back(side);
    }
    if (input.files.empty()) throw Error("FILE is missing", "clash", "see 'graze clash --help'");
    return input;
}

// All parts of the files that are meant, or a pattern as in rules.
std::vector<std::string> patterns_of(const std::string& side, const LoadedAssembly& loaded) {
    std::vector<std::string> patterns;
    for (const AssemblyFile& file : loaded.files) {
        if (!is_file(file.file, side)) continue;
        std::string stem;
        for (const char c : file.stem) {
            if (c == '*' || c == '?' || c == '"') stem += '\\';
            stem += c;
        }
        patterns.push_back(stem + "/**");
        patterns.push_back("/" + stem);  // a file that is one part
    }
    return patterns.empty() ? std::vector{side} : patterns;
}

// The pairs of its share that a run has not compared.
std::uint64_t left_over(const ClashReport& report) {
    const ClashCounts& n = report.counts;
    // cannot be negative: portions of other shards are not taken from a checkpoint
    return report.run.share - (n.pairs - n.apart_by_boxes - n.ignored - n.not_compared);
}

// False if making the page was interrupted. A run that was interrupted earlier still gets a smaller page.
bool write_page(Session& session, const ClashRequest& options, const Assembly& assembly,
                const ClashReport& report, const Threads& threads) {
    const bool partial = left_over(report) > 0;
    try {
        if (partial || !options.page.wanted(report) || !session.progress.cancelled()) {
            options.page.write(assembly, report, options.folder, threads, session.progress);
            return true;
        }
    } catch (const Error&) {
        if (partial || !session.progress.cancelled()) throw;
    }
    session.progress.clear();
    complain("interrupted; clashes.json has everything, and the same command again makes report.html");
    return false;
}

Exit run_clash(Session& session, const ClashRequest& options, const ClashFinder& find) {
    check_json_name(options.json, "report.json");
    const bool refuse = parse_choice<bool>("--open", options.open, {{"surfaces", false}, {"refuse", true}});
    const TableOptions table{
        parse_choice<bool>("--touching", options.touching, {{"show", true}, {"hide", false}}), options.all};
    ClashOptions search;
    search.threads = Threads(parse_count("--threads", options.threads, 0, 1024));
    search.budget_per_pair = parse_budget("--budget", options.budget);
    search.open_parts = refuse ? OpenMeshes::refuse : OpenMeshes::as_surfaces;
    search.progress = &session.progress;
    const Checks checks = options.checks.read();
    StitchWish::parse("--stitch", options.stitch.text);
    options.page.check();
    options.run.apply(search, options.folder);
    if (search.shard && checks.baseline)
        throw Error("cannot be compared with a shard", "--baseline", "give it to graze merge");

    const AssemblyInput input = with_files_of(options.input, options.between);
    LoadedAssembly loaded = input.read(session, search.threads);
    options.stitch.apply(session, loaded.assembly, input.files.front(), search.threads);
    checks.apply(search, loaded.assembly, input.files.front());
    if (!options.between.empty())
        search.between =
            RuleSides{patterns_of(options.between[0], loaded), patterns_of(options.between[1], loaded)};
    if (refuse) refuse_open_parts(loaded.assembly, search.threads);
    std::optional<ClashReport> found = find(loaded.assembly, search, checks.rules);
    if (!found) return Exit::fine;  // another process has the report
    ClashReport report = *std::move(found);
    note_files(report, loaded);
    report.remarks = remarks_on(loaded, report, input);
    checks.compare(report);
    session.progress.clear();
    // Prints the findings first: making the page takes longer, and a disk may be full.
    if (!options.json.empty()) write_report(session.out, options.json, report);
    const bool talks = options.json != "-";
    if (talks) session.out.write(to_text(session.style, report, table));
    if (!options.folder.empty()) {
        session.out.flush();
        write_folder(options.folder, report);
        const bool whole = write_page(session, options, loaded.assembly, report, search.threads);
        if (talks) session.out.write(written_text(session.style, options.folder));
        if (!whole) return Exit::incomplete;
    }
    const std::uint64_t missing = left_over(report);
    if (missing == 0) RunOptions::forget_checkpoint(options.folder);
    if (missing == 0 && report.counts.undecided == 0 && report.cut_short() == 0)
        return report.counts.clashes() > 0 ? Exit::found : Exit::fine;
    session.out.flush();  // the sentence comes last
    complain(missing > 0
                 ? fmt::format("interrupted; {} not compared{}", count_of(missing, "pair"),
                               options.folder.empty() ? "" : "; the same command again goes on from here")
                 : left_open(report) + "; give a larger --budget, or none");
    return Exit::incomplete;
}

}  // namespace

void add_clash(CLI::App& program, Actions& actions) {
    add_clash_with(program, actions,
                   [](const Assembly& assembly, const ClashOptions& clash_options, const ClashRules& rules) {
                       return clash(assembly, clash_options, rules);
                   });
}

void add_clash_with(CLI::App& program, Actions& actions, ClashFinder find) {
    CLI::App& command = *program.add_subcommand(
        "clash", "Find which parts of an assembly overlap, lie inside one another, come too close or touch");
    auto options = std::make_shared<ClashRequest>();
    command
        .add_option("FILE", options->input.files,
                    "Files with the parts, or folders of such files: STEP, IGES, IFC, 3MF, glTF, STL, OBJ, "
                    "PLY, OFF, FBX, Collada, graze "
                    "and what else Assimp reads")
        ->type_name("FILE");
    const auto add = [&](const std::string& name, std::string& value, const std::string& type,
                         const std::string& description) {
        command.add_option(name, value, description)->type_name(type)->capture_default_str();
    };
    add("-o,--output", options->folder, "DIR",
        "Write report.html, clashes.json and clashes.csv into this folder; a run that was killed goes on "
        "from "
        "there");
    options->page.add_to(command);
    options->checks.add_to(command);
    add("--json", options->json, "FILE",
        "Write the report as JSON too (schema graze.clash/2), to a file that ends in .json; '-' prints it "
        "instead");
    command.add_flag("--all", options->all, "Show all findings in the table, not only the worst 50");
    add("--touching", options->touching, "show|hide", "Whether the table has parts that merely touch");
    add("--open", options->open, "surfaces|refuse", "Parts that are not closed: compare surfaces, or refuse");
    options->stitch.add_to(command);
    command
        .add_option("--between", options->between,
                    "Only pairs with a part of A and one of B, which are files, or names as in rules")
        ->type_name("A B")
        ->expected(2);
    add("--parts", options->input.parts, part_choices, part_choices_help);
    options->input.add_unit_to(
        command, "The unit of the coordinates, whatever the files say; FILE=mm is about one of them");
    options->input.import.add_to(command);
    options->run.add_to(command);
    add("--budget", options->budget, "COUNT|none",
        "Tests to spend on a pair before it is left undecided, or without some of its figures");
    add("--threads", options->threads, "COUNT", "Threads to use; 0 is one per processor");
    command.footer(
        "All pairs of parts are compared, exactly for the coordinates in the files. Parts that have a point "
        "inside both clash, if they reach deeper into each other than --touch; parts whose faces are flush "
        "touch. A part may be several objects in one file or a file of its own.\n"
        "\n"
        "Rules, one in a line; of several that hold for a pair the last one counts (docs/clash.md):\n"
        "  group fasteners = \"screw *\", \"nut *\"        a name for patterns\n"
        "  ignore fasteners fasteners                   not looked at\n"
        "  ignore same parent                           or: same mesh, within \"unit *\"\n"
        "  check \"screw 7\" any                         looked at nevertheless\n"
        "  clearance 5mm \"exhaust*\" \"hose*\"           instead of --clearance\n"
        "  allow 0.02mm \"bearing *\" \"housing*\"        overlaps that deep are fits\n"
        "\n"
        "Examples:\n"
        "  graze clash machine.step\n"
        "  graze clash parts/ --clearance 0.5mm -o report\n"
        "  graze clash --between house.ifc pipes.ifc\n"
        "  graze clash gearbox.glb --clearance 2mm --rules rules.txt -o monday\n"
        "  graze clash gearbox.glb --clearance 2mm --rules rules.txt --baseline monday -o tuesday\n"
        "  graze clash machine.obj --json - | jq -r '.findings[] | [.kind, .a, .b] | @tsv'\n"
        "\n"
        "Exit codes: 0 no clash (or only such as rules allow); 1 parts overlap or lie inside others; 2 "
        "error; 3 "
        "incomplete.");
    actions[&command] = [options, find = std::move(find)](Session& session) {
        return run_clash(session, *options, find);
    };
}

}  // namespace graze::app
