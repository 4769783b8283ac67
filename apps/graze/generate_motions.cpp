// graze generate motion: paths for objects to move along, as JSON.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "arguments.h"
#include "generate.h"
#include "graze/base/error.h"
#include "graze/models/hands.h"
#include "graze/models/motions.h"

namespace graze::app {
namespace {

constexpr std::uint32_t most_steps = 1'000'000, most_things = 1000, most_floors_walked = 100;

struct MotionOptions {
    std::string steps = "360", seed = "1", noise = "0", noise_degrees = "0";
    std::string distance = "2", axis = "0,0,1", direction = "0,0,1", degrees = "0";
    std::string eye = "0,0,2.5", floors = "1", around = "60";
    std::string style = "smooth", size = "100", centre = "0,0,0";
    std::string things = "2", radius = "1", cage = "10,10,10", speed = "0.1";
};

std::uint32_t steps_of(const MotionOptions& o) {
    return parse_count("--steps", o.steps, 1, most_steps);
}
std::uint32_t seed_of(const MotionOptions& o) {
    return parse_count("--seed", o.seed, 0, 0xffffffff);
}

std::vector<Path> spin(const MotionOptions& o) {
    return {spinning_path({parse_number("--distance", o.distance), 0, 0}, steps_of(o))};
}

std::vector<Path> orbit(const MotionOptions& o) {
    const Vec3 axis = normalized(parse_vector("--axis", o.axis));
    if (axis == Vec3{}) throw Error("the axis has no direction", "--axis", "give one like 0,0,1");
    // It starts across the axis: for the z axis, on the x axis.
    const Vec3 other = std::abs(axis.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 start = normalized(other - axis * dot(other, axis));
    return {orbiting_path(start * parse_number("--distance", o.distance), axis, steps_of(o))};
}

std::vector<Path> tumble(const MotionOptions& o) {
    const Vec3 half = parse_size("--cage", o.cage) / 2;
    TumblingOptions tumbling;
    tumbling.cage = {-half, half};
    tumbling.things = parse_count("--things", o.things, 1, most_things);
    tumbling.radius = parse_length("--radius", o.radius);
    tumbling.fastest = parse_length("--speed", o.speed);
    tumbling.steps = steps_of(o);
    tumbling.seed = seed_of(o);
    if (std::uint64_t{tumbling.things} * tumbling.steps > most_steps)
        throw Error(fmt::format("that would be more than {} poses", most_steps), "--things and --steps",
                    "choose smaller numbers");
    return tumbling_paths(tumbling);
}

std::vector<Path> extract(const MotionOptions& o) {
    return {extraction_path(Pose(), parse_vector("--direction", o.direction),
                            parse_number("--distance", o.distance),
                            parse_number("--degrees", o.degrees) / 360, steps_of(o))};
}

std::vector<Path> hand(const MotionOptions& o) {
    for (const HandStyle style : hand_styles)
        if (o.style == name_of(style))
            return {hand_path({style, steps_of(o), parse_length("--size", o.size), seed_of(o)},
                              parse_vector("--centre", o.centre))};
    throw Error(fmt::format("is no style: '{}'", o.style), "--style",
                "choose smooth, jittery, fast, spinning, through-walls or teleporting");
}

// Six degrees from step to step, unless another number is asked for.
std::vector<Path> look(const MotionOptions& o) {
    return {spinning_path(parse_vector("--eye", o.eye), parse_count("--around", o.around, 1, most_steps))};
}

std::vector<Path> walk(const MotionOptions& o) {
    constexpr double floor_distance = 80;
    return {maze_walk(parse_count("--floors", o.floors, 1, most_floors_walked), floor_distance,
                      parse_number("--degrees", o.degrees) / 360)};
}

// With noise, the paths of an unsteady hand; each thing has noise of its own.
void unsteady(std::vector<Path>& paths, const MotionOptions& o) {
    HandOptions hand;
    hand.position_noise = parse_number("--noise", o.noise);
    hand.turn_noise = parse_number("--noise-degrees", o.noise_degrees) / 360;
    if (hand.position_noise == 0 && hand.turn_noise == 0) return;
    hand.seed = seed_of(o);
    for (Path& path : paths) {
        path = unsteady_path(path, hand);
        ++hand.seed;
    }
}

Exit write_motion(Session& session, const std::string& kind, const std::vector<Path>& paths) {
    std::string text =
        fmt::format("{{\n  \"schema\": \"graze.motion/1\",\n  \"motion\": \"{}\",\n  \"paths\": [", kind);
    for (std::size_t p = 0; p < paths.size(); ++p) {
        text += p == 0 ? "\n    [" : ",\n    [";
        for (std::size_t i = 0; i < paths[p].size(); ++i)
            text += (i == 0 ? "\n      " : ",\n      ") + dump_line(numbers_of(paths[p][i]));
        text += "\n    ]";
    }
    session.out.write(text + "\n  ]\n}\n");
    return Exit::fine;
}

using Make = std::vector<Path> (*)(const MotionOptions&);

CLI::App& add_motion(CLI::App& command, Actions& actions, const std::shared_ptr<MotionOptions>& options,
                     const std::string& kind, const std::string& description, const std::string& example,
                     Make make) {
    CLI::App& motion = *command.add_subcommand(kind, description);
    if (make != look && make != walk)
        add_text_option(motion, "--steps", options->steps, "COUNT", "Number of steps");
    add_text_option(motion, "--noise", options->noise, "LENGTH",
                    "Standard deviation of each coordinate, as of an unsteady hand");
    add_text_option(motion, "--noise-degrees", options->noise_degrees, "ANGLE",
                    "Standard deviation of a turn about any axis");
    add_text_option(motion, "--seed", options->seed, "NUMBER", "Another number gives other random numbers");
    motion.footer("Example:\n  graze generate motion " + kind + " " + example +
                  " > path.json\n\nExit codes: 0 fine; 2 error.");
    actions[&motion] = [options, kind, make](Session& session) {
        std::vector<Path> paths = make(*options);
        unsteady(paths, *options);
        return write_motion(session, kind, paths);
    };
    return motion;
}

}  // namespace

Json numbers_of(const Pose& pose) {
    Json numbers = Json::array();
    for (const auto& row : pose.matrix())
        for (const double v : row) numbers.push_back(v);
    return numbers;
}

void add_generated_motions(CLI::App& command, Actions& actions) {
    CLI::App& motion = *command.add_subcommand(
        "motion", "Print poses for objects to move along, as JSON (schema graze.motion/1)");
    motion.require_subcommand(0, 1);
    motion.footer(
        "Examples:\n  graze generate motion orbit --distance 2.1 > path.json\n"
        "  graze generate motion extract --direction 0,0,1 --distance 50 --noise 0.2 > pull.json\n\n"
        "Exit codes: 0 fine; 2 error.");
    const auto options = std::make_shared<MotionOptions>();
    CLI::App& spinning =
        add_motion(motion, actions, options, "spin", "Turn once about the z axis, at a place on the x axis",
                   "--distance 2 --steps 2000", spin);
    CLI::App& orbiting =
        add_motion(motion, actions, options, "orbit", "Go once round the origin without turning",
                   "--distance 2.1 --axis 0,0,1", orbit);
    CLI::App& tumbling =
        add_motion(motion, actions, options, "tumble", "Several things fly about in a cage and bounce",
                   "--things 10 --cage 12 --radius 1", tumble);
    CLI::App& pulling =
        add_motion(motion, actions, options, "extract", "Pull something out, straight or like a screw",
                   "--direction 0,0,1 --distance 50 --degrees 720", extract);
    CLI::App& handling = add_motion(motion, actions, options, "hand",
                                    "A hand that moves a part about, as if recorded; for 'graze slide'",
                                    "--style through-walls --size 80 --centre 0,0,40 --steps 300", hand);
    add_text_option(handling, "--style", options->style, "STYLE",
                    "smooth, jittery, fast, spinning, through-walls or teleporting");
    add_text_option(handling, "--size", options->size, "LENGTH", "Of the part: the hand goes about as far");
    add_text_option(handling, "--centre", options->centre, "X,Y,Z", "About which the hand turns the part");
    CLI::App& looking =
        add_motion(motion, actions, options, "look",
                   "Look around from a place: along the x axis of the pose, once about the z axis",
                   "--eye 0,0,2.5", look);
    CLI::App& walking =
        add_motion(motion, actions, options, "walk",
                   "Walk through the maze of maze-boxes, from a corner in a spiral to its middle",
                   "--floors 3 --degrees 45", walk);
    add_text_option(looking, "--eye", options->eye, "X,Y,Z",
                    "From where; the middle of 'graze generate room'");
    add_text_option(looking, "--around", options->around, "COUNT",
                    "Steps of a whole turn; 60 is 6 degrees each");
    add_text_option(walking, "--floors", options->floors, "COUNT", "Floors of the maze, one after the other");
    add_text_option(walking, "--degrees", options->degrees, "ANGLE", "By how much the maze is turned");
    for (CLI::App* m : {&spinning, &orbiting, &pulling})
        add_text_option(*m, "--distance", options->distance, "LENGTH", "How far away, or how far out");
    add_text_option(orbiting, "--axis", options->axis, "X,Y,Z", "About which it goes");
    add_text_option(tumbling, "--things", options->things, "COUNT", "How many");
    add_text_option(tumbling, "--radius", options->radius, "LENGTH", "Of each, for bouncing");
    add_text_option(tumbling, "--cage", options->cage, "X,Y,Z",
                    "Lengths of its edges, or one for a cube; around the origin");
    add_text_option(tumbling, "--speed", options->speed, "LENGTH",
                    "The most per step along each axis, less than the radius");
    add_text_option(pulling, "--direction", options->direction, "X,Y,Z", "Out");
    add_text_option(pulling, "--degrees", options->degrees, "ANGLE",
                    "By how much it turns about that direction on the way");
#ifdef GRAZE_HAS_SLIDE
    add_generated_grasp(motion, actions);
#endif
}

}  // namespace graze::app
