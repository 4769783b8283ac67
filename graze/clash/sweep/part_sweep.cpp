#include "graze/clash/sweep/part_sweep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "graze/base/detail/steps.h"
#include "graze/base/error.h"
#include "graze/query/distance/distance.h"

namespace graze::inline v1 {
namespace {

void stop_sweep_if_cancelled(const Progress* progress) {
    if (progress != nullptr && progress->cancelled()) throw Error("cancelled");
}

// A lower bound of the distance of two boxes.
double gap_of(const Box& a, const Box& b) {
    Vec3 gap;
    for (std::size_t k = 0; k < 3; ++k)
        gap[k] = std::max({0.0, a.lower[k] - b.upper[k], b.lower[k] - a.upper[k]});
    return length(gap) * (1 - 1e-12);
}

class PartSweeper {
  public:
    PartSweeper(const Assembly& assembly, std::span<const std::size_t> moving, std::span<const Pose> path,
                const PartSweepOptions& options)
        : assembly_(assembly), path_(path), options_(options), moving_(moving.begin(), moving.end()) {
        std::ranges::sort(moving_);
        moving_.erase(std::unique(moving_.begin(), moving_.end()), moving_.end());
        for (const std::size_t i : moving_)
            if (i >= assembly.parts.size()) throw Error("a moving part is none of the assembly");
        for (std::size_t i = 0; i < assembly.parts.size(); ++i)
            if (!std::ranges::binary_search(moving_, i)) resting_.push_back(i);
        for (const std::size_t i : moving_) {
            const Part& part = assembly.parts[i];
            motions_.push_back(motion_along(path, part.world_from_part));
            swept_.push_back(
                motions_.back().swept(part.mesh->box(), motions_.back().begin(), motions_.back().end()));
        }
        for (const std::size_t i : resting_)
            boxes_.push_back(assembly.parts[i].world_from_part(assembly.parts[i].mesh->box()));
    }

    PartSweep run() {
        find_impacts();
        if (options_.measure && !resting_.empty() && !moving_.empty()) {
            sample_clearance();
            find_least();
        }
        return std::move(result_);
    }

  private:
    struct Candidate {
        std::size_t m, r;  // indices into moving_ and resting_
        double gap;        // of the swept boxes
    };

    const Part& moving_part(std::size_t m) const { return assembly_.parts[moving_[m]]; }
    const Part& resting_part(std::size_t r) const { return assembly_.parts[resting_[r]]; }
    Motion rest(std::size_t r) const { return resting_part(r).world_from_part; }
    const Shape& shape(const Part& part) {
        const auto [place, is_new] = shapes_.try_emplace(part.mesh.get());
        if (is_new) {
            TreeOptions tree;
            tree.threads = options_.threads;
            place->second = Shape(*part.mesh, tree);
        }
        return place->second;
    }

    void find_impacts() {
        std::vector<Candidate> candidates;
        for (std::size_t m = 0; m < moving_.size(); ++m) {
            for (std::size_t r = 0; r < resting_.size(); ++r) {
                ++result_.pairs;
                const double gap = gap_of(swept_[m], boxes_[r]);
                if (gap > options_.clearance || boxes_[r].empty()) {
                    ++result_.apart_by_boxes;
                    continue;
                }
                candidates.push_back({m, r, gap});
                shape(moving_part(m));  // made here, so that threads only read
                shape(resting_part(r));
            }
        }
        std::vector<SweptPair> found(candidates.size());
        detail::Steps steps(options_.progress, "moving", candidates.size());
        parallel_for(options_.threads, candidates.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (options_.progress != nullptr && options_.progress->cancelled()) return;
                found[i] = compared(candidates[i]);
                steps.add(1);
            }
        });
        stop_sweep_if_cancelled(options_.progress);
        for (const SweptPair& pair : found) {
            if (pair.impact.answer == Answer::yes) result_.met.push_back(pair);
            if (pair.impact.answer == Answer::undecided) result_.undecided.push_back(pair);
        }
        const auto by_time = [](const SweptPair& p) {
            return std::tuple(p.impact.at_least, p.moving, p.resting);
        };
        std::ranges::sort(result_.met, {}, by_time);
        std::ranges::sort(result_.undecided, {}, by_time);
    }

    SweptPair compared(const Candidate& candidate) const {
        const Shape& a = shapes_.at(moving_part(candidate.m).mesh.get());
        const Shape& b = shapes_.at(resting_part(candidate.r).mesh.get());
        const Motion& motion = motions_[candidate.m];
        const Motion resting = rest(candidate.r);
        SweptPair pair{moving_[candidate.m], resting_[candidate.r], {}, false};
        const QueryOptions query{.budget = options_.budget_per_pair, .progress = options_.progress};
        ImpactOptions impact;
        if (options_.clearance > 0) {
            pair.close_at_start = within(a, motion.at(motion.begin()), b, resting.at(0), options_.clearance);
            if (!pair.close_at_start) impact.clearance = options_.clearance;
        }
        pair.impact = time_of_impact(a, motion, b, resting, impact, query);
        return pair;
    }

