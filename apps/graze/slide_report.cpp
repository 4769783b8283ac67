#include "slide_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "arguments.h"
#include "generate.h"
#include "graze/base/error.h"
#include "graze/io/save.h"
#include "graze/render/picture.h"
#include "graze/report/clearance_plot.h"
#include "graze/report/sweep_pictures.h"
#include "text.h"
#include "whole_file.h"

namespace graze::app {
namespace {

constexpr double steps_per_second = 30;  // of the animation

Json depth_json(double depth) {
    return std::isnan(depth) ? Json(nullptr) : Json(depth);
}

Path path_taken(const SlideAnswer& answer) {
    Path path;
    for (const SlideStep& step : answer.slide.steps) path.push_back(step.pose);
    return path;
}

std::string unit_of(const SlideAnswer& answer) {
    const auto unit = answer.loaded.assembly.metres_per_unit;
    return unit ? unit_name(*unit) : "units";
}

void write_slide_text(SlideAnswer& answer, const std::string& file, const std::string& text) {
    write_file(file, [&](const Send& send) { send(text); });
    answer.written.push_back(file);
}

void write_taken_path(SlideAnswer& answer, const std::string& file) {
    Json poses = Json::array();
    for (const SlideStep& step : answer.slide.steps) poses.push_back(numbers_of(step.pose));
    write_slide_text(
        answer, file,
        dump({{"schema", "graze.motion/1"}, {"motion", "slide"}, {"paths", Json::array({poses})}}));
}

void write_distance_plot(SlideAnswer& answer, const std::string& file) {
    ClearancePlot plot;
    plot.title = "Distance from the hand";
    const auto unit = answer.loaded.assembly.metres_per_unit;
    plot.unit = unit ? unit_name(*unit) : "";
    for (std::size_t i = 0; i < answer.slide.steps.size(); ++i)
        plot.samples.emplace_back(static_cast<double>(i), answer.slide.steps[i].to_hand);
    const auto first = std::ranges::find_if(answer.slide.steps, &SlideStep::held_back);
    if (first != answer.slide.steps.end())
        plot.first_contact = static_cast<double>(first - answer.slide.steps.begin());
    write_slide_text(answer, file, clearance_plot(plot));
}

void write_slide_picture(Session& session, const Threads& threads, SlideAnswer& answer, std::size_t step,
                         const std::string& file) {
    const std::vector<SlideContact>& contacts = answer.slide.steps[step].contacts;
    const auto hardest = std::ranges::max_element(contacts, {}, &SlideContact::push);
    SweepPlace place;
    place.step = static_cast<double>(step);
    place.moving = answer.moving.front();
    place.resting = place.moving;
    if (hardest != contacts.end()) {
        place = {place.step, hardest->moving, hardest->resting, hardest->point_b, hardest->normal};
    }
    SweepPictureOptions options;
    options.threads = threads;
    options.progress = &session.progress;
    Path path = path_taken(answer);
    if (path.size() < 2) path.push_back(path.front());
    save_png(sweep_picture(answer.loaded.assembly, answer.moving, path, place, options), file);
    answer.written.push_back(file);
}

// Where something first holds the part back, where it is the furthest from the hand, and at the end.
void write_slide_pictures(Session& session, const Threads& threads, const std::string& folder,
                          SlideAnswer& answer) {
    const std::vector<SlideStep>& steps = answer.slide.steps;
    const auto has_contact = [](const SlideStep& s) { return !s.contacts.empty(); };
    const auto first = std::ranges::find_if(steps, has_contact);
    if (first == steps.end()) return;
    const auto worst = std::ranges::max_element(
        steps, {}, [&](const SlideStep& s) { return has_contact(s) ? s.to_hand : -1.0; });
    const auto number_of = [&](auto step) { return static_cast<std::size_t>(step - steps.begin()); };
    write_slide_picture(session, threads, answer, number_of(first), folder + "/first-contact.png");
    if (worst != first)
        write_slide_picture(session, threads, answer, number_of(worst), folder + "/furthest-from-hand.png");
}

void write_animation(SlideAnswer& answer, const std::string& file) {
    std::vector<PartAnimation> moving;
    for (const std::size_t part : answer.moving) {
        PartAnimation& animation = moving.emplace_back();
        animation.part = part;
        for (std::size_t i = 0; i < answer.slide.steps.size(); ++i) {
            animation.times.push_back(static_cast<double>(i) / steps_per_second);
            animation.world_from_part.push_back(answer.slide.steps[i].pose *
                                                answer.loaded.assembly.parts[part].world_from_part);
        }
    }
    save_animation(answer.loaded.assembly, moving, file);
    answer.written.push_back(file);
}

}  // namespace

std::optional<SlideAnswer::Held> SlideAnswer::held() const {
    const std::vector<SlideStep>& steps = slide.steps;
    if (steps.empty() || !steps.back().held_back) return std::nullopt;
    Held held;
    held.since = steps.size();
    while (held.since > 0 && steps[held.since - 1].held_back) --held.since;
    for (std::size_t i = held.since; i < steps.size(); ++i)
        for (const SlideContact& c : steps[i].contacts)
            if (std::ranges::find(held.by, c.resting) == held.by.end()) held.by.push_back(c.resting);
    return held;
}

Json slide_json(const SlideAnswer& answer) {
    const AssemblySlide& slide = answer.slide;
    Json moving = Json::array(), starting = Json::array(), steps = Json::array();
    for (const std::size_t part : answer.moving) moving.push_back(answer.name(part));
    for (const SlideStartingContact& s : slide.starting)
        starting.push_back({{"moving", answer.name(s.moving)},
                            {"resting", answer.name(s.resting)},
                            {"depth", depth_json(s.depth)},
                            {"left", s.left}});
    for (const SlideStep& s : slide.steps) {
        Json contacts = Json::array();
        for (const SlideContact& c : s.contacts)
            contacts.push_back({{"moving", answer.name(c.moving)},
                                {"resting", answer.name(c.resting)},
                                {"point", to_json(c.point_b)},
                                {"normal", to_json(c.normal)},
                                {"distance", c.distance},
                                {"push", c.push}});
        steps.push_back({{"pose", numbers_of(s.pose)},
                         {"to_hand", s.to_hand},
                         {"radians_to_hand", s.turn_to_hand},
                         {"held_back", s.held_back},
                         {"cut_short", s.cut_short},
                         {"contacts", std::move(contacts)}});
    }
    Json held;
    if (const auto h = answer.held()) {
        Json by = Json::array();
        for (const std::size_t part : h->by) by.push_back(answer.name(part));
        held = {{"since", h->since}, {"by", std::move(by)}};
    }
    const auto unit = answer.loaded.assembly.metres_per_unit;
    return {{"schema", "graze.slide/1"},
            {"came_out", slide.came_out},
            {"was_in", slide.was_in},
            {"complete", slide.complete},
            {"moving", std::move(moving)},
            {"hand", {{"file", answer.hand_file}, {"steps", answer.hand.size() - 1}}},
            {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
            {"clearance", answer.clearance},
            {"friction", std::isinf(answer.friction) ? Json("infinite") : Json(answer.friction)},
            {"furthest", slide.furthest},
            {"furthest_from_hand", slide.furthest_off},
            {"held_back", std::move(held)},
            {"starting_contacts", std::move(starting)},
            {"steps", std::move(steps)},
            {"written", answer.written}};
}

// A part in faceted holes that are too narrow for it by less than a facet's height is wedged in them.
std::string overlap_hint(const Style& style, const SlideAnswer& answer) {
    const auto held = answer.held();
    if (!held) return {};
    double deepest = 0;
    for (const SlideStartingContact& s : answer.slide.starting)
        if (!s.left && s.depth > deepest && std::ranges::find(held->by, s.resting) != held->by.end())
            deepest = s.depth;
    if (!(deepest > 0)) return {};
    const auto unit = answer.loaded.assembly.metres_per_unit;
    return field(
        style, "hint",
        fmt::format("what overlaps at the start may hold it back: a rule allows it, as --rules FILE with "
                    "'allow {}{} any any'",
                    number(2 * deepest), unit ? unit_name(*unit) : ""));
}

std::string slide_text(const Style& style, const SlideAnswer& answer) {
    const AssemblySlide& slide = answer.slide;
    const std::string unit = unit_of(answer);
    std::string text;
    const auto held = answer.held();
    if (!slide.was_in) {
        text += held ? style.yellow("held back at the end") + "\n"
                     : style.green("followed the hand to the end") + "\n";
    } else if (slide.came_out) {
        text += style.green("came out") + "\n";
    } else {
        text += style.yellow("did not come out") + "\n";
    }
    if (held) {
        std::string by;
        for (const std::size_t part : held->by) by += (by.empty() ? "" : ", ") + printable(answer.name(part));
        text += field(style, "held back",
                      fmt::format("from step {} to the end{}{}", held->since, by.empty() ? "" : ", by ", by));
    }
    text += field(style, "moving",
                  answer.moving.size() == 1 ? printable(answer.name(answer.moving.front()))
                                            : count_of(answer.moving.size(), "part"));
    text +=
        field(style, "hand",
              fmt::format("{}, {}", printable(answer.hand_file), count_of(answer.hand.size() - 1, "step")));
    text += field(style, "moved", fmt::format("{} {} from its place at most", number(slide.furthest), unit));
    text += field(style, "from the hand", fmt::format("{} {} at most", number(slide.furthest_off), unit));
    for (const SlideStartingContact& s : slide.starting) {
        const std::string how = std::isnan(s.depth) ? "in contact, one of them not closed"
                                : s.depth > 0       ? fmt::format("{} {} deep", number(s.depth), unit)
                                                    : std::string("touching");
        text += field(style, &s == slide.starting.data() ? "at the start" : "",
                      fmt::format("{} and {}: {}; {}", printable(answer.name(s.moving)),
                                  printable(answer.name(s.resting)), how,
                                  s.left ? "left since" : "not left, ignored but for getting deeper"));
    }
    text += overlap_hint(style, answer);
    const auto cut = std::ranges::count_if(slide.steps, &SlideStep::cut_short);
    if (cut > 0)
        text += field(style, "cut short",
                      fmt::format("{} by the budget", count_of(static_cast<std::size_t>(cut), "step")));
    for (const std::string& file : answer.written)
        text += field(style, &file == answer.written.data() ? "written" : "", printable(file));
    return text;
}

void write_slide_files(Session& session, const std::string& folder, const Threads& threads,
                       SlideAnswer& answer) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(fmt::format("cannot be made ({})", error.message()), folder, "choose another folder");
    write_taken_path(answer, folder + "/path.json");
    write_distance_plot(answer, folder + "/distance.svg");
    write_slide_pictures(session, threads, folder, answer);
    write_animation(answer, folder + "/slide.glb");
    stop_if_interrupted(session);
}

}  // namespace graze::app
