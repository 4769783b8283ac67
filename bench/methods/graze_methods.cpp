#include <hwy/targets.h>

#include "bench/methods/pair_method.h"
#include "graze/query/triangle/triangle_batch.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::bench {
namespace {

class OnPairs : public PairMethod {
  public:
    using PairMethod::PairMethod;
    void prepare(std::span<const TrianglePair> pairs) override { pairs_.assign(pairs.begin(), pairs.end()); }

  protected:
    const std::vector<TrianglePair>& pairs() const { return pairs_; }

  private:
    std::vector<TrianglePair> pairs_;
};

class SinglePair final : public OnPairs {
  public:
    SinglePair() : OnPairs("graze, one pair", Tone::graze, true) {}
    void run(Answers& answers) override {
        decide_one_by_one(pairs().size(), answers,
                          [&](std::size_t i) { return intersects(pairs()[i].a, pairs()[i].b); });
    }
};

class CommonSet final : public OnPairs {
  public:
    CommonSet() : OnPairs("graze, one pair with common points", Tone::graze, true) {}
    void run(Answers& answers) override {
        decide_one_by_one(pairs().size(), answers, [&](std::size_t i) {
            return intersection(pairs()[i].a, pairs()[i].b).kind != CommonKind::none;
        });
    }
};

class FillAndDecide final : public OnPairs {
  public:
    FillAndDecide() : OnPairs("graze, batch with filling", Tone::graze, true) {}
    void run(Answers& answers) override {
        for (std::size_t first = 0; first < pairs().size(); first += TriangleBatch::capacity) {
            batch_.clear();
            const std::size_t end = std::min(pairs().size(), first + TriangleBatch::capacity);
            for (std::size_t i = first; i < end; ++i) batch_.add(pairs()[i].a, pairs()[i].b);
            answers[first / TriangleBatch::capacity] = batch_.decide();
        }
    }

  private:
    TriangleBatch batch_;
};
static_assert(TriangleBatch::capacity == 64, "answers are stored one batch to a word");

class FilledBatches : public PairMethod {
  public:
    using PairMethod::PairMethod;
    void prepare(std::span<const TrianglePair> pairs) override {
        batches_.resize(words_for(pairs.size()));
        for (TriangleBatch& batch : batches_) batch.clear();
        for (std::size_t i = 0; i < pairs.size(); ++i)
            batches_[i / TriangleBatch::capacity].add(pairs[i].a, pairs[i].b);
    }

  protected:
    const std::vector<TriangleBatch>& batches() const { return batches_; }

  private:
    std::vector<TriangleBatch> batches_;
};

class DecideFilled : public FilledBatches {
  public:
    explicit DecideFilled(const std::string& name = "graze, batch")
        : FilledBatches(name, Tone::graze, true) {}
    void run(Answers& answers) override {
        for (std::size_t i = 0; i < batches().size(); ++i) answers[i] = batches()[i].decide();
    }
};

class FilterFilled final : public FilledBatches {
  public:
    FilterFilled() : FilledBatches("graze, batch, filter alone", Tone::graze, true) {}
    void prepare(std::span<const TrianglePair> pairs) override {
        FilledBatches::prepare(pairs);
        open_.assign(batches().size(), 0);
    }
    void run(Answers& answers) override {
        for (std::size_t i = 0; i < batches().size(); ++i) {
            const TriangleBatch::Filtered filtered = batches()[i].filter();
            answers[i] = filtered.intersecting;
            open_[i] = ~(filtered.intersecting | filtered.apart);
        }
    }
    const Answers& left_open() const override { return open_; }

  private:
    Answers open_;
};

// The first call after Highway's choice of target has changed asks the processor what it can do, which takes
// far longer than a batch; it must not be timed.
void choose_target(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    TriangleBatch batch;
    const Triangle t{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}};
    batch.clear();
    batch.add(t, t);
    batch.decide();
}

class DecideOnTarget final : public DecideFilled {
  public:
    explicit DecideOnTarget(std::int64_t target)
        : DecideFilled(std::string("batch on ") + hwy::TargetName(target)), target_(target) {}
    void prepare(std::span<const TrianglePair> pairs) override {
        choose_target(target_);
        DecideFilled::prepare(pairs);
    }
    void finish() override { choose_target(0); }
    bool is_variant() const override { return true; }

  private:
    std::int64_t target_;
};

}  // namespace

PairMethods graze_methods() {
    PairMethods methods;
    methods.push_back(std::make_unique<SinglePair>());
    methods.push_back(std::make_unique<FilterFilled>());
    methods.push_back(std::make_unique<DecideFilled>());
    methods.push_back(std::make_unique<FillAndDecide>());
    methods.push_back(std::make_unique<CommonSet>());
    return methods;
}

PairMethods graze_methods_by_instruction_set() {
    PairMethods methods;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        methods.push_back(std::make_unique<DecideOnTarget>(target));
    }
    return methods;
}

}  // namespace graze::bench
