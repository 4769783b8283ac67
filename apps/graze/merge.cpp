// graze merge: the reports of shards as one.
#include "graze/clash/distribute/merge.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "check_options.h"
#include "clash_report.h"
#include "command.h"
#include "graze/clash/files/clash_file.h"
#include "merged_page.h"
#include "whole_file.h"

namespace graze::app {
namespace {

struct MergeRequest {
    std::vector<std::string> inputs;
    std::string folder;
    CheckOptions checks;  // the baseline only
    MergedPage page;
};

NamedReport read(const std::string& input) {
    std::filesystem::path path(input);
    if (std::filesystem::is_directory(path)) path /= "clashes.json";
    return {path.string(), parse_clashes(read_file(path.string()), path.string())};
}

// The merged report would take the place of a shard that is needed when others arrive.
void refuse_to_overwrite(const NamedReport& shard, const std::string& folder) {
    std::error_code error;
    if (std::filesystem::equivalent(shard.name, std::filesystem::path(folder) / "clashes.json", error))
        throw Error("would be overwritten", shard.name, "choose another folder with -o");
}

Exit run_merge(Session& session, const MergeRequest& options) {
    options.page.check();
    std::vector<NamedReport> shards;
    for (const std::string& input : options.inputs) {
        shards.push_back(read(input));
        refuse_to_overwrite(shards.back(), options.folder);
    }
    const Checks checks = options.checks.read();
    MergedClashes merged = merge(std::move(shards));
    ClashReport& report = merged.report;
    checks.compare(report);
    write_folder(options.folder, report);
    session.out.write(to_text(session.style, report, {}));
    session.out.flush();  // making the page takes longer, and sentences come last
    options.page.write(session, report, options.folder);
    session.out.write(written_text(session.style, options.folder));
    session.out.flush();
    if (report.complete()) return report.counts.clashes() > 0 ? Exit::found : Exit::fine;
    std::string sentence = fmt::format("incomplete: {}", left_open(report));
    if (!merged.missing.empty()) sentence = fmt::format("incomplete: {}", fmt::join(merged.missing, "; "));
    complain(sentence);
    return Exit::incomplete;
}

}  // namespace

void add_merge(CLI::App& program, Actions& actions) {
    CLI::App& command =
        *program.add_subcommand("merge", "Put the reports of shards together, as one run would have made it");
    auto options = std::make_shared<MergeRequest>();
    command
        .add_option("DIR", options->inputs,
                    "Folders that 'graze clash --shard' has written, or their clashes.json")
        ->required()
        ->type_name("DIR");
    command
        .add_option("-o,--output", options->folder,
                    "Folder for the merged report.html, clashes.json and clashes.csv")
        ->required()
        ->type_name("DIR");
    command.add_option("--baseline", options->checks.baseline, "An earlier report to compare with")
        ->type_name("FILE");
    options->page.add_to(command);
    command.footer(
        "Shards must be of the same job: the same files, options, rules and version of graze. Any may be "
        "missing; the report says so then, and what it has is true. For report.html the files of the parts "
        "are "
        "read again; where they are gone or have changed, the other files are written all the same.\n"
        "\n"
        "Examples:\n"
        "  graze clash plant.glb --shard 1/2 -o first     on one machine\n"
        "  graze clash plant.glb --shard 2/2 -o second    on another\n"
        "  graze merge first second -o all\n"
        "\n"
        "Exit codes: 0 no clash; 1 parts overlap or lie inside others; 2 error; 3 incomplete.");
    actions[&command] = [options](Session& session) { return run_merge(session, *options); };
}

}  // namespace graze::app
