#include "bench/scenes/box_answers.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::bench {
namespace {

constexpr std::size_t small = 1000;       // objects up to which every step is compared with the truth
constexpr std::size_t truth_every = 100;  // steps of more objects

// Bijective and well spread (the finalizer of splitmix64).
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

std::vector<char> marks_of(std::span<const NumberedBox> boxes, std::span<const NumberedBox> moved) {
    std::uint32_t largest = 0;
    for (const NumberedBox& b : boxes) largest = std::max(largest, b.id);
    std::vector<char> marks(boxes.empty() ? 0 : largest + std::size_t{1}, 0);
    for (const NumberedBox& m : moved) marks[m.id] = 1;
    return marks;
}

void add_if_overlapping(const NumberedBox& a, const NumberedBox& b, const std::vector<char>& marks,
                        std::vector<IdPair>& pairs) {
    if (overlap(a.box, b.box) && (marks[a.id] || marks[b.id]))
        pairs.push_back({std::min(a.id, b.id), std::max(a.id, b.id)});
}

// The first place where a sorted answer differs from the truth.
std::string first_difference(const std::vector<IdPair>& answer, const std::vector<IdPair>& truth) {
    const auto [a, t] = std::mismatch(answer.begin(), answer.end(), truth.begin(), truth.end());
    if (a != answer.end() && a != answer.begin() && *a == *(a - 1))
        return fmt::format("tells a pair twice, {} {}", a->a, a->b);
    if (t != truth.end() && (a == answer.end() || *t < *a))
        return fmt::format("misses the pair {} {}", t->a, t->b);
    return fmt::format("tells the pair {} {}, which does not overlap", a->a, a->b);
}

}  // namespace

std::vector<IdPair> pairs_one_by_one(std::span<const NumberedBox> boxes, std::span<const NumberedBox> moved) {
    const std::vector<char> marks = marks_of(boxes, moved);
    std::vector<IdPair> pairs;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (std::size_t j = i + 1; j < boxes.size(); ++j)
            add_if_overlapping(boxes[i], boxes[j], marks, pairs);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<IdPair> pairs_by_sweeping(std::span<const NumberedBox> boxes,
                                      std::span<const NumberedBox> moved) {
    const std::vector<char> marks = marks_of(boxes, moved);
    std::vector<NumberedBox> sorted(boxes.begin(), boxes.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const NumberedBox& a, const NumberedBox& b) { return a.box.lower[0] < b.box.lower[0]; });
    std::vector<IdPair> pairs;
    for (std::size_t i = 0; i < sorted.size(); ++i)
        for (std::size_t j = i + 1; j < sorted.size() && sorted[j].box.lower[0] <= sorted[i].box.upper[0];
             ++j)
            add_if_overlapping(sorted[i], sorted[j], marks, pairs);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::uint64_t checksum(std::span<const IdPair> pairs) {
    std::uint64_t sum = 0;
    for (const IdPair& p : pairs) sum += mixed((std::uint64_t{p.a} << 32 | p.b) + 1);
    return sum;
}

std::optional<WrongAnswer> BoxAnswers::check(std::size_t step, const std::string& method,
                                             std::span<const NumberedBox> boxes,
                                             std::span<const NumberedBox> moved, std::vector<IdPair> pairs) {
    const Record record{pairs.size(), checksum(pairs), method};
    const bool known = step < records_.size();
    if (known && records_[step].pairs == record.pairs && records_[step].checksum == record.checksum)
        return std::nullopt;
    if (!known && boxes.size() > small && step % truth_every != 0) {
        records_.push_back(record);
        return std::nullopt;
    }
    const std::vector<IdPair> truth =
        boxes.size() <= small ? pairs_one_by_one(boxes, moved) : pairs_by_sweeping(boxes, moved);
    std::sort(pairs.begin(), pairs.end());
    if (pairs != truth)
        return WrongAnswer{method, fmt::format("{} {}, in step {} of {} objects; {} of {} pairs told", method,
                                               first_difference(pairs, truth), step, boxes.size(),
                                               pairs.size(), truth.size())};
    if (!known) {
        records_.push_back(record);
        return std::nullopt;
    }
    const Record wrong = records_[step];  // whoever came first was
    records_[step] = record;
    return WrongAnswer{wrong.method,
                       fmt::format("{} tells {} pairs in step {} of {} objects, {} are true", wrong.method,
                                   wrong.pairs, step, boxes.size(), truth.size())};
}

double BoxAnswers::mean_pairs() const {
    double sum = 0;
    for (const Record& r : records_) sum += static_cast<double>(r.pairs);
    return records_.empty() ? 0 : sum / static_cast<double>(records_.size());
}

}  // namespace graze::bench
