// FCL: the separating-axis test over 17 axes that its mesh traversal calls for every pair of triangles.
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include "bench/methods/pair_method.h"

namespace graze::bench {
namespace {

using Point = fcl::Vector3d;

class Fcl final : public PairMethod {
  public:
    Fcl() : PairMethod("FCL " GRAZE_BENCH_FCL_VERSION, Tone::peer, false) {}
    void prepare(std::span<const TrianglePair> pairs) override {
        pairs_.resize(pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            for (std::size_t c = 0; c < 3; ++c) {
                const Vec3 &a = pairs[i].a[c], &b = pairs[i].b[c];
                pairs_[i][c] = Point(a.x, a.y, a.z);
                pairs_[i][3 + c] = Point(b.x, b.y, b.z);
            }
        }
    }
    void run(Answers& answers) override {
        decide_one_by_one(pairs_.size(), answers, [&](std::size_t i) {
            const auto& p = pairs_[i];
            return fcl::detail::Intersect<double>::intersect_Triangle(p[0], p[1], p[2], p[3], p[4], p[5]);
        });
    }

  private:
    std::vector<std::array<Point, 6>> pairs_;
};

}  // namespace

std::unique_ptr<PairMethod> fcl_method() {
    return std::make_unique<Fcl>();
}

}  // namespace graze::bench
