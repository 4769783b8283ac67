// Meshes that bend: their hierarchy follows, and where they meet themselves; beside CGAL and Bullet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "bench/methods/deform_method.h"
#include "graze/base/random.h"
#include "graze/deform/deformable_shape.h"
#include "graze/deform/refit/refit.h"
#include "graze/deform/self_collision/self_intersections.h"
#ifdef GRAZE_BENCH_IO
#include "graze/io/load.h"
#endif

namespace graze::bench {
namespace {

struct Cloth {
    std::string name;
    Mesh first;
    std::vector<Vec3> second;  // where its vertices are in another frame
};

// A cloth over an edge, in folds that come close to each other and do not touch: z is a function of a
// coordinate along the cloth that never returns.
Cloth drape(std::uint32_t side) {
    const auto place = [side](std::uint32_t i, std::uint32_t j, double time) {
        const double u = 2.0 * i / side, v = 2.0 * j / side;
        return Vec3{u + 0.02 * std::sin(9 * v + time), v,
                    0.15 * std::sin(25 * u + 3 * std::sin(4 * v + time))};
    };
    std::vector<Vec3> vertices, later;
    for (std::uint32_t j = 0; j <= side; ++j) {
        for (std::uint32_t i = 0; i <= side; ++i) {
            vertices.push_back(place(i, j, 0));
            later.push_back(place(i, j, 0.1));
        }
    }
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::uint32_t j = 0; j < side; ++j) {
        for (std::uint32_t i = 0; i < side; ++i) {
            const VertexId v = j * (side + 1) + i;
            triangles.push_back({v, v + 1, v + side + 2});
            triangles.push_back({v, v + side + 2, v + side + 1});
        }
    }
    return {fmt::format("drape-{}k", triangles.size() / 1000),
            Mesh(std::move(vertices), std::move(triangles)), std::move(later)};
}

std::vector<Cloth> cloths(const DeformSelection& selection) {
    std::vector<Cloth> all;
    for (const std::uint32_t side : selection.sides) all.push_back(drape(side));
#ifdef GRAZE_BENCH_IO
    if (!selection.frames.empty()) {
        const Mesh second = load_mesh(selection.frames.at(1)).mesh;
        all.push_back({selection.frames.at(0).stem().string(),
                       load_mesh(selection.frames.at(0)).mesh,
                       {second.vertices().begin(), second.vertices().end()}});
    }
#endif
    return all;
}

template <class Work>
double fastest_ms(std::size_t repeats, Work&& work) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) least = std::min(least, nanoseconds_of(work));
    return least / 1e6;
}

struct Results {
    Table refits{{{"mesh", Align::left}, {"triangles"}, {"method", Align::left}, {"ms"}, {"x graze"}}};
    Table selves{{{"mesh", Align::left},
                  {"pairs"},
                  {"method", Align::left},
                  {"any, ms"},
                  {"x graze"},
                  {"all pairs, ms"},
                  {"x graze"}}};
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    bool agree = true;
};

