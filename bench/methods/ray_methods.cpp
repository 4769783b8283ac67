#include "bench/methods/ray_method.h"

#include <vector>

#include "graze/query/ray/ray.h"

namespace graze::bench {
namespace {

class Graze : public RayMethod {
  public:
    Graze() : Graze("graze") {}
    void build(const Mesh& mesh) override { shape_ = Shape(mesh); }
    void prepare(std::span<const Ray> rays) override { rays_ = rays; }
    void first_hits(std::size_t first, std::span<TriangleId> out) override {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const FirstHit hit = first_hit(shape_, pose_, rays_[first + i]);
            out[i] = hit.found() ? hit.feature.index : no_triangle;
        }
    }
    void any_hits(std::size_t first, std::span<std::uint8_t> out) override {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = any_hit(shape_, pose_, rays_[first + i]) ? 1 : 0;
    }

  protected:
    explicit Graze(std::string name) : RayMethod(std::move(name), Tone::graze) {}
    Shape shape_;
    Pose pose_;
    std::span<const Ray> rays_;
};

class GrazeBatch final : public Graze {
  public:
    GrazeBatch() : Graze("graze, batch") {}
    void first_hits(std::size_t first, std::span<TriangleId> out) override {
        hits_.resize(out.size());
        graze::first_hits(shape_, pose_, rays_.subspan(first, out.size()), hits_);
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = hits_[i].found() ? hits_[i].feature.index : no_triangle;
    }
    void any_hits(std::size_t first, std::span<std::uint8_t> out) override {
        any_.resize(out.size());
        graze::any_hits(shape_, pose_, rays_.subspan(first, out.size()), any_);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = any_[i] == Answer::yes ? 1 : 0;
    }

  private:
    std::vector<FirstHit> hits_;
    std::vector<Answer> any_;
};

}  // namespace

RayMethods ray_methods() {
    RayMethods methods;
    methods.push_back(std::make_unique<Graze>());
    methods.push_back(std::make_unique<GrazeBatch>());
#if defined(GRAZE_BENCH_CGAL_MESH)
    methods.push_back(cgal_ray_method());
#endif
#if defined(GRAZE_BENCH_EMBREE)
    methods.push_back(embree_ray_method());
#endif
    return methods;
}

}  // namespace graze::bench
