// FCL: BVHModel with the two volumes that it measures distances with. The closest points are asked for, as
// graze always finds them.
#include <fcl/narrowphase/distance.h>

#include "bench/methods/distance_method.h"
#include "bench/methods/fcl_copies.h"

namespace graze::bench {
namespace {

template <class Volume>
class Fcl final : public FclCopies<DistanceMethod, Volume> {
  public:
    using FclCopies<DistanceMethod, Volume>::FclCopies;
    double distance_at(std::size_t pose) override {
        const fcl::DistanceRequestd request(true);
        fcl::DistanceResultd result;
        return fcl::distance(this->model_.get(), this->world_from_a_, this->model_.get(), this->poses_[pose],
                             request, result);
    }
};

}  // namespace

DistanceMethods fcl_distance_methods() {
    DistanceMethods methods;
    methods.push_back(std::make_unique<Fcl<fcl::RSSd>>("RSS"));
    methods.push_back(std::make_unique<Fcl<fcl::OBBRSSd>>("OBBRSS"));
    return methods;
}

}  // namespace graze::bench
