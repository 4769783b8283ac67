// FCL's BVHModel for two copies of one object, for any question.
#pragma once

#include <fcl/geometry/bvh/BVH_model.h>

#include <memory>
#include <vector>

#include "bench/methods/copies_method.h"

namespace graze::bench {

inline fcl::Transform3d to_fcl(const Pose& pose) {
    fcl::Transform3d result = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
            result.matrix()(row, column) =
                pose.matrix()[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        }
    }
    return result;
}

template <class Method, class Volume>
class FclCopies : public Method {
  public:
    explicit FclCopies(const std::string& volume)
        : Method("FCL " GRAZE_BENCH_FCL_VERSION " " + volume, Tone::peer) {}
    void load(const Mesh& mesh) override {
        vertices_.clear();
        triangles_.clear();
        for (const Vec3& p : mesh.vertices()) vertices_.emplace_back(p.x, p.y, p.z);
        for (const auto& t : mesh.triangles()) triangles_.emplace_back(t[0], t[1], t[2]);
    }
    void build() override {
        model_ = std::make_unique<fcl::BVHModel<Volume>>();
        model_->beginModel(static_cast<int>(triangles_.size()), static_cast<int>(vertices_.size()));
        model_->addSubModel(vertices_, triangles_);
        model_->endModel();
    }
    std::optional<std::size_t> tree_bytes() const override {
        return static_cast<std::size_t>(model_->getNumBVs()) * sizeof(fcl::BVNode<Volume>);
    }
    void prepare(std::span<const Pose> world_from_b) override {
        poses_.clear();
        for (const Pose& pose : world_from_b) poses_.push_back(to_fcl(pose));
    }

  protected:
    std::unique_ptr<fcl::BVHModel<Volume>> model_;
    fcl::Transform3d world_from_a_ = fcl::Transform3d::Identity();
    std::vector<fcl::Transform3d, Eigen::aligned_allocator<fcl::Transform3d>> poses_;

  private:
    std::vector<fcl::Vector3d> vertices_;
    std::vector<fcl::Triangle> triangles_;
};

}  // namespace graze::bench
