// graze generate motion grasp: a hand as if recorded, that takes a thing, for 'graze grasp'.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "arguments.h"
#include "generate.h"
#include "graze/base/error.h"
#include "graze/interact/hand/recorded_hands.h"
#include "hand_file.h"
#include "hand_motion_file.h"

namespace graze::app {
namespace {

struct GraspMotionOptions {
    std::string kind = "power", size = "40", centre = "0,0,0", side = "right", length = "185",
                faults = "none", frames = "240", carry = "100", turn = "0", seed = "1";
};

template <std::size_t N, class T>
T named(const std::string& option, const std::string& text, const T (&values)[N], const char* choices) {
    for (const T value : values)
        if (text == name_of(value)) return value;
    throw Error(fmt::format("is none of them: '{}'", text), option, choices);
}

Exit write_grasp_motion(Session& session, const GraspMotionOptions& o) {
    constexpr GraspClass kinds[] = {GraspClass::none, GraspClass::push, GraspClass::precision,
                                    GraspClass::power};
    constexpr HandSide sides[] = {HandSide::left, HandSide::right};
    HandMotion motion;
    motion.side = named("--side", o.side, sides, "choose left or right");
    motion.length = parse_length("--length", o.length);
    RecordedGraspOptions options;
    options.intended = named("--kind", o.kind, kinds, "choose power, precision, push or none");
    options.fault =
        named("--faults", o.faults, hand_faults, "choose none, jitter, drop-outs, impossible or teleports");
    const Vec3 half = parse_size("--size", o.size) / 2, centre = parse_vector("--centre", o.centre);
    options.box = {centre - half, centre + half};
    options.side = parse_count("--turn", o.turn, 0, 3);
    options.frames = parse_count("--frames", o.frames, 24, 1'000'000);
    options.carry = parse_number("--carry", o.carry);
    options.seed = parse_count("--seed", o.seed, 0, 0xffffffff);
    motion.frames = record_grasp(make_hand({.side = motion.side, .length = motion.length}), options).frames;
    session.out.write(format_hand_motion({motion}));
    return Exit::fine;
}

Exit write_hand(Session& session, const GraspMotionOptions& o) {
    constexpr HandSide sides[] = {HandSide::left, HandSide::right};
    const HandSide side = named("--side", o.side, sides, "choose left or right");
    session.out.write(format_hand(make_hand({.side = side, .length = parse_length("--length", o.length)})));
    return Exit::fine;
}

}  // namespace

void add_generated_hand(CLI::App& generate, Actions& actions) {
    CLI::App& command = *generate.add_subcommand(
        "hand", "Print what a hand is like: joints, limits and links, as JSON (schema graze.hand/1)");
    const auto options = std::make_shared<GraspMotionOptions>();
    add_text_option(command, "--side", options->side, "SIDE", "left or right");
    add_text_option(command, "--length", options->length, "LENGTH", "Of the hand");
    command.footer(
        "Example:\n  graze generate hand --side left --length 190 > left.json\n\nExit codes: 0 fine; 2 "
        "error.");
    actions[&command] = [options](Session& session) { return write_hand(session, *options); };
}

void add_generated_grasp(CLI::App& motion, Actions& actions) {
    CLI::App& command = *motion.add_subcommand(
        "grasp", "A hand that takes a thing, carries it and puts it down, as if recorded; for 'graze grasp'");
    const auto options = std::make_shared<GraspMotionOptions>();
    add_text_option(
        command, "--kind", options->kind, "KIND",
        "power (in the fist), precision (between finger tips), push, or none: the hand passes by");
    add_text_option(command, "--size", options->size, "X,Y,Z",
                    "Of the box around the thing, or one for a cube");
    add_text_option(command, "--centre", options->centre, "X,Y,Z", "Of the box");
    add_text_option(command, "--side", options->side, "SIDE", "left or right");
    add_text_option(command, "--length", options->length, "LENGTH", "Of the hand, in the unit of the thing");
    add_text_option(command, "--faults", options->faults, "KIND",
                    "Of the tracker: none, jitter, drop-outs, impossible or teleports");
    add_text_option(command, "--frames", options->frames, "COUNT", "Number of frames");
    add_text_option(command, "--carry", options->carry, "LENGTH", "How far the thing is carried");
    add_text_option(command, "--turn", options->turn, "0|1|2|3", "From which side the hand comes");
    add_text_option(command, "--seed", options->seed, "NUMBER", "Another number gives other random numbers");
    command.footer(
        "Example:\n  graze generate motion grasp --kind power --size 120,40,40 > hand.json\n\n"
        "Exit codes: 0 fine; 2 error.");
    actions[&command] = [options](Session& session) { return write_grasp_motion(session, *options); };
}

}  // namespace graze::app
