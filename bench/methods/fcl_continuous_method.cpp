// FCL's continuous collision: samples, and conservative advancement.
#include <fcl/narrowphase/continuous_collision.h>

#include "bench/methods/continuous_method.h"
#include "bench/methods/fcl_copies.h"

namespace graze::bench {
namespace {

class FclContinuous final : public ContinuousMethod {
  public:
    FclContinuous(const std::string& name, fcl::CCDSolverType solver, int samples)
        : ContinuousMethod("FCL " GRAZE_BENCH_FCL_VERSION " " + name), solver_(solver), samples_(samples) {}

    void load(const Mesh& mesh) override {
        std::vector<fcl::Vector3d> vertices;
        std::vector<fcl::Triangle> triangles;
        for (const Vec3& p : mesh.vertices()) vertices.emplace_back(p.x, p.y, p.z);
        for (const auto& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
        model_ = std::make_unique<fcl::BVHModel<fcl::OBBRSSd>>();
        model_->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
        model_->addSubModel(vertices, triangles);
        model_->endModel();
    }

    std::optional<double> impact(const Pose& from, const Pose& to) override {
        fcl::ContinuousCollisionRequestd request;
        request.ccd_motion_type = fcl::CCDM_LINEAR;
        request.ccd_solver_type = solver_;
        request.num_max_iterations = static_cast<std::size_t>(samples_);
        fcl::ContinuousCollisionResultd result;
        const fcl::Transform3d rest = fcl::Transform3d::Identity();
        fcl::continuousCollide(model_.get(), rest, rest, model_.get(), to_fcl(from), to_fcl(to), request,
                               result);
        if (!result.is_collide) return {};
        return result.time_of_contact;
    }

  private:
    fcl::CCDSolverType solver_;
    int samples_;
    std::unique_ptr<fcl::BVHModel<fcl::OBBRSSd>> model_;
};

}  // namespace

ContinuousMethods fcl_continuous_methods() {
    ContinuousMethods methods;
    methods.push_back(std::make_unique<FclContinuous>("1000 samples", fcl::CCDC_NAIVE, 1000));
    methods.push_back(
        std::make_unique<FclContinuous>("conservative", fcl::CCDC_CONSERVATIVE_ADVANCEMENT, 1000));
    return methods;
}

}  // namespace graze::bench
