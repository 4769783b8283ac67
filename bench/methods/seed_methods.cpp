#include "bench/methods/pair_method.h"
#include "bench/seeds/moeller.h"
#include "bench/seeds/zachmann.h"

namespace graze::bench {
namespace {

template <class Decide>
class Seed final : public PairMethod {
  public:
    Seed(std::string name, Decide decide) : PairMethod(std::move(name), Tone::seed, false), decide_(decide) {}
    void prepare(std::span<const TrianglePair> pairs) override { pairs_.assign(pairs.begin(), pairs.end()); }
    void run(Answers& answers) override {
        decide_one_by_one(pairs_.size(), answers,
                          [&](std::size_t i) { return decide_(pairs_[i].a, pairs_[i].b); });
    }

  private:
    Decide decide_;
    std::vector<TrianglePair> pairs_;
};

template <class Decide>
std::unique_ptr<PairMethod> seed(std::string name, Decide decide) {
    return std::make_unique<Seed<Decide>>(std::move(name), decide);
}

}  // namespace

PairMethods seed_methods() {
    PairMethods methods;
    methods.push_back(seed("Möller 1997, dividing",
                           [](const Triangle& a, const Triangle& b) { return moeller_divides(a, b); }));
    methods.push_back(seed("Möller 1997, division-free",
                           [](const Triangle& a, const Triangle& b) { return moeller_division_free(a, b); }));
    methods.push_back(seed("Zachmann 2000", [](const Triangle& a, const Triangle& b) {
        return zachmann_intersects(a.corner, b.corner);
    }));
    return methods;
}

}  // namespace graze::bench
