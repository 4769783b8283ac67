// graze generate NAME for the objects of the library's table, and graze generate --list.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "arguments.h"
#include "generate.h"
#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects.h"
#include "help.h"

namespace graze::app {
namespace {

constexpr std::uint32_t default_triangles = 10'000;

Exit run_object(Session& session, const GenerateOptions& options, const GeneratedObject& object,
                const std::string& wanted) {
    const std::uint32_t triangles = parse_count("--triangles", wanted, 0, most_triangles);
    const std::uint32_t seed =
        parse_count("--seed", options.seed, 0, std::numeric_limits<std::uint32_t>::max());
    const Mesh mesh = options.level.empty() ? object.make(triangles, seed)
                      : object.name == "sponge"
                          ? make_sponge(parse_count("--level", options.level, 1, 5), triangles)
                          : make_tetraflake(parse_count("--level", options.level, 0, 10), triangles);
    Json more = Json::object();
    if (object.seeded) more["seed"] = seed;
    return write_generated(session, options, std::string(object.name), mesh, more);
}

Exit list_objects(Session& session, bool json) {
    std::string text;
    Json objects = Json::array();
    for (const GeneratedObject& object : generated_objects()) {
        text += fmt::format("{:<14}{}{}\n", object.name, object.description,
                            object.seeded ? " (differs with --seed)" : "");
        objects.push_back({{"name", object.name},
                           {"description", object.description},
                           {"closed", object.closed},
                           {"seeded", object.seeded},
                           {"box", to_json(object.within)}});
    }
    session.out.write(json ? dump({{"schema", "graze.generate-list/1"}, {"objects", std::move(objects)}})
                           : text);
    return Exit::fine;
}

void add_object(CLI::App& command, Actions& actions, const std::shared_ptr<GenerateOptions>& options,
                const GeneratedObject& object) {
    const std::string name(object.name);
    CLI::App& shape = *command.add_subcommand(name, "Write " + std::string(object.description));
    add_output_options(shape, *options);
    const auto triangles = std::make_shared<std::string>(std::to_string(default_triangles));
    add_text_option(shape, "--triangles", *triangles, "COUNT",
                    "Triangles wanted; the object has about as many, but not fewer than its form needs");
    if (object.seeded)
        add_text_option(shape, "--seed", options->seed, "NUMBER", "Another number gives another object");
    if (name == "sponge" || name == "tetraflake")
        add_text_option(shape, "--level", options->level, "NUMBER",
                        "How often it is cut, " +
                            std::string(name == "sponge" ? "from 1 to 5" : "from 0 to 10") +
                            "; left out, it is what fits the triangles");
    shape.footer("Example:\n  graze generate " + name + " --triangles 100000 -o " + name + ".glb" +
                 generate_exit_codes);
    actions[&shape] = [options, triangles, &object](Session& session) {
        return run_object(session, *options, object, *triangles);
    };
}

}  // namespace

void add_generated_objects(CLI::App& command, Actions& actions,
                           const std::shared_ptr<GenerateOptions>& options) {
    const auto shapes = command.get_subcommands([](const CLI::App*) { return true; });
    for (const GeneratedObject& object : generated_objects())
        if (std::ranges::find(shapes, object.name, &CLI::App::get_name) == shapes.end())
            add_object(command, actions, options, object);
    command.add_flag("--list", options->list, "Print the name of each object, with a line about it");
    command.add_flag("--json", options->json, "With --list: one JSON object (schema graze.generate-list/1)");
    actions[&command] = [&command, options](Session& session) {
        if (options->list) return list_objects(session, options->json);
        fmt::print(stderr, "{}", help_text(command, std::min<std::size_t>(terminal_width(), 100)));
        return Exit::error;
    };
}

}  // namespace graze::app
