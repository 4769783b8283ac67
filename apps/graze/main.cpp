// The command-line program: what all subcommands have in common. Each of them is in the file of its name.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "command.h"
#include "graze/base/error.h"
#include "help.h"
#include "usage.h"

namespace graze::app {
namespace {

void set_up(CLI::App& program, Actions& actions) {
    program.require_subcommand(0, 1);  // none: the help is shown
    program.set_version_flag("--version", "graze " GRAZE_VERSION, "Print the version and exit");
    program.set_help_flag("-h,--help", "Print this help and exit");
    program.footer(
        "'graze COMMAND --help' says more about a command.\n"
        "\n"
        "Examples:\n"
        "  graze generate machine -o machine.obj\n"
        "  graze clash machine.obj\n"
        "  graze generate sphere -o ball.stl\n"
        "  graze check ball.stl ball.stl --pose-b 1.5,0,0\n"
        "\n"
        "Exit codes: 0 fine, nothing found; 1 something found; 2 error; 3 incomplete (interrupted, budget).");
    add_clash(program, actions);
    add_check(program, actions);
    add_distance(program, actions);
    add_volume(program, actions);
#ifdef GRAZE_HAS_REPORT
    add_draw(program, actions);
#endif
    add_info(program, actions);
    add_repair(program, actions);
    add_convert(program, actions);
    add_generate(program, actions);
    add_bench(program, actions);
    add_completion(program, actions);
}

std::size_t help_width() {
    return std::min<std::size_t>(terminal_width(), 100);
}

// Parses and does what was asked for.
Exit run(CLI::App& program, const Actions& actions, std::vector<std::string> arguments, Session& session) {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    try {
        program.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        session.out.write(help_text(chosen_command(program), help_width()));
        return Exit::fine;
    } catch (const CLI::CallForVersion& version) {
        session.out.write(fmt::format("{}\n", version.what()));
        return Exit::fine;
    } catch (const CLI::ParseError& error) {
        complain(explain(program, error));
        return Exit::error;
    }
    const CLI::App& command = chosen_command(program);
    const auto action = actions.find(&command);
    if (action != actions.end()) return action->second(session);
    fmt::print(stderr, "{}", help_text(command, help_width()));
    return Exit::error;
}

// Whatever goes wrong is said in one sentence.
Exit run_and_report_errors(int argc, char** argv) {
    Session session{{}, Style(STDOUT_FILENO), {}};
    const auto fail = [&](std::string_view sentence) {
        session.progress.clear();
        complain(sentence);
        return Exit::error;
    };
    try {
        cancel_on_interrupt(session.progress);
        CLI::App program("Find out where shapes touch", "graze");
        Actions actions;
        set_up(program, actions);
        const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
        const Exit exit = run(program, actions, file_names_made_safe(words), session);
        session.out.flush();
        return exit;
    } catch (const Error& e) {
        if (!session.progress.cancelled()) return fail(e.what());
        fail("interrupted before the work was done");
        return Exit::incomplete;
    } catch (const std::bad_alloc&) {
        return fail("not enough memory; use smaller meshes or a larger machine");
    } catch (const std::exception& e) {
        return fail(fmt::format("unexpected: {}; please report this", e.what()));
    }
}

}  // namespace
}  // namespace graze::app

int main(int argc, char** argv) {
    graze::app::guard_standard_streams();
    std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is seen where output is written
    return static_cast<int>(graze::app::run_and_report_errors(argc, argv));
}
