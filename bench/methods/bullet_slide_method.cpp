// Bullet: a rigid body with a concave mesh, dragged by a constraint of six degrees of freedom, as its
// examples drag bodies with the mouse.
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletDynamicsCommon.h>

#include <memory>

#include "bench/methods/slide_method.h"

namespace graze::bench {
namespace {

btTransform bullet_transform(const Pose& pose) {
    const auto& m = pose.matrix();
    return btTransform(
        btMatrix3x3(m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]),
        btVector3(m[0][3], m[1][3], m[2][3]));
}

Pose pose_of_bullet(const btTransform& t) {
    const btQuaternion q = t.getRotation().normalized();
    const btVector3& p = t.getOrigin();
    return Pose(Quat{q.w(), q.x(), q.y(), q.z()}, {p.x(), p.y(), p.z()});
}

class BulletDragging final : public SlideMethod {
  public:
    BulletDragging(std::string name, int substeps) : SlideMethod(std::move(name)), substeps_(substeps) {}

    void load(const Mesh& part, const Pose& world_from_part, const Vec3& centre, const Mesh& holder,
              const Pose& world_from_holder) override {
        world_ = std::make_unique<World>();
        world_->dynamics.setGravity({0, 0, 0});
        centre_ = centre;
        fill(held_, part, centre);
        fill(still_, holder, {});
        held_shape_ = std::make_unique<btGImpactMeshShape>(&held_);
        held_shape_->setMargin(margin);
        held_shape_->updateBound();
        still_shape_ = std::make_unique<btBvhTriangleMeshShape>(&still_, true);
        still_shape_->setMargin(margin);
        btVector3 inertia;
        held_shape_->calculateLocalInertia(1, inertia);
        body_ = std::make_unique<btRigidBody>(
            btRigidBody::btRigidBodyConstructionInfo(1, nullptr, held_shape_.get(), inertia));
        body_->setCenterOfMassTransform(bullet_transform(world_from_part * Pose::translation(centre)));
        body_->setActivationState(DISABLE_DEACTIVATION);
        ground_ = std::make_unique<btRigidBody>(
            btRigidBody::btRigidBodyConstructionInfo(0, nullptr, still_shape_.get()));
        ground_->setWorldTransform(bullet_transform(world_from_holder));
        world_->dynamics.addRigidBody(body_.get());
        world_->dynamics.addRigidBody(ground_.get());
        drag_ = std::make_unique<btGeneric6DofConstraint>(*body_, btTransform::getIdentity(), false);
        drag_->setLinearLowerLimit({0, 0, 0});
        drag_->setLinearUpperLimit({0, 0, 0});
        drag_->setAngularLowerLimit({0, 0, 0});
        drag_->setAngularUpperLimit({0, 0, 0});
        for (int axis = 0; axis < 6; ++axis) {  // the values of Bullet's own example of picking
            drag_->setParam(BT_CONSTRAINT_STOP_CFM, 0.8, axis);
            drag_->setParam(BT_CONSTRAINT_STOP_ERP, 0.1, axis);
        }
        world_->dynamics.addConstraint(drag_.get(), true);
    }

    ~BulletDragging() override {
        if (!world_) return;
        world_->dynamics.removeConstraint(drag_.get());
        world_->dynamics.removeRigidBody(body_.get());
        world_->dynamics.removeRigidBody(ground_.get());
    }

    Pose follow(const Pose& hand) override {
        drag_->getFrameOffsetA() = bullet_transform(hand * Pose::translation(centre_));
        constexpr double frame = 1.0 / 60;
        world_->dynamics.stepSimulation(frame, substeps_, frame / substeps_);
        return pose_of_bullet(body_->getCenterOfMassTransform()) *
               Pose::translation({-centre_.x, -centre_.y, -centre_.z});
    }

  private:
    static constexpr double margin = 0.01;  // in mm; Bullet's default is meant for metres
    struct World {
        btDefaultCollisionConfiguration configuration;
        btCollisionDispatcher dispatcher{&configuration};
        btDbvtBroadphase pairs;
        btSequentialImpulseConstraintSolver solver;
        btDiscreteDynamicsWorld dynamics{&dispatcher, &pairs, &solver, &configuration};
        World() { btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher); }
    };

    static void fill(btTriangleMesh& mesh, const Mesh& from, const Vec3& origin) {
        for (std::size_t t = 0; t < from.triangle_count(); ++t) {
            btVector3 p[3];
            for (std::size_t i = 0; i < 3; ++i) {
                const Vec3 v = from.triangle(static_cast<TriangleId>(t))[i] - origin;
                p[i] = {v.x, v.y, v.z};
            }
            mesh.addTriangle(p[0], p[1], p[2]);
        }
    }

    int substeps_;
    Vec3 centre_;
    btTriangleMesh held_, still_;
    std::unique_ptr<btGImpactMeshShape> held_shape_;
    std::unique_ptr<btBvhTriangleMeshShape> still_shape_;
    std::unique_ptr<World> world_;
    std::unique_ptr<btRigidBody> body_, ground_;
    std::unique_ptr<btGeneric6DofConstraint> drag_;
};

}  // namespace

SlideMethods bullet_slide_methods() {
    SlideMethods methods;
    methods.push_back(std::make_unique<BulletDragging>("Bullet, dragged, 1 substep", 1));
    methods.push_back(std::make_unique<BulletDragging>("Bullet, dragged, 8 substeps", 8));
    return methods;
}

}  // namespace graze::bench
