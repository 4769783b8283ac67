// Every clash of a generated plant: graze with all that it reports, beside peers that say yes or no and how
// far apart.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>

#include "bench/benchmarks.h"
#include "bench/clash_report.h"
#include "graze/base/error.h"
#include "graze/io/load_assembly.h"
#include "graze/io/save.h"
#include "tests/clash/planted_truth.h"
#include "tests/io/temporary_folder.h"

namespace graze::bench {
namespace {

constexpr double long_enough = 10;  // seconds; what takes longer is not repeated

// Of the processor for what runs on one thread, which other work on the machine matters less to; else of the
// wall.
double seconds_now(unsigned threads) {
    if (threads == 1) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Work>
double seconds_of(Work&& work) {
    const double start = seconds_now(1);
    work();
    return seconds_now(1) - start;
}

// When the hierarchies are there, the rest is pairs.
class BuildingClock final : public Progress {
  public:
    explicit BuildingClock(unsigned threads) : threads_(threads), start_(seconds_now(threads)) {}
    void report(std::string_view stage, std::uint64_t done, std::uint64_t total) override {
        if (stage == "building trees" && done == total) built_ = seconds_now(threads_);
    }
    double building() const {
        if (!built_) throw Error("no end of the stage \"building trees\" was reported", "clash");
        return *built_ - start_;
    }
    double all() const { return seconds_now(threads_) - start_; }

  private:
    unsigned threads_;
    double start_;
    std::optional<double> built_;
};

// One plant, one clearance, all methods.
class ClashMeasurement {
  public:
    ClashMeasurement(const RunOptions& run_options, const ClashSelection& selection, const Gearbox& gearbox,
                     double clearance)
        : run_options_(run_options), selection_(selection), gearbox_(gearbox), clearance_(clearance) {
        search_.clearance = clearance;
        report_ = clash(gearbox.assembly, search_);
        check_truth();
        for (const ClashPart& part : report_.parts) boxes_.push_back(part.box);
    }

    std::vector<ClashRow> rows() {
        std::vector<ClashRow> rows{graze_row("graze", 1), graze_row("graze, 2 threads", 2)};
        rows.push_back(row_of(*graze_clash_method()));
        if (!rows.back().complete || rows.back().answers != only_inside())
            throw Error("graze disagrees with itself: " + rows.back().answers, rows.back().method);
#if defined(GRAZE_BENCH_FCL)
        for (const auto& method : fcl_clash_methods()) rows.push_back(row_of(*method));
#endif
        return rows;
    }

    const ClashReport& report() const { return report_; }

  private:
    void check_truth() {
        const auto differences = test::PlantedTruth(gearbox_, report_, clearance_).differences();
        if (!differences.empty())
            throw Error(fmt::format("differs from the planted truth {} times, first: {}", differences.size(),
                                    differences.front()),
                        "graze");
    }

    // Who asks about surfaces does not see what is swallowed.
    std::string only_inside() const {
        const std::uint64_t n = report_.counts.inside;
        return n == 0 ? "none" : fmt::format("{} of {} inside", n, n);
    }

    ClashRow graze_row(std::string name, unsigned threads) {
        fmt::print(stderr, "clash: {}, clearance {}\n", name, clearance_);
        ClashRow row{std::move(name), 0, 0, looked_at(report_.counts), true, "none"};
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < run_options_.repeats && (i == 0 || least < long_enough); ++i) {
            ClashOptions search = search_;
            search.threads = threads == 1 ? Threads() : Threads(threads);
            BuildingClock clock(threads);
            search.progress = &clock;
            const ClashReport again = clash(gearbox_.assembly, search);
            const double all = clock.all();
            if (again.findings != report_.findings || again.counts != report_.counts)
                throw Error("the report is another one than before", row.method);
            if (all < least) row.building = clock.building(), row.pairs = all - clock.building();
            least = std::min(least, all);
        }
        return row;
    }

    static std::uint64_t looked_at(const ClashCounts& counts) { return counts.pairs - counts.apart_by_boxes; }

    ClashRow row_of(ClashMethod& method) {
        fmt::print(stderr, "clash: {}, clearance {}\n", method.name(), clearance_);
        ClashRow row;
        row.method = method.name();
        method.load(gearbox_.assembly, boxes_);
        row.building = row.pairs = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < run_options_.repeats && (i == 0 || row.pairs < long_enough); ++i) {
            LookedAtPairs said;
            row.building = std::min(row.building, seconds_of([&] { method.build(clearance_); }));
            row.pairs =
                std::min(row.pairs,
                         seconds_of([&] { said = method.compare(clearance_, selection_.seconds_per_row); }));
            row.looked_at = said.all.size();
            row.complete = said.complete;
            row.answers = compare_answers(said, report_).text();
        }
        return row;
    }

    const RunOptions& run_options_;
    const ClashSelection& selection_;
    const Gearbox& gearbox_;
    double clearance_;
    ClashOptions search_;
    ClashReport report_;
    std::vector<Box> boxes_;
};

struct Plant {
    Gearbox gearbox;
    std::size_t meshes = 0;
    double reading = 0;  // seconds, from a GLB file in the page cache
};

Plant make_plant(const ClashSelection::Size& size) {
    Plant plant{make_gearbox({size.parts, size.triangles, 1, false})};
    std::set<const Mesh*> meshes;
    for (const Part& part : plant.gearbox.assembly.parts) meshes.insert(part.mesh.get());
    plant.meshes = meshes.size();
    const test::TemporaryFolder folder;
    const std::vector<std::filesystem::path> files{folder / "plant.glb"};
    save_assembly(plant.gearbox.assembly, files.front());
    plant.reading = seconds_of([&] { load_assembly(files); });
    return plant;
}

std::string title_of(const Plant& plant, double clearance, const ClashCounts& n) {
    return fmt::format("{} parts, {} meshes, {} triangles, {}: {} clashes, {} inside, {} touches{}",
                       plant.gearbox.assembly.parts.size(), plant.meshes, plant.gearbox.triangles,
                       clearance > 0 ? fmt::format("clearance {} mm", clearance) : "no clearance asked",
                       n.clash, n.inside, n.touch,
                       clearance > 0 ? fmt::format(", {} too close", n.clearance) : "");
}

}  // namespace

int run_clash_benchmark(const RunOptions& run_options, const ClashSelection& selection) {
    const LoadWatch watch;
    std::string sections;
    nlohmann::ordered_json results;
    results["plants"] = nlohmann::ordered_json::array();
    for (const ClashSelection::Size& size : selection.sizes) {
        fmt::print(stderr, "clash: making {} parts\n", size.parts);
        const Plant plant = make_plant(size);
        for (const double clearance : selection.clearances) {
            ClashMeasurement measurement(run_options, selection, plant.gearbox, clearance);
            const std::vector<ClashRow> rows = measurement.rows();
            sections += section_text(run_options, title_of(plant, clearance, measurement.report().counts),
                                     clash_table(rows));
            nlohmann::ordered_json json{{"parts", plant.gearbox.assembly.parts.size()},
                                        {"meshes", plant.meshes},
                                        {"triangles", plant.gearbox.triangles},
                                        {"clearance", clearance},
                                        {"reading_glb_s", plant.reading}};
            for (const ClashRow& row : rows) json["methods"].push_back(to_json(row));
            results["plants"].push_back(std::move(json));
        }
        sections += fmt::format("Reading the same plant from a GLB file takes {:.2f} s on one thread.\n\n",
                                plant.reading);
    }
    publish("clash", run_options, watch, sections, results);
    return 0;
}

}  // namespace graze::bench
