// Sets that are merged two at a time (Tarjan 1975, with path halving).
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace graze::inline v1::detail {

// Sets of the numbers 0 .. count-1, each alone at first. The lowest member represents its set.
class DisjointSets {
  public:
    explicit DisjointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    }

    std::size_t size() const { return parent_.size(); }
    // Adds one more number, alone.
    void add() { parent_.push_back(static_cast<std::uint32_t>(parent_.size())); }

    std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void merge(std::uint32_t i, std::uint32_t j) {
        i = find(i), j = find(j);
        if (i < j) {
            parent_[j] = i;
        } else {
            parent_[i] = j;
        }
    }

  private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace graze::inline v1::detail
