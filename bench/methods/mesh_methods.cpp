#include "bench/methods/mesh_method.h"

namespace graze::bench {
namespace {

class Graze final : public MeshMethod {
  public:
    Graze() : MeshMethod("graze", Tone::graze) {}
    bool exact() const override { return true; }
    void load(const Mesh& mesh) override { copy_ = mesh; }
    void build() override { shape_ = Shape(std::move(copy_)); }
    std::optional<std::size_t> tree_bytes() const override { return shape_.tree().bytes(); }
    void prepare(std::span<const Pose> world_from_b) override { poses_ = world_from_b; }
    bool touching(std::size_t pose) override {
        return intersects(shape_, world_from_a_, shape_, poses_[pose]);
    }
    IntersectCounts counts_of(std::size_t pose) override {
        IntersectCounts counts;
        intersects(shape_, world_from_a_, shape_, poses_[pose], {.counts = &counts});
        return counts;
    }

  private:
    Mesh copy_;
    Shape shape_;
    Pose world_from_a_;
    std::span<const Pose> poses_;
};

}  // namespace

std::unique_ptr<MeshMethod> graze_mesh_method() {
    return std::make_unique<Graze>();
}

MeshMethods peer_mesh_methods() {
    MeshMethods methods;
#if defined(GRAZE_BENCH_FCL)
    for (auto& method : fcl_mesh_methods()) methods.push_back(std::move(method));
#endif
#if defined(GRAZE_BENCH_ODE)
    methods.push_back(ode_mesh_method());
#endif
#if defined(GRAZE_BENCH_BULLET)
    methods.push_back(bullet_mesh_method());
#endif
#if defined(GRAZE_BENCH_CGAL_MESH)
    methods.push_back(cgal_mesh_method());
#endif
    return methods;
}

}  // namespace graze::bench
