// graze doing no more than peers can: yes or no, and a distance.
#include <chrono>
#include <cmath>
#include <map>

#include "bench/methods/clash_method.h"
#include "graze/query/distance/distance.h"
#include "graze/world/broad_phase/broad_phase.h"

namespace graze::bench {
namespace {

class GrazeClash final : public ClashMethod {
  public:
    GrazeClash() : ClashMethod("graze, no more than the peers") {}

    void load(const Assembly& assembly, std::span<const Box> boxes) override {
        assembly_ = &assembly;
        boxes_ = boxes;
    }

    void build(double clearance) override {
        shapes_.clear();
        for (const Part& part : assembly_->parts)
            if (!shapes_.contains(part.mesh.get())) shapes_.emplace(part.mesh.get(), Shape(*part.mesh));
        std::vector<NumberedBox> numbered(boxes_.size());
        const Vec3 margin{clearance / 2, clearance / 2, clearance / 2};
        for (std::uint32_t i = 0; i < boxes_.size(); ++i)
            numbered[i] = {i, rounded_outwards({boxes_[i].lower - margin, boxes_[i].upper + margin})};
        broad_phase_ = make_broad_phase(best_broad_phase(boxes_.size()));
        broad_phase_->place(numbered);
    }

    LookedAtPairs compare(double clearance, double most_seconds) override {
        const auto start = std::chrono::steady_clock::now();
        LookedAtPairs pairs;
        std::vector<IdPair> near;
        broad_phase_->changed_pairs(near);
        for (const IdPair& pair : near) {
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            pairs.complete = taken.count() <= most_seconds;
            if (!pairs.complete) break;
            pairs.all.push_back(look_at(pair, clearance));
        }
        return pairs;
    }

  private:
    LookedAtPair look_at(const IdPair& pair, double clearance) const {
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
    std::span<const Box> boxes_;
    std::map<const Mesh*, Shape> shapes_;
    std::unique_ptr<BroadPhase> broad_phase_;
};

}  // namespace

std::unique_ptr<ClashMethod> graze_clash_method() {
    return std::make_unique<GrazeClash>();
}

}  // namespace graze::bench
