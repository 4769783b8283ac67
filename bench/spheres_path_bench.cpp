// Objects on paths in and out of contact: time and error from frame to frame (Weller 2012, 5.6), and how
// smoothly forces and torques change (5.4).
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "bench/harness/table.h"
#include "bench/scenes/mesh_objects.h"
#include "bench/spheres_experiment.h"
#include "graze/mesh/generate.h"
#include "graze/models/motions.h"
#include "graze/query/distance/distance.h"
#include "graze/query/solid/volume.h"
#include "graze/spheres/force/contact_force.h"
#include "graze/spheres/packing/pack.h"

namespace graze::bench {
namespace {

struct PathScene {
    std::string name;
    SphereObject a, b;
    Path path;  // of B
};

struct MeasuredFrame {
    double volume = 0, exact = 0;                     // in parts of B
    double spheres_distance = 0, exact_distance = 0;  // in parts of B's diagonal
    double volume_us = 0, exact_volume_us = 0, distance_us = 0, exact_distance_us = 0;
    bool broken = false;  // bounds that do not contain the truth
    ContactForce by_normals, by_centres;
    // A step along the force makes the common volume larger.
    bool normals_pull_in = false, centres_pull_in = false;
    double motion = 0;  // since the last frame, of the fastest point around B
};

// The ring goes through the other one, and is linked with it in the end.
PathScene linked_rings(std::uint32_t triangles, std::uint32_t steps) {
    const auto side = static_cast<std::uint32_t>(std::sqrt(triangles));
    const Mesh ring = make_torus(1, 0.35, side, std::max(3u, side / 2));
    const Quat upright = Quat::about_turns({1, 0, 0}, 0.25), tilted = Quat::about_turns({1, 0.4, 0}, 0.22);
    const std::vector<Pose> keys{Pose(upright, {2.9, 0, 0}), Pose(tilted, {1.7, 0.15, 0.1}),
                                 Pose(upright, {1, 0, 0}), Pose(tilted, {0.45, -0.1, 0.1})};
    return {"linked rings", {"ring", ring}, {"ring", ring}, interpolated_path(keys, steps)};
}

// The block scrapes along the ring, dips into it, and leaves.
PathScene scraping_block(std::uint32_t triangles, std::uint32_t steps) {
    const auto side = static_cast<std::uint32_t>(std::sqrt(triangles));
    const Quat tilt = Quat::about_turns({1, 2, 0}, 0.03);
    const std::vector<Pose> keys{Pose(tilt, {-2.4, 0, 0.85}), Pose(tilt, {-1, 0.2, 0.72}),
                                 Pose(Quat(), {0.9, 0.2, 0.7}), Pose(tilt, {1, 0.3, 0.3}),
                                 Pose(Quat(), {1.2, 0.3, 1.2})};
    return {"scraping block",
            {"ring", make_torus(1, 0.4, side, std::max(3u, side / 2))},
            {"block", make_box({1, 1.3, 0.8}, std::max(1u, side / 4))},
            interpolated_path(keys, steps)};
}

// A cube sinks into a slab, down to the middle of it and a little more: the way out is where it came from.
PathScene sinking_cube(std::uint32_t steps) {
    const std::vector<Pose> keys{Pose(Quat(), {0.1, 0.05, 1.3}), Pose(Quat(), {0.1, 0.05, 0.1})};
    return {"sinking cube",
            {"slab", make_box({3, 3, 2}, 4)},
            {"cube", make_box({0.5, 0.5, 0.5}, 4)},
            interpolated_path(keys, steps)};
}

// Two animals, as in the source: one comes from the side and scrapes along the other.
void add_animals(const std::filesystem::path& data, std::uint32_t steps, std::vector<PathScene>& scenes) {
    if (data.empty()) return;
    std::vector<SphereObject> animals;
    for_each_mesh({.names = {"spot", "homer"}, .data = data}, [&](const std::string& name, const Mesh& mesh) {
        if (name == "spot" || name == "homer") animals.emplace_back(name, mesh);
    });
    if (animals.size() != 2) return;
    const SphereObject &a = animals[0], &b = animals[1];
    const Vec3 start = a.shape.mesh().box().center() - b.shape.mesh().box().center();
    const double d = a.diagonal;
    const Quat turned = Quat::about_turns({0, 1, 0}, 0.2);
    const std::vector<Pose> keys{
        Pose(Quat(), start + Vec3{0.8, -0.2, 0.1} * d), Pose(Quat(), start + Vec3{0.25, -0.1, 0} * d),
        Pose(turned, start + Vec3{0.2, 0.15, 0.05} * d), Pose(turned, start + Vec3{0.9, 0.2, 0} * d)};
    scenes.push_back({"spot and homer", a, b, interpolated_path(keys, steps)});
}

double farthest_motion(const SphereTree& tree, const Pose& from, const Pose& to) {
    const Sphere ball = tree.outer_ball();
    double most = 0;
    for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0})
            for (const double z : {-1.0, 1.0}) {
                const Vec3 p = ball.center + normalized({x, y, z}) * ball.radius;
                most = std::max(most, length(to(p) - from(p)));
            }
    return most;
}

