#include "proximity_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "graze/base/error.h"
#include "text.h"
#include "whole_file.h"

namespace graze::app {
namespace {

const char* word_of(Answer answer) {
    return answer == Answer::yes ? "yes" : answer == Answer::no ? "no" : "undecided";
}

Json number_json(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string csv_vector(const Vec3& v) {
    return fmt::format("{},{},{}", v.x, v.y, v.z);
}

std::string csv_line(std::size_t i, const PathFrame& f) {
    const Proximity& p = f.proximity;
    std::string line =
        fmt::format("{},{},{},{},{},{},{},{},{},{},{:.2f}", i, csv_vector(f.pose_b.translation()),
                    word_of(p.overlap), p.volume, p.volume_at_least, p.volume_at_most, csv_vector(p.center),
                    p.distance, p.distance_at_least, p.tests, f.microseconds);
    if (f.force)
        line += fmt::format(",{},{},{},{},{}", csv_vector(f.force->force_a), csv_vector(f.force->torque_a),
                            csv_vector(f.force->force_b), csv_vector(f.force->torque_b), f.force->stiffness);
    return line + "\n";
}

std::string csv_head(bool force) {
    std::string head =
        "frame,x,y,z,overlap,volume,volume_at_least,volume_at_most,center_x,center_y,center_z,distance,"
        "distance_at_least,tests,microseconds";
    if (force)
        for (const char* what : {"force_a", "torque_a", "force_b", "torque_b"})
            for (const char* axis : {"x", "y", "z"}) head += fmt::format(",{}_{}", what, axis);
    return head + (force ? ",stiffness\n" : "\n");
}

double largest_force_step(const std::vector<PathFrame>& frames) {
    double largest = 0;
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (const auto &now = frames[i].force, &last = frames[i - 1].force; now && last)
            largest = std::max(largest, length(now->force_a - last->force_a));
    return largest;
}

std::size_t overlapping_frames(const std::vector<PathFrame>& frames) {
    return static_cast<std::size_t>(
        std::ranges::count_if(frames, [](const PathFrame& f) { return f.proximity.overlap == Answer::yes; }));
}

}  // namespace

std::vector<PathFrame> play(Session& session, const PathScene& scene, const std::vector<Path>& paths) {
    if (paths.size() > 2)
        throw Error(fmt::format("has {} paths", paths.size()), "--path",
                    "give one, for B, or two, for A and B");
    const Path still{Pose()};
    const Path &path_a = paths.size() == 2 ? paths[0] : still, &path_b = paths.back();
    const std::size_t count = std::max(path_a.size(), path_b.size());
    ProximityCache cache;
    ForceCache force_cache;
    ProximityOptions options = scene.proximity;
    options.cache = &cache;
    std::vector<PathFrame> frames(count);
    for (std::size_t i = 0; i < count; ++i) {
        PathFrame& f = frames[i];
        f.pose_a = path_a[std::min(i, path_a.size() - 1)] * scene.a.pose;
        f.pose_b = path_b[std::min(i, path_b.size() - 1)] * scene.b.pose;
        const auto start = std::chrono::steady_clock::now();
        f.proximity =
            proximity(scene.a.shape, scene.tree_a, f.pose_a, scene.b.shape, scene.tree_b, f.pose_b, options);
        f.microseconds =
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
        if (scene.force) {
            ForceOptions force = *scene.force;
            force.cache = &force_cache;
            f.force = contact_force(scene.a.shape, scene.tree_a, f.pose_a, scene.b.shape, scene.tree_b,
                                    f.pose_b, force);
        }
        session.progress.report("playing", i + 1, count);
        stop_if_interrupted(session);
    }
    return frames;
}

void check_path_table(const std::string& file) {
    if (std::filesystem::path(file).extension() != ".csv")
        throw Error("is not the name of a table", file, "end the name of what --path writes in .csv");
}

void write_path_table(const std::vector<PathFrame>& frames, const std::string& file) {
    write_file(file, [&](const Send& send) {
        send(csv_head(frames.front().force.has_value()));
        for (std::size_t i = 0; i < frames.size(); ++i) send(csv_line(i, frames[i]));
    });
}

Json path_json(const std::vector<PathFrame>& frames) {
    Json list = Json::array();
    for (const PathFrame& f : frames) {
        const Proximity& p = f.proximity;
        Json frame{{"overlap", word_of(p.overlap)},
                   {"volume",
                    {{"estimate", p.volume}, {"at_least", p.volume_at_least}, {"at_most", p.volume_at_most}}},
                   {"distance", number_json(p.distance)},
                   {"distance_at_least", number_json(p.distance_at_least)},
                   {"tests", p.tests}};
        if (f.force) {
            frame["force_a"] = to_json(f.force->force_a);
            frame["torque_a"] = to_json(f.force->torque_a);
            frame["force_b"] = to_json(f.force->force_b);
            frame["torque_b"] = to_json(f.force->torque_b);
            frame["stiffness_at_most"] = f.force->stiffness;
        }
        list.push_back(std::move(frame));
    }
    return list;
}

std::string path_text(const Style& style, const std::vector<PathFrame>& frames, const std::string& unit) {
    const std::size_t overlapping = overlapping_frames(frames);
    const auto deepest =
        std::ranges::max_element(frames, {}, [](const PathFrame& f) { return f.proximity.volume; });
    const auto nearest =
        std::ranges::min_element(frames, {}, [](const PathFrame& f) { return f.proximity.distance; });
    double sum = 0, worst = 0;
    for (const PathFrame& f : frames) {
        sum += f.microseconds;
        worst = std::max(worst, f.microseconds);
    }
    const std::string headline = fmt::format("the solids share volume in {} of {} frames",
                                             with_thousands(overlapping), with_thousands(frames.size()));
    std::string text = (overlapping == 0 ? style.green(headline) : style.yellow(headline)) + "\n";
    if (overlapping > 0)
        text += field(style, "most shared",
                      fmt::format("{} {}^3, in frame {}", number(deepest->proximity.volume), unit,
                                  deepest - frames.begin()));
    else
        text += field(style, "nearest",
                      fmt::format("{} {}, in frame {}", number(nearest->proximity.distance), unit,
                                  nearest - frames.begin()));
    if (frames.front().force)
        text +=
            field(style, "force on A",
                  fmt::format("changes by at most {:.4g} from frame to frame", largest_force_step(frames)));
    text += field(style, "time",
                  fmt::format("{:.0f} us in the mean, {:.0f} at worst",
                              sum / static_cast<double>(frames.size()), worst));
    return text;
}

Exit path_exit(const std::vector<PathFrame>& frames) {
    if (overlapping_frames(frames) > 0) return Exit::found;
    const bool sure =
        std::ranges::all_of(frames, [](const PathFrame& f) { return f.proximity.overlap == Answer::no; });
    return sure ? Exit::fine : Exit::incomplete;
}

}  // namespace graze::app
