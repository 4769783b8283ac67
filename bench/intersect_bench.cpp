// Do two meshes touch? graze beside its peers, close to each other: scenario I of Weller 2012, 6.3.
#include <fmt/format.h>

#include <algorithm>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "bench/intersect_report.h"
#include "bench/methods/mesh_method.h"
#include "bench/scenes/engineering.h"
#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/query/intersect/brute_force.h"

namespace graze::bench {
namespace {

// Up to here the answers are compared with those of all pairs of triangles; beyond, with an exact peer's.
constexpr std::size_t brute_force_triangles = 13'000;

// The method that graze is compared with: 0 (graze itself) means all pairs of triangles; none: nobody knows.
std::optional<std::size_t> reference_for(const Mesh& mesh, const MeshMethods& methods) {
    if (mesh.triangle_count() <= brute_force_triangles) return 0;
    for (std::size_t m = 1; m < methods.size(); ++m) {
        if (methods[m]->exact()) return m;
    }
    return {};
}

std::string name_of_reference(std::optional<std::size_t> reference, const MeshMethods& methods) {
    if (!reference) return "nothing";
    return *reference == 0 ? "all pairs" : methods[*reference]->name();
}

bool true_answer(const Mesh& mesh, const Pose& pose, std::size_t index, std::size_t reference,
                 const MeshMethods& methods) {
    if (reference != 0) return methods[reference]->touching(index);
    return find_intersections_brute_force(mesh, Pose{}, mesh, pose, {.first_only = true}).touching();
}

// graze's answers, each compared with the reference.
std::vector<bool> checked_answers(const Mesh& mesh, const ObjectResult& object,
                                  std::optional<std::size_t> reference, const MeshMethods& methods,
                                  std::span<const Pose> poses) {
    std::vector<bool> answers;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        answers.push_back(methods[0]->touching(i));
        if (!reference || answers[i] == true_answer(mesh, poses[i], i, *reference, methods)) continue;
        throw Error(fmt::format("graze says {} and {} disagrees at the pose{}",
                                answers[i] ? "touching" : "apart", object.reference, written_out(poses[i])),
                    object.name, "one of two exact methods is wrong: make it a test");
    }
    return answers;
}

std::size_t wrong_answers(MeshMethod& method, const std::vector<bool>& answers) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) wrong += method.touching(i) != answers[i] ? 1 : 0;
    return wrong;
}

void time_once(MeshMethod& method, std::size_t poses, MeshMethodResult& result) {
    result.time_once(poses, [&](std::size_t i) { return method.touching(i); });
}

class Measurement {
  public:
    Measurement(const RunOptions& run_options, const IntersectSelection& selection,
                const MeshMethods& methods)
        : run_options_(run_options), selection_(selection), methods_(methods) {}

    ObjectResult measure(const std::string& name, const Mesh& mesh) const {
        const LoadWatch watch;
        ObjectResult result = built(name, mesh, methods_);
        const auto all =
            close_configurations(name, Shape(mesh), selection_.counts, selection_.configurations);
        result.without_contact = all.without_contact;
        const auto reference = reference_for(mesh, methods_);
        result.reference = name_of_reference(reference, methods_);
        for (const double distance : close_distances) {
            std::vector<Pose> poses;
            for (const Approach& approach : all.approaches) poses.push_back(all.pose(approach, distance));
            for (const auto& method : methods_) method->prepare(poses);
            const auto answers = checked_answers(mesh, result, reference, methods_, poses);
            result.rows.push_back(measure_row(distance, answers));
        }
        result.disturbance = watch.so_far();
        return result;
    }

    // A part on top of a copy of itself.
    ObjectResult measure_stack(const std::string& name, const Mesh& mesh, const Pose& turned) const {
        const LoadWatch watch;
        ObjectResult result = built(name, mesh, methods_);
        const auto reference = reference_for(mesh, methods_);
        result.reference = name_of_reference(reference, methods_);
        for (const double gap : stack_gaps) {
            const std::vector<Pose> poses = stack_poses(mesh, turned, gap);
            for (const auto& method : methods_) method->prepare(poses);
            const auto answers = checked_answers(mesh, result, reference, methods_, poses);
            result.rows.push_back(measure_row(gap, answers));
        }
        result.disturbance = watch.so_far();
        return result;
    }

