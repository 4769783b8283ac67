// Bullet's broad phases, as its collision world uses them: setAabb for what moved, calculateOverlappingPairs,
// then its list of pairs. Both keep boxes that are larger than they should be (a margin, coordinates rounded
// to integers) and pairs that are no longer any; what is told are the pairs whose own boxes overlap.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <LinearMath/btAabbUtil2.h>

#include <cstdint>

#include "bench/methods/broad_phase_method.h"

namespace graze::bench {
namespace {

std::string version() {
    return "Bullet " + std::to_string(BT_BULLET_VERSION / 100) + "." +
           std::to_string(BT_BULLET_VERSION % 100);
}

btVector3 to_bullet(const std::array<float, 3>& p) {
    return btVector3(p[0], p[1], p[2]);
}

std::uint32_t number_of(const btBroadphaseProxy& proxy) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(proxy.m_clientObject));
}

class BulletBroadPhaseMethod : public BroadPhaseMethod {
  public:
    explicit BulletBroadPhaseMethod(const std::string& name)
        : BroadPhaseMethod(version() + " " + name, Tone::peer) {}
    bool set_up(std::span<const NumberedBox> boxes, const FloatBox& world,
                const Deadline& deadline) override {
        clear();
        phase_ = make(boxes.size(), world);
        for (const NumberedBox& b : boxes) {
            proxies_.push_back(phase_->createProxy(to_bullet(b.box.lower), to_bullet(b.box.upper), 0,
                                                   reinterpret_cast<void*>(static_cast<std::uintptr_t>(b.id)),
                                                   1, 1, nullptr));
            // Not all broad phases do that before the first motion.
            proxies_.back()->m_aabbMin = to_bullet(b.box.lower);
            proxies_.back()->m_aabbMax = to_bullet(b.box.upper);
            if (proxies_.size() % 256 == 0 && deadline.passed()) return false;
        }
        phase_->calculateOverlappingPairs(nullptr);
        marks_.reset(boxes.size());
        return true;
    }
    void step(std::span<const NumberedBox> moved, std::vector<IdPair>& pairs) override {
        for (const NumberedBox& m : moved)
            phase_->setAabb(proxies_[m.id], to_bullet(m.box.lower), to_bullet(m.box.upper), nullptr);
        phase_->calculateOverlappingPairs(nullptr);
        marks_.mark(moved);
        btOverlappingPairCache* cache = phase_->getOverlappingPairCache();
        const btBroadphasePair* kept = cache->getOverlappingPairArrayPtr();
        const int count = cache->getNumOverlappingPairs();
        for (int i = 0; i < count; ++i) {
            const btBroadphaseProxy &a = *kept[i].m_pProxy0, &b = *kept[i].m_pProxy1;
            const std::uint32_t number_a = number_of(a), number_b = number_of(b);
            if (marks_.either(number_a, number_b) &&
                TestAabbAgainstAabb2(a.m_aabbMin, a.m_aabbMax, b.m_aabbMin, b.m_aabbMax))
                pairs.push_back(ordered_pair(number_a, number_b));
        }
    }
    void clear() override {
        if (!phase_) return;
        destroy_proxies(*phase_, proxies_);
        proxies_.clear();
        phase_.reset();
    }

  private:
    virtual std::unique_ptr<btBroadphaseInterface> make(std::size_t objects, const FloatBox& world) = 0;
    // Frees what the structure does not free itself.
    virtual void destroy_proxies(btBroadphaseInterface&, std::span<btBroadphaseProxy* const>) {}

    std::unique_ptr<btBroadphaseInterface> phase_;
    std::vector<btBroadphaseProxy*> proxies_;
    MovedMarks marks_;
};

// Two trees, of what moves and of what rests. A leaf may be larger than its box by a margin on all sides and
// by `prediction` halves of its size in the direction of its motion.
class Dbvt final : public BulletBroadPhaseMethod {
  public:
    Dbvt(const std::string& name, double margin, double prediction)
        : BulletBroadPhaseMethod(name), margin_(margin), prediction_(prediction) {}

  private:
    std::unique_ptr<btBroadphaseInterface> make(std::size_t, const FloatBox&) override {
        auto phase = std::make_unique<btDbvtBroadphase>();
        gDbvtMargin = margin_;  // one for all, hence not in the constructor
        phase->setVelocityPrediction(prediction_);
        return phase;
    }

    // Pairs first: each proxy would be looked for in all that are left.
    void destroy_proxies(btBroadphaseInterface& phase, std::span<btBroadphaseProxy* const> proxies) override {
        btOverlappingPairCache* cache = phase.getOverlappingPairCache();
        while (cache->getNumOverlappingPairs() > 0) {
            const btBroadphasePair last =
                cache->getOverlappingPairArrayPtr()[cache->getNumOverlappingPairs() - 1];
            cache->removeOverlappingPair(last.m_pProxy0, last.m_pProxy1, nullptr);
        }
        for (btBroadphaseProxy* proxy : proxies) phase.destroyProxy(proxy, nullptr);
    }

    double margin_, prediction_;
};

// Incremental sorting along three axes, in 16 bits where they suffice. Its proxies go with it.
class AxisSweep final : public BulletBroadPhaseMethod {
  public:
    AxisSweep() : BulletBroadPhaseMethod("btAxisSweep3") {}

  private:
    std::unique_ptr<btBroadphaseInterface> make(std::size_t objects, const FloatBox& world) override {
        constexpr bool no_rays = true;
        const btVector3 lower = to_bullet(world.lower), upper = to_bullet(world.upper);
        if (objects < 16'384)
            return std::make_unique<btAxisSweep3>(lower, upper, static_cast<unsigned short>(16'384), nullptr,
                                                  no_rays);
        return std::make_unique<bt32BitAxisSweep3>(lower, upper, static_cast<unsigned>(objects + 1), nullptr,
                                                   no_rays);
    }
};

}  // namespace

void add_bullet_broad_phases(BroadPhaseMethods& methods) {
    methods.push_back(std::make_unique<Dbvt>("btDbvtBroadphase", 0.05, 0));  // as it comes
    methods.push_back(std::make_unique<Dbvt>("btDbvtBroadphase, tuned", 0, 1));
    methods.push_back(std::make_unique<AxisSweep>());
}

}  // namespace graze::bench
