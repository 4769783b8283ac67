// libccd, asked directly: GJK with EPA, and MPR. Its users bring the support functions. Those here climb
// along the edges of large hulls, as FCL's do, and look through small ones.
#include <ccd/ccd.h>

#include "bench/methods/convex_method.h"

namespace graze::bench {
namespace {

struct CcdHull {
    const ConvexHull* hull = nullptr;
    Vec3 middle;
    Pose pose;
};

Vec3 turned_into_hull(const Pose& pose, const ccd_vec3_t* d) {
    const auto& m = pose.matrix();
    const double x = ccdVec3X(d), y = ccdVec3Y(d), z = ccdVec3Z(d);
    return {m[0][0] * x + m[1][0] * y + m[2][0] * z, m[0][1] * x + m[1][1] * y + m[2][1] * z,
            m[0][2] * x + m[1][2] * y + m[2][2] * z};
}

void support_of_hull(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
    const auto& h = *static_cast<const CcdHull*>(object);
    const Vec3 d = turned_into_hull(h.pose, direction);
    const auto& corners = h.hull->corners();
    std::uint32_t best = 0;
    if (corners.size() > 32) {
        best = h.hull->support(d, 0);
    } else {
        double most = dot(corners[0], d);
        for (std::uint32_t i = 1; i < corners.size(); ++i)
            if (const double height = dot(corners[i], d); height > most) best = i, most = height;
    }
    const Vec3 p = h.pose(corners[best]);
    ccdVec3Set(out, p.x, p.y, p.z);
}

void middle_of_hull(const void* object, ccd_vec3_t* out) {
    const auto& h = *static_cast<const CcdHull*>(object);
    const Vec3 p = h.pose(h.middle);
    ccdVec3Set(out, p.x, p.y, p.z);
}

class Ccd final : public ConvexMethod {
  public:
    enum class Way : std::uint8_t { gjk, mpr };
    explicit Ccd(Way way) : ConvexMethod(way == Way::gjk ? "libccd, GJK and EPA" : "libccd, MPR"), way_(way) {
        CCD_INIT(&settings_);
        settings_.support1 = settings_.support2 = support_of_hull;
        settings_.center1 = settings_.center2 = middle_of_hull;
        settings_.max_iterations = 500;
    }
    bool load(const ConvexHull& a, const ConvexHull& b) override {
        hull_a_ = a;
        hull_b_ = b;
        const auto middle = [](const ConvexHull& hull) {
            Vec3 sum;
            for (const Vec3& p : hull.corners()) sum += p;
            return sum / static_cast<double>(hull.corners().size());
        };
        a_ = {&hull_a_, middle(a), {}};
        b_ = {&hull_b_, middle(b), {}};
        return true;
    }
    void prepare(const ConvexPoses& poses) override { poses_ = poses; }
    bool meets(std::size_t pose) override {
        place(pose);
        return way_ == Way::gjk ? ccdGJKIntersect(&a_, &b_, &settings_) != 0
                                : ccdMPRIntersect(&a_, &b_, &settings_) != 0;
    }
    // Only of solids that overlap: libccd has no distance. 0 for others.
    double signed_distance(std::size_t pose) override {
        place(pose);
        ccd_real_t depth = 0;
        ccd_vec3_t direction, position;
        const int found = way_ == Way::gjk
                              ? ccdGJKPenetration(&a_, &b_, &settings_, &depth, &direction, &position)
                              : ccdMPRPenetration(&a_, &b_, &settings_, &depth, &direction, &position);
        return found == 0 ? -depth : 0;
    }

  private:
    void place(std::size_t pose) {
        a_.pose = poses_[pose].first;
        b_.pose = poses_[pose].second;
    }
    Way way_;
    ConvexHull hull_a_, hull_b_;
    CcdHull a_, b_;
    ccd_t settings_;
    ConvexPoses poses_;
};

}  // namespace

ConvexMethods ccd_convex_methods() {
    ConvexMethods methods;
    methods.push_back(std::make_unique<Ccd>(Ccd::Way::gjk));
    methods.push_back(std::make_unique<Ccd>(Ccd::Way::mpr));
    return methods;
}

}  // namespace graze::bench
