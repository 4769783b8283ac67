#include "bench/methods/mesh_method.h"

#include "bench/methods/graze_copies.h"

namespace graze::bench {
namespace {

class Graze final : public GrazeCopies<MeshMethod> {
  public:
    Graze() : GrazeCopies("graze") {}
    bool exact() const override { return true; }
    bool touching(std::size_t pose) override {
        return intersects(shape_, world_from_a_, shape_, poses_[pose]);
    }
    QueryCounts counts_of(std::size_t pose) override {
        QueryCounts counts;
        intersects(shape_, world_from_a_, shape_, poses_[pose], {.counts = &counts});
        return counts;
    }
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