  private:
    IntersectRow measure_row(double distance, const std::vector<bool>& answers) const {
        IntersectRow row;
        row.distance = distance;
        row.configurations = answers.size();
        row.touching = static_cast<std::size_t>(std::count(answers.begin(), answers.end(), true));
        row.methods.resize(methods_.size());
        for (std::size_t i = 0; i < answers.size(); ++i) row.counts += methods_[0]->counts_of(i);
        for (std::size_t m = 0; m < methods_.size(); ++m)
            row.methods[m].wrong = wrong_answers(*methods_[m], answers);
        std::vector<double> spent(methods_.size());
        for (std::size_t repeat = 0; repeat < run_options_.repeats; ++repeat) {
            for (std::size_t m = 0; m < methods_.size(); ++m) {
                if (spent[m] > selection_.seconds_per_row * 1e9) continue;
                spent[m] += nanoseconds_of([&] { time_once(*methods_[m], answers.size(), row.methods[m]); });
            }
        }
        return row;
    }

    const RunOptions& run_options_;
    const IntersectSelection& selection_;
    const MeshMethods& methods_;
};

// graze alone, so that a million triangles do not cost minutes.
std::vector<Growth> measure_growth(const RunOptions& run_options, const IntersectSelection& selection) {
    std::vector<Growth> growth{{0.01, {}}, {0.0001, {}}};
    MeshMethods graze;
    graze.push_back(graze_mesh_method());
    for (const std::uint32_t triangles : {10'000u, 31'600u, 100'000u, 316'000u, 1'000'000u}) {
        fmt::print(stderr, "growth: {}\n", sphere_name(triangles));
        const Mesh mesh = make_sphere(1, triangles);
        graze[0]->load(mesh);
        graze[0]->build();
        const auto all = close_configurations(sphere_name(triangles), Shape(mesh), selection.counts,
                                              selection.configurations);
        for (Growth& g : growth) {
            std::vector<Pose> poses;
            for (const Approach& approach : all.approaches) poses.push_back(all.pose(approach, g.distance));
            graze[0]->prepare(poses);
            MeshMethodResult result;
            for (std::size_t repeat = 0; repeat < run_options.repeats; ++repeat)
                time_once(*graze[0], poses.size(), result);
            g.microseconds_by_triangles.emplace_back(mesh.triangle_count(), result.mean());
        }
    }
    return growth;
}

}  // namespace

int run_intersect_benchmark(const RunOptions& run_options, const IntersectSelection& selection) {
    const LoadWatch watch;
    MeshMethods methods;
    methods.push_back(graze_mesh_method());
    for (auto& peer : peer_mesh_methods()) methods.push_back(std::move(peer));
    say_if_absent(selection.objects.data);

    IntersectResults results;
    for (const auto& method : methods) {
        results.method_names.push_back(method->name());
        results.method_tones.push_back(method->tone());
    }
    const Measurement measurement(run_options, selection, methods);
    for_each_mesh(selection.objects, [&](const std::string& name, const Mesh& mesh) {
        results.objects.push_back(measurement.measure(name, mesh));
    });
    IntersectResults parts, stacks;
    parts.method_names = stacks.method_names = results.method_names;
    parts.method_tones = stacks.method_tones = results.method_tones;
    for_each_of(engineering_objects(selection.parts), selection.objects.names,
                [&](const std::string& name, const Mesh& mesh) {
                    parts.objects.push_back(measurement.measure(name, mesh));
                });
    for (const StackedObject& stacked : stacked_objects())
        for_each_of({stacked.object}, selection.objects.names,
                    [&](const std::string& name, const Mesh& mesh) {
                        stacks.objects.push_back(measurement.measure_stack(name, mesh, stacked.turned));
                    });
    if (selection.growth) results.growth = measure_growth(run_options, selection);
    nlohmann::ordered_json more;
    add_group("cad_parts", parts, more);
    add_group("cad_stacks", stacks, more);
    report(run_options, results, watch.so_far(), {}, more);
    print_group(run_options, "CAD parts", parts);
    print_group(run_options, "Stacks of CAD parts", stacks);
    return 0;
}

}  // namespace graze::bench
