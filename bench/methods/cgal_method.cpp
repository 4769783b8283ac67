// CGAL: exact predicates through a filtered kernel, triangles with an area only.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/version_macros.h>

#include "bench/methods/pair_method.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Triangle_3 to_cgal(const Triangle& t) {
    const auto point = [](const Vec3& p) { return Kernel::Point_3(p.x, p.y, p.z); };
    return {point(t[0]), point(t[1]), point(t[2])};
}

class Cgal final : public PairMethod {
  public:
    Cgal() : PairMethod("CGAL " CGAL_VERSION_STR, Tone::peer, true) {}
    void prepare(std::span<const TrianglePair> pairs) override {
        pairs_.clear();
        for (const TrianglePair& pair : pairs) pairs_.emplace_back(to_cgal(pair.a), to_cgal(pair.b));
    }
    void run(Answers& answers) override {
        decide_one_by_one(pairs_.size(), answers, [&](std::size_t i) {
            return CGAL::do_intersect(pairs_[i].first, pairs_[i].second);
        });
    }

  private:
    std::vector<std::pair<Kernel::Triangle_3, Kernel::Triangle_3>> pairs_;
};

}  // namespace

std::unique_ptr<PairMethod> cgal_method() {
    return std::make_unique<Cgal>();
}

}  // namespace graze::bench