    double closest_known(const Box& moved, std::vector<std::pair<double, std::size_t>>& order) const {
        order.clear();
        for (std::size_t r = 0; r < resting_.size(); ++r)
            if (!boxes_[r].empty()) order.emplace_back(gap_of(moved, boxes_[r]), r);
        std::ranges::sort(order);
        return order.empty() ? std::numeric_limits<double>::infinity() : order.front().first;
    }

    void sample_clearance() {
        const std::size_t count = (path_.size() - 1) * std::max(1u, options_.samples_per_step);
        std::map<std::pair<std::size_t, std::size_t>, QueryCache> caches;
        std::vector<std::pair<double, std::size_t>> order;
        detail::Steps steps(options_.progress, "measuring the clearance", count + 1);
        for (std::size_t i = 0; i <= count; ++i) {
            stop_sweep_if_cancelled(options_.progress);
            ClearanceSample sample;
            sample.step =
                static_cast<double>(i) * static_cast<double>(path_.size() - 1) / static_cast<double>(count);
            for (std::size_t m = 0; m < moving_.size(); ++m) {
                const Pose pose = motions_[m].at(sample.step);
                closest_known(pose(moving_part(m).mesh->box()), order);
                for (const auto& [gap, r] : order) {
                    if (gap >= sample.distance || sample.distance == 0) break;
                    const Distance found = distance(shape(moving_part(m)), pose, shape(resting_part(r)),
                                                    resting_part(r).world_from_part, caches[{m, r}]);
                    if (found.value < sample.distance)
                        sample = {sample.step, found.value, moving_[m], resting_[r]};
                }
            }
            result_.clearance.push_back(sample);
            steps.add(1);
        }
    }

    // No pair is closer than the least sample, or it is searched for here.
    void find_least() {
        const auto lowest = std::ranges::min_element(result_.clearance, {}, &ClearanceSample::distance);
        if (std::isinf(lowest->distance)) return;
        LeastClearance best;
        best.distance.value = best.distance.at_least = std::numeric_limits<double>::infinity();
        std::vector<Candidate> candidates;
        for (std::size_t m = 0; m < moving_.size(); ++m)
            for (std::size_t r = 0; r < resting_.size(); ++r)
                if (const double gap = gap_of(swept_[m], boxes_[r]);
                    gap <= lowest->distance && !boxes_[r].empty())
                    candidates.push_back({m, r, gap});
        // The pair of the lowest sample first: what is not closer than that need not be searched.
        std::ranges::stable_sort(candidates, {}, [&](const Candidate& c) {
            return moving_[c.m] == lowest->moving && resting_[c.r] == lowest->resting ? -1.0 : c.gap;
        });
        double at_least = std::numeric_limits<double>::infinity();
        for (const Candidate& c : candidates) {
            stop_sweep_if_cancelled(options_.progress);
            if (best.distance.value == 0) break;
            const Motion& motion = motions_[c.m];
            const QueryOptions query{.budget = options_.budget_per_pair, .progress = options_.progress};
            if (best.distance.value < std::numeric_limits<double>::infinity()) {
                ImpactOptions impact;
                impact.clearance = best.distance.value * (1 - 1e-3);
                if (impact.clearance > 0 && time_of_impact(shape(moving_part(c.m)), motion,
                                                           shape(resting_part(c.r)), rest(c.r), impact, query)
                                                    .answer == Answer::no) {
                    at_least = std::min(at_least, impact.clearance);
                    continue;
                }
            }
            const LeastDistance found = least_distance(shape(moving_part(c.m)), motion,
                                                       shape(resting_part(c.r)), rest(c.r), {}, query);
            if (found.value < best.distance.value) best = {moving_[c.m], resting_[c.r], found};
            at_least = std::min(at_least, found.at_least);
            if (found.status != QueryStatus::complete) best.distance.status = found.status;
        }
        best.distance.at_least = std::min(best.distance.at_least, at_least);
        if (!candidates.empty()) result_.least = best;
    }

    const Assembly& assembly_;
    std::span<const Pose> path_;
    const PartSweepOptions& options_;
    std::vector<std::size_t> moving_, resting_;
    std::vector<Motion> motions_;
    std::vector<Box> swept_, boxes_;
    std::map<const Mesh*, Shape> shapes_;
    PartSweep result_;
};

}  // namespace

Motion motion_along(std::span<const Pose> path, const Pose& world_from_part) {
    if (path.size() < 2) throw Error("a path needs at least two poses");
    const Vec3 centre = world_from_part.inverse()(Vec3{});
    std::vector<MotionKey> keys;
    keys.reserve(path.size());
    for (const Pose& pose : path)
        keys.push_back(
            {static_cast<double>(keys.size()), pose * world_from_part, MotionPath::straight, centre});
    return Motion::through(keys);
}

PartSweep sweep_parts(const Assembly& assembly, std::span<const std::size_t> moving,
                      std::span<const Pose> path, const PartSweepOptions& options) {
    if (!(options.clearance >= 0) || !std::isfinite(options.clearance))
        throw Error("a clearance is not a length", {}, "give 0 or more");
    if (options.samples_per_step == 0 || options.samples_per_step > 10'000)
        throw Error("samples per step are none, or more than 10000");
    return PartSweeper(assembly, moving, path, options).run();
}

}  // namespace graze::inline v1
