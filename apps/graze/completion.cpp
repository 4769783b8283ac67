// graze completion: scripts that let a shell complete graze's commands, options and files. They are made from
// the options themselves, so they are never out of date.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "graze/base/error.h"
#include "help.h"

namespace graze::app {
namespace {

// What may stand where an option or argument wants a value.
struct Values {
    bool files = false;
    std::vector<std::string> words;
};

struct Item {
    std::vector<std::string> names;  // "-o", "--output"; empty for arguments
    std::string description, type;
    bool takes_value = false, repeats = false;
    Values values;
};

// The lower-case words of a type like "mm|cm|METRES" are values; the others stand for something.
Values values_of(const std::string& type) {
    Values values;
    values.files = type == "FILE";
    for (const std::string& word : CLI::detail::split(type, '|'))
        if (std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::islower(c) != 0; }))
            values.words.push_back(word);
    return values;
}

Item item_of(const CLI::Option& option) {
    Item item;
    for (const std::string& name : option.get_snames()) item.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) item.names.push_back("--" + name);
    item.description = option.get_description();
    item.takes_value = takes_value(option);
    item.repeats = option.get_expected_max() > 1;
    if (item.takes_value) {
        item.type = option.get_type_name();
        item.values = values_of(item.type);
    }
    return item;
}

// A command with everything that can follow it.
struct Command {
    std::string path, name, description;
    std::vector<Item> options, arguments;
    std::vector<Command> subcommands;
};

Command command_of(const CLI::App& app) {
    Command command{command_path(app), app.get_name(), app.get_description(), {}, {}, {}};
    for (const CLI::Option* option : app.get_options())
        (option->get_positional() ? command.arguments : command.options).push_back(item_of(*option));
    for (const CLI::App* sub : app.get_subcommands({})) command.subcommands.push_back(command_of(*sub));
    return command;
}

std::vector<const Command*> flattened(const Command& root) {
    std::vector<const Command*> all{&root};
    for (const Command& sub : root.subcommands) {
        const std::vector<const Command*> below = flattened(sub);
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

std::string single_quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string bash_words(const std::string& words) {
    return fmt::format("mapfile -t COMPREPLY < <(compgen -W {} -- \"$cur\")", single_quoted(words));
}

std::string bash_values(const Values& values) {
    if (values.files) return "_graze_files";
    return values.words.empty() ? ":" : bash_words(fmt::format("{}", fmt::join(values.words, " ")));
}

std::string bash_script(const Command& program) {
    std::string paths, option_values, option_words, argument_values;
    for (const Command* command : flattened(program)) {
        if (command != &program) paths += fmt::format("{}'{}'", paths.empty() ? "" : " | ", command->path);
        std::string names;
        for (const Item& option : command->options) {
            names += fmt::format("{}{}", names.empty() ? "" : " ", fmt::join(option.names, " "));
            if (!option.takes_value) continue;
            for (const std::string& name : option.names)
                option_values += fmt::format("        '{} {}') {}; return ;;\n", command->path, name,
                                             bash_values(option.values));
        }
        option_words += fmt::format("            '{}') {} ;;\n", command->path, bash_words(names));
        std::string values;
        for (const Command& sub : command->subcommands) values += (values.empty() ? "" : " ") + sub.name;
        const std::string offer = !values.empty() ? bash_words(values)
                                  : command->arguments.empty()
                                      ? ":"
                                      : bash_values(command->arguments.front().values);
        argument_values += fmt::format("        '{}') {} ;;\n", command->path, offer);
    }
    return fmt::format(R"(# bash completion for graze. To use it in every shell:
#   graze completion bash > ~/.local/share/bash-completion/completions/graze

_graze_files() {{
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    compopt -o filenames 2> /dev/null || :
}}

_graze() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} command=graze i
    COMPREPLY=()
    # "--option=value" arrives as three words.
    if [[ $cur == '=' ]]; then
        cur=''
    elif [[ $prev == '=' ]]; then
        prev=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$command ${{COMP_WORDS[i]}}" in
        {}) command+=" ${{COMP_WORDS[i]}}" ;;
        esac
    done
    case "$command $prev" in
{}    esac
    if [[ $cur == -* ]]; then
        case "$command" in
{}        esac
        return
    fi
    case "$command" in
{}    esac
}}
complete -F _graze graze
)",
                       paths, option_values, option_words, argument_values);
}

// In the specifications of _arguments, colons and brackets have a meaning.
std::string zsh_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == ':' || c == '[' || c == ']' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string zsh_action(const Item& item) {
    if (item.values.files) return "_files";
    return item.values.words.empty() ? " " : fmt::format("({})", fmt::join(item.values.words, " "));
}

std::string zsh_option(const Item& option) {
    std::string lines;
    const std::string others =
        option.names.size() > 1 ? fmt::format("({})", fmt::join(option.names, " ")) : "";
    for (const std::string& name : option.names) {
        const bool is_long = name.starts_with("--");
        std::string spec = others + name + (option.takes_value ? (is_long ? "=" : "+") : "") + "[" +
                           zsh_escaped(option.description) + "]";
        if (option.takes_value) spec += ":" + zsh_escaped(option.type) + ":" + zsh_action(option);
        lines += " \\\n        " + single_quoted(spec);
    }
    return lines;
}

