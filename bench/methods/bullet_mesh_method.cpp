// Bullet: GImpact, its only shape for two moving meshes. Its collision algorithm describes contacts of all
// pairs of triangles; asked here is less: the same search for pairs of boxes (which cannot stop early), then
// the same test of triangles, up to the first hit. That test is made for solids and says yes to pairs that do
// not touch; see bullet_method.cpp.
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include "bench/methods/mesh_method.h"

namespace graze::bench {
namespace {

std::string version() {
    return std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
}

btTransform to_bullet(const Pose& pose) {
    const auto& m = pose.matrix();
    return btTransform(
        btMatrix3x3(m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]),
        btVector3(m[0][3], m[1][3], m[2][3]));
}

class Bullet final : public MeshMethod {
  public:
    Bullet() : MeshMethod("Bullet " + version() + " GImpact", Tone::peer) {}
    void load(const Mesh& mesh) override {
        part_.reset();
        vertices_.clear();
        indices_.clear();
        for (const Vec3& p : mesh.vertices()) vertices_.insert(vertices_.end(), {p.x, p.y, p.z});
        for (const auto& t : mesh.triangles()) {
            for (const VertexId v : t) indices_.push_back(static_cast<int>(v));
        }
        btIndexedMesh indexed;
        indexed.m_numTriangles = static_cast<int>(mesh.triangle_count());
        indexed.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(indices_.data());
        indexed.m_triangleIndexStride = 3 * sizeof(int);
        indexed.m_numVertices = static_cast<int>(mesh.vertices().size());
        indexed.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices_.data());
        indexed.m_vertexStride = 3 * sizeof(double);
        indexed.m_vertexType = PHY_DOUBLE;
        interface_.getIndexedMeshArray().clear();
        interface_.addIndexedMesh(indexed, PHY_INTEGER);
    }
    void build() override {
        part_ = std::make_unique<btGImpactMeshShapePart>(&interface_, 0);
        part_->setMargin(0);
        part_->updateBound();
        part_->lockChildShapes();  // for good: queries may then read triangles
    }
    std::optional<std::size_t> tree_bytes() const override {
        return static_cast<std::size_t>(part_->getBoxSet()->getNodeCount()) * sizeof(BT_QUANTIZED_BVH_NODE);
    }
    void prepare(std::span<const Pose> world_from_b) override {
        poses_.clear();
        for (const Pose& pose : world_from_b) poses_.push_back(to_bullet(pose));
    }
    bool touching(std::size_t pose) override {
        pairs_.resizeNoInitialize(0);  // keeps its memory
        const btGImpactBoxSet* boxes = part_->getBoxSet();
        btGImpactBoxSet::find_collision(boxes, world_from_a_, boxes, poses_[pose], pairs_);
        for (int i = 0; i < pairs_.size(); ++i) {
            if (touching_triangles(pairs_[i], poses_[pose])) return true;
        }
        return false;
    }

  private:
    // The sequence of btGImpactCollisionAlgorithm::collide_sat_triangles.
    bool touching_triangles(const GIM_PAIR& pair, const btTransform& world_from_b) {
        btPrimitiveTriangle a, b;
        part_->getPrimitiveTriangle(pair.m_index1, a);
        part_->getPrimitiveTriangle(pair.m_index2, b);
        a.applyTransform(world_from_a_);
        b.applyTransform(world_from_b);
        a.buildTriPlane();
        b.buildTriPlane();
        return a.overlap_test_conservative(b) && a.find_triangle_collision_clip_method(b, contact_);
    }

    std::vector<double> vertices_;
    std::vector<int> indices_;
    btTriangleIndexVertexArray interface_;
    std::unique_ptr<btGImpactMeshShapePart> part_;
    btTransform world_from_a_ = btTransform::getIdentity();
    std::vector<btTransform> poses_;
    btPairSet pairs_;
    GIM_TRIANGLE_CONTACT contact_;
};

}  // namespace

std::unique_ptr<MeshMethod> bullet_mesh_method() {
    return std::make_unique<Bullet>();
}

}  // namespace graze::bench
