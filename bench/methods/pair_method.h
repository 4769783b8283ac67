// One way to decide pairs of triangles, made comparable with the others.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "bench/scenes/triangle_pairs.h"

namespace graze::bench {

// Answers are bits, 64 pairs to a word, so that storing them costs the same, next to nothing, for everybody.
using Answers = std::vector<std::uint64_t>;

inline std::size_t words_for(std::size_t pairs) {
    return (pairs + 63) / 64;
}
inline std::uint64_t count_bits(const Answers& answers) {
    std::uint64_t count = 0;
    for (const std::uint64_t word : answers) count += static_cast<std::uint64_t>(std::popcount(word));
    return count;
}

class PairMethod {
  public:
    PairMethod(std::string name, Tone tone, bool exact)
        : name_(std::move(name)), tone_(tone), exact_(exact) {}
    PairMethod(const PairMethod&) = delete;
    PairMethod& operator=(const PairMethod&) = delete;
    virtual ~PairMethod() = default;

    const std::string& name() const { return name_; }
    Tone tone() const { return tone_; }
    bool exact() const { return exact_; }

    // The same method under other circumstances: gets a table of its own.
    virtual bool is_variant() const { return false; }

    // Brings the pairs into the form the method works on. Not timed; leaves them in the cache.
    virtual void prepare(std::span<const TrianglePair> pairs) = 0;
    // Timed: sets bit i of the answers for every pair i that intersects; all other bits are cleared.
    virtual void run(Answers& answers) = 0;
    // Undoes what prepare() did to the process. Not timed.
    virtual void finish() {}

    // After a run: the pairs that the method leaves open. Empty for methods that always answer.
    virtual const Answers& left_open() const { return none_; }

  private:
    std::string name_;
    Tone tone_;
    bool exact_;
    Answers none_;
};

// The loop over single pairs that all methods without batches share.
template <class Decide>
void decide_one_by_one(std::size_t pairs, Answers& answers, const Decide& decide) {
    for (std::size_t first = 0; first < pairs; first += 64) {
        const std::size_t count = pairs - first < 64 ? pairs - first : 64;
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < count; ++i) {
            word |= static_cast<std::uint64_t>(decide(first + i) ? 1 : 0) << i;
        }
        answers[first / 64] = word;
    }
}

using PairMethods = std::vector<std::unique_ptr<PairMethod>>;

// graze's own: one pair at a time, the batch (filter alone, filled before, filled within) and the common set.
PairMethods graze_methods();
// The batch once more on every instruction set that this processor and this build have.
PairMethods graze_methods_by_instruction_set();
PairMethods seed_methods();
// Peers that were found when the benchmark was built.
PairMethods peer_methods();

// Each in a file of its own that is built only where the peer is installed.
std::unique_ptr<PairMethod> cgal_method();
std::unique_ptr<PairMethod> fcl_method();
std::unique_ptr<PairMethod> bullet_method();

}  // namespace graze::bench
