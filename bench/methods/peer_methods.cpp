#include "bench/methods/pair_method.h"

namespace graze::bench {

PairMethods peer_methods() {
    PairMethods methods;
#if defined(GRAZE_BENCH_CGAL)
    methods.push_back(cgal_method());
#endif
#if defined(GRAZE_BENCH_FCL)
    methods.push_back(fcl_method());
#endif
#if defined(GRAZE_BENCH_BULLET)
    methods.push_back(bullet_method());
#endif
    return methods;
}

}  // namespace graze::bench
