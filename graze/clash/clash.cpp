#include "graze/clash/clash.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "graze/base/detail/steps.h"
#include "graze/base/error.h"
#include "graze/base/version.h"
#include "graze/clash/detail/compare.h"
#include "graze/clash/detail/shape_store.h"
#include "graze/clash/identity.h"
#include "graze/clash/plan.h"
#include "graze/mesh/closed_surface.h"

namespace graze::inline v1 {
namespace {

void check(const ClashSettings& settings) {
    const auto check_length = [](double value, const char* name) {
        if (!(value >= 0 && value <= 1e100))
            throw Error("is not a length from 0 to 1e100", name, "give a finite length that is not negative");
    };
    check_length(settings.clearance, "the clearance");
    check_length(settings.touch, "the tolerance of touching");
}

std::uint64_t& count_of(ClashCounts& counts, const ClashFinding& finding) {
    if (finding.allowed) return counts.allowed;
    switch (finding.kind) {
        case FindingKind::clash:
            return counts.clash;
        case FindingKind::inside:
            return counts.inside;
        case FindingKind::clearance:
            return counts.clearance;
        case FindingKind::touch:
            return counts.touch;
        case FindingKind::undecided:
            break;
    }
    return counts.undecided;
}

class Clash {
  public:
    Clash(const Assembly& assembly, const ClashSettings& settings, const ClashRules& rules)
        : parts_(assembly.parts),
          settings_(settings),
          ruled_(rules, parts_, settings.clearance),
          plan_(assembly, ruled_, settings.threads),
          store_(assembly) {
        report_.metres_per_unit = assembly.metres_per_unit;
        report_.settings = {settings.clearance, settings.touch, settings.open_parts};
        report_.run = {0, settings.threads.count(), version(), {}};
    }

    ClashReport run() {
        count_pairs();
        describe_parts();
        compare_all();
        std::ranges::sort(report_.findings, worse);
        give_ids(report_);
        return std::move(report_);
    }

  private:
    bool cancelled() const { return settings_.progress != nullptr && settings_.progress->cancelled(); }

    void count_pairs() {
        ClashCounts& counts = report_.counts;
        const std::uint64_t n = parts_.size();
        counts.pairs = n < 2 ? 0 : n * (n - 1) / 2;
        counts.ignored = plan_.ignored();
        counts.not_compared = plan_.pairs().size();
        counts.apart_by_boxes = counts.pairs - counts.ignored - counts.not_compared;
    }

    // Builds the shapes that are needed on the way.
    void describe_parts() {
        std::vector<std::uint8_t> needs_shape(store_.mesh_count());
        for (const PlannedPair& pair : plan_.pairs())
            needs_shape[store_.mesh_of_part(pair.a)] = needs_shape[store_.mesh_of_part(pair.b)] = 1;
        std::vector<ClashPart> of_mesh(store_.mesh_count());
        detail::Steps steps(settings_.progress, "building trees", store_.mesh_count());
        parallel_for(settings_.threads, store_.mesh_count(), 1, [&](std::size_t first, std::size_t last) {
            for (auto i = static_cast<std::uint32_t>(first); i < last; ++i) {
                of_mesh[i] = describe(i, needs_shape[i] != 0 && !cancelled());
                steps.add(1);
            }
        });
        report_.parts.reserve(parts_.size());
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            ClashPart& part = report_.parts.emplace_back(of_mesh[store_.mesh_of_part(i)]);
            part.path = parts_[i].path;
            part.world_from_part = parts_[i].world_from_part;
            part.box = plan_.box(i);
        }
    }

    ClashPart describe(std::uint32_t mesh_number, bool build) {
        const Mesh& mesh = store_.mesh(mesh_number);
        ClashPart part;
        part.triangles = mesh.triangle_count();
        const auto fill = [&](const ClosedSurface& surface) {
            part.closed = surface.closed();
            part.why_not_closed = surface.why_not();
        };
        if (build)
            fill(store_.shape(mesh_number).closed_surface());
        else
            fill(ClosedSurface(mesh));
        part.hash = geometry_hash(mesh);
        return part;
    }

    void compare_all() {
        struct Outcome {
            bool compared = false;
            std::optional<ClashFinding> finding;
        };
        detail::Steps steps(settings_.progress, "comparing parts", plan_.pairs().size());
        std::vector<Outcome> outcomes;
        constexpr std::size_t block_size = 1 << 16, grain = 4;
        for (std::size_t begin = 0; begin < plan_.pairs().size() && !cancelled(); begin += block_size) {
            const auto pairs =
                plan_.pairs().subspan(begin, std::min(block_size, plan_.pairs().size() - begin));
            outcomes.assign(pairs.size(), {});
            parallel_for(settings_.threads, pairs.size(), grain, [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last && !cancelled(); ++i)
                    outcomes[i] = {true, compare_pair(pairs[i])};
                steps.add(last - first);
            });
            for (Outcome& outcome : outcomes)
                if (outcome.compared) add_to_report(std::move(outcome.finding));
        }
    }

    std::optional<ClashFinding> compare_pair(const PlannedPair& pair) {
        const auto placed = [&](std::uint32_t part) {
            return detail::PlacedShape{store_.shape_of_part(part), parts_[part].world_from_part,
                                       plan_.box(part)};
        };
        auto finding = detail::compare(placed(pair.a), placed(pair.b), ruled_.terms(pair.a, pair.b),
                                       {settings_.touch, {settings_.open_parts, settings_.budget_per_pair}});
        if (finding) {
            finding->a = pair.a;
            finding->b = pair.b;
        }
        return finding;
    }

    void add_to_report(std::optional<ClashFinding>&& finding) {
        --report_.counts.not_compared;
        if (!finding) {
            ++report_.counts.apart;
            return;
        }
        ++count_of(report_.counts, *finding);
        report_.findings.push_back(*std::move(finding));
    }

    std::span<const Part> parts_;
    const ClashSettings& settings_;
    RuledParts ruled_;
    ClashPlan plan_;
    detail::ShapeStore store_;
    ClashReport report_;
};

}  // namespace

ClashReport clash(const Assembly& assembly, const ClashSettings& settings, const ClashRules& rules) {
    check(settings);
    const auto start = std::chrono::steady_clock::now();
    ClashReport report = Clash(assembly, settings, rules).run();
    report.run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
}

}  // namespace graze::inline v1
