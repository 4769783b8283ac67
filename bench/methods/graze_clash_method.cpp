// graze doing no more than peers can: yes or no, and a distance.
#include <chrono>
#include <cmath>
#include <map>
#include <optional>

#include "bench/methods/clash_method.h"
#include "graze/clash/plan.h"
#include "graze/query/distance.h"

namespace graze::bench {
namespace {

class GrazeClash final : public ClashMethod {
  public:
    GrazeClash() : ClashMethod("graze, no more than the peers") {}

    void load(const Assembly& assembly, std::span<const Box>) override { assembly_ = &assembly; }

    void build(double clearance) override {
        shapes_.clear();
        for (const Part& part : assembly_->parts)
            if (!shapes_.contains(part.mesh.get())) shapes_.emplace(part.mesh.get(), Shape(*part.mesh));
        plan_.reset();
        ruled_.emplace(ClashRules(), assembly_->parts, clearance);
        plan_.emplace(*assembly_, *ruled_);
    }

    LookedAtPairs compare(double clearance, double most_seconds) override {
        const auto start = std::chrono::steady_clock::now();
        LookedAtPairs pairs;
        for (const PlannedPair& pair : plan_->pairs()) {
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            pairs.complete = taken.count() <= most_seconds;
            if (!pairs.complete) break;
            pairs.all.push_back(look_at(pair, clearance));
        }
        return pairs;
    }

  private:
    LookedAtPair look_at(const PlannedPair& pair, double clearance) const {
        const Part &a = assembly_->parts[pair.a], &b = assembly_->parts[pair.b];
        const Shape &shape_a = shapes_.at(a.mesh.get()), &shape_b = shapes_.at(b.mesh.get());
        const Pose &pose_a = a.world_from_part, &pose_b = b.world_from_part;
        LookedAtPair result{pair.a, pair.b, intersects(shape_a, pose_a, shape_b, pose_b)};
        if (!result.colliding && clearance > 0 &&
            within(shape_a, pose_a, shape_b, pose_b, std::nextafter(clearance, 0.0)))
            result.distance = distance(shape_a, pose_a, shape_b, pose_b).value;
        return result;
    }

    const Assembly* assembly_ = nullptr;
    std::map<const Mesh*, Shape> shapes_;
    std::optional<RuledParts> ruled_;
    std::optional<ClashPlan> plan_;
};

}  // namespace

std::unique_ptr<ClashMethod> graze_clash_method() {
    return std::make_unique<GrazeClash>();
}

}  // namespace graze::bench
