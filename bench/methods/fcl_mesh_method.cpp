// FCL: BVHModel with oriented boxes, and with oriented boxes plus swept spheres (which it recommends where
// distances are asked for as well). One contact at most, none described: it stops at the first pair.
#include <fcl/narrowphase/collision.h>

#include "bench/methods/fcl_copies.h"
#include "bench/methods/mesh_method.h"

namespace graze::bench {
namespace {

template <class Volume>
class Fcl final : public FclCopies<MeshMethod, Volume> {
  public:
    using FclCopies<MeshMethod, Volume>::FclCopies;
    bool touching(std::size_t pose) override {
        const fcl::CollisionRequestd request(1, false);
        fcl::CollisionResultd result;
        return fcl::collide(this->model_.get(), this->world_from_a_, this->model_.get(), this->poses_[pose],
                            request, result) > 0;
    }
};

}  // namespace

MeshMethods fcl_mesh_methods() {
    MeshMethods methods;
    methods.push_back(std::make_unique<Fcl<fcl::OBBd>>("OBB"));
    methods.push_back(std::make_unique<Fcl<fcl::OBBRSSd>>("OBBRSS"));
    return methods;
}

}  // namespace graze::bench