std::vector<MeasuredFrame> played(const PathScene& scene, const SphereTree& tree_a, const SphereTree& tree_b,
                                  std::size_t repeats) {
    ProximityCache cache;
    std::vector<MeasuredFrame> frames(scene.path.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        MeasuredFrame& f = frames[i];
        const Pose& pose = scene.path[i];
        const Shape &a = scene.a.shape, &b = scene.b.shape;
        ProximityOptions options;
        options.cache = &cache;
        options.volume = graze::VolumeMethod::spheres;
        options.refinement = DistanceRefinement::spheres;
        Proximity p;
        Overlap exact;
        Distance distance;
        const double us =
            least_microseconds(repeats, [&] { p = proximity(a, tree_a, {}, b, tree_b, pose, options); });
        (p.overlap == Answer::yes ? f.volume_us : f.distance_us) = us;
        f.exact_volume_us = least_microseconds(repeats, [&] { exact = overlap_volume(a, {}, b, pose); });
        f.exact_distance_us =
            least_microseconds(repeats, [&] { distance = graze::distance(a, {}, b, pose); });
        f.volume = p.volume / scene.b.own;
        f.exact = exact.volume / scene.b.own;
        f.spheres_distance = p.distance / scene.b.diagonal;
        f.exact_distance = distance.value / scene.b.diagonal;
        f.broken = p.volume_at_least > exact.volume + exact.error ||
                   p.volume_at_most < exact.volume - exact.error ||
                   (p.overlap == Answer::no && (p.distance_at_least > distance.value * (1 + 1e-12) ||
                                                p.distance < distance.value * (1 - 1e-12)));
        f.by_normals = contact_force(a, tree_a, {}, b, tree_b, pose);
        f.by_centres = contact_force(a, tree_a, {}, b, tree_b, pose, {.normals = ForceNormals::centres});
        const auto pulls_in = [&](const ContactForce& force) {
            if (!(exact.volume > 1e-4 * scene.b.own) || force.force_b == Vec3{}) return false;
            const Vec3 step = normalized(force.force_b) * (1e-3 * scene.b.diagonal);
            return overlap_volume(a, {}, b, Pose::translation(step) * pose).volume > exact.volume;
        };
        f.normals_pull_in = pulls_in(f.by_normals);
        f.centres_pull_in = pulls_in(f.by_centres);
        if (i > 0) f.motion = farthest_motion(tree_b, scene.path[i - 1], pose);
    }
    return frames;
}

// The largest angle by which a force turns from one frame to the next where it is not small, in degrees.
double largest_turn(const std::vector<MeasuredFrame>& frames, ContactForce MeasuredFrame::* which) {
    double largest = 0, strongest = 0;
    for (const MeasuredFrame& f : frames) strongest = std::max(strongest, length((f.*which).force_b));
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const Vec3 p = (frames[i - 1].*which).force_b, q = (frames[i].*which).force_b;
        if (std::min(length(p), length(q)) < 0.02 * strongest) continue;
        largest = std::max(largest, std::atan2(length(cross(p, q)), dot(p, q)) * 180 / std::numbers::pi);
    }
    return largest;
}

// The largest change of a force, as a part of what its stiffness and the motion allow.
double largest_step(const std::vector<MeasuredFrame>& frames) {
    double largest = 0;
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const ContactForce &p = frames[i - 1].by_normals, &q = frames[i].by_normals;
        const double most = std::max(p.stiffness, q.stiffness) * frames[i].motion;
        if (most > 0)
            largest = std::max(
                {largest, length(q.force_a - p.force_a) / most, length(q.force_b - p.force_b) / most});
    }
    return largest;
}

