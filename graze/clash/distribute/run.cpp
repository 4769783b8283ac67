#include "graze/clash/distribute/run.h"

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
#include "graze/clash/compare/detail/pair_comparer.h"
#include "graze/clash/compare/detail/shape_store.h"
#include "graze/clash/distribute/detail/checkpoint.h"
#include "graze/clash/distribute/detail/job_key.h"
#include "graze/clash/distribute/detail/portion_results.h"
#include "graze/clash/distribute/detail/portion_work.h"
#include "graze/clash/files/detail/describe_parts.h"
#include "graze/clash/files/identity.h"

namespace graze::inline v1 {
namespace {

void check(const ClashOptions& options) {
    const auto check_length = [](double value, const char* name) {
        if (!(value >= 0 && value <= 1e100))
            throw Error("is not a length from 0 to 1e100", name, "give a finite length that is not negative");
    };
    check_length(options.clearance, "the clearance");
    check_length(options.touch, "the tolerance of touching");
    if (options.shard && (options.shard->number < 1 || options.shard->number > options.shard->count))
        throw Error("is not one of those that there are", "the shard", "count from 1 to their number");
}

std::uint64_t bytes_of(const Mesh& mesh) {
    const MeshArrays m = mesh.arrays();
    return m.vertices.size_bytes() + m.triangles.size_bytes() + m.polygon_start.size_bytes() +
           m.polygon_corners.size_bytes() + m.polygon_of_triangle.size_bytes() +
           (m.faces ? m.faces->faces.size() * sizeof(SurfaceFace) + 4 * m.faces->of_triangle.size() : 0);
}

// The memory that is left after the meshes of the assembly, which are always in memory.
std::uint64_t memory_for_shapes(const ClashOptions& options, const Assembly& assembly) {
    if (options.memory == 0) return detail::ShapeStore::no_limit;
    const detail::ShapeStore meshes(assembly);
    std::uint64_t taken = 0;
    for (std::uint32_t i = 0; i < meshes.mesh_count(); ++i) taken += bytes_of(meshes.mesh(i));
    return options.memory > taken ? options.memory - taken : 0;
}

detail::ShapeFiles files_for_shapes(const ClashOptions& options) {
    if (options.memory == 0 && !options.keep_cache) return {};
    return {options.cache, options.keep_cache};
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct ClashRun::State {
    State(const Assembly& assembly, const ClashOptions& s, const ClashRules& rules)
        : options(s),
          used_rules(rules.set() != nullptr ? std::optional(UsedRules{rules.name(), {}}) : std::nullopt),
          ruled(rules, assembly, options.clearance, options.between),
          plan(assembly, ruled, options.threads),
          store(assembly, memory_for_shapes(options, assembly), files_for_shapes(options)),
          comparer(plan, ruled, store, options),
          results(plan, options.shard.value_or(ClashShard{})) {
        if (used_rules) used_rules->unused = ruled.unused();
        find_key();
        if (!options.checkpoint.empty())
            checkpoint.emplace(options.checkpoint, key, options.fresh,
                               [this](PortionResult&& result) { return take(std::move(result)); });
    }

    bool cancelled() const { return options.progress != nullptr && options.progress->cancelled(); }

    void find_key() {
        std::vector<ContentHash> of_mesh(store.mesh_count());
        parallel_for(options.threads, store.mesh_count(), 1, [&](std::size_t first, std::size_t last) {
            for (auto i = static_cast<std::uint32_t>(first); i < last; ++i)
                of_mesh[i] = content_hash(store.mesh(i));
        });
        std::vector<ContentHash> of_part(plan.assembly().parts.size());
        for (std::size_t i = 0; i < of_part.size(); ++i) of_part[i] = of_mesh[store.mesh_of_part(i)];
        key = detail::job_key(plan, options, of_part);
    }

    bool take(PortionResult&& result) {
        if (!results.fits(result)) return false;
        if (!results.is_mine(result.portion)) return true;  // belongs to another shard, which can use it
        resumed += result.compared;
        results.keep(std::move(result));
        return true;
    }

    // Work done before counts as done.
    void begin_comparing() {
        steps = std::make_unique<detail::Steps>(options.progress, "comparing parts", results.cost());
        if (options.progress != nullptr && results.cost() > 0)
            options.progress->report("comparing parts", results.cost_done(), results.cost());
        steps->add(results.cost_done());
    }

    detail::PortionWork work() {
        return {.plan = &plan,
                .comparer = &comparer,
                .cancelled = [this] { return cancelled(); },
                .advance = [](double) {},
                .finish = {}};
    }

    void describe(std::span<const std::uint8_t> builds) {
        parts = detail::describe_parts(plan, store, builds, options.threads, options.progress);
        described = true;
    }

    // Builds all shapes in advance if all of them fit: then no thread waits for another's.
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
        if (!store.limited() || store.peak() <= memory_for_shapes(options, plan.assembly())) return;
        log(LogLevel::warning,
            "shapes that were needed at the same time took more memory than was allowed: " +
                std::to_string(store.peak() >> 20) + " MB beside the meshes");
    }

    ClashOptions options;
    std::optional<UsedRules> used_rules;
    RuledParts ruled;
    ClashPlan plan;
    detail::ShapeStore store;
    detail::PairComparer comparer;
    ContentHash key;
    detail::PortionResults results;
    std::uint64_t resumed = 0;  // pairs
    std::optional<detail::Checkpoint> checkpoint;
    bool described = false;
    std::vector<ClashPart> parts;          // once they are described
    std::unique_ptr<detail::Steps> steps;  // of comparing, once it has begun
    std::mutex mutex;                      // for results and checkpoint
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

ClashRun::ClashRun(const Assembly& assembly, const ClashOptions& options, const ClashRules& rules) {
    check(options);
    state_ = std::make_unique<State>(assembly, options, rules);
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
    do_portions(work, portions, s.options.threads);
}

PortionResult ClashRun::compare(std::uint32_t portion) {
    PortionResult found;
    detail::PortionWork work = state_->work();
    work.finish = [&](PortionResult&& result) { found = std::move(result); };
    do_portions(work, std::span(&portion, 1), state_->options.threads);
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
    report.options = {.clearance = s.options.clearance,
                      .touch = s.options.touch,
                      .open_parts = s.options.open_parts,
                      .budget = {},
                      .between = s.options.between,
                      .as_tessellated = s.options.as_tessellated};
    if (s.options.budget_per_pair.tests != Budget{}.tests)
        report.options.budget = s.options.budget_per_pair.tests;
    report.rules = std::move(s.used_rules);
    s.results.move_to(report);
    give_ids(report);
    report.run = {.seconds = seconds_since(s.start),
                  .threads = s.options.threads.count(),
                  .version = version(),
                  .shard = s.options.shard,
                  .job = s.key.hex(),
                  .share = s.results.pairs(),
                  .resumed = s.resumed};
    return report;
}

}  // namespace graze::inline v1
