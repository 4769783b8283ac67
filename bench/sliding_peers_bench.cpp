#include <fmt/format.h>

#include <time.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "bench/methods/slide_method.h"
#include "bench/sliding_experiments.h"
#include "graze/base/motion.h"
#include "graze/interact/sliding/detail/backtracking_slider.h"
#include "graze/interact/sliding/slider.h"
#include "graze/mesh/generate.h"
#include "graze/models/captives.h"
#include "graze/models/hands.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The poses that a step passes through; the first is where it began.
using Follow = std::function<std::vector<Pose>(const Pose& hand)>;

// ---- Table 4.3 --------------------------------------------------------------------------------------

struct Table43Scene {
    std::string name;
    Shape part;
    std::vector<PlacedShape> obstacles;
    std::size_t polygons = 0;
};

// The picture of the source is lost: objects of as many polygons.
std::vector<Table43Scene> table_43_scenes() {
    const Shape ring(make_torus(2, 0.6, 65, 30)), post(make_cylinder(0.9, 8, 975));
    const Shape small(make_torus(2, 0.6, 50, 28)), plate(make_box({12, 12, 1}, 15));
    std::vector<Table43Scene> scenes{
        {"2 objects", ring, {{post}}},
        {"4 objects",
         small,
         {{post}, {plate, Pose::translation({0, 0, -2})}, {plate, Pose::translation({0, 0, 2.5})}}}};
    for (Table43Scene& s : scenes) {
        s.polygons = s.part.mesh().triangle_count();
        for (const PlacedShape& o : s.obstacles) s.polygons += o.shape.mesh().triangle_count();
    }
    return scenes;
}

void add_table_43_row(const Table43Scene& scene, const std::string& method, const SlidingTimes& times,
                      std::size_t most_contacts, std::size_t step_count, Table& table,
                      nlohmann::ordered_json& json) {
    const double ms = 1e3 / static_cast<double>(step_count);
    table.add_row({scene.name, method, fmt::format("{}", scene.polygons), fmt::format("{}", most_contacts),
                   fmt::format("{:.3f}", times.collision * ms), fmt::format("{:.3f}", times.simulation * ms),
                   fmt::format("{:.1f}", times.collision / times.simulation)});
    json.push_back({{"scene", scene.name},
                    {"method", method},
                    {"polygons", scene.polygons},
                    {"collision_ms", times.collision * ms},
                    {"simulation_ms", times.simulation * ms}});
}

Table table_43(const SlidingSelection& selection, nlohmann::ordered_json& json) {
    Table table({{"scene", Align::left},
                 {"method", Align::left},
                 {"polygons"},
                 {"contacts, most"},
                 {"collision, ms"},
                 {"simulation, ms"},
                 {"ratio"}});
    const std::uint32_t step_count = std::max(selection.steps, 2u) * 4;
    for (const Table43Scene& scene : table_43_scenes()) {
        const Path hand = hand_path({HandStyle::smooth, step_count, 6, selection.seed});
        {
            SlidingTimes times{.clock = thread_seconds};
            Slider slider({{scene.part}}, scene.obstacles, {}, {.times = &times});
            std::size_t contacts = 0;
            for (const Pose& h : hand) {
                slider.follow(h);
                contacts = std::max(contacts, slider.contacts().size());
            }
            add_table_43_row(scene, "least constraint", times, contacts, hand.size(), table, json);
        }
        SlidingTimes times{.clock = thread_seconds};
        BacktrackingSlider slider({{scene.part}}, scene.obstacles, {},
                                  {.metaphor = SlidingMetaphor::incremental, .times = &times});
        const double start = thread_seconds();
        for (const Pose& h : hand) slider.follow(h);
        times.simulation = thread_seconds() - start - times.collision;
        add_table_43_row(scene, "backtracking", times, slider.most_contacts(), hand.size(), table, json);
    }
    return table;
}

// ---- All methods on the same hands -------------------------------------------------------------------

struct Judged {
    double ms = 0, behind = 0, deepest = 0;
    std::size_t poses = 0, ways = 0;  // that overlap
};

