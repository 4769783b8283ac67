// When do moving things meet? Features on linear paths (Wang et al. 2021), and two copies of an object: graze
// beside samples with backtracking by bisection (Zachmann 2000, 3.11.1), and beside FCL.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "bench/methods/continuous_method.h"
#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/sweep/time_of_impact.h"
#include "tests/query/sweep/ccd_queries.h"

namespace graze::bench {
namespace {

struct ContinuousTimes {
    std::vector<double> us;

    double mean() const {
        return us.empty() ? 0 : std::accumulate(us.begin(), us.end(), 0.0) / static_cast<double>(us.size());
    }
    double worst() const { return us.empty() ? 0 : std::ranges::max(us); }
    double median() const {
        if (us.empty()) return 0;
        std::vector<double> sorted = us;
        std::ranges::sort(sorted);
        return sorted[sorted.size() / 2];
    }
};

template <class Work>
double fastest_of_microseconds(std::size_t repeats, Work&& work) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) least = std::min(least, nanoseconds_of(work));
    return least / 1000;
}

// ---- Features
// -----------------------------------------------------------------------------------------------

nlohmann::ordered_json measure_features(const RunOptions& run_options, const std::filesystem::path& folder,
                                        std::string& sections) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    const auto queries = test::read_ccd_queries(folder);
    if (queries.empty()) return rows;
    Table table({{"separation", Align::left},
                 {"queries"},
                 {"misses"},
                 {"false alarms"},
                 {"median, µs"},
                 {"mean, µs"},
                 {"worst, µs"}});
    for (const double separation : {0.0, 1e-8, 1e-4}) {
        ContinuousTimes times;
        std::size_t misses = 0, alarms = 0;
        for (const auto& query : queries) {
            LinearImpact found;
            times.us.push_back(
                fastest_of_microseconds(run_options.repeats, [&] { found = query.ask(separation); }));
            misses += query.hit && found.answer == Answer::no ? 1 : 0;
            alarms += !query.hit && found.answer != Answer::no ? 1 : 0;
        }
        table.add_row({fmt::format("{:g}", separation), fmt::format("{}", queries.size()),
                       fmt::format("{}", misses),
                       separation == 0 ? fmt::format("{}", alarms) : fmt::format("({})", alarms),
                       fmt::format("{:.2f}", times.median()), fmt::format("{:.2f}", times.mean()),
                       fmt::format("{:.1f}", times.worst())});
        rows.push_back({{"separation", separation},
                        {"queries", queries.size()},
                        {"misses", misses},
                        {"alarms", alarms},
                        {"median_us", times.median()},
                        {"mean_us", times.mean()},
                        {"worst_us", times.worst()}});
    }
    sections += section_text(
        run_options, "Features on linear paths (above separation 0, alarms include what is truly near)",
        table);
    return rows;
}

// ---- Shapes
// -------------------------------------------------------------------------------------------------

class GrazeContinuous final : public ContinuousMethod {
  public:
    explicit GrazeContinuous(bool cached)
        : ContinuousMethod(cached ? "graze, cache" : "graze"), cached_(cached) {}
    void load(const Mesh& mesh) override { shape_ = Shape(mesh); }
    std::optional<double> impact(const Pose& from, const Pose& to) override {
        QueryOptions options;
        if (cached_) options.cache = &cache_;
        const TimeOfImpact found = time_of_impact(shape_, Pose(), shape_, {from, to}, {}, options);
        if (found.answer == Answer::no) return {};
        return found.at_least;
    }

  private:
    bool cached_;
    Shape shape_;
    QueryCache cache_;
};

// Samples until one touches, then bisection between it and the one before.
class BacktrackingContinuous final : public ContinuousMethod {
  public:
    explicit BacktrackingContinuous(int samples)
        : ContinuousMethod(fmt::format("{} samples, bisection", samples)), samples_(samples) {}
    void load(const Mesh& mesh) override { shape_ = Shape(mesh); }
    std::optional<double> impact(const Pose& from, const Pose& to) override {
        const Motion motion(from, to);
        QueryCache cache;
        const auto meets = [&](double t) {
            return intersects(shape_, Pose(), shape_, motion.at(t), {.cache = &cache}) == Answer::yes;
        };
        double free = 0;
        for (int i = 0; i <= samples_; ++i) {
            double met = static_cast<double>(i) / samples_;
            if (!meets(met)) {
                free = met;
                continue;
            }
            while (met - free > 1e-9 && i > 0) {
                const double middle = (free + met) / 2;
                (meets(middle) ? met : free) = middle;
            }
            return free;
        }
        return {};
    }

  private:
    int samples_;
    Shape shape_;
};

enum class MotionKind { approaching, turning, grazing };
constexpr std::pair<MotionKind, const char*> motion_kinds[] = {{MotionKind::approaching, "approaching"},
                                                               {MotionKind::turning, "approaching, turning"},
                                                               {MotionKind::grazing, "passing by"}};

struct BenchMotion {
    Pose from, to;
};

// From one size away through the other; or along a line across the approach, close to where they touch.
std::vector<BenchMotion> motions_of(const CloseConfigurations& close, MotionKind kind) {
    std::vector<BenchMotion> motions;
    Random random(7);
    for (const Approach& approach : close.approaches) {
        if (kind == MotionKind::grazing) {
            const Vec3 across = normalized(cross(approach.direction, random.on_sphere()));
            const Pose middle = close.pose(approach, 0.003);
            motions.push_back({Pose::translation(-1.0 * close.size * across) * middle,
                               Pose::translation(close.size * across) * middle});
            continue;
        }
        const Pose from = close.pose(approach, 0.5);
        Pose to = close.pose(approach, -0.1);
        if (kind == MotionKind::turning)
            to = Pose(Quat::about_turns(random.on_sphere(), 0.2) * to.rotation(), to.translation());
        motions.push_back({from, to});
    }
    return motions;
}

