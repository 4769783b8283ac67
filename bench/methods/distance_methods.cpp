#include "bench/methods/distance_method.h"

#include "bench/methods/graze_copies.h"
#include "graze/query/distance/distance.h"

namespace graze::bench {
namespace {

class Graze final : public GrazeCopies<DistanceMethod> {
  public:
    Graze() : GrazeCopies("graze") {}
    double distance_at(std::size_t pose) override {
        return distance(shape_, world_from_a_, shape_, poses_[pose]).value;
    }
    QueryCounts counts_of(std::size_t pose) override {
        QueryCounts counts;
        distance(shape_, world_from_a_, shape_, poses_[pose], {.counts = &counts});
        return counts;
    }
};

class GrazeCached final : public GrazeCopies<DistanceMethod> {
  public:
    GrazeCached() : GrazeCopies("graze, cache") {}
    double distance_at(std::size_t pose) override {
        return distance(shape_, world_from_a_, shape_, poses_[pose], cache_).value;
    }

  private:
    QueryCache cache_;
};

}  // namespace

std::unique_ptr<DistanceMethod> graze_distance_method() {
    return std::make_unique<Graze>();
}

std::unique_ptr<DistanceMethod> graze_cached_distance_method() {
    return std::make_unique<GrazeCached>();
}

DistanceMethods peer_distance_methods() {
    DistanceMethods methods;
#if defined(GRAZE_BENCH_FCL)
    for (auto& method : fcl_distance_methods()) methods.push_back(std::move(method));
#endif
    return methods;
}

}  // namespace graze::bench