struct PathSums {
    SphereTimes volume, exact_volume, distance, exact_distance;
    std::size_t contacts = 0, apart = 0, broken = 0;
    double error = 0, distance_error = 0;

    explicit PathSums(const std::vector<MeasuredFrame>& frames) {
        for (const MeasuredFrame& f : frames) {
            broken += f.broken;
            (f.volume_us > 0 ? contacts : apart) += 1;
        }
        for (const MeasuredFrame& f : frames) {
            if (f.volume_us > 0) {
                volume.add(f.volume_us, contacts);
                exact_volume.add(f.exact_volume_us, contacts);
            } else {
                distance.add(f.distance_us, apart);
                exact_distance.add(f.exact_distance_us, apart);
                distance_error += (f.spheres_distance - f.exact_distance) / static_cast<double>(apart);
            }
        }
        // Relative errors of tiny volumes say nothing: the error in all frames over the volume in all frames.
        double wrong = 0, whole = 0;
        for (const MeasuredFrame& f : frames) {
            if (!(f.volume_us > 0)) continue;
            wrong += std::abs(f.volume - f.exact);
            whole += f.exact;
        }
        error = whole > 0 ? wrong / whole : 0;
    }
};

template <class Value>
Line line_of(const std::string& label, Tone tone, const std::vector<MeasuredFrame>& frames,
             const Value& value) {
    Line line{label, tone, {}};
    for (std::size_t i = 0; i < frames.size(); ++i)
        line.points.emplace_back(static_cast<double>(i), value(frames[i]));
    return line;
}

void draw_scene(const RunOptions& run_options, std::size_t number, const PathScene& scene,
                const std::vector<MeasuredFrame>& frames) {
    const auto file = [&](const char* what) { return fmt::format("spheres-path{}-{}.svg", number, what); };
    const auto plot = [&](const char* what, const std::string& title, const std::string& y,
                          const std::vector<Line>& lines) {
        write_file(run_options, file(what), line_plot(scene.name + ": " + title, "frame", y, lines));
    };
    plot("volume", "common volume, in parts of B", "%",
         {line_of("exact", Tone::peer, frames, [](const MeasuredFrame& f) { return 100 * f.exact; }),
          line_of("from spheres", Tone::graze, frames,
                  [](const MeasuredFrame& f) { return 100 * f.volume; })});
    plot("distance", "distance, in parts of B's diagonal", "%",
         {line_of("exact", Tone::peer, frames, [](const MeasuredFrame& f) { return 100 * f.exact_distance; }),
          line_of("of spheres", Tone::graze, frames,
                  [](const MeasuredFrame& f) { return 100 * f.spheres_distance; })});
    plot("force", "magnitude of the force on B", "force",
         {line_of("along centres", Tone::seed, frames,
                  [](const MeasuredFrame& f) { return length(f.by_centres.force_b); }),
          line_of("along normals", Tone::graze, frames,
                  [](const MeasuredFrame& f) { return length(f.by_normals.force_b); })});
    plot("torque", "magnitude of the torque on B", "torque",
         {line_of("along centres", Tone::seed, frames,
                  [](const MeasuredFrame& f) { return length(f.by_centres.torque_b); }),
          line_of("along normals", Tone::graze, frames,
                  [](const MeasuredFrame& f) { return length(f.by_normals.torque_b); })});
    const auto angle = [](ContactForce MeasuredFrame::* which) {
        return [which](const MeasuredFrame& f) {
            const Vec3 n = normalized((f.*which).force_b);
            return std::atan2(length(cross(n, {0, 0, 1})), n.z) * 180 / std::numbers::pi;
        };
    };
    plot("direction", "angle of the force on B with the z axis", "degrees",
         {line_of("along centres", Tone::seed, frames, angle(&MeasuredFrame::by_centres)),
          line_of("along normals", Tone::graze, frames, angle(&MeasuredFrame::by_normals))});
}

}  // namespace

