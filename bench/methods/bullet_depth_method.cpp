// Bullet: GJK and EPA of two convex hulls, without margins.
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include "bench/methods/depth_method.h"

namespace graze::bench {
namespace {

btTransform bullet_pose(const Pose& pose) {
    const auto& m = pose.matrix();
    return btTransform(
        btMatrix3x3(m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]),
        btVector3(m[0][3], m[1][3], m[2][3]));
}

class BulletEpa final : public DepthMethod {
  public:
    BulletEpa() : DepthMethod("Bullet, EPA", true) {}
    void load(const Mesh& a, const Mesh& b) override {
        a_ = made(a);
        b_ = made(b);
    }
    std::optional<ClaimedDepth> depth(const Pose& pa, const Pose& pb) override {
        const btTransform world_from_a = bullet_pose(pa), world_from_b = bullet_pose(pb);
        btGjkEpaSolver2::sResults results;
        const btVector3 guess = world_from_b.getOrigin() - world_from_a.getOrigin();
        if (!btGjkEpaSolver2::Penetration(a_.get(), world_from_a, b_.get(), world_from_b,
                                          guess.length2() > 0 ? guess : btVector3(1, 0, 0), results, false))
            return {};
        // The normal is the direction in which A leaves, or its opposite: the points tell.
        const btVector3 way = results.witnesses[1] - results.witnesses[0];
        const double length = way.length();
        if (!(length > 0)) return ClaimedDepth{-results.distance, {}};
        return ClaimedDepth{-results.distance, Vec3{way.x() / length, way.y() / length, way.z() / length}};
    }

  private:
    static std::unique_ptr<btConvexHullShape> made(const Mesh& mesh) {
        auto hull = std::make_unique<btConvexHullShape>();
        for (const Vec3& p : mesh.vertices()) hull->addPoint(btVector3(p.x, p.y, p.z), false);
        hull->recalcLocalAabb();
        hull->setMargin(0);
        return hull;
    }
    std::unique_ptr<btConvexHullShape> a_, b_;
};

}  // namespace

DepthMethods bullet_depth_methods() {
    DepthMethods methods;
    methods.push_back(std::make_unique<BulletEpa>());
    return methods;
}

}  // namespace graze::bench
