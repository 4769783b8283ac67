#include "graze/clash/run.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "graze/base/detail/steps.h"
#include "graze/base/error.h"
#include "graze/base/log.h"
#include "graze/base/version.h"
#include "graze/clash/detail/checkpoint.h"
#include "graze/clash/detail/compare.h"
#include "graze/clash/detail/describe_parts.h"
#include "graze/clash/detail/job_key.h"
#include "graze/clash/detail/portion_results.h"
#include "graze/clash/detail/portion_work.h"
#include "graze/clash/detail/repeated_pairs.h"
#include "graze/clash/detail/shape_store.h"
#include "graze/clash/identity.h"

namespace graze::inline v1 {
namespace {

void check(const ClashSettings& settings) {
    const auto check_length = [](double value, const char* name) {
        if (!(value >= 0 && value <= 1e100))
            throw Error("is not a length from 0 to 1e100", name, "give a finite length that is not negative");
    };
    check_length(settings.clearance, "the clearance");
    check_length(settings.touch, "the tolerance of touching");
    if (settings.shard && (settings.shard->number < 1 || settings.shard->number > settings.shard->count))
        throw Error("is not one of those that there are", "the shard", "count from 1 to their number");
}

std::uint64_t bytes_of(const Mesh& mesh) {
    const MeshArrays m = mesh.arrays();
    return m.vertices.size_bytes() + m.triangles.size_bytes() + m.polygon_start.size_bytes() +
           m.polygon_corners.size_bytes() + m.polygon_of_triangle.size_bytes();
}

// What the meshes of the assembly leave of the memory; they are there in any case.
std::uint64_t memory_for_shapes(const ClashSettings& settings, const Assembly& assembly) {
    if (settings.memory == 0) return detail::ShapeStore::no_limit;
    const detail::ShapeStore meshes(assembly);
    std::uint64_t taken = 0;
    for (std::uint32_t i = 0; i < meshes.mesh_count(); ++i) taken += bytes_of(meshes.mesh(i));
    return settings.memory > taken ? settings.memory - taken : 0;
}

detail::ShapeFiles files_for_shapes(const ClashSettings& settings) {
    if (settings.memory == 0 && !settings.keep_cache) return {};
    return {settings.cache, settings.keep_cache};
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct ClashRun::State {
    State(const Assembly& assembly, const ClashSettings& s, const ClashRules& rules)
        : settings(s),
          used_rules(rules.set() != nullptr ? std::optional(UsedRules{rules.name(), {}}) : std::nullopt),
          ruled(rules, assembly, settings.clearance),
          plan(assembly, ruled, settings.threads),
          repeated(plan, settings.threads),
          store(assembly, memory_for_shapes(settings, assembly), files_for_shapes(settings)),
          results(plan, settings.shard.value_or(ClashShard{})) {
        if (used_rules) used_rules->unused = ruled.unused();
        find_key();
        if (!settings.checkpoint.empty())
            checkpoint.emplace(settings.checkpoint, key, settings.fresh,
                               [this](PortionResult&& result) { return take(std::move(result)); });
    }

    // Cancelling ends a pair as well. What was found about it so far does not count then.
    Budget budget() const {
        Budget budget = settings.budget_per_pair;
        if (budget.cancel == nullptr) budget.cancel = settings.progress;
        return budget;
    }

    bool cancelled() const { return settings.progress != nullptr && settings.progress->cancelled(); }

    void find_key() {
        std::vector<ContentHash> of_mesh(store.mesh_count());
        parallel_for(settings.threads, store.mesh_count(), 1, [&](std::size_t first, std::size_t last) {
            for (auto i = static_cast<std::uint32_t>(first); i < last; ++i)
                of_mesh[i] = content_hash(store.mesh(i));
        });
        std::vector<ContentHash> of_part(plan.assembly().parts.size());
        for (std::size_t i = 0; i < of_part.size(); ++i) of_part[i] = of_mesh[store.mesh_of_part(i)];
        key = detail::job_key(plan, settings, of_part);
    }

    bool take(PortionResult&& result) {
        if (!results.fits(result)) return false;
        if (!results.is_mine(result.portion)) return true;  // another shard's, to which it is of use
        resumed += result.compared;
        results.keep(std::move(result));
        return true;
    }

    // What was done before counts as done.
    void begin_comparing() {
        steps = std::make_unique<detail::Steps>(settings.progress, "comparing parts", results.cost());
        if (settings.progress != nullptr && results.cost() > 0)
            settings.progress->report("comparing parts", results.cost_done(), results.cost());
        steps->add(results.cost_done());
    }

    std::optional<ClashFinding> compare_pair(const PlannedPair& pair) {
        auto finding = repeated.compare(pair, [&](const detail::PairPlace& place) {
            const auto a = store.hold(store.mesh_of_part(pair.a)), b = store.hold(store.mesh_of_part(pair.b));
            return detail::compare({a.shape(), place.world_from_a, place.box_a},
                                   {b.shape(), place.world_from_b, place.box_b}, ruled.terms(pair.a, pair.b),
                                   {settings.touch, {settings.open_parts, budget()}});
        });
        if (finding) {
            finding->a = pair.a;
            finding->b = pair.b;
        }
        return finding;
    }

    detail::PortionWork work() {
        return {.plan = &plan,
                .compare = [this](const PlannedPair& pair) { return compare_pair(pair); },
                .cancelled = [this] { return cancelled(); },
                .advance = [](double) {},
                .finish = {}};
    }

    void describe(std::span<const std::uint8_t> builds) {
        parts = detail::describe_parts(plan, store, builds, settings.threads, settings.progress);
        described = true;
    }

    // All that are needed before, as long as they may all be there: then nobody waits for another's.
    void build_shapes(std::span<const std::uint32_t> portions) {
        std::vector<std::uint64_t> uses(store.mesh_count());
        for (const std::uint32_t p : portions)
            for (std::size_t i = plan.portions()[p].first; i < plan.portions()[p].last; ++i)
                for (const std::uint32_t part : {plan.pairs()[i].a, plan.pairs()[i].b})
                    ++uses[store.mesh_of_part(part)];
        std::vector<std::uint8_t> builds(store.mesh_count());
        for (std::size_t i = 0; i < builds.size(); ++i) builds[i] = !store.limited() && uses[i] > 0 ? 1 : 0;
        describe(builds);
        store.expect(std::move(uses));
    }

    void say_if_memory_was_short() const {
        if (!store.limited() || store.peak() <= memory_for_shapes(settings, plan.assembly())) return;
        log(LogLevel::warning,
            "shapes that were needed at the same time took more memory than was allowed: " +
                std::to_string(store.peak() >> 20) + " MB beside the meshes");
    }

    ClashSettings settings;
    std::optional<UsedRules> used_rules;
    RuledParts ruled;
    ClashPlan plan;
    detail::RepeatedPairs repeated;
    detail::ShapeStore store;
    ContentHash key;
    detail::PortionResults results;
    std::uint64_t resumed = 0;  // pairs
    std::optional<detail::Checkpoint> checkpoint;
    bool described = false;
    std::vector<ClashPart> parts;          // once they are
    std::unique_ptr<detail::Steps> steps;  // of comparing, once it has begun
    std::mutex mutex;                      // of results and checkpoint
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

ClashRun::ClashRun(const Assembly& assembly, const ClashSettings& settings, const ClashRules& rules) {
    check(settings);
    state_ = std::make_unique<State>(assembly, settings, rules);
}
ClashRun::~ClashRun() = default;
ClashRun::ClashRun(ClashRun&&) noexcept = default;
ClashRun& ClashRun::operator=(ClashRun&&) noexcept = default;

const ClashPlan& ClashRun::plan() const {
    return state_->plan;
}

const ContentHash& ClashRun::key() const {
    return state_->key;
}

std::vector<std::uint32_t> ClashRun::to_do() const {
    return detail::order_of_work(state_->plan, state_->results.to_do());
}

void ClashRun::compare() {
    State& s = *state_;
    const std::vector<std::uint32_t> portions = to_do();
    s.build_shapes(portions);
    s.begin_comparing();
    detail::PortionWork work = s.work();
    work.advance = [&](double cost) { s.steps->add(static_cast<std::uint64_t>(cost)); };
    work.finish = [&](PortionResult&& result) {
        const std::lock_guard lock(s.mutex);
        if (!s.results.fits(result)) {
            s.results.keep_begun(std::move(result));
            return;
        }
        if (s.checkpoint) s.checkpoint->add(result);
        s.results.keep(std::move(result));
    };
    compare_portions(work, portions, s.settings.threads);
}

PortionResult ClashRun::compare(std::uint32_t portion) {
    PortionResult found;
    detail::PortionWork work = state_->work();
    work.finish = [&](PortionResult&& result) { found = std::move(result); };
    compare_portions(work, std::span(&portion, 1), state_->settings.threads);
    return found;
}

bool ClashRun::add(PortionResult result) {
    State& s = *state_;
    const std::lock_guard lock(s.mutex);
    if (!s.steps) s.begin_comparing();
    if (!s.results.fits(result)) return false;
    s.steps->add(s.results.cost_of(result.portion));
    if (s.checkpoint) s.checkpoint->add(result);
    s.results.keep(std::move(result));
    return true;
}

ClashReport ClashRun::finish() {
    State& s = *state_;
    if (!s.described) s.describe(std::vector<std::uint8_t>(s.store.mesh_count()));
    s.say_if_memory_was_short();
    ClashReport report;
    report.parts = std::move(s.parts);
    report.metres_per_unit = s.plan.assembly().metres_per_unit;
    report.settings = {s.settings.clearance, s.settings.touch, s.settings.open_parts, {}};
    if (s.settings.budget_per_pair.tests != Budget{}.tests)
        report.settings.budget = s.settings.budget_per_pair.tests;
    report.rules = std::move(s.used_rules);
    s.results.move_to(report);
    give_ids(report);
    report.run = {.seconds = seconds_since(s.start),
                  .threads = s.settings.threads.count(),
                  .version = version(),
                  .shard = s.settings.shard,
                  .job = s.key.hex(),
                  .share = s.results.pairs(),
                  .resumed = s.resumed};
    return report;
}

}  // namespace graze::inline v1
