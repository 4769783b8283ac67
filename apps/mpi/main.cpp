// graze-mpi: graze clash on several machines, as in  mpirun -n 8 graze-mpi clash plant.glb -o report
// Every rank reads the files and makes the same plan; rank 0 gives out portions of it and writes the report.
#include <fcntl.h>
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <array>

#include "clash_command.h"
#include "coordinator.h"
#include "graze/base/error.h"
#include "messages.h"
#include "program.h"
#include "worker.h"

namespace graze::mpi {
namespace {

using app::Exit;

// What is known about the ranks outside the command.
struct Team {
    bool has_met = false;
    std::string complaint;     // of this rank; ranks other than 0 do not print theirs
    bool others_wait = false;  // for work from this rank
    Outcome outcome;
};

Introduction own_introduction() {
    Introduction own;
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    own.machine = name.data();
    own.process = ::getpid();
    return own;
}

// Rank 0 reports an error, if there is one; the others end quietly.
bool may_begin(const std::vector<Introduction>& ranks) {
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].ready && ranks[i].key == ranks[0].key) continue;
        if (rank() != 0) return false;
        if (!ranks[i].ready)
            throw Error(ranks[i].sentence, fmt::format("rank {}", i), "see to it, and run it again");
        throw Error("has other files, settings, rules or another version of graze than rank 0",
                    fmt::format("rank {}", i), "give the same to all ranks");
    }
    return true;
}

void work_or_say_why_not(ClashRun& run, const std::vector<Introduction>& ranks, Progress& progress,
                         const Patience& patience) {
    try {
        work(run, ranks, progress, patience);
    } catch (const std::exception& e) {
        send(Kind::fails, e.what());
    }
}

// At once: MPI may leave no time for more than that.
void name_the_dead(const Outcome& outcome) {
    std::string who;
    for (const DeadRank& dead : outcome.dead)
        who += fmt::format("{}rank {}{}", who.empty() ? "" : ", ", dead.rank,
                           dead.reason.empty() ? "" : " (" + dead.reason + ")");
    app::complain(fmt::format("{} ended before it was done; {} portions are missing", who, outcome.missing));
}

std::optional<ClashReport> find(Team& team, const Assembly& assembly, ClashOptions clash_options,
                                const ClashRules& rules) {
    if (rank() != 0) clash_options.checkpoint.clear();  // one writes it
    ClashRun run(assembly, clash_options, rules);
    Introduction own = own_introduction();
    own.ready = true;
    own.key = run.key();
    team.has_met = true;
    const std::vector<Introduction> ranks = introduce(own);
    if (!may_begin(ranks)) return std::nullopt;
    const Patience patience;
    if (rank() != 0) {
        work_or_say_why_not(run, ranks, *clash_options.progress, patience);
        return std::nullopt;
    }
    if (ranks.size() == 1) {
        run.compare();
        return run.finish();
    }
    team.others_wait = true;
    team.outcome = coordinate(run, ranks, *clash_options.progress, patience);
    team.others_wait = false;
    if (!team.outcome.dead.empty()) name_the_dead(team.outcome);
    return run.finish();
}

void be_quiet() {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) ::dup2(nowhere, STDOUT_FILENO);
}

// A rank that failed before comparing tells the others, which wait for it.
void meet_others(Team& team, Exit exit) {
    Introduction own = own_introduction();
    own.sentence = exit == Exit::fine ? "had nothing to do" : team.complaint;
    team.has_met = true;
    introduce(own);
}

void set_up(CLI::App& program, app::Actions& actions, Team& team) {
    program.require_subcommand(1, 1);
    program.set_version_flag("--version", "graze-mpi " GRAZE_VERSION, "Print the version and exit");
    program.set_help_flag("-h,--help", "Print this help and exit");
    program.footer(
        "Start it with mpirun; the files must be found under the same names on all machines.\n"
        "\n"
        "Examples:\n"
        "  mpirun -n 8 graze-mpi clash plant.glb -o report\n"
        "  mpirun --hostfile hosts graze-mpi clash plant.glb --clearance 2mm -o report --threads 4");
    add_clash_with(program, actions,
                   [&team](const Assembly& assembly, const ClashOptions& clash_options,
                           const ClashRules& rules) { return find(team, assembly, clash_options, rules); });
    program.get_subcommand("clash")->get_option("--threads")->default_val("1");  // ranks are many already
}

int run(int argc, char** argv) {
    Team team;
    if (rank() != 0) be_quiet();
    CLI::App program("Find clashes on several machines", "graze-mpi");
    const Exit exit = app::run_program(
        argc, argv, program, [&](CLI::App& p, app::Actions& actions) { set_up(p, actions, team); },
        [&](std::string_view sentence) {
            team.complaint = sentence;
            if (rank() == 0) app::complain(sentence);
        });
    if (!team.outcome.dead.empty()) end_all(static_cast<int>(Exit::incomplete));
    if (team.others_wait) end_all(static_cast<int>(exit));
    if (!team.has_met) meet_others(team, exit);
    const bool is_first = rank() == 0;
    MPI_Finalize();
    return is_first ? static_cast<int>(exit) : 0;  // rank 0 speaks for all
}

}  // namespace
}  // namespace graze::mpi

int main(int argc, char** argv) {
    graze::app::prepare_process();
    int threads = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    return graze::mpi::run(argc, argv);
}
