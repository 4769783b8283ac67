// How much do two solids share? graze beside the mesh of the intersection that CGAL builds, and beside what
// it takes graze to list the triangles that intersect.
#include "graze/query/solid/volume.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "bench/methods/volume_method.h"
#include "bench/scenes/approach_line.h"
#include "graze/base/error.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

// Of the object's own volume.
constexpr double shares[] = {0.001, 0.01, 0.1, 0.5};

std::vector<std::unique_ptr<VolumeMethod>> peers() {
    std::vector<std::unique_ptr<VolumeMethod>> methods;
#if defined(GRAZE_BENCH_CGAL_MESH)
    methods.push_back(cgal_volume_method());
#endif
    return methods;
}

template <class Work>
double fastest_microseconds(std::size_t repeats, Work&& work) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) least = std::min(least, nanoseconds_of(work));
    return least / 1000;
}

struct VolumeRow {
    std::string object;
    std::size_t triangles = 0;
    double share = 0;
    Overlap overlap;
    std::size_t pairs = 0;
    double graze = 0, listing = 0;             // microseconds
    std::vector<std::optional<double>> peers;  // the same; none if a peer cannot use the mesh
};

// What a peer says is right to its own rounding.
void compare(const VolumeRow& row, const VolumeMethod& peer, double volume) {
    if (std::abs(volume - row.overlap.volume) <= row.overlap.error + 1e-9 * row.overlap.volume) return;
    throw Error(
        fmt::format("graze says {:.17g} and {} says {:.17g}", row.overlap.volume, peer.name(), volume),
        row.object, "one of them is wrong: make it a test");
}

// None if it cannot use the mesh.
std::optional<double> peer_microseconds(VolumeMethod& peer, const Mesh& mesh, const Pose& pose,
                                        const VolumeRow& row, std::size_t repeats) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) {
        if (!peer.load(mesh, pose)) return {};
        std::optional<double> volume;
        least = std::min(least, nanoseconds_of([&] { volume = peer.volume(); }) / 1000);
        if (!volume) return {};
        compare(row, peer, *volume);
    }
    return least;
}

VolumeRow measure(const std::string& name, const Shape& shape, const ApproachLine& line, const Pose& pose,
                  std::span<const std::unique_ptr<VolumeMethod>> methods, std::size_t repeats) {
    VolumeRow row;
    row.object = name;
    row.triangles = shape.mesh().triangle_count();
    row.overlap = overlap_volume(shape, Pose(), shape, pose);
    row.share = row.overlap.volume / line.own();
    // Answers first, then times.
    for (const auto& peer : methods)
        row.peers.push_back(
            peer_microseconds(*peer, shape.mesh(), pose, row, std::min<std::size_t>(repeats, 3)));
    row.pairs = intersecting_triangles(shape, Pose(), shape, pose).size();
    row.graze = fastest_microseconds(repeats, [&] { overlap_volume(shape, Pose(), shape, pose); });
    row.listing = fastest_microseconds(repeats, [&] { intersecting_triangles(shape, Pose(), shape, pose); });
    return row;
}

std::vector<std::string> cells(const VolumeRow& row) {
    std::vector<std::string> result{row.object,
                                    fmt::format("{}", row.triangles),
                                    fmt::format("{:.3g} %", 100 * row.share),
                                    fmt::format("{}", row.pairs),
                                    fmt::format("{:.0e}", row.overlap.error / row.overlap.volume),
                                    fmt::format("{:.0f}", row.graze),
                                    fmt::format("{:.0f}", row.listing),
                                    fmt::format("{:.2f}", row.graze / row.listing)};
    for (const auto& time : row.peers) {
        result.push_back(time ? fmt::format("{:.0f}", *time) : "");
        result.push_back(time ? fmt::format("{:.0f}", *time / row.graze) : "");
    }
    return result;
}

nlohmann::ordered_json to_json(const VolumeRow& row, std::span<const std::unique_ptr<VolumeMethod>> methods) {
    nlohmann::ordered_json json{{"object", row.object},
                                {"triangles", row.triangles},
                                {"share", row.share},
                                {"pairs", row.pairs},
                                {"relative_error", row.overlap.error / row.overlap.volume},
                                {"us", row.graze},
                                {"us_listing", row.listing}};
    for (std::size_t i = 0; i < methods.size(); ++i)
        if (const auto& time = row.peers[i])
            json["peers"].push_back({{"name", methods[i]->name()}, {"us", *time}});
    return json;
}

}  // namespace

int run_volume_benchmark(const RunOptions& run_options, const VolumeSelection& selection) {
    const LoadWatch watch;
    const auto methods = peers();
    std::vector<Column> columns{
        {"object", Align::left}, {"triangles"},   {"shared"},         {"pairs"}, {"error"},
        {"graze, µs"},           {"listing, µs"}, {"graze / listing"}};
    for (const auto& peer : methods) {
        columns.push_back({peer->name() + ", µs"});
        columns.push_back({"/ graze"});
    }
    Table table(columns);
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const MeshObject& object : mesh_objects(selection.objects)) {
        const Shape shape(object.make());
        if (!shape.closed_surface().closed()) continue;
        fmt::print(stderr, "volume: {}\n", object.name);
        const ApproachLine line(shape);
        for (const double share : shares) {
            const std::optional<Pose> pose = line.sharing(share);
            if (!pose) continue;
            const VolumeRow row = measure(object.name, shape, line, *pose, methods, run_options.repeats);
            table.add_row(cells(row));
            rows.push_back(to_json(row, methods));
        }
    }
    const Disturbance disturbance = watch.so_far();
    const Machine machine = this_machine();
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_section(run_options, "The volume that two copies share", table);
    auto json = json_head("volume", run_options, machine, disturbance);
    json["volume"] = std::move(rows);
    write_file(run_options, "volume.json", json.dump(2) + "\n");
    return 0;
}

}  // namespace graze::bench
