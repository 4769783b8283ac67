#include "usage.h"

#include <fmt/format.h>

#include <algorithm>

#include "graze/base/units.h"
#include "help.h"
#include "text.h"

namespace graze::app {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

std::vector<std::string> subcommand_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* sub : command.get_subcommands({})) names.push_back(sub->get_name());
    return names;
}

std::string see_help(const CLI::App& command) {
    return fmt::format("see '{} --help'", command_path(command));
}

std::string suggestion(const CLI::App& command, const std::string& word,
                       const std::vector<std::string>& names) {
    const std::string meant = closest(word, names);
    return meant.empty() ? see_help(command) : fmt::format("did you mean '{}'?", meant);
}

// "check" for "graze check": sentences begin with "graze: " anyway.
std::string short_path(const CLI::App& command) {
    const std::string path = command_path(command);
    return path.substr(std::min(path.find(' ') + 1, path.size()));
}

std::string unexpected(const CLI::App& command, const std::string& word) {
    const std::string nowhere =
        command.get_parent() == nullptr ? "there is no" : short_path(command) + " has no";
    if (word.size() > 1 && word[0] == '-') {
        const std::string name = word.substr(0, word.find('='));
        return fmt::format("{} option '{}'; {}", nowhere, name,
                           suggestion(command, name, option_names(command)));
    }
    const std::vector<std::string> names = subcommand_names(command);
    if (names.empty() && metres_per(word))
        return fmt::format("'{}' is one argument too many; write a length without a blank, as in 0.2{}", word,
                           word);
    if (names.empty()) return fmt::format("'{}' is one argument too many; {}", word, see_help(command));
    if (word == "version") return fmt::format("{0} command '{1}'; did you mean '--{1}'?", nowhere, word);
    return fmt::format("{} command '{}'; {}", nowhere, word, suggestion(command, word, names));
}

std::string missing(const CLI::App& command) {
    std::string names;
    for (const CLI::Option* option : command.get_options())
        if (option->get_required() && option->empty())
            names += (names.empty() ? "" : " and ") + option->get_name(option->get_positional());
    return names;
}

}  // namespace

std::vector<std::string> file_names_made_safe(std::vector<std::string> arguments) {
    const auto end_of_options = std::find(arguments.begin(), arguments.end(), "--");
    for (auto it = arguments.begin(); it != arguments.end(); ++it) {
        const bool is_file = it > end_of_options && it->starts_with('-');
        if (is_file || it->starts_with('[') || *it == "++") it->insert(0, "./");
    }
    if (end_of_options != arguments.end()) arguments.erase(end_of_options);
    return arguments;
}

const CLI::App& chosen_command(const CLI::App& program) {
    const CLI::App* command = &program;
    while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
    return *command;
}

std::string explain(const CLI::App& program, const CLI::ParseError& error) {
    const CLI::App* command = &program;
    for (;;) {
        // An unknown word explains more than the argument that is missing because of it.
        if (const std::vector<std::string> left = command->remaining(); !left.empty())
            return unexpected(*command, left.front());
        if (command->get_subcommands().empty()) break;
        command = command->get_subcommands().front();
    }
    if (const std::string names = missing(*command);
        !names.empty() && error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError))
        return fmt::format("{}: {} is missing; {}", short_path(*command), names, see_help(*command));
    return fmt::format("{}: {}; {}", short_path(*command), error.what(), see_help(*command));
}

}  // namespace graze::app