SpheresPart measure_paths(const RunOptions& run_options, const SpheresSelection& selection,
                          const LoadWatch&) {
    std::vector<PathScene> scenes{linked_rings(selection.packed_triangles, selection.path_steps),
                                  scraping_block(selection.packed_triangles, selection.path_steps),
                                  sinking_cube(selection.path_steps)};
    add_animals(selection.data, selection.path_steps, scenes);
    SpheresPart part;
    Table volumes({{"scene", Align::left},
                   {"frames"},
                   {"in contact"},
                   {"volume, µs"},
                   {"worst"},
                   {"exact, µs"},
                   {"worst"},
                   {"error"},
                   {"distance, µs"},
                   {"exact, µs"},
                   {"error, of the diagonal"}});
    Table forces({{"scene", Align::left},
                  {"largest change of the force / allowed"},
                  {"largest turn"},
                  {"along centres"},
                  {"frames pulled inwards"},
                  {"along centres"}});
    std::size_t broken = 0;
    double step = 0;
    std::ptrdiff_t pulled = 0, pulled_by_centres = 0;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const PathScene& scene = scenes[i];
        fmt::print(stderr, "spheres: {}\n", scene.name);
        const auto count = static_cast<std::uint32_t>(selection.packed.front() * 10);
        const auto tree_of = [&](const SphereObject& object) {
            SphereTreeOptions options;
            options.threads = Threads(0);
            return SphereTree(object.shape,
                              pack(object.shape, {.count = count, .threads = Threads(0)}).packing, options);
        };
        const SphereTree tree_a = tree_of(scene.a), tree_b = tree_of(scene.b);
        const std::vector<MeasuredFrame> frames = played(scene, tree_a, tree_b, run_options.repeats);
        const PathSums sums(frames);
        draw_scene(run_options, i + 1, scene, frames);
        volumes.add_row({scene.name, fmt::format("{}", frames.size()), fmt::format("{}", sums.contacts),
                         fmt::format("{:.0f}", sums.volume.mean), fmt::format("{:.0f}", sums.volume.worst),
                         fmt::format("{:.0f}", sums.exact_volume.mean),
                         fmt::format("{:.0f}", sums.exact_volume.worst),
                         fmt::format("{:.2f} %", 100 * sums.error), fmt::format("{:.0f}", sums.distance.mean),
                         fmt::format("{:.0f}", sums.exact_distance.mean),
                         fmt::format("{:.3f} %", 100 * sums.distance_error)});
        const double normals = largest_turn(frames, &MeasuredFrame::by_normals),
                     centres = largest_turn(frames, &MeasuredFrame::by_centres),
                     largest = largest_step(frames);
        const auto in = std::ranges::count_if(frames, &MeasuredFrame::normals_pull_in),
                   centres_in = std::ranges::count_if(frames, &MeasuredFrame::centres_pull_in);
        forces.add_row({scene.name, fmt::format("{:.2f}", largest), fmt::format("{:.1f} degrees", normals),
                        fmt::format("{:.1f} degrees", centres), fmt::format("{}", in),
                        fmt::format("{}", centres_in)});
        part.json["paths"].push_back({{"scene", scene.name},
                                      {"frames", frames.size()},
                                      {"contacts", sums.contacts},
                                      {"volume_us", sums.volume.mean},
                                      {"volume_worst_us", sums.volume.worst},
                                      {"exact_volume_us", sums.exact_volume.mean},
                                      {"error", sums.error},
                                      {"distance_us", sums.distance.mean},
                                      {"exact_distance_us", sums.exact_distance.mean},
                                      {"distance_error", sums.distance_error},
                                      {"force_step_of_allowed", largest},
                                      {"turn", normals},
                                      {"turn_of_centres", centres},
                                      {"pulled_in", in},
                                      {"pulled_in_by_centres", centres_in},
                                      {"broken_bounds", sums.broken}});
        broken += sums.broken;
        step = std::max(step, largest);
        pulled += in;
        pulled_by_centres += centres_in;
    }
    part.text = section_text(run_options,
                             "Along paths, with 10 times as many spheres as the smallest packing", volumes) +
                section_text(run_options, "Forces along the same paths", forces);
    part.verdicts.push_back({"forces along normals are continuous",
                             fmt::format("{:.2f} of what the stiffness allows", step), held(step <= 1.001)});
    part.verdicts.push_back({"along centres, solids that overlap deeply are pulled inwards",
                             fmt::format("in {} frames; along normals in {}", pulled_by_centres, pulled),
                             held(pulled_by_centres > pulled)});
    part.verdicts.push_back({"bounds contain the truth along paths (of graze)",
                             fmt::format("{} frames do not", broken), held(broken == 0)});
    return part;
}

}  // namespace graze::bench
