// What do rays hit? graze beside its peers.
#include <fmt/format.h>

#include <algorithm>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "bench/methods/ray_method.h"
#include "bench/ray_report.h"
#include "bench/scenes/rays.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

// Rays that are timed together.
constexpr std::size_t ray_chunk = 1024;

// Tests of a ray and a triangle, of one kind of rays at one object, that checking may take.
constexpr std::size_t most_checks = 30'000'000;

// The t at which a ray meets a triangle, or infinity.
double t_of(const Mesh& mesh, const Ray& ray, TriangleId triangle) {
    if (triangle == no_triangle) return Ray::infinity;
    const auto hit = first_hit(ray, mesh.triangle(triangle));
    return hit ? hit->t : Ray::infinity;
}

// The nearest triangle by asking them all.
TriangleId first_of_all(const Mesh& mesh, const Ray& ray) {
    TriangleId best = no_triangle;
    double best_t = Ray::infinity;
    for (TriangleId i = 0; i < mesh.triangle_count(); ++i) {
        const double t = t_of(mesh, ray, i);
        if (t < best_t) {
            best = i;
            best_t = t;
        }
    }
    return best;
}

// Another triangle is right, too, if it is really hit and no farther away: at an edge two are.
bool is_right(const Mesh& mesh, const Ray& ray, TriangleId answer, TriangleId truth) {
    if (answer == truth) return true;
    if (answer == no_triangle || truth == no_triangle) return false;
    return t_of(mesh, ray, answer) <= t_of(mesh, ray, truth) * (1 + 1e-9);
}

class RayMeasurement {
  public:
    RayMeasurement(const RunOptions& run_options, const RayMethods& methods)
        : run_options_(run_options), methods_(methods) {}

    RayRow measure(const std::string& object, const Mesh& mesh, const RayScene& scene) const {
        const std::vector<Ray>& rays = scene.rays;
        for (const auto& method : methods_) method->prepare(rays);
        RayRow row{object, scene.name, mesh.triangle_count(), rays.size(), 0, 0, {}};
        row.methods.resize(methods_.size());
        std::vector<TriangleId> truth(rays.size()), answers(rays.size());
        std::vector<std::uint8_t> any(rays.size());
        methods_[0]->first_hits(0, truth);
        row.checked = check(object, mesh, rays, truth);
        row.hits =
            rays.size() - static_cast<std::size_t>(std::count(truth.begin(), truth.end(), no_triangle));
        for (std::size_t m = 0; m < methods_.size(); ++m) {
            RayMethodResult& result = row.methods[m];
            methods_[m]->first_hits(0, answers);
            methods_[m]->any_hits(0, any);
            for (std::size_t i = 0; i < rays.size(); ++i) {
                result.wrong_first += !is_right(mesh, rays[i], answers[i], truth[i]);
                result.wrong_any += (any[i] != 0) != (truth[i] != no_triangle);
            }
        }
        time_all(rays.size(), row);
        return row;
    }

  private:
    // How many of graze's answers were compared with those of all triangles.
    static std::size_t check(const std::string& object, const Mesh& mesh, const std::vector<Ray>& rays,
                             const std::vector<TriangleId>& answers) {
        const std::size_t count = std::min(rays.size(), most_checks / mesh.triangle_count() + 1);
        for (std::size_t i = 0; i < count; ++i) {
            const TriangleId expected = first_of_all(mesh, rays[i]);
            if (answers[i] == expected) continue;
            const Vec3 &o = rays[i].origin(), &d = rays[i].direction();
            throw Error(
                fmt::format("graze says triangle {} and not {} for the ray {:a} {:a} {:a}, {:a} {:a} {:a}",
                            answers[i], expected, o.x, o.y, o.z, d.x, d.y, d.z),
                object, "make it a test");
        }
        return count;
    }

    // Methods take turns, so that none has a quieter machine.
    void time_all(std::size_t rays, RayRow& row) const {
        std::vector<TriangleId> first(ray_chunk);
        std::vector<std::uint8_t> any(ray_chunk);
        std::vector<ChunkMinima> first_times(methods_.size()), any_times(methods_.size());
        for (std::size_t repeat = 0; repeat < run_options_.repeats; ++repeat) {
            for (std::size_t m = 0; m < methods_.size(); ++m) {
                for (std::size_t at = 0; at < rays; at += ray_chunk) {
                    const std::size_t n = std::min(ray_chunk, rays - at);
                    first_times[m].add(at / ray_chunk, n, nanoseconds_of([&] {
                                           methods_[m]->first_hits(at, std::span(first).first(n));
                                       }));
                }
                for (std::size_t at = 0; at < rays; at += ray_chunk) {
                    const std::size_t n = std::min(ray_chunk, rays - at);
                    any_times[m].add(at / ray_chunk, n, nanoseconds_of([&] {
                                         methods_[m]->any_hits(at, std::span(any).first(n));
                                     }));
                }
            }
        }
        for (std::size_t m = 0; m < methods_.size(); ++m) {
            row.methods[m].first_nanoseconds = first_times[m].per_item();
            row.methods[m].any_nanoseconds = any_times[m].per_item();
        }
    }

    const RunOptions& run_options_;
    const RayMethods& methods_;
};

}  // namespace

int run_ray_benchmark(const RunOptions& run_options, const RaySelection& selection) {
    const LoadWatch watch;
    const RayMethods methods = ray_methods();
    RayResults results;
    for (const auto& method : methods) {
        results.method_names.push_back(method->name());
        results.method_tones.push_back(method->tone());
    }
    const RayMeasurement measurement(run_options, methods);
    for_each_mesh(selection.objects, [&](const std::string& name, const Mesh& mesh) {
        for (const auto& method : methods) method->build(mesh);
        for (const RayScene& scene : ray_scenes(mesh.box(), run_options.pairs))
            results.rows.push_back(measurement.measure(name, mesh, scene));
    });
    report(run_options, results, watch.so_far());
    return 0;
}

}  // namespace graze::bench
