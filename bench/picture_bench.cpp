// How long does a picture take? The same scene opaque, with lines, and with everything transparent.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/models/machine.h"
#include "graze/render/draw.h"

namespace graze::bench {
namespace {

struct Way {
    std::string name;
    bool edges;
    double opacity;
};
const std::vector<Way> ways{{"opaque", false, 1}, {"with edges", true, 1}, {"opacity 0.3", false, 0.3}};

double fastest_milliseconds(std::size_t repeats, std::span<const DrawItem> items, const Camera& camera,
                            const DrawOptions& options) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i)
        least = std::min(least, nanoseconds_of([&] { draw(items, camera, options); }));
    return least / 1e6;
}

class PictureRows {
  public:
    PictureRows(const RunOptions& run_options, std::uint32_t side) : run_options_(&run_options) {
        one_.width = one_.height = two_.width = two_.height = side;
        two_.threads = Threads(2);
    }

    void measure(const std::string& scene, std::vector<DrawItem> items) {
        std::uint64_t triangles = 0;
        for (const DrawItem& item : items) triangles += item.mesh->triangle_count();
        const Camera camera = fit(items, {1, -1, 1}, one_.width, one_.height);
        for (const Way& way : ways) {
            for (DrawItem& item : items) {
                item.edges = way.edges;
                item.opacity = way.opacity;
            }
            if (!(draw(items, camera, one_) == draw(items, camera, two_)))
                throw Error("a picture depends on threads", scene + ", " + way.name);
            const double one = fastest_milliseconds(run_options_->repeats, items, camera, one_);
            const double two = fastest_milliseconds(run_options_->repeats, items, camera, two_);
            table_.add_row({scene, fmt::format("{}", triangles), way.name, fmt::format("{:.0f}", one),
                            fmt::format("{:.0f}", two), fmt::format("{:.2f}", one / two)});
            json_.push_back({{"scene", scene},
                             {"triangles", triangles},
                             {"way", way.name},
                             {"ms_one_thread", one},
                             {"ms_two_threads", two}});
        }
    }

    const Table& table() const { return table_; }
    const nlohmann::ordered_json& json() const { return json_; }

  private:
    const RunOptions* run_options_;
    DrawOptions one_, two_;
    Table table_{{{"scene", Align::left},
                  {"triangles"},
                  {"drawn", Align::left},
                  {"ms, one thread"},
                  {"two threads"},
                  {"gain"}}};
    nlohmann::ordered_json json_ = nlohmann::ordered_json::array();
};

}  // namespace

int run_picture_benchmark(const RunOptions& run_options, const PictureSelection& selection) {
    const LoadWatch watch;
    PictureRows rows(run_options, selection.side);
    const graze::Machine machine = make_machine();
    rows.measure("machine", draw_items(machine.assembly));
    const Mesh ball = make_sphere(1, selection.triangles);
    DrawItem item;
    item.mesh = &ball;
    rows.measure("sphere", {item});
    publish(
        "picture", run_options, watch,
        section_text(run_options, fmt::format("A picture of {0} x {0} pixels, on the wall", selection.side),
                     rows.table()),
        {{"pixels", std::uint64_t{selection.side} * selection.side}, {"pictures", rows.json()}});
    return 0;
}

}  // namespace graze::bench