std::string zsh_function_name(const Command& command) {
    std::string name = "_" + command.path;
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

std::string zsh_function(const Command& command) {
    std::string text = zsh_function_name(command) + "() {\n";
    std::string specs;
    for (const Item& option : command.options) specs += zsh_option(option);
    if (command.subcommands.empty()) {
        for (const Item& argument : command.arguments)
            specs += " \\\n        " + single_quoted((argument.repeats ? "*:" : ":") +
                                                     zsh_escaped(argument.type) + ":" + zsh_action(argument));
        return text + "    _arguments" + specs + "\n}\n\n";
    }
    std::string names, cases;
    for (const Command& sub : command.subcommands) {
        names += fmt::format(" {}", single_quoted(zsh_escaped(sub.name) + ":" + sub.description));
        cases += fmt::format("        {}) {} ;;\n", sub.name, zsh_function_name(sub));
    }
    text += "    local curcontext=\"$curcontext\" state line\n";
    text += fmt::format("    local -a commands=({})\n", names.substr(1));
    text += "    _arguments -C" + specs + " \\\n        '1:command:->command' '*::argument:->argument'\n";
    text += "    case $state in\n    command) _describe command commands ;;\n    argument)\n";
    return text + "        case $line[1] in\n" + cases + "        esac ;;\n    esac\n}\n\n";
}

std::string zsh_script(const Command& program) {
    std::string text =
        "#compdef graze\n"
        "# zsh completion for graze. To use it in every shell, put it in a folder of $fpath:\n"
        "#   graze completion zsh > ~/.zsh/completions/_graze\n\n";
    for (const Command* command : flattened(program)) text += zsh_function(*command);
    // Found in $fpath the file is the function's body; sourced, it has to announce itself.
    return text +
           "if [[ $funcstack[1] == _graze ]]; then\n    _graze \"$@\"\nelse\n    compdef _graze graze\nfi\n";
}

std::string fish_quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') result += '\\';
        result += c;
    }
    return result + "'";
}

// True where this command has been typed, and none of its subcommands yet.
std::string fish_condition(const Command& command) {
    std::string condition;
    for (const std::string& word : CLI::detail::split(command.path, ' '))
        if (word != "graze")
            condition += (condition.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
    if (!command.subcommands.empty()) {
        condition += (condition.empty() ? std::string() : "; and ") + "not __fish_seen_subcommand_from";
        for (const Command& sub : command.subcommands) condition += " " + sub.name;
    }
    return fish_quoted(condition);
}

std::string fish_values(const Values& values) {
    if (values.files) return " -F";
    return values.words.empty() ? "" : " -a " + fish_quoted(fmt::format("{}", fmt::join(values.words, " ")));
}

std::string fish_script(const Command& program) {
    std::string text =
        "# fish completion for graze. To use it in every shell:\n"
        "#   graze completion fish > ~/.config/fish/completions/graze.fish\n\n"
        "complete -c graze -f\n";
    for (const Command* command : flattened(program)) {
        const std::string start = "complete -c graze -n " + fish_condition(*command);
        for (const Command& sub : command->subcommands)
            text += fmt::format("{} -a {} -d {}\n", start, sub.name, fish_quoted(sub.description));
        for (const Item& argument : command->arguments) text += start + fish_values(argument.values) + "\n";
        for (const Item& option : command->options) {
            text += start;
            for (const std::string& name : option.names)
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (option.takes_value)
                text += (option.values.files ? " -r" : " -x") + fish_values(option.values);
            text += " -d " + fish_quoted(option.description) + "\n";
        }
    }
    return text;
}

Exit run_completion(Session& session, const CLI::App& program, const std::string& shell) {
    const Command root = command_of(program);
    if (shell == "bash") {
        session.out.write(bash_script(root));
    } else if (shell == "zsh") {
        session.out.write(zsh_script(root));
    } else if (shell == "fish") {
        session.out.write(fish_script(root));
    } else {
        throw Error("there is no completion for the shell '" + shell + "'", "completion",
                    "give bash, zsh or fish");
    }
    return Exit::fine;
}

}  // namespace

void add_completion(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "completion", "Print a script that lets a shell complete graze's commands and options");
    auto shell = std::make_shared<std::string>();
    command.add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("bash|zsh|fish");
    command.footer(
        "Examples:\n"
        "  source <(graze completion bash)                           for this shell\n"
        "  graze completion bash > ~/.local/share/bash-completion/completions/graze\n"
        "  graze completion zsh > ~/.zsh/completions/_graze          a folder of your $fpath\n"
        "  graze completion fish > ~/.config/fish/completions/graze.fish\n"
        "\n"
        "Exit codes: 0 printed; 2 error.");
    actions[&command] = [&program, shell](Session& session) {
        return run_completion(session, program, *shell);
    };
}

}  // namespace graze::app
