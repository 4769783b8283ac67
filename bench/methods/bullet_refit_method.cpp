// Bullet: the hierarchy of a triangle mesh, refitted after its vertices have moved.
#include <btBulletCollisionCommon.h>

#include <vector>

#include "bench/methods/deform_method.h"

namespace graze::bench {
namespace {

class BulletRefit final : public RefitMethod {
  public:
    BulletRefit() : RefitMethod("Bullet, refitTree") {}

    void load(const Mesh& mesh) override {
        vertices_.assign(mesh.vertices().begin(), mesh.vertices().end());
        corners_.clear();
        for (const auto& t : mesh.triangles())
            for (const VertexId v : t) corners_.push_back(static_cast<int>(v));
        btIndexedMesh part;
        part.m_numTriangles = static_cast<int>(mesh.triangle_count());
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(corners_.data());
        part.m_triangleIndexStride = 3 * sizeof(int);
        part.m_numVertices = static_cast<int>(vertices_.size());
        part.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices_.data());
        part.m_vertexStride = sizeof(Vec3);
        part.m_vertexType = PHY_DOUBLE;
        arrays_ = std::make_unique<btTriangleIndexVertexArray>();
        arrays_->addIndexedMesh(part);
        // Room for the vertices to move in, which the quantised boxes are relative to.
        btVector3 lower, upper;
        arrays_->calculateAabbBruteForce(lower, upper);
        const btVector3 room = (upper - lower) * 0.25;
        shape_ = std::make_unique<btBvhTriangleMeshShape>(arrays_.get(), true, lower - room, upper + room);
    }
    void move(std::span<const Vec3> positions) override {
        std::copy(positions.begin(), positions.end(), vertices_.begin());
        arrays_->calculateAabbBruteForce(lower_, upper_);
    }
    void refit() override { shape_->refitTree(lower_, upper_); }

  private:
    std::vector<Vec3> vertices_;
    std::vector<int> corners_;
    std::unique_ptr<btTriangleIndexVertexArray> arrays_;
    std::unique_ptr<btBvhTriangleMeshShape> shape_;
    btVector3 lower_, upper_;
};

}  // namespace

std::unique_ptr<RefitMethod> bullet_refit_method() {
    return std::make_unique<BulletRefit>();
}

}  // namespace graze::bench