struct MethodResult {
    ContinuousTimes hits, free;        // as graze decides
    std::size_t misses = 0, late = 0;  // of those that meet
    std::size_t alarms = 0;            // of those that do not
};

// A method that has taken `seconds` is not repeated any more, and one that has taken ten times as long is
// asked about no further motions: the columns of numbers tell.
MethodResult measure_method(ContinuousMethod& method, const std::vector<BenchMotion>& motions,
                            const std::vector<std::optional<TimeOfImpact>>& truth, std::size_t repeats,
                            double seconds) {
    MethodResult result;
    double spent = 0;  // nanoseconds
    for (std::size_t i = 0; i < motions.size() && !(spent > 1e10 * seconds); ++i) {
        if (!truth[i]) continue;
        std::optional<double> found;
        double least = 1e300;
        for (std::size_t k = 0; k < repeats && (k == 0 || !(spent > 1e9 * seconds)); ++k) {
            const double ns = nanoseconds_of([&] { found = method.impact(motions[i].from, motions[i].to); });
            least = std::min(least, ns);
            spent += ns;
        }
        const double us = least / 1000;
        if (truth[i]->answer == Answer::yes) {
            result.hits.us.push_back(us);
            if (!found)
                ++result.misses;
            else if (*found > std::min(truth[i]->at_most, truth[i]->at_least + 1e-3) + 1e-9)
                ++result.late;
        } else {
            result.free.us.push_back(us);
            if (found) ++result.alarms;
        }
    }
    return result;
}

}  // namespace

int run_continuous_benchmark(const RunOptions& run_options, const ContinuousSelection& selection) {
    const LoadWatch watch;
    std::string sections;
    nlohmann::ordered_json results;
    results["features"] = measure_features(run_options, selection.queries, sections);
    ContinuousMethods methods;
    methods.push_back(std::make_unique<GrazeContinuous>(false));
    methods.push_back(std::make_unique<GrazeContinuous>(true));
    methods.push_back(std::make_unique<BacktrackingContinuous>(100));
    methods.push_back(std::make_unique<BacktrackingContinuous>(1000));
#if defined(GRAZE_BENCH_FCL)
    for (auto& method : fcl_continuous_methods()) methods.push_back(std::move(method));
#endif
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const auto& [kind, words] : motion_kinds) {
        Table table({{"object", Align::left},
                     {"method", Align::left},
                     {"meet"},
                     {"missed"},
                     {"late"},
                     {"mean, µs"},
                     {"worst, µs"},
                     {"cold distances"},
                     {"free"},
                     {"false alarms"},
                     {"mean, µs"},
                     {"cold distances"}});
        for_each_mesh(
            selection.objects, [&, kind = kind, words = words](const std::string& name, const Mesh& mesh) {
                const Shape shape(mesh);
                const CloseConfigurations close =
                    close_configurations(name, shape, selection.counts, selection.configurations);
                const std::vector<BenchMotion> motions = motions_of(close, kind);
                std::vector<std::optional<TimeOfImpact>> truth;
                ContinuousTimes cold;
                for (const BenchMotion& motion : motions) {
                    truth.emplace_back(time_of_impact(shape, Pose(), shape, {motion.from, motion.to}));
                    if (truth.back()->question != ImpactQuestion::contact || truth.back()->at_least == 0) {
                        truth.back().reset();  // begins in contact
                        continue;
                    }
                    cold.us.push_back(fastest_of_microseconds(
                        run_options.repeats, [&] { distance(shape, Pose(), shape, motion.from); }));
                }
                for (const auto& method : methods) {
                    method->load(mesh);
                    const MethodResult found = measure_method(*method, motions, truth, run_options.repeats,
                                                              selection.seconds_per_row);
                    table.add_row({name, method->name(), fmt::format("{}", found.hits.us.size()),
                                   fmt::format("{}", found.misses), fmt::format("{}", found.late),
                                   fmt::format("{:.1f}", found.hits.mean()),
                                   fmt::format("{:.0f}", found.hits.worst()),
                                   fmt::format("{:.1f}", found.hits.mean() / cold.mean()),
                                   fmt::format("{}", found.free.us.size()), fmt::format("{}", found.alarms),
                                   fmt::format("{:.1f}", found.free.mean()),
                                   fmt::format("{:.1f}", found.free.mean() / cold.mean())});
                    rows.push_back({{"motion", words},
                                    {"object", name},
                                    {"triangles", mesh.triangle_count()},
                                    {"method", method->name()},
                                    {"meet", found.hits.us.size()},
                                    {"missed", found.misses},
                                    {"late", found.late},
                                    {"meet_mean_us", found.hits.mean()},
                                    {"meet_worst_us", found.hits.worst()},
                                    {"free", found.free.us.size()},
                                    {"alarms", found.alarms},
                                    {"free_mean_us", found.free.mean()},
                                    {"free_worst_us", found.free.worst()},
                                    {"cold_distance_us", cold.mean()}});
                }
            });
        sections += section_text(run_options, fmt::format("Two copies, {}", words), table);
    }
    results["shapes"] = std::move(rows);
    publish("continuous", run_options, watch, sections, results);
    return 0;
}

}  // namespace graze::bench
