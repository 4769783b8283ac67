#include "program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "help.h"
#include "run_options.h"
#include "usage.h"

namespace graze::app {
namespace {

std::size_t help_width() {
    return std::min<std::size_t>(terminal_width(), 100);
}

// Parses the command line and runs the command.
Exit run_command(CLI::App& program, const Actions& actions, std::vector<std::string> arguments,
                 Session& session, const Complain& complain_about) {
    // 'graze help clash', as git and others have it.
    if (!arguments.empty() && arguments.front() == "help") {
        arguments.erase(arguments.begin());
        const bool known =
            arguments.empty() || std::ranges::any_of(program.get_subcommands({}), [&](const CLI::App* one) {
                return one->get_name() == arguments.front();
            });
        if (known) arguments.emplace_back("--help");
    }
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
        complain_about(explain(program, error));
        return Exit::error;
    }
    const CLI::App& command = chosen_command(program);
    const auto action = actions.find(&command);
    if (action != actions.end()) return action->second(session);
    fmt::print(stderr, "{}", help_text(command, help_width()));
    return Exit::error;
}

}  // namespace

Exit run_program(int argc, char** argv, CLI::App& program, const SetUp& set_up,
                 const Complain& complain_about) {
    Session session{{}, Style(STDOUT_FILENO), {}};
    const auto fail = [&](std::string_view sentence) {
        session.progress.clear();
        complain_about(sentence);
        return Exit::error;
    };
    try {
        cancel_on_interrupt(session.progress);
        show_remarks(session.progress);
        Actions actions;
        set_up(program, actions);
        const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
        const Exit exit = run_command(program, actions, file_names_made_safe(words), session, complain_about);
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

void prepare_process() {
    guard_standard_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error of writing
    std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is seen where output is written
}

}  // namespace graze::app
