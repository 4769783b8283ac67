// All contacts of two meshes, beside what it takes to list the triangles that intersect.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "graze/query/contact/contacts.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

template <class Work>
double fastest_microseconds(std::size_t repeats, Work&& work) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) least = std::min(least, nanoseconds_of(work));
    return least / 1000;
}

struct ContactRow {
    std::string object, place;
    std::size_t triangles = 0, pairs = 0, all = 0, few = 0;
    double listing = 0, surfaces = 0, reduced = 0, cached = 0;  // microseconds
};

// A turned copy, moved along a line until it first touches, then a part of the size further in, or back.
class TouchingCopy {
  public:
    explicit TouchingCopy(const Shape& shape) : shape_(shape), size_(length(shape.mesh().box().size())) {
        double inside = 0, outside = 1.5;
        for (int i = 60; i > 0 && inside == 0; --i)
            if (intersects(shape, Pose(), shape, at(i / 40.0))) inside = i / 40.0, outside = (i + 1) / 40.0;
        for (int k = 0; k < 40; ++k) {
            const double middle = (inside + outside) / 2;
            (intersects(shape, Pose(), shape, at(middle)) ? inside : outside) = middle;
        }
        touching_ = outside;
    }
    Pose deeper_by(double part) const { return at(touching_ - part); }
    double size() const { return size_; }

  private:
    Pose at(double distance) const {
        const Vec3 middle = shape_.mesh().box().center();
        return Pose::translation(middle + normalized({3, 1, 2}) * (distance * size_)) *
               Pose::rotation_turns({1, 2, 3}, 0.3) * Pose::translation(-middle);
    }
    const Shape& shape_;
    double size_, touching_ = 0;
};

ContactRow measure(const std::string& name, const Shape& shape, const TouchingCopy& copy, double depth,
                   std::size_t repeats) {
    ContactRow row;
    row.object = name;
    row.place = depth < 0 ? fmt::format("{:g} apart", -depth) : fmt::format("{:g} deep", depth);
    row.triangles = shape.mesh().triangle_count();
    const Pose here, there = copy.deeper_by(depth);
    const double margin = 1e-3 * copy.size();
    std::vector<ContactPoint> out(1'000'000);
    std::vector<IntersectingPair> pairs(1'000'000);
    const ContactOptions all{.reduce = false, .regions = false}, few{.regions = false};
    row.pairs = intersecting_triangles(shape, here, shape, there, pairs).count;
    row.all = contacts(shape, here, shape, there, margin, out, all).count;
    row.few = contacts(shape, here, shape, there, margin, out, few).count;
    row.listing =
        fastest_microseconds(repeats, [&] { intersecting_triangles(shape, here, shape, there, pairs); });
    row.surfaces =
        fastest_microseconds(repeats, [&] { contacts(shape, here, shape, there, margin, out, all); });
    row.reduced =
        fastest_microseconds(repeats, [&] { contacts(shape, here, shape, there, margin, out, few); });
    QueryCache cache;
    row.cached = fastest_microseconds(
        repeats, [&] { contacts(shape, here, shape, there, margin, out, {}, {.cache = &cache}); });
    return row;
}

}  // namespace

int run_contact_benchmark(const RunOptions& run_options, const ContactSelection& selection) {
    const LoadWatch watch;
    Table table({{"object", Align::left},
                 {"triangles"},
                 {"place"},
                 {"pairs"},
                 {"all contacts"},
                 {"few"},
                 {"listing, µs"},
                 {"all, µs"},
                 {"/ listing"},
                 {"few, µs"},
                 {"with regions, µs"}});
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const MeshObject& object : mesh_objects(selection.objects)) {
        const Shape shape(object.make());
        fmt::print(stderr, "contacts: {}\n", object.name);
        const TouchingCopy copy(shape);
        for (const double depth : {-0.0005, 0.0005, 0.01, 0.1}) {
            const ContactRow row = measure(object.name, shape, copy, depth, run_options.repeats);
            table.add_row(
                {row.object, fmt::format("{}", row.triangles), row.place, fmt::format("{}", row.pairs),
                 fmt::format("{}", row.all), fmt::format("{}", row.few), fmt::format("{:.1f}", row.listing),
                 fmt::format("{:.1f}", row.surfaces), fmt::format("{:.2f}", row.surfaces / row.listing),
                 fmt::format("{:.1f}", row.reduced), fmt::format("{:.1f}", row.cached)});
            rows.push_back({{"object", row.object},
                            {"triangles", row.triangles},
                            {"depth", depth},
                            {"pairs", row.pairs},
                            {"contacts", row.all},
                            {"few", row.few},
                            {"us_listing", row.listing},
                            {"us_all", row.surfaces},
                            {"us_few", row.reduced},
                            {"us_with_regions", row.cached}});
        }
    }
    const Disturbance disturbance = watch.so_far();
    const Machine machine = this_machine();
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_section(run_options, "All contacts of two copies, margin 0.001 of the size", table);
    auto json = json_head("contacts", run_options, machine, disturbance);
    json["contacts"] = std::move(rows);
    write_file(run_options, "contacts.json", json.dump(2) + "\n");
    return 0;
}

}  // namespace graze::bench
