// Bullet: the triangle contact of GImpact, the only public function of Bullet for two triangles. It is made
// for contact points of solids: what lies behind a triangle's face within its prism counts as penetrating, so
// it says yes to pairs that have no point in common. Its row shows how many.
#include <BulletCollision/Gimpact/btTriangleShapeEx.h>

#include "bench/methods/pair_method.h"

namespace graze::bench {
namespace {

std::string version() {
    return std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
}

btPrimitiveTriangle to_bullet(const Triangle& t) {
    btPrimitiveTriangle result;
    result.m_margin = 0;
    for (int i = 0; i < 3; ++i) {
        const Vec3& p = t[static_cast<std::size_t>(i)];
        result.m_vertices[i].setValue(static_cast<btScalar>(p.x), static_cast<btScalar>(p.y),
                                      static_cast<btScalar>(p.z));
    }
    return result;
}

class Bullet final : public PairMethod {
  public:
    Bullet() : PairMethod("Bullet " + version() + ", GImpact contact", Tone::peer, false) {}
    void prepare(std::span<const TrianglePair> pairs) override {
        pairs_.resize(pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i)
            pairs_[i] = {to_bullet(pairs[i].a), to_bullet(pairs[i].b)};
    }
    // The sequence of btGImpactCollisionAlgorithm::collide_sat_triangles.
    void run(Answers& answers) override {
        decide_one_by_one(pairs_.size(), answers, [&](std::size_t i) {
            auto& [a, b] = pairs_[i];
            a.buildTriPlane();
            b.buildTriPlane();
            return a.overlap_test_conservative(b) && a.find_triangle_collision_clip_method(b, contact_);
        });
    }

  private:
    std::vector<std::pair<btPrimitiveTriangle, btPrimitiveTriangle>> pairs_;
    GIM_TRIANGLE_CONTACT contact_;
};

}  // namespace

std::unique_ptr<PairMethod> bullet_method() {
    return std::make_unique<Bullet>();
}

}  // namespace graze::bench
