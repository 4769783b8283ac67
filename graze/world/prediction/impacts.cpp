#include "graze/world/prediction/impacts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

struct ImpactCandidate {
    ObjectId a, b;
    const Motion *motion_a, *motion_b;  // null: rests
};

// What has no answer may meet at any time.
auto order_of(const WorldImpact& found) {
    const double time = found.impact.at_least;
    return std::tuple(std::isnan(time) ? -std::numeric_limits<double>::infinity() : time, found.a.index,
                      found.b.index);
}

void check_options_of(const ImpactOptions& impact) {
    // Two empty shapes are not compared, but the options are looked at.
    if (time_of_impact(Shape(), Pose{}, Shape(), Pose{}, impact).answer == Answer::bad_input)
        throw Error("impacts of a world: a clearance, keep, touch or until is out of range");
}

class ImpactsOfStep {
  public:
    ImpactsOfStep(const World& world, std::span<const ObjectMotion> motions,
                  const WorldImpactOptions& options)
        : world_(world), options_(options) {
        for (const ObjectMotion& moving : motions) {
            if (!world.contains(moving.object)) throw Error("an object with a motion is none of the world");
            if (!motion_of_.emplace(moving.object.index, &moving.motion).second)
                throw Error("an object has two motions");
        }
        begin_ = std::numeric_limits<double>::infinity();
        end_ = -begin_;
        for (const ObjectMotion& moving : motions) {
            begin_ = std::min(begin_, moving.motion.begin());
            end_ = std::max(end_, std::min(moving.motion.end(), options.impact.until));
        }
        for (const ObjectMotion& moving : motions)
            swept_.emplace_back(moving.object, moving.motion.swept(world.updated_shape(moving.object).box(),
                                                                   begin_, std::max(begin_, end_)));
    }

    std::vector<WorldImpact> run() {
        const std::vector<ImpactCandidate> candidates = all_candidates();
        std::vector<WorldImpact> found(candidates.size());
        parallel_for(options_.threads, candidates.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) found[i] = compared(candidates[i]);
        });
        std::erase_if(found, [](const WorldImpact& w) { return w.impact.answer == Answer::no; });
        std::ranges::sort(found, {}, order_of);
        if (found.size() > options_.most) found.resize(options_.most);
        return found;
    }

  private:
    // Where the object is during the step.
    const Motion* motion_of(ObjectId id) const {
        const auto place = motion_of_.find(id.index);
        return place == motion_of_.end() ? nullptr : place->second;
    }

    std::vector<ImpactCandidate> all_candidates() const {
        std::vector<ImpactCandidate> candidates;
        const auto add = [&](ObjectId a, ObjectId b) {
            if (b.index < a.index) std::swap(a, b);
            candidates.push_back({a, b, motion_of(a), motion_of(b)});
        };
        for (std::size_t i = 0; i < swept_.size(); ++i) {
            const auto& [object, box] = swept_[i];
            // What keeps a share of its distance may be stopped by anything, however far.
            constexpr double far = max_coordinate;
            const Box wide = options_.impact.keep > 0 ? Box{{-far, -far, -far}, {far, far, far}}
                                                      : grown(box, options_.impact.clearance);
            for (const ObjectId other : world_.overlapping(wide))
                if (motion_of(other) == nullptr) add(object, other);
            for (std::size_t j = i + 1; j < swept_.size(); ++j)
                if (overlap(wide, swept_[j].second)) add(object, swept_[j].first);
        }
        return candidates;
    }

    WorldImpact compared(const ImpactCandidate& pair) const {
        const auto motion = [&](ObjectId id, const Motion* moving) {
            return moving != nullptr ? *moving : Motion(world_.updated_pose(id));
        };
        const QueryOptions query{.budget = options_.budget_per_pair};
        return {pair.a, pair.b,
                time_of_impact(world_.updated_shape(pair.a), motion(pair.a, pair.motion_a),
                               world_.updated_shape(pair.b), motion(pair.b, pair.motion_b), options_.impact,
                               query)};
    }

    const World& world_;
    const WorldImpactOptions& options_;
    double begin_ = 0, end_ = 0;
    std::map<std::uint32_t, const Motion*> motion_of_;
    std::vector<std::pair<ObjectId, Box>> swept_;
};

}  // namespace

std::vector<WorldImpact> earliest_impacts(const World& world, std::span<const ObjectMotion> motions,
                                          const WorldImpactOptions& options) {
    check_options_of(options.impact);
    if (motions.empty()) return {};
    return ImpactsOfStep(world, motions, options).run();
}

}  // namespace graze::inline v1
