// graze share: what would it be like to share a world of these objects over such a network?
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>

#include "arguments.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/share/rehearsal/rehearsal.h"
#include "graze/share/rehearsal/verdict_log.h"
#include "report.h"
#include "share_request.h"
#include "text.h"

namespace graze::app {
namespace {

RehearsalOptions rehearsal_of(const ShareRequest& request) {
    for (const auto& [name, value] : live_only(request))
        if (!value.empty()) throw Error(name + " is for real networks", "share", "leave out --simulate");
    RehearsalOptions options;
    options.owners = parse_count("--owners", request.owners, 2, 250);
    options.objects = parse_count("--objects", request.objects.empty() ? "100" : request.objects, 1, 100'000);
    options.network.latency = parse_number_between("--latency", request.latency, 0, 1e6) / 1000;
    options.network.jitter = parse_number_between("--jitter", request.jitter, 0, 1e6) / 1000;
    options.network.loss = parse_number_between("--loss", request.loss, 0, 90) / 100;
    options.network.seed = options.seed = parse_count("--seed", request.seed, 0, 4'000'000'000);
    options.rate = parse_number_between("--rate", request.rate, 1, 1000);
    options.motion = motion_of(request);
    options.shared.rule = rule_of(request);
    if (options.motion == RehearsedMotion::hands) options.shared.reckoning.order = ReckoningOrder::second;
    return options;
}

double share_of_frames(const RehearsalReport& r) {
    return r.every_frame > 0 ? static_cast<double>(r.motion_updates) / static_cast<double>(r.every_frame) : 0;
}

Json share_json(const ShareRequest& request, const RehearsalOptions& o, const RehearsalReport& r,
                const std::string& problem, std::optional<double> unit) {
    return {
        {"schema", "graze.share/1"},
        {"file", request.input},
        {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
        {"owners", o.owners},
        {"objects", o.objects},
        {"seconds", r.seconds},
        {"network", {{"latency", o.network.latency}, {"jitter", o.network.jitter}, {"loss", o.network.loss}}},
        {"agreed", problem.empty()},
        {"problem", problem.empty() ? Json(nullptr) : Json(problem)},
        {"verdicts", r.verdicts},
        {"pairs", r.pairs_judged},
        {"corrections", r.corrections},
        {"superseded", r.superseded},
        {"worst_delay", r.worst_delay},
        {"error", {{"mean", r.mean_error}, {"worst", r.worst_error}}},
        {"traffic",
         {{"motion_updates", r.motion_updates},
          {"share_of_every_frame", share_of_frames(r)},
          {"datagrams", r.datagrams},
          {"bytes", r.bytes},
          {"bytes_per_second_and_owner", static_cast<double>(r.bytes) / r.seconds / o.owners}}}};
}

std::string share_text(const Style& style, const ShareRequest& request, const RehearsalOptions& o,
                       const RehearsalReport& r, const std::string& problem, const std::string& unit) {
    std::string text =
        problem.empty()
            ? style.green(fmt::format("all {} agree on {}", o.owners, count_of(r.verdicts, "verdict"))) + "\n"
            : style.yellow(problem) + "\n";
    text += field(style, "shape", printable(request.input));
    text += field(style, "world",
                  fmt::format("{} of {}, {:.0f} s", count_of(o.objects, "object"),
                              count_of(o.owners, "owner"), r.seconds));
    text += field(style, "network",
                  fmt::format("{:.0f} to {:.0f} ms, {:.3g} % lost", 1000 * o.network.latency,
                              1000 * (o.network.latency + o.network.jitter), 100 * o.network.loss));
    text += field(style, "collisions",
                  fmt::format("{} of {}", count_of(r.verdicts, "verdict"), count_of(r.pairs_judged, "pair")));
    text += field(style, "",
                  fmt::format("{} corrected an owner, at most {:.0f} ms late", with_thousands(r.corrections),
                              1000 * r.worst_delay));
    if (r.superseded > 0)
        text +=
            field(style, "",
                  fmt::format("{} did not count: a later owner had judged", with_thousands(r.superseded)));
    text += field(style, "error",
                  fmt::format("{:.3g} {} in the mean, {:.3g} at most, of objects as others see them",
                              r.mean_error, unit, r.worst_error));
    text += field(style, "motion",
                  fmt::format("{} updates, {:.2g} % of sending every frame", with_thousands(r.motion_updates),
                              100 * share_of_frames(r)));
    text += field(style, "traffic",
                  fmt::format("{:.1f} KB/s sent by each owner",
                              static_cast<double>(r.bytes) / r.seconds / o.owners / 1000));
    return text;
}

Exit run_share(Session& session, const ShareRequest& request) {
    if (!request.simulate) return run_live_share(session, request);
    RehearsalOptions options = rehearsal_of(request);
    const double seconds =
        parse_number_between("--seconds", request.seconds.empty() ? "60" : request.seconds, 0.1, 1e6);
    const double threshold = parse_number_between("--threshold", request.threshold, 1e-6, 1000) / 100;
    LoadOptions loading;
    request.import.apply_to(loading);
    const Loaded loaded = read_mesh(session, request.input, loading);
    const auto unit = loaded.mesh.metres_per_unit();
    options.shape = Shape(loaded.mesh);
    const double size = length(options.shape.box().size());
    options.shared.reckoning.error_threshold = threshold * size;
    options.shared.proximity.error_threshold = 0.2 * threshold * size;
    ShareLog log(request.log);
    options.each_event = [&log](const PeerId& replica, const SharedEvent& e) { log.hear(replica, e); };
    Rehearsal rehearsal(options);
    if (!rehearsal.gather(120)) throw Error("the owners did not find one another", "share", "lower --loss");
    const auto frames = static_cast<std::uint64_t>(std::ceil(seconds * options.rate));
    for (std::uint64_t i = 0; i < frames; ++i) {
        rehearsal.step();
        if (i % 64 != 0) continue;
        session.progress.report("simulating", i, frames);
        stop_if_interrupted(session);
    }
    const RehearsalReport report = rehearsal.report();
    // Time for the last verdicts to arrive everywhere.
    rehearsal.settle();
    for (int i = 0; i < 40 && !rehearsal.problem().empty(); ++i) rehearsal.run(0.5);
    const std::string problem = rehearsal.problem();
    for (std::uint32_t i = 0; i < options.owners; ++i) log.end(rehearsal.world(i)->self(), true);
    log.close();
    session.progress.clear();
    const std::string unit_word = unit ? unit_name(*unit) : "units";
    session.out.write(request.json ? dump(share_json(request, options, report, problem, unit))
                                   : share_text(session.style, request, options, report, problem, unit_word));
    return problem.empty() ? Exit::fine : Exit::found;
}

}  // namespace

ShareLog::ShareLog(const std::string& path) : path_(path) {
    if (path_.empty()) return;
    file_.open(path_, std::ios::trunc);
    if (!file_) throw Error("cannot be written", path_, "choose another place");
}
void ShareLog::hear(const PeerId& replica, const SharedEvent& event) {
    const auto* const applied = std::get_if<VerdictApplied>(&event);
    if (applied != nullptr && file_.is_open()) file_ << verdict_line(replica, *applied);
}
void ShareLog::end(const PeerId& replica, bool complete) {
    if (file_.is_open()) file_ << end_of_log(replica, complete);
}
void ShareLog::close() {
    if (!file_.is_open()) return;
    file_.close();
    if (!file_) throw Error("not all of it could be written", path_, "see whether the disk is full");
}

RehearsedMotion motion_of(const ShareRequest& request) {
    return parse_choice<RehearsedMotion>("--motion", request.motion,
                                         {{"straight", RehearsedMotion::straight},
                                          {"ballistic", RehearsedMotion::ballistic},
                                          {"hands", RehearsedMotion::hands}});
}
DecisionRule rule_of(const ShareRequest& request) {
    return parse_choice<DecisionRule>(
        "--rule", request.rule,
        {{"id", DecisionRule::id}, {"velocity", DecisionRule::velocity}, {"view", DecisionRule::view}});
}

void add_share(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand("share",
                                                "Share a world of this shape with others over a network, or "
                                                "rehearse it in one process, and say whether all agree");
    auto request = std::make_shared<ShareRequest>();
    command
        .add_option("FILE", request->input,
                    "Mesh of every object (STL, OBJ, PLY, OFF, glTF, graze and others)")
        ->required()
        ->type_name("FILE");
    const auto add = [&](const std::string& name, std::string& value, const std::string& type,
                         const std::string& description) {
        CLI::Option* const option = command.add_option(name, value, description)->type_name(type);
        if (!value.empty()) option->capture_default_str();
        return option;
    };
    add("--objects", request->objects, "COUNT",
        "Objects of this peer (5), or of all that are simulated (100)");
    add("--seconds", request->seconds, "SECONDS", "How long (until interrupted), or simulated time (60)");
    add("--motion", request->motion, "straight|ballistic|hands", "How the objects move");
    add("--rule", request->rule, "id|velocity|view", "Whose object keeps its place in a collision");
    add("--threshold", request->threshold, "PERCENT",
        "Error of dead reckoning, in per cent of the shape's diagonal");
    add("--rate", request->rate, "HZ", "Updates per second");
    add("--seed", request->seed, "NUMBER", "Another one gives another run; the same one the same");

    add("--log", request->log, "FILE",
        "Write every verdict that is heard, a line of JSON each; scripts/check-agreement compares such "
        "files");
    const std::string network = "Over a network";
    add("--join", request->join, "ADDRESS",
        "Take part in a world that is there: a machine where DDS finds it, or ws://HOST:PORT of a gateway")
        ->group(network);
    add("--gateway", request->gateway, "PORT",
        "Let programs without DDS join at this port of the loopback; 0 lets the system choose")
        ->group(network);
    command
        .add_option("--origin", request->origins, "Web pages of this origin may use the gateway; repeatable")
        ->type_name("ORIGIN")
        ->group(network);
    add("--world", request->world, "NAME", "Worlds of other names do not meet (graze)")->group(network);
    add("--domain", request->domain, "NUMBER", "DDS domain, 0 to 230 (0)")->group(network);
    add("--interface", request->interface_address, "ADDRESS",
        "This machine's address in the network, or auto (127.0.0.1)")
        ->group(network);
    add("--security", request->security, "FOLDER",
        "Certificates for DDS Security, made by scripts/dds-certificates; who has none does not get in")
        ->group(network);
    add("--peer", request->peer, "NUMBER",
        "This peer's number, unlike all others' (1, or random with --join)")
        ->group(network);
    add("--wait-for", request->wait_for, "COUNT", "Others to wait for before anything moves (0)")
        ->group(network);
    add("--patience", request->patience, "SECONDS", "How long to look for a world to join (20)")
        ->group(network);

    const std::string simulation = "In one process";
    command
        .add_flag("--simulate", request->simulate,
                  "Run all owners in one process, on a simulated network, faster than real time")
        ->group(simulation);
    add("--owners", request->owners, "COUNT", "Peers that share the world")->group(simulation);
    add("--latency", request->latency, "MS", "Milliseconds that a message takes at least, one way")
        ->group(simulation);
    add("--jitter", request->jitter, "MS", "Milliseconds that it may take longer")->group(simulation);
    add("--loss", request->loss, "PERCENT", "Messages that are lost")->group(simulation);
    command.add_flag("--json", request->json, "Print one JSON object (schema graze.share/1)");
    request->import.add_to(command);
    command.footer(
        "Each object has one owner, who moves it; the others extrapolate. Where objects of different owners "
        "collide, one of the two owners judges, and its verdict counts for all.\n"
        "\n"
        "Examples:\n"
        "  graze share ball.stl --gateway 8080\n"
        "  graze share ball.stl --join 127.0.0.1\n"
        "  graze share ball.stl --join ws://127.0.0.1:8080\n"
        "  graze share ball.stl --simulate\n"
        "  graze share ball.stl --simulate --owners 3 --objects 20 --latency 500 --loss 20\n"
        "  graze share hand.obj --simulate --motion hands --threshold 1 --json\n"
        "\n"
        "Exit codes: 0 all agree; 1 they do not; 2 error; 3 interrupted.");
    actions[&command] = [request](Session& session) { return run_share(session, *request); };
}

}  // namespace graze::app
