// FCL: EPA of two convex hulls (through libccd, and its own), and what it calls the depth of two meshes: the
// largest over the pairs of triangles that intersect.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>

#include <cmath>

#include "bench/methods/depth_method.h"
#include "bench/methods/fcl_copies.h"

namespace graze::bench {
namespace {

// FCL's normal goes from A to B. Its own EPA gives depths below 0.
std::optional<ClaimedDepth> deepest(const fcl::CollisionResultd& result) {
    std::optional<ClaimedDepth> found;
    for (std::size_t i = 0; i < result.numContacts(); ++i) {
        const fcl::Contactd& c = result.getContact(i);
        const double depth = std::abs(c.penetration_depth);
        if (!found || depth > found->depth)
            found = {depth, Vec3{-c.normal.x(), -c.normal.y(), -c.normal.z()}};
    }
    return found;
}

class Convex final : public DepthMethod {
  public:
    Convex(const char* name, fcl::GJKSolverType solver) : DepthMethod(name, true), solver_(solver) {}
    void load(const Mesh& a, const Mesh& b) override {
        a_ = made(a);
        b_ = made(b);
    }
    std::optional<ClaimedDepth> depth(const Pose& pa, const Pose& pb) override {
        fcl::CollisionRequestd request(8, true);
        request.gjk_solver_type = solver_;
        fcl::CollisionResultd result;
        if (fcl::collide(a_.get(), to_fcl(pa), b_.get(), to_fcl(pb), request, result) == 0) return {};
        return deepest(result);
    }

  private:
    static std::unique_ptr<fcl::Convexd> made(const Mesh& mesh) {
        auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
        for (const Vec3& p : mesh.vertices()) vertices->emplace_back(p.x, p.y, p.z);
        auto faces = std::make_shared<std::vector<int>>();
        for (const auto& t : mesh.triangles()) {
            faces->push_back(3);
            for (const VertexId v : t) faces->push_back(static_cast<int>(v));
        }
        return std::make_unique<fcl::Convexd>(vertices, static_cast<int>(mesh.triangle_count()), faces);
    }
    fcl::GJKSolverType solver_;
    std::unique_ptr<fcl::Convexd> a_, b_;
};

class Meshes final : public DepthMethod {
  public:
    Meshes() : DepthMethod("FCL, of triangles", false) {}
    void load(const Mesh& a, const Mesh& b) override {
        a_ = made(a);
        b_ = made(b);
    }
    std::optional<ClaimedDepth> depth(const Pose& pa, const Pose& pb) override {
        const fcl::CollisionRequestd request(100'000, true);
        fcl::CollisionResultd result;
        if (fcl::collide(a_.get(), to_fcl(pa), b_.get(), to_fcl(pb), request, result) == 0) return {};
        return deepest(result);
    }

  private:
    using Model = fcl::BVHModel<fcl::OBBRSSd>;
    static std::unique_ptr<Model> made(const Mesh& mesh) {
        auto model = std::make_unique<Model>();
        std::vector<fcl::Vector3d> vertices;
        for (const Vec3& p : mesh.vertices()) vertices.emplace_back(p.x, p.y, p.z);
        std::vector<fcl::Triangle> triangles;
        for (const auto& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
        model->beginModel();
        model->addSubModel(vertices, triangles);
        model->endModel();
        return model;
    }
    std::unique_ptr<Model> a_, b_;
};

}  // namespace

DepthMethods fcl_depth_methods() {
    DepthMethods methods;
    methods.push_back(std::make_unique<Convex>("FCL, libccd's EPA", fcl::GST_LIBCCD));
    methods.push_back(std::make_unique<Convex>("FCL, own EPA", fcl::GST_INDEP));
    methods.push_back(std::make_unique<Meshes>());
    return methods;
}

}  // namespace graze::bench
