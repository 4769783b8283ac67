// Rows of machines, and spare balls that complete the number of parts.
#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/models/gearbox/machine.h"

namespace graze::inline v1 {
namespace gearbox {
namespace {

constexpr std::uint32_t fewest_parts = 50, most_parts = 100'000;
constexpr std::size_t captive_parts = 4;
constexpr std::uint64_t most_triangles = 50'000'000;
constexpr double pitch_x = 768, pitch_y = 640;

std::uint64_t triangles_of(const Assembly& assembly) {
    std::uint64_t sum = 0;
    for (const Part& part : assembly.parts) sum += part.mesh->triangle_count();
    return sum;
}

// A single machine has a fault of every kind. One machine of many has each kind with even odds.
Faults random_faults(Random& random, const MachineDesign& design, Level level, bool lone) {
    const auto there = [&] { return random.chance(0.5) || lone; };
    const auto pick = [&](std::size_t count) { return there() ? static_cast<int>(random.below(count)) : -1; };
    Faults faults;
    faults.sunk_bolt = pick(level == Level::small ? 4 : design.flange_bolts.size());
    faults.high_key = pick(design.shafts.size());
    faults.long_sleeve = pick(design.shafts.size());
    faults.double_ball = pick(6);
    faults.cable = there();
    return faults;
}

// The number of parts of a machine without faults, by the machine's level.
struct PartCounts {
    std::size_t small = 0, one_stage = 0, two_stages = 0;
};

constexpr double coarsest = 0.25;

PartCounts count_parts() {
    MeshLibrary library(fineness_at(coarsest));
    const MachineDesign one = one_stage(0), two = two_stages(0);
    const auto count = [&](const MachineDesign& design, Level level) {
        Gearbox alone;
        Machine(alone, library, design, level, "", {}, {}).build();
        return alone.assembly.parts.size();
    };
    return {count(one, Level::small), count(one, Level::one_stage), count(two, Level::two_stages)};
}

class Plant {
  public:
    Plant(const GearboxOptions& options, const PartCounts& counts, double scale)
        : options_(options), counts_(counts), library_(fineness_at(scale)), random_(options.seed) {
        const double turned = static_cast<double>(random_.below(64)) / 64;
        designs_[0] = one_stage(turned);
        designs_[1] = two_stages(turned);
        const auto machines = static_cast<double>(options.parts) / static_cast<double>(counts.two_stages);
        row_ = static_cast<std::size_t>(std::ceil(std::sqrt(machines)));
    }

    Gearbox build() {
        out_.assembly.metres_per_unit = 0.001;
        out_.assembly.up = Axis::z;
        // A machine with faults may have one part more: the duplicate ball.
        const std::size_t more = options_.clean ? 0 : 1;
        while (left() >= counts_.two_stages + more) add_machine(Level::two_stages);
        while (left() >= counts_.one_stage + more) add_machine(Level::one_stage);
        while (left() >= counts_.small) add_machine(Level::small);
        if (options_.captives) plant_captives();
        if (left() > 0) add_spares();
        out_.triangles = triangles_of(out_.assembly);
        return std::move(out_);
    }

  private:
    // Without those that are kept for the captives.
    std::size_t left() const {
        const std::size_t kept = options_.captives && out_.captives.empty() ? captive_parts : 0;
        return options_.parts - kept - out_.assembly.parts.size();
    }

    // Rows that form about a square, all on one floor at z = 0. `height` is the height of the parting plane
    // above the floor.
    Vec3 next_place(double height) {
        const std::size_t column = machines_ % row_, row = machines_ / row_;
        ++machines_;
        return {static_cast<double>(column) * pitch_x, static_cast<double>(row) * pitch_y, height};
    }

    void add_machine(Level level) {
        const MachineDesign& design = designs_[level == Level::two_stages];
        const bool lone = options_.parts < 2 * counts_.two_stages;
        Faults faults = random_faults(random_, design, level, lone);
        if (options_.clean) faults = {};
        if (level == Level::small) faults.double_ball = -1;  // it has exactly as many parts as are asked for
        const Vec3 place = next_place(height_over_floor(design.housing, level));
        const std::string path = "gearbox " + std::to_string(machines_);
        Machine(out_, library_, design, level, path, place, faults).build();
    }

    void plant_captives() {
        const Vec3 place = next_place(0);
        out_.captives = add_captives(out_.assembly, place);
        for (const Captive& c : out_.captives)
            out_.truth.push_back(
                {PlantedPair::Kind::clearance, c.part, c.holder, {}, {}, Known{c.apart, 4 * grid}, c.what});
    }

