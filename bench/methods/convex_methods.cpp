#include "bench/methods/convex_method.h"
#include "graze/query/depth/convex_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

class GrazeConvex final : public ConvexMethod {
  public:
    GrazeConvex() : ConvexMethod("graze") {}
    bool load(const ConvexHull& a, const ConvexHull& b) override { return take(Shape(a), Shape(b)); }
    bool load(const OrientedBox& a, const OrientedBox& b) override { return take(Shape(a), Shape(b)); }
    bool load(const ConvexHull& a, const Mesh& b) override {
        take(Shape(a), Shape(b));
        has_mesh_ = true;
        return true;
    }
    void prepare(const ConvexPoses& poses) override { poses_ = poses; }
    bool meets(std::size_t pose) override {
        return intersects(a_, poses_[pose].first, b_, poses_[pose].second);
    }
    // Of a mesh, the distance of its surface.
    double signed_distance(std::size_t pose) override {
        const auto& [a, b] = poses_[pose];
        return has_mesh_ ? distance(a_, a, b_, b).value : convex_depth(a_, a, b_, b).distance;
    }

  private:
    bool take(Shape a, Shape b) {
        a_ = std::move(a);
        b_ = std::move(b);
        has_mesh_ = false;
        return true;
    }
    Shape a_{OrientedBox()}, b_{OrientedBox()};
    bool has_mesh_ = false;
    ConvexPoses poses_;
};

}  // namespace

std::unique_ptr<ConvexMethod> graze_convex_method() {
    return std::make_unique<GrazeConvex>();
}

ConvexMethods peer_convex_methods() {
    ConvexMethods methods;
    [[maybe_unused]] const auto take = [&](ConvexMethods more) {
        for (auto& method : more) methods.push_back(std::move(method));
    };
#if defined(GRAZE_BENCH_CCD)
    take(ccd_convex_methods());
#endif
#if defined(GRAZE_BENCH_FCL)
    take(fcl_convex_methods());
#endif
#if defined(GRAZE_BENCH_BULLET)
    take(bullet_convex_methods());
#endif
    return methods;
}

}  // namespace graze::bench
