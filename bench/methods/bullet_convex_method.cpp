// Bullet, in doubles and without margins: its pair detector (GJK, with EPA behind it), its boxes, and its
// mesh with a tree. Yes or no is asked without EPA, so that the detector ends as soon as it knows.
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMesh.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "bench/methods/convex_method.h"

namespace graze::bench {
namespace {

btTransform to_transform(const Pose& pose) {
    const auto& m = pose.matrix();
    return btTransform(
        btMatrix3x3(m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]),
        btVector3(m[0][3], m[1][3], m[2][3]));
}

std::unique_ptr<btConvexShape> bullet_hull(const ConvexHull& hull) {
    auto shape = std::make_unique<btConvexHullShape>();
    for (const Vec3& p : hull.corners()) shape->addPoint(btVector3(p.x, p.y, p.z), false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    return shape;
}

std::unique_ptr<btConvexShape> bullet_box(const OrientedBox& box) {
    const Vec3 half = (box.corners()[7] - box.corners()[0]) * 0.5;
    auto shape = std::make_unique<btBoxShape>(btVector3(half.x, half.y, half.z));
    shape->setMargin(0);
    return shape;
}

class BulletConvex final : public ConvexMethod {
  public:
    BulletConvex() : ConvexMethod("Bullet") {}
    bool load(const ConvexHull& a, const ConvexHull& b) override {
        a_ = bullet_hull(a);
        b_ = bullet_hull(b);
        mesh_.reset();
        return true;
    }
    bool load(const OrientedBox& a, const OrientedBox& b) override {
        a_ = bullet_box(a);
        b_ = bullet_box(b);
        mesh_.reset();
        return true;
    }
    bool load(const ConvexHull& a, const Mesh& b) override {
        a_ = bullet_hull(a);
        triangles_ = std::make_unique<btTriangleMesh>();
        for (std::size_t t = 0; t < b.triangle_count(); ++t) {
            const Triangle world = b.triangle(static_cast<TriangleId>(t));
            const auto point = [&](std::size_t i) { return btVector3(world[i].x, world[i].y, world[i].z); };
            triangles_->addTriangle(point(0), point(1), point(2));
        }
        mesh_ = std::make_unique<btBvhTriangleMeshShape>(triangles_.get(), true);
        return true;
    }
    void prepare(const ConvexPoses& poses) override {
        poses_.clear();
        for (const auto& [a, b] : poses) poses_.emplace_back(to_transform(a), to_transform(b));
    }
    bool meets(std::size_t pose) override {
        if (mesh_) return signed_distance(pose) <= 0;
        return distance_of(*a_, poses_[pose].first, *b_, poses_[pose].second, nullptr) <= 0;
    }
    double signed_distance(std::size_t pose) override {
        if (!mesh_) return distance_of(*a_, poses_[pose].first, *b_, poses_[pose].second, &epa_);
        // The boxes of the tree that meet the box of the solid in the frame of the mesh, as Bullet's own
        // algorithm asks for them.
        const btTransform mesh_from_a = poses_[pose].second.inverse() * poses_[pose].first;
        btVector3 lower, upper;
        a_->getAabb(mesh_from_a, lower, upper);
        struct Each final : btTriangleCallback {
            BulletConvex* self = nullptr;
            btTransform from_a;
            double least = BT_LARGE_FLOAT;
            void processTriangle(btVector3* corner, int, int) override {
                if (least <= 0) return;
                btTriangleShape triangle(corner[0], corner[1], corner[2]);
                triangle.setMargin(0);
                const double d =
                    self->distance_of(*self->a_, from_a, triangle, btTransform::getIdentity(), nullptr);
                least = std::min(least, d);
            }
        } each;
        each.self = this;
        each.from_a = mesh_from_a;
        mesh_->processAllTriangles(&each, lower, upper);
        return each.least;
    }

  private:
    // Without a solver for depths, solids that overlap have the distance 0.
    double distance_of(const btConvexShape& a, const btTransform& world_from_a, const btConvexShape& b,
                       const btTransform& world_from_b, btConvexPenetrationDepthSolver* depths) {
        btGjkPairDetector detector(&a, &b, &simplex_, depths);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA = world_from_a;
        input.m_transformB = world_from_b;
        btPointCollector found;
        detector.getClosestPoints(input, found, nullptr);
        return found.m_hasResult ? found.m_distance : 0;
    }

    std::unique_ptr<btConvexShape> a_, b_;
    std::unique_ptr<btTriangleMesh> triangles_;
    std::unique_ptr<btBvhTriangleMeshShape> mesh_;
    btVoronoiSimplexSolver simplex_;
    btGjkEpaPenetrationDepthSolver epa_;
    std::vector<std::pair<btTransform, btTransform>> poses_;
};

}  // namespace

ConvexMethods bullet_convex_methods() {
    ConvexMethods methods;
    methods.push_back(std::make_unique<BulletConvex>());
    return methods;
}

}  // namespace graze::bench
