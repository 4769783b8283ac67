// graze generate maze-boxes, room and cage: assemblies for benchmarks of many objects.
#include "arguments.h"
#include "generate.h"
#include "graze/models/scenes.h"

namespace graze::app {
namespace {

constexpr std::uint32_t most_floors = 100, most_movers = 500, most_copies = 1000;

std::uint32_t seed_of(const GenerateOptions& options) {
    return parse_count("--seed", options.seed, 0, 0xffffffff);
}

Exit run_maze(Session& session, const GenerateOptions& options) {
    MazeOptions maze;
    maze.seed = seed_of(options);
    maze.floors = parse_count("--floors", options.floors, 1, most_floors);
    maze.turns = parse_number("--degrees", options.degrees) / 360;
    return write_generated(session, options, "maze-boxes", make_maze(maze), {{"seed", maze.seed}});
}

Exit write_room(Session& session, const GenerateOptions& options, const std::string& shape, const Room& room,
                std::uint64_t seed) {
    Json velocities = Json::object();
    for (std::size_t i = 0; i < room.velocities.size(); ++i)
        velocities[room.assembly.parts[room.first_mover + i].path] = to_json(room.velocities[i]);
    return write_generated(session, options, shape, room.assembly,
                           {{"seed", seed}, {"velocities", std::move(velocities)}});
}

Exit run_room(Session& session, const GenerateOptions& options) {
    RoomOptions wanted;
    wanted.seed = seed_of(options);
    wanted.movers = parse_count("--movers", options.movers, 0, most_movers);
    return write_room(session, options, "room", make_room(wanted), wanted.seed);
}

Exit run_cage(Session& session, const GenerateOptions& options, const std::string& triangles) {
    CageOptions wanted;
    wanted.object = options.object;
    wanted.triangles = parse_count("--triangles", triangles, 0, most_triangles);
    wanted.copies = parse_count("--copies", options.copies, 1, most_copies);
    wanted.seed = seed_of(options);
    return write_room(session, options, "cage", make_cage(wanted), wanted.seed);
}

}  // namespace

void add_generated_scenes(CLI::App& command, Actions& actions,
                          const std::shared_ptr<GenerateOptions>& options) {
    CLI::App& maze =
        *command.add_subcommand("maze-boxes", "Write a maze of 82 boxes, each a part, in metres");
    CLI::App& room = *command.add_subcommand("room", "Write a room with pillars and balls that float in it");
    CLI::App& cage = *command.add_subcommand(
        "cage", "Write a closed box of six walls with copies of an object flying in it");
    for (CLI::App* scene : {&maze, &room, &cage}) {
        add_output_options(*scene, *options);
        add_text_option(*scene, "--seed", options->seed, "NUMBER", "Another number gives another scene");
    }
    add_text_option(maze, "--floors", options->floors, "COUNT", "Mazes above one another, 80 m apart");
    add_text_option(maze, "--degrees", options->degrees, "ANGLE",
                    "By how much it is turned about the z axis");
    maze.footer(std::string("Example:\n  graze generate maze-boxes --floors 3 --degrees 45 -o maze.glb") +
                generate_exit_codes);
    actions[&maze] = [options](Session& session) { return run_maze(session, *options); };
    add_text_option(room, "--movers", options->movers, "COUNT", "Balls of 100 triangles each, at most 500");
    room.footer(std::string("With --json the output has a velocity for each ball, in metres per second.\n\n"
                            "Example:\n  graze generate room --movers 40 -o room.glb") +
                generate_exit_codes);
    actions[&room] = [options](Session& session) { return run_room(session, *options); };
    const auto triangles = std::make_shared<std::string>("7000");
    add_text_option(cage, "--object", options->object, "NAME", "One of 'graze generate --list'");
    add_text_option(cage, "--copies", options->copies, "COUNT", "How many of it, at most 1000");
    add_text_option(cage, "--triangles", *triangles, "COUNT", "Triangles wanted of each copy");
    cage.footer(
        std::string("With --json the output has a velocity for each copy; it depends on the seed only.\n\n"
                    "Example:\n  graze generate cage --object eagle --triangles 17000 -o ten-eagles.glb") +
        generate_exit_codes);
    actions[&cage] = [options, triangles](Session& session) {
        return run_cage(session, *options, *triangles);
    };
}

}  // namespace graze::app