// Both frames in turn, so that every refit has something to do.
void measure_refit(const Cloth& cloth, std::size_t repeats, Results& results) {
    const Shape shape(cloth.first);
    const Mesh second(cloth.second, {cloth.first.triangles().begin(), cloth.first.triangles().end()});
    double alone = 0;
    const auto add = [&](const std::string& method, double ms) {
        if (alone == 0) alone = ms;
        results.refits.add_row({cloth.name, fmt::format("{}", cloth.first.triangle_count()), method,
                                fmt::format("{:.3f}", ms), fmt::format("{:.2f}", ms / alone)});
        results.rows.push_back({{"mesh", cloth.name}, {"question", "refit"}, {"method", method}, {"ms", ms}});
    };
    for (const unsigned threads : {1U, 2U}) {
        const Threads pool = threads == 1 ? Threads() : Threads(threads);
        std::size_t frame = 0;
        add(fmt::format("graze, {} thread{}", threads, threads == 1 ? "" : "s"), fastest_ms(repeats, [&] {
                refitted(shape.tree(), frame++ % 2 == 0 ? second : cloth.first, pool);
            }));
    }
    DeformableShape moving(cloth.first);
    std::size_t frame = 0;
    add("graze, move_to: checks and versions too", fastest_ms(repeats, [&] {
            moving.move_to(frame++ % 2 == 0 ? std::span<const Vec3>(cloth.second) : cloth.first.vertices());
        }));
    add("graze, built anew",
        fastest_ms(std::min<std::size_t>(repeats, 3), [&] { const Shape built(second); }));
#ifdef GRAZE_BENCH_BULLET
    const auto bullet = bullet_refit_method();
    bullet->load(cloth.first);
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) {
        bullet->move(i % 2 == 0 ? std::span<const Vec3>(cloth.second) : cloth.first.vertices());
        least = std::min(least, nanoseconds_of([&] { bullet->refit(); }));
    }
    add(bullet->name(), least / 1e6);
#endif
}

void measure_self(const Cloth& cloth, std::size_t repeats, Results& results) {
    const Shape shape(cloth.first);
    const auto expected = self_intersections(shape);
    double any_alone = 0, all_alone = 0;
    const auto add = [&](const std::string& method, double any, double all) {
        if (any_alone == 0) any_alone = any, all_alone = all;
        results.selves.add_row({cloth.name, fmt::format("{}", expected.size()), method,
                                fmt::format("{:.3f}", any), fmt::format("{:.2f}", any / any_alone),
                                fmt::format("{:.2f}", all), fmt::format("{:.2f}", all / all_alone)});
        results.rows.push_back({{"mesh", cloth.name},
                                {"question", "self"},
                                {"method", method},
                                {"pairs", expected.size()},
                                {"ms_any", any},
                                {"ms_all", all}});
    };
    for (const unsigned threads : {1U, 2U}) {
        const QueryOptions options{.threads = threads == 1 ? Threads() : Threads(threads)};
        add(fmt::format("graze, {} thread{}", threads, threads == 1 ? "" : "s"),
            fastest_ms(repeats, [&] { self_intersects(shape, options); }),
            fastest_ms(repeats, [&] { self_intersections(shape, options); }));
    }
#ifdef GRAZE_BENCH_CGAL_MESH
    const auto cgal = cgal_self_method();
    if (!cgal->load(cloth.first)) return;
    std::vector<TrianglePair> found = cgal->pairs();
    std::ranges::sort(found);
    if (found != static_cast<const std::vector<TrianglePair>&>(expected)) {
        fmt::print(stderr, "{}: {} finds {} pairs, graze {}\n", cloth.name, cgal->name(), found.size(),
                   expected.size());
        results.agree = false;
    }
    add(cgal->name(), fastest_ms(std::min<std::size_t>(repeats, 5), [&] { cgal->any(); }),
        fastest_ms(std::min<std::size_t>(repeats, 5), [&] { cgal->pairs(); }));
#endif
}

}  // namespace

int run_deform_benchmark(const RunOptions& run_options, const DeformSelection& selection) {
    const LoadWatch watch;
    Results results;
    for (const Cloth& cloth : cloths(selection)) {
        fmt::print(stderr, "deform: {}\n", cloth.name);
        measure_refit(cloth, run_options.repeats, results);
        measure_self(cloth, run_options.repeats, results);
    }
    const Disturbance disturbance = watch.so_far();
    const Machine machine = this_machine();
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_section(run_options, "The hierarchy follows the vertices", results.refits);
    print_section(run_options, "Where a mesh meets itself", results.selves);
    auto json = json_head("deform", run_options, machine, disturbance);
    json["rows"] = std::move(results.rows);
    write_file(run_options, "deform.json", json.dump(2) + "\n");
    return results.agree ? 0 : 2;
}

}  // namespace graze::bench
