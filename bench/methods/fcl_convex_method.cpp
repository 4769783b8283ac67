// FCL: Convex, Box, and a mesh with OBBRSS boxes; through libccd, its default, and through its own GJK.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "bench/methods/convex_method.h"

namespace graze::bench {
namespace {

fcl::Transform3d to_fcl(const Pose& pose) {
    fcl::Transform3d result = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            result(i, j) = pose.matrix()[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    return result;
}

std::unique_ptr<fcl::CollisionGeometryd> convex_of(const ConvexHull& hull) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3& p : hull.corners()) vertices->push_back({p.x, p.y, p.z});
    auto faces = std::make_shared<std::vector<int>>();
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
        faces->push_back(static_cast<int>(hull.face(f).size()));
        for (const std::uint32_t c : hull.face(f)) faces->push_back(static_cast<int>(c));
    }
    return std::make_unique<fcl::Convexd>(vertices, static_cast<int>(hull.face_count()), faces);
}

std::unique_ptr<fcl::CollisionGeometryd> box_of(const OrientedBox& box) {
    const Vec3 side = box.corners()[7] - box.corners()[0];  // boxes along the axes, around the origin
    return std::make_unique<fcl::Boxd>(side.x, side.y, side.z);
}

class Fcl final : public ConvexMethod {
  public:
    explicit Fcl(fcl::GJKSolverType solver)
        : ConvexMethod(std::string("FCL " GRAZE_BENCH_FCL_VERSION) +
                       (solver == fcl::GST_LIBCCD ? ", libccd" : ", own GJK")),
          solver_(solver) {}
    bool load(const ConvexHull& a, const ConvexHull& b) override {
        a_ = convex_of(a);
        b_ = convex_of(b);
        return true;
    }
    bool load(const OrientedBox& a, const OrientedBox& b) override {
        a_ = box_of(a);
        b_ = box_of(b);
        return true;
    }
    bool load(const ConvexHull& a, const Mesh& b) override {
        a_ = convex_of(a);
        std::vector<fcl::Vector3d> vertices;
        std::vector<fcl::Triangle> triangles;
        for (const Vec3& p : b.vertices()) vertices.push_back({p.x, p.y, p.z});
        for (const auto& t : b.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
        auto model = std::make_unique<fcl::BVHModel<fcl::OBBRSSd>>();
        model->beginModel();
        model->addSubModel(vertices, triangles);
        model->endModel();
        b_ = std::move(model);
        return true;
    }
    void prepare(const ConvexPoses& poses) override {
        poses_.clear();
        for (const auto& [a, b] : poses) poses_.emplace_back(to_fcl(a), to_fcl(b));
    }
    // Debian's libfcl asserts while it expands polytopes.
    bool may_abort() const override { return true; }
    // FCL's own GJK ends the program by an assertion where solids overlap and a signed distance is asked for.
    bool has_signed_distance() const override { return solver_ == fcl::GST_LIBCCD; }
    bool meets(std::size_t pose) override {
        fcl::CollisionRequestd request(1, false);
        request.gjk_solver_type = solver_;
        fcl::CollisionResultd result;
        return fcl::collide(a_.get(), poses_[pose].first, b_.get(), poses_[pose].second, request, result) > 0;
    }
    double signed_distance(std::size_t pose) override {
        fcl::DistanceRequestd request;
        request.enable_signed_distance = true;
        request.gjk_solver_type = solver_;
        fcl::DistanceResultd result;
        try {
            return fcl::distance(a_.get(), poses_[pose].first, b_.get(), poses_[pose].second, request,
                                 result);
        } catch (const std::exception&) {
            return std::numeric_limits<double>::quiet_NaN();
        }
    }

  private:
    fcl::GJKSolverType solver_;
    std::unique_ptr<fcl::CollisionGeometryd> a_, b_;
    std::vector<std::pair<fcl::Transform3d, fcl::Transform3d>> poses_;
};

}  // namespace

ConvexMethods fcl_convex_methods() {
    ConvexMethods methods;
    methods.push_back(std::make_unique<Fcl>(fcl::GST_LIBCCD));
    methods.push_back(std::make_unique<Fcl>(fcl::GST_INDEP));
    return methods;
}

}  // namespace graze::bench
