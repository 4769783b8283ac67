#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/harness/table.h"
#include "bench/world_pipeline.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/models/scenes.h"
#include "graze/query/intersect/intersect.h"
#include "graze/world/responder.h"

namespace graze::bench {
namespace {

constexpr std::size_t stages = 5;

std::array<const StageReport*, stages> stages_of(const UpdateReport& r) {
    return {&r.moved, &r.broad, &r.interest, &r.exact, &r.notified};
}

// Objects of size 1 that fly straight through a cube and come back at its walls.
class FlyingShapes {
  public:
    FlyingShapes(const Shape& shape, std::size_t objects, double overlaps, const Threads& threads, Want want)
        : side_(std::cbrt(8.0 * static_cast<double>(objects) / overlaps)),
          world_(WorldOptions{BroadPhaseKind::bvh, threads}) {
        Random random(11);
        world_.on_collision(
            [this](const Collision& c) {
                heard_ = heard_ * 1000003 + (std::uint64_t{c.a.index} << 20 | c.b.index) +
                         7 * c.contacts.size() + static_cast<std::uint64_t>(c.change);
            },
            want);
        for (std::size_t i = 0; i < objects; ++i) {
            places_.push_back(random.in_box({0, 0, 0}, {side_, side_, side_}));
            ways_.push_back(random.on_sphere() * 0.1);
            turns_.push_back(random.rotation());
            ids_.push_back(world_.add(shape, Pose(turns_.back(), places_.back())));
        }
        world_.update();
    }

    UpdateReport step(std::size_t movers) {
        const std::size_t stride = ids_.size() / movers;
        for (std::size_t m = 0; m < movers; ++m) {
            const std::size_t i = m * stride;
            for (std::size_t k = 0; k < 3; ++k) {
                if (places_[i][k] < 0 || places_[i][k] > side_) ways_[i][k] = -ways_[i][k];
                places_[i][k] += ways_[i][k];
            }
            world_.move(ids_[i], Pose(turns_[i], places_[i]));
        }
        return world_.update();
    }
    std::uint64_t heard() const { return heard_; }

