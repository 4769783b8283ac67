#include "grasp_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "generate.h"
#include "graze/base/error.h"
#include "graze/io/save.h"
#include "graze/render/draw.h"
#include "graze/render/picture.h"
#include "text.h"
#include "whole_file.h"

namespace graze::app {
namespace {

constexpr double frames_per_second = 30;  // of the animation
constexpr std::uint32_t grasp_width = 900, grasp_height = 675;

bool firm(GraspClass grasp) {
    return grasp == GraspClass::precision || grasp == GraspClass::power;
}

Json touch_json(const GraspAnswer& answer, const HandTouch& touch) {
    return {{"link", name_of_link(touch.link)}, {"object", answer.name(touch.object)},
            {"point", to_json(touch.point_b)},  {"normal", to_json(touch.normal)},
            {"distance", touch.distance},       {"presses", touch.presses}};
}

Json hand_frame_json(const GraspAnswer& answer, const HandFrame& frame) {
    Json holds = Json::array(), touches = Json::array(), flex = Json::array();
    for (const ObjectGrasp& o : frame.objects)
        if (o.held) holds.push_back(answer.name(o.object));
    for (const HandTouch& t : frame.touches) touches.push_back(touch_json(answer, t));
    for (const double f : frame.flex) flex.push_back(f);
    return {{"state", name_of(frame.state)},  {"grasp", name_of(frame.grasp)},
            {"root", numbers_of(frame.root)}, {"flex", std::move(flex)},
            {"held_back", frame.held_back},   {"cut_short", frame.cut_short},
            {"holds", std::move(holds)},      {"touches", std::move(touches)}};
}

std::vector<std::size_t> moved_parts(const GraspAnswer& answer) {
    std::vector<std::size_t> moved;
    for (const std::size_t part : answer.movable)
        if (std::ranges::any_of(answer.poses,
                                [&](const auto& poses) { return poses[part] != answer.poses[0][part]; }))
            moved.push_back(part);
    return moved;
}

// From how many fingers, and where: "thumb outer, index middle and outer".
std::string links_text(const HandFrame& frame, std::size_t part) {
    std::string text;
    for (const HandTouch& t : frame.touches)
        if (t.object == part) text += (text.empty() ? "" : ", ") + name_of_link(t.link);
    return text;
}

void draw_grasp(Session& session, const Threads& threads, GraspAnswer& answer, std::size_t frame,
                std::size_t which, const std::string& file) {
    const Color skin{224, 172, 135}, orange{232, 134, 42}, grey{150, 158, 168};
    std::vector<DrawItem> items;
    const HandFrame& hand = answer.frames[frame][which];
    const auto touches = [&](std::size_t part) {
        return std::ranges::any_of(hand.objects, [&](const ObjectGrasp& o) { return o.object == part; });
    };
    for (std::size_t part = 0; part < answer.loaded.assembly.parts.size(); ++part)
        items.push_back({.mesh = answer.loaded.assembly.parts[part].mesh.get(),
                         .world_from_mesh = answer.poses[frame][part],
                         .color = touches(part) ? orange : grey,
                         .opacity = touches(part) ? 1 : 0.12});
    const std::size_t things = items.size();
    for (std::size_t h = 0; h < answer.models.size(); ++h)
        for (std::size_t link = 0; link < hand_link_count; ++link)
            items.push_back({.mesh = &answer.models[h].shape(link).mesh(),
                             .world_from_mesh = answer.frames[frame][h].links[link],
                             .color = skin,
                             .crease_degrees = 60});
    // From the side of the thumb, a little from the front and from the palm.
    const double thumb = answer.models[which].side() == HandSide::right ? -1 : 1;
    const Vec3 from = hand.links[palm_link].rotate({thumb, 0.55, -0.45});
    FitOptions fitting;
    fitting.up = hand.links[palm_link].rotate({0, 0.3, 1});
    const std::span<const DrawItem> fingers(items.data() + things, items.size() - things);
    // The hand and what it touches, unless that is a floor or the like.
    std::vector<DrawItem> shown(fingers.begin(), fingers.end());
    const double size = length(box_of(fingers).size());
    for (std::size_t part = 0; part < things; ++part)
        if (touches(part) && length(items[part].mesh->box().size()) < 2 * size) shown.push_back(items[part]);
    const Camera camera = fit(shown, from, grasp_width, grasp_height, fitting);
    DrawOptions drawing;
    drawing.width = grasp_width;
    drawing.height = grasp_height;
    drawing.threads = threads;
    drawing.progress = &session.progress;
    save_png(draw(items, camera, drawing), file);
    answer.written.push_back(file);
}

void write_grasp_pictures(Session& session, const Threads& threads, const std::string& folder,
                          GraspAnswer& answer) {
    for (const GraspClass kind : {GraspClass::push, GraspClass::precision, GraspClass::power}) {
        // In the middle of the longest run of the kind.
        std::size_t best = 0, best_begin = 0, best_hand = 0;
        for (std::size_t h = 0; h < answer.models.size(); ++h) {
            for (std::size_t i = 0; i < answer.frames.size();) {
                std::size_t end = i;
                while (end < answer.frames.size() && answer.frames[end][h].state == HandState::clasping &&
                       answer.frames[end][h].grasp == kind)
                    ++end;
                if (end - i > best) {
                    best = end - i;
                    best_begin = i;
                    best_hand = h;
                }
                i = std::max(end, i + 1);
            }
        }
        if (best > 0)
            draw_grasp(session, threads, answer, best_begin + best / 2, best_hand,
                       fmt::format("{}/{}.png", folder, name_of(kind)));
    }
}

void write_grasp_animation(GraspAnswer& answer, const std::string& file) {
    Assembly assembly = answer.loaded.assembly;
    std::vector<PartAnimation> moving;
    const auto animate = [&](std::size_t part, auto&& pose_at) {
        PartAnimation& animation = moving.emplace_back();
        animation.part = part;
        for (std::size_t i = 0; i < answer.frames.size(); ++i) {
            animation.times.push_back(static_cast<double>(i) / frames_per_second);
            animation.world_from_part.push_back(pose_at(i));
        }
    };
    for (const std::size_t part : moved_parts(answer))
        animate(part, [&](std::size_t i) { return answer.poses[i][part]; });
    for (std::size_t h = 0; h < answer.models.size(); ++h) {
        std::string hand = std::string(name_of(answer.models[h].side())) + " hand";
        if (h > 0) hand += fmt::format(" {}", h + 1);
        for (std::size_t link = 0; link < hand_link_count; ++link) {
            assembly.parts.push_back({join_path(hand, name_of_link(link)),
                                      std::make_shared<const Mesh>(answer.models[h].shape(link).mesh()),
                                      answer.frames[0][h].links[link]});
            animate(assembly.parts.size() - 1,
                    [&](std::size_t i) { return answer.frames[i][h].links[link]; });
        }
    }
    save_animation(assembly, moving, file);
    answer.written.push_back(file);
}

}  // namespace

std::size_t GraspAnswer::frames_held(std::size_t part) const {
    return static_cast<std::size_t>(std::ranges::count_if(frames, [&](const std::vector<HandFrame>& hands) {
        return std::ranges::any_of(hands, [&](const HandFrame& hand) {
            return std::ranges::any_of(hand.objects,
                                       [&](const ObjectGrasp& o) { return o.object == part && o.held; });
        });
    }));
}

bool GraspAnswer::ever_held() const {
    return std::ranges::any_of(movable, [&](std::size_t part) { return frames_held(part) > 0; });
}

Json grasp_json(const GraspAnswer& answer) {
    Json movable = Json::array(), events = Json::array(), hands = Json::array(), moved = Json::array();
    for (const std::size_t part : answer.movable)
        movable.push_back({{"name", answer.name(part)}, {"frames_held", answer.frames_held(part)}});
    for (const GraspEvent& e : answer.events)
        events.push_back({{"frame", e.frame},
                          {"hand", e.hand},
                          {"object", answer.name(e.part)},
                          {"from", name_of(e.from)},
                          {"to", name_of(e.to)}});
    for (std::size_t h = 0; h < answer.models.size(); ++h) {
        Json frames = Json::array();
        for (const auto& frame : answer.frames) frames.push_back(hand_frame_json(answer, frame[h]));
        hands.push_back({{"side", name_of(answer.models[h].side())},
                         {"length", answer.models[h].length()},
                         {"frames", std::move(frames)}});
    }
    for (const std::size_t part : moved_parts(answer)) {
        Json poses = Json::array();
        for (const auto& frame : answer.poses) poses.push_back(numbers_of(frame[part]));
        moved.push_back({{"name", answer.name(part)}, {"poses", std::move(poses)}});
    }
    const auto unit = answer.loaded.assembly.metres_per_unit;
    return {{"schema", "graze.grasp/1"},
            {"complete", answer.complete},
            {"hand", {{"file", answer.hand_file}, {"frames", answer.recorded.front().frames.size()}}},
            {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
            {"gap", answer.gap},
            {"objects", std::move(movable)},
            {"events", std::move(events)},
            {"moved", std::move(moved)},
            {"hands", std::move(hands)},
            {"written", answer.written}};
}

std::string grasp_text(const Style& style, const GraspAnswer& answer) {
    std::string text;
    text += answer.ever_held() ? style.green("held") + "\n" : style.yellow("nothing was held") + "\n";
    for (const std::size_t part : answer.movable)
        if (const std::size_t count = answer.frames_held(part); count > 0)
            text += field(style, "held",
                          fmt::format("{}: {}", printable(answer.name(part)), count_of(count, "frame")));
    text +=
        field(style, "hand",
              fmt::format("{}, {}", printable(answer.hand_file), count_of(answer.frames.size(), "frame")));
    bool first = true;
    for (const GraspEvent& e : answer.events) {
        const HandFrame& frame = answer.frames[e.frame][e.hand];
        const std::string hand = answer.models.size() > 1 ? fmt::format(", hand {}", e.hand + 1) : "";
        const std::string what = firm(e.to)                 ? fmt::format("{} grasp of", name_of(e.to))
                                 : e.to == GraspClass::push ? "pushes"
                                 : firm(e.from)             ? "lets go of"
                                                            : "leaves";
        const std::string links = links_text(frame, e.part);
        text += field(style, first ? "events" : "",
                      fmt::format("frame {}{}: {} {}{}", e.frame, hand, what, printable(answer.name(e.part)),
                                  links.empty() ? "" : ": " + links));
        first = false;
    }
    for (const std::string& file : answer.written)
        text += field(style, &file == answer.written.data() ? "written" : "", printable(file));
    return text;
}

void write_grasp_files(Session& session, const std::string& folder, const Threads& threads,
                       GraspAnswer& answer) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(fmt::format("cannot be made ({})", error.message()), folder, "choose another folder");
    write_grasp_pictures(session, threads, folder, answer);
    write_grasp_animation(answer, folder + "/grasp.glb");
    stop_if_interrupted(session);
}

}  // namespace graze::app
