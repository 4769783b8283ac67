// What broad phases answer, compared with one another and with the truth.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/world/broad_phase/broad_phase.h"

namespace graze::bench {

// Every pair of overlapping boxes of which at least one is among `moved`, in order: by asking each pair.
std::vector<IdPair> pairs_one_by_one(std::span<const NumberedBox> boxes, std::span<const NumberedBox> moved);
// The same, faster: along x.
std::vector<IdPair> pairs_by_sweeping(std::span<const NumberedBox> boxes, std::span<const NumberedBox> moved);

// The same for every order of the same pairs, and another one for other pairs, very likely.
std::uint64_t checksum(std::span<const IdPair> pairs);

struct WrongAnswer {
    std::string method;    // that gave it
    std::string sentence;  // with the method, the step, and a pair that is missing, told twice or too many
};

// The answers to each step of one scene, by whoever gave them first.
class BoxAnswers {
  public:
    // Steps of one method come in order and end with a wrong answer of its own. Steps of up to a thousand
    // objects, and of more objects the first and every hundredth, are compared with the truth; all others
    // with what was answered before and, if that differs, with the truth.
    std::optional<WrongAnswer> check(std::size_t step, const std::string& method,
                                     std::span<const NumberedBox> boxes, std::span<const NumberedBox> moved,
                                     std::vector<IdPair> pairs);

    std::size_t steps() const { return records_.size(); }
    double mean_pairs() const;  // per step

  private:
    struct Record {
        std::size_t pairs = 0;
        std::uint64_t checksum = 0;
        std::string method;
    };
    std::vector<Record> records_;
};

}  // namespace graze::bench