Judged judge(const Shape& part, const Pose& start, const Vec3& centre, const PlacedShape& holder,
             const Path& hand, double size, const Follow& follow) {
    Judged judged;
    Pose before = start;
    const auto overlaps_between = [&](const Pose& from, const Pose& to) {
        const Motion leg = Motion::straight(from, to, centre);
        bool through = false;
        for (int i = 1; i <= 16; ++i) {
            const Pose there = leg.at(i / 16.0);
            if (!intersects(part, there, holder.shape, holder.pose)) continue;
            through = true;
            judged.deepest =
                std::max(judged.deepest, local_depth(part, there, holder.shape, holder.pose).value);
        }
        return through;
    };
    for (const Pose& moved : hand) {
        const Pose wanted = moved * start;
        const double begin = thread_seconds();
        std::vector<Pose> way = follow(wanted);
        judged.ms += 1e3 * (thread_seconds() - begin);
        // What tells only its pose has gone there straight.
        if (way.size() == 1) way.insert(way.begin(), before);
        const Pose& pose = way.back();
        judged.behind += length(pose(centre) - wanted(centre)) / size * 100;
        if (intersects(part, pose, holder.shape, holder.pose)) ++judged.poses;
        bool through = false;
        for (std::size_t i = 1; i < way.size(); ++i) through |= overlaps_between(way[i - 1], way[i]);
        judged.ways += through;
        before = way.back();
    }
    judged.ms /= static_cast<double>(hand.size());
    judged.behind /= static_cast<double>(hand.size());
    return judged;
}

Table all_methods(const SlidingSelection& selection, nlohmann::ordered_json& json, std::size_t& wrong) {
    Table table({{"part", Align::left},
                 {"hand", Align::left},
                 {"method", Align::left},
                 {"ms a step"},
                 {"behind, % of size"},
                 {"poses that overlap"},
                 {"ways that overlap"},
                 {"deepest, mm"}});
    Assembly assembly;
    for (const Captive& c : add_captives(assembly)) {
        const Part &p = assembly.parts[c.part], &h = assembly.parts[c.holder];
        const Shape part(*p.mesh);
        const PlacedShape holder{Shape(*h.mesh), h.world_from_part};
        const double size = length(part.box().size());
        for (const HandStyle style : hand_styles) {
            const Slider for_centre({{part}}, {}, p.world_from_part);
            const Vec3 centre = for_centre.centre();
            const Path hand =
                hand_path({style, selection.steps, size, selection.seed}, p.world_from_part(centre));
            const auto add = [&](const std::string& name, const Follow& follow) {
                const Judged j = judge(part, p.world_from_part, centre, holder, hand, size, follow);
                table.add_row({c.what, name_of(style), name, fmt::format("{:.3f}", j.ms),
                               fmt::format("{:.1f}", j.behind), fmt::format("{}", j.poses),
                               fmt::format("{}", j.ways), fmt::format("{:.3f}", j.deepest)});
                json.push_back({{"part", c.what},
                                {"hand", name_of(style)},
                                {"method", name},
                                {"ms", j.ms},
                                {"behind_percent", j.behind},
                                {"poses", j.poses},
                                {"ways", j.ways},
                                {"deepest", j.deepest}});
                return j;
            };
            Slider slider({{part}}, {holder}, p.world_from_part);
            const Judged exact = add("least constraint", [&](const Pose& w) {
                slider.follow(w);
                return std::vector<Pose>(slider.way().begin(), slider.way().end());
            });
            wrong += exact.poses + exact.ways;
            const std::pair<const char*, SlidingMetaphor> metaphors[] = {
                {"backtracking, incremental", SlidingMetaphor::incremental},
                {"backtracking, rubber band", SlidingMetaphor::rubber_band},
                {"backtracking, band and spring", SlidingMetaphor::rubber_band_and_spring}};
            for (const auto& [name, metaphor] : metaphors) {
                BacktrackingSlider other({{part}}, {holder}, p.world_from_part, {.metaphor = metaphor});
                add(name, [&](const Pose& w) { return std::vector<Pose>{other.follow(w)}; });
            }
#ifdef GRAZE_BENCH_BULLET_DYNAMICS
            for (const auto& method : bullet_slide_methods()) {
                method->load(*p.mesh, p.world_from_part, centre, *h.mesh, h.world_from_part);
                add(method->name(), [&](const Pose& w) { return std::vector<Pose>{method->follow(w)}; });
            }
#endif
        }
    }
    return table;
}

}  // namespace

SlidingExperiments sliding_experiments(const RunOptions& run_options, const SlidingSelection& selection) {
    SlidingExperiments result;
    result.text =
        section_text(run_options,
                     "Table 4.3 of Zachmann (2000): collision detection against simulation, a step. "
                     "There, on 194 MHz: 2.2 and 0.27 ms for 2 objects, 4.4 and 0.28 ms for 4",
                     table_43(selection, result.table_4_3));
    result.text += section_text(run_options, "All ways to slide on the same hands",
                                all_methods(selection, result.methods, result.wrong));
    return result;
}

}  // namespace graze::bench