  private:
    double side_;
    World world_;
    std::vector<Vec3> places_, ways_;
    std::vector<Quat> turns_;
    std::vector<ObjectId> ids_;
    std::uint64_t heard_ = 0;
};

PipelineRow measure(std::string name, FlyingShapes& scene, std::size_t objects, std::size_t movers,
                    unsigned threads, std::size_t steps) {
    PipelineRow row{std::move(name), objects, movers, threads, 0, std::vector<double>(stages, 0.0), 0};
    for (std::size_t i = 0; i < steps; ++i) {
        const UpdateReport report = scene.step(movers);
        const auto parts = stages_of(report);
        for (std::size_t s = 0; s < stages; ++s)
            row.stage_nanoseconds[s] += static_cast<double>(parts[s]->time.count());
        row.near_pairs += static_cast<double>(report.exact.items) / static_cast<double>(steps);
    }
    for (double& ns : row.stage_nanoseconds) {
        row.milliseconds += ns / 1e6 / static_cast<double>(steps);
        ns /= static_cast<double>(movers * steps);
    }
    return row;
}

// The quickest of some runs, each of which goes on where the last one ended.
PipelineRow measure_repeatedly(const std::string& name, FlyingShapes& scene, std::size_t objects,
                               std::size_t movers, std::size_t steps) {
    constexpr int repeats = 5;
    measure(name, scene, objects, movers, 1, 5);  // warms up
    PipelineRow best = measure(name, scene, objects, movers, 1, steps);
    for (int i = 1; i < repeats; ++i) {
        PipelineRow row = measure(name, scene, objects, movers, 1, steps);
        if (row.milliseconds < best.milliseconds) best = std::move(row);
    }
    return best;
}

// All move, or one in a hundred while the others have always rested; then meshes in contact, on one thread
// and on two.
void measure_pipelines(PipelineResults& results, std::size_t objects, std::size_t steps) {
    const Shape box(make_box({1, 1, 1}));
    for (const auto& [name, want] :
         {std::pair("boxes", Want::boxes), std::pair("cubes of 12 triangles", Want::touch)}) {
        for (const std::size_t movers : {objects, std::max<std::size_t>(1, objects / 100)}) {
            FlyingShapes scene(box, objects, 1, {}, want);
            results.rows.push_back(measure_repeatedly(name, scene, objects, movers, steps));
        }
    }
    const Shape ball(make_sphere(0.5, 2000));
    const std::size_t balls = std::max<std::size_t>(20, objects / 100);
    std::uint64_t heard = 0;
    for (const unsigned threads : {1u, 2u}) {
        FlyingShapes scene(ball, balls, 5, threads == 1 ? Threads() : Threads(threads), Want::triangles);
        measure("balls of 2000 triangles in contact", scene, balls, balls, threads, 2);
        results.rows.push_back(measure("balls of 2000 triangles in contact", scene, balls, balls, threads,
                                       std::max<std::size_t>(3, steps / 10)));
        if (threads == 1) heard = scene.heard();
        if (heard != scene.heard())
            results.errors.emplace_back("two threads reported something else than one");
    }
}

// Ohlenburg 2003, 3.3.2: ten copies in a closed box, each interested in all others and the walls, bounce.
CageRow measure_cage(std::string_view object, std::uint32_t triangles, std::size_t steps,
                     std::vector<std::string>& errors) {
    CageOptions options;
    options.object = object;
    options.triangles = triangles;
    const Room cage = make_cage(options);
    World world;
    std::vector<ObjectId> ids;
    std::map<const Mesh*, Shape> shapes;
    CageRow row;
    row.object = object;
    for (std::size_t i = 0; i < cage.assembly.parts.size(); ++i) {
        const Part& part = cage.assembly.parts[i];
        const Shape& shape = shapes.try_emplace(part.mesh.get(), *part.mesh).first->second;
        ids.push_back(world.add(shape, part.world_from_part, {"", group_bit(0), i >= cage.first_mover}));
        row.triangles = part.mesh->triangle_count();
    }
    std::size_t touching = 0;
    Responder responder(world, {VelocityResponse::bounce});
    world.on_collision([&](const Collision& c) { touching += c.change != Change::ended ? 1u : 0u; },
                       Want::touch);
    for (std::size_t i = cage.first_mover; i < ids.size(); ++i)
        responder.set_velocity(ids[i], cage.velocities[i - cage.first_mover]);
    double nanoseconds = 0;
    for (std::size_t step = 0; step < steps; ++step) {
        touching = 0;
        const UpdateReport report = responder.step(0.02);
        nanoseconds += static_cast<double>(report.exact.time.count());
        row.queries += static_cast<double>(report.exact.items);
        row.touching += static_cast<double>(touching);
        row.responses += static_cast<double>(responder.responses());
    }
    // Nobody has got out.
    for (std::size_t i = cage.first_mover; i < ids.size(); ++i)
        if (!cage.inside.contains(world.pose(ids[i])(world.shape(ids[i]).mesh().box()).center()))
            errors.push_back(fmt::format("a {} left the box", object));
    row.microseconds = row.queries > 0 ? nanoseconds / 1000 / row.queries : 0;
    for (double* sum : {&row.queries, &row.touching, &row.responses}) *sum /= static_cast<double>(steps);
    return row;
}

}  // namespace

PipelineResults run_pipeline_experiment(std::size_t objects, std::size_t steps) {
    PipelineResults results;
    measure_pipelines(results, objects, steps);
    for (const auto& [object, triangles] :
         {std::pair("figure", 7000u), std::pair("eagle", 24'000u), std::pair("tree", 50'000u)})
        results.cages.push_back(measure_cage(object, triangles, 10 * steps, results.errors));
    return results;
}

std::string pipeline_sections(const RunOptions& run_options, const PipelineResults& results) {
    Table table({{"scene", Align::left},
                 {"objects"},
                 {"move"},
                 {"threads"},
                 {"pairs tested"},
                 {"moved"},
                 {"broad"},
                 {"interest"},
                 {"exact"},
                 {"notified"},
                 {"ms per update"}});
    for (const PipelineRow& row : results.rows) {
        std::vector<std::string> cells{row.scene, fmt::format("{}", row.objects),
                                       fmt::format("{}", row.movers), fmt::format("{}", row.threads),
                                       fmt::format("{:.0f}", row.near_pairs)};
        for (const double ns : row.stage_nanoseconds) cells.push_back(fmt::format("{:.0f}", ns));
        cells.push_back(fmt::format("{:.3f}", row.milliseconds));
        table.add_row(cells);
    }
    Table cages({{"ten copies of", Align::left},
                 {"triangles"},
                 {"queries per step"},
                 {"touching"},
                 {"responses"},
                 {"µs per query"}});
    for (const CageRow& row : results.cages)
        cages.add_row({row.object, fmt::format("{}", row.triangles), fmt::format("{:.2f}", row.queries),
                       fmt::format("{:.2f}", row.touching), fmt::format("{:.2f}", row.responses),
                       fmt::format("{:.1f}", row.microseconds)});
    return section_text(run_options, "Whole updates of a world: ns per mover and stage", table) +
           section_text(run_options, "Ten objects in a closed box (Ohlenburg 2003, 3.3.2)", cages);
}

nlohmann::ordered_json pipeline_json(const PipelineResults& results) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array(), cages = rows;
    for (const PipelineRow& row : results.rows)
        rows.push_back({{"scene", row.scene},
                        {"objects", row.objects},
                        {"movers", row.movers},
                        {"threads", row.threads},
                        {"pairs", row.near_pairs},
                        {"stage_ns_per_mover", row.stage_nanoseconds},
                        {"ms", row.milliseconds}});
    for (const CageRow& row : results.cages)
        cages.push_back({{"object", row.object},
                         {"triangles", row.triangles},
                         {"queries", row.queries},
                         {"touching", row.touching},
                         {"responses", row.responses},
                         {"us_per_query", row.microseconds}});
    return {{"updates", rows}, {"cages", cages}};
}

}  // namespace graze::bench
