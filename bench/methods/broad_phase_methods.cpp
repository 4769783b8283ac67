#include "bench/methods/broad_phase_method.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

class GrazeBroadPhaseMethod final : public BroadPhaseMethod {
  public:
    explicit GrazeBroadPhaseMethod(BroadPhaseKind kind)
        : BroadPhaseMethod("graze " + std::string(graze::name(kind)), Tone::graze), kind_(kind) {
        phase_ = make_broad_phase(kind_);  // throws for kinds that this version of graze does not have
    }
    bool set_up(std::span<const NumberedBox> boxes, const FloatBox&, const Deadline&) override {
        phase_ = make_broad_phase(kind_);
        phase_->place(boxes);
        std::vector<IdPair> pairs;
        phase_->changed_pairs(pairs);
        return true;
    }
    void step(std::span<const NumberedBox> moved, std::vector<IdPair>& pairs) override {
        phase_->place(moved);
        phase_->changed_pairs(pairs);
    }
    void clear() override { phase_.reset(); }

  private:
    BroadPhaseKind kind_;
    std::unique_ptr<BroadPhase> phase_;
};

}  // namespace

BroadPhaseMethods graze_broad_phase_methods() {
    BroadPhaseMethods methods;
    for (const BroadPhaseKind kind :
         {BroadPhaseKind::bvh, BroadPhaseKind::sweep_and_prune, BroadPhaseKind::grid, BroadPhaseKind::octree,
          BroadPhaseKind::all_pairs}) {
        try {
            methods.push_back(std::make_unique<GrazeBroadPhaseMethod>(kind));
        } catch (const Error&) {  // this kind does not exist: no row
        }
    }
    return methods;
}

BroadPhaseMethods broad_phase_methods() {
    BroadPhaseMethods methods = graze_broad_phase_methods();
#if defined(GRAZE_BENCH_BULLET)
    add_bullet_broad_phases(methods);
#endif
#if defined(GRAZE_BENCH_FCL)
    add_fcl_broad_phases(methods);
#endif
#if defined(GRAZE_BENCH_ODE)
    add_ode_broad_phases(methods);
#endif
    return methods;
}

}  // namespace graze::bench