    // A tray with balls on it, one part each.
    void add_spares() {
        constexpr double radius = 6, spacing = 16, tray_thickness = 5;
        constexpr std::size_t per_row = 8;
        const std::size_t balls = left() - 1;
        const Vec3 place = next_place(tray_thickness);
        const auto put = [&](std::string name, const SharedMesh& mesh, const Vec3& at) {
            out_.assembly.parts.push_back({std::move(name), mesh, Pose::translation(at + place)});
            return out_.assembly.parts.size() - 1;
        };
        const std::size_t tray =
            put("spares/tray",
                library_.get("tray",
                             [] {
                                 return extruded(rounded_rectangle({-10, -10}, {122, 122}, 10, 4), {},
                                                 -tray_thickness, 0);
                             }),
                {});
        const SharedMesh mesh =
            library_.get("spare ball", [&] { return ball(radius, library_.fineness.ball); });
        for (std::size_t i = 0; i < balls; ++i) {
            const std::size_t column = i % per_row, row = i / per_row;
            const Vec3 at{static_cast<double>(column) * spacing, static_cast<double>(row) * spacing, radius};
            const std::size_t part = put("spares/ball " + std::to_string(i + 1), mesh, at);
            out_.truth.push_back({PlantedPair::Kind::touch, part, tray, {}, {}, {}, "ball on the tray"});
        }
    }

    const GearboxOptions& options_;
    const PartCounts& counts_;
    MeshLibrary library_;
    Random random_;
    MachineDesign designs_[2];
    Gearbox out_;
    std::size_t row_ = 1, machines_ = 0;
};

// Searches between two scales for the scale with the nearest number of triangles, in at most eight steps.
template <typename Count>
double searched(const Count& count, double wanted, double low, double high) {
    double best = low, miss = std::abs(count(low) - wanted);
    for (int i = 0; i < 8; ++i) {
        const double middle = (low + high) / 2, there = count(middle);
        if (std::abs(there - wanted) < miss) {
            miss = std::abs(there - wanted);
            best = middle;
        }
        (there < wanted ? low : high) = middle;
    }
    return best;
}

// The number of triangles is about a + b s + c s^2 for the scale s; numbers of segments are rounded to whole
// numbers. Fine meshes follow the formula closely. For coarse meshes the scale is searched for, which costs
// little since they are small.
double scale_for(const GearboxOptions& options, const PartCounts& counts) {
    const auto count = [&](double scale) {
        return static_cast<double>(Plant(options, counts, scale).build().triangles);
    };
    const auto wanted = static_cast<double>(options.triangles);
    const double at_1 = count(1);
    if (wanted <= at_1) return searched(count, wanted, coarsest, 1);
    const double at_2 = count(2), at_3 = count(3);
    if (wanted <= at_3) return searched(count, wanted, 1, 3);
    const double c = (at_3 - 2 * at_2 + at_1) / 2, b = at_2 - at_1 - 3 * c, a = at_1 - b - c;
    return (std::sqrt(b * b - 4 * c * (a - wanted)) - b) / (2 * c);
}

}  // namespace
}  // namespace gearbox

const char* name_of(PlantedPair::Kind kind) {
    switch (kind) {
        case PlantedPair::Kind::clash:
            return "clash";
        case PlantedPair::Kind::fit:
            return "fit";
        case PlantedPair::Kind::inside:
            return "inside";
        case PlantedPair::Kind::touch:
            return "touch";
        case PlantedPair::Kind::clearance:
            return "clearance";
    }
    return "?";
}

Gearbox make_gearbox(const GearboxOptions& options) {
    using namespace gearbox;
    if (options.parts < fewest_parts || options.parts > most_parts)
        throw Error(std::to_string(options.parts) + " parts are out of range", "gearbox",
                    "ask for 50 to 100000");
    if (options.triangles > most_triangles)
        throw Error(std::to_string(options.triangles) + " triangles are too many", "gearbox",
                    "ask for at most 50000000");
    if (options.captives && options.parts < fewest_parts + captive_parts)
        throw Error(std::to_string(options.parts) + " parts are too few for a machine and the captives",
                    "gearbox", "ask for at least 54");
    const PartCounts counts = count_parts();
    return Plant(options, counts, scale_for(options, counts)).build();
}

}  // namespace graze::inline v1
