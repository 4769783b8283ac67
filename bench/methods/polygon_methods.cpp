#include <array>
#include <cstdint>

#include "bench/methods/polygon_method.h"
#include "bench/seeds/polygon_tests.h"
#include "graze/mesh/triangulate.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::bench {
namespace {

class Seed final : public PolygonMethod {
  public:
    using Test = bool (*)(std::span<const Vec3>, std::span<const Vec3>);

    Seed(std::string name, Test test) : PolygonMethod(std::move(name), Tone::seed), test_(test) {}
    void prepare(const PolygonPairs& pairs) override { pairs_ = &pairs; }
    void run(Answers& answers) override {
        decide_one_by_one(pairs_->size(), answers,
                          [&](std::size_t i) { return test_(pairs_->p(i), pairs_->q(i)); });
    }

  private:
    Test test_;
    const PolygonPairs* pairs_ = nullptr;
};

class ByExactTriangles final : public PolygonMethod {
  public:
    ByExactTriangles() : PolygonMethod("graze, exact", Tone::graze) {}

    void prepare(const PolygonPairs& pairs) override {
        count_ = pairs.size();
        triangles_.clear();
        for (std::size_t i = 0; i < count_; ++i) {
            append(pairs.p(i));
            append(pairs.q(i));
        }
    }
    void run(Answers& answers) override {
        decide_one_by_one(count_, answers, [&](std::size_t i) { return any_pair_intersects(i); });
    }

  private:
    void append(std::span<const Vec3> polygon) {
        corners_.clear();
        triangulate(polygon, corners_);
        for (const auto& c : corners_) triangles_.push_back({{polygon[c[0]], polygon[c[1]], polygon[c[2]]}});
        per_polygon_ = corners_.size();
    }
    bool any_pair_intersects(std::size_t pair) const {
        const Triangle* p = triangles_.data() + 2 * pair * per_polygon_;
        const Triangle* q = p + per_polygon_;
        for (std::size_t i = 0; i < per_polygon_; ++i) {
            for (std::size_t j = 0; j < per_polygon_; ++j) {
                if (intersects(p[i], q[j])) return true;
            }
        }
        return false;
    }

    std::size_t count_ = 0, per_polygon_ = 0;
    std::vector<Triangle> triangles_;
    std::vector<std::array<std::uint32_t, 3>> corners_;
};

}  // namespace

std::unique_ptr<PolygonMethod> graze_polygon_method() {
    return std::make_unique<ByExactTriangles>();
}

PolygonMethods seed_polygon_methods() {
    PolygonMethods methods;
    methods.push_back(std::make_unique<Seed>("Möller", moeller_polygons_intersect));
    methods.push_back(std::make_unique<Seed>("Zachmann", zachmann_intersects));
    methods.push_back(std::make_unique<Seed>("rule", seeds_intersect));
    return methods;
}

}  // namespace graze::bench
