#include "help.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "text.h"

namespace graze::app {
namespace {

struct HelpRow {
    std::string left, right;
};

std::string section(const std::string& title, const std::vector<HelpRow>& rows, std::size_t width) {
    if (rows.empty()) return {};
    std::size_t left_width = 0;
    for (const HelpRow& row : rows) left_width = std::max(left_width, row.left.size());
    const std::size_t indent = left_width + 4;
    std::string text = "\n" + title + ":\n";
    for (const HelpRow& row : rows) {
        std::string left = row.left;
        for (const std::string& line : wrap(row.right, std::max<std::size_t>(width, indent + 30) - indent)) {
            text += fmt::format("  {:<{}}  {}\n", left, left_width, line);
            left.clear();
        }
    }
    return text;
}

HelpRow argument_row(const CLI::Option& option) {
    return {option.get_name(true) + (option.get_expected_max() > 1 ? "..." : ""), option.get_description()};
}

HelpRow option_row(const CLI::Option& option) {
    std::string left;
    for (const std::string& name : option.get_snames()) left += "-" + name + ", ";
    if (left.empty()) left = "    ";  // so that the long names are in one column
    for (const std::string& name : option.get_lnames()) left += "--" + name;
    if (takes_value(option)) left += " " + option.get_type_name();
    std::string right = option.get_description();
    if (option.get_required()) right += " (required)";
    if (!option.get_default_str().empty()) right += fmt::format(" (default {})", option.get_default_str());
    return {left, right};
}

std::string usage_line(const CLI::App& command) {
    std::string text = "Usage: " + command_path(command);
    if (!command.get_subcommands({}).empty()) {
        text += " COMMAND [ARGUMENTS]";
    } else {
        for (const CLI::Option* option : command.get_options())
            if (option->get_positional()) text += " " + argument_row(*option).left;
        text += " [OPTIONS]";
    }
    return text + "\n";
}

// Indented lines are kept as they are; others are wrapped.
std::string footer(const std::string& text, std::size_t width) {
    std::string result;
    std::size_t start = 0;
    while (start <= text.size() && !text.empty()) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string line = text.substr(start, end - start);
        if (line.starts_with(' ')) {
            result += line + "\n";
        } else {
            for (const std::string& part : wrap(line, width)) result += part + "\n";
        }
        start = end + 1;
    }
    return result.empty() ? result : "\n" + result;
}

}  // namespace

bool takes_value(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

std::string command_path(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return (parent == nullptr ? "" : command_path(*parent) + " ") + command.get_name();
}

std::string help_text(const CLI::App& command, std::size_t width) {
    std::vector<HelpRow> commands, arguments, options;
    for (const CLI::App* sub : command.get_subcommands({}))
        commands.push_back({sub->get_name(), sub->get_description()});
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional()) {
            arguments.push_back(argument_row(*option));
        } else {
            options.push_back(option_row(*option));
        }
    }
    std::string text;
    for (const std::string& line : wrap(command.get_description() + ".", width)) text += line + "\n";
    return text + "\n" + usage_line(command) + section("Commands", commands, width) +
           section("Arguments", arguments, width) + section("Options", options, width) +
           footer(command.get_footer(), width);
}

}  // namespace graze::app
