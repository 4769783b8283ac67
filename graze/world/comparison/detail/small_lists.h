// Many short lists of numbers in one piece of memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::inline v1::detail {

// A list keeps the space it once needed, so that a list that shrinks and grows again needs no new space (the
// hysteresis of Zachmann 2000, 3.8.4). Space that a list has outgrown is used by others. When most space is
// unused, all lists are packed again, so that a crowd that wanders through all lists does not leave unused
// space in each.
class SmallLists {
  public:
    void reset(std::size_t lists);   // empty ones
    void extend(std::size_t lists);  // to this number, if there are fewer
    std::size_t size() const { return lists_.size(); }

    std::span<const std::uint32_t> operator[](std::size_t list) const {
        return {pool_.data() + lists_[list].start, lists_[list].size};
    }
    void add(std::size_t list, std::uint32_t value);
    // For a value that is in the list; the last value takes its place.
    void remove(std::size_t list, std::uint32_t value);
    void clear(std::size_t list);
    std::size_t total() const { return total_; }  // sum of the lengths of all lists
    double crowding() const;                      // length of the list of an entry, averaged over all entries
    std::size_t memory() const;

  private:
    struct List {
        std::uint32_t start = 0, size = 0;
        std::uint32_t rank = 0;  // space for 2^rank values, or none if 0
    };

    std::uint32_t take_room(std::uint32_t rank);
    void grow(List& list);
    void pack();

    std::vector<List> lists_;
    std::vector<std::uint32_t> pool_;
    std::size_t total_ = 0;
    std::array<std::vector<std::uint32_t>, 32> free_;  // starts of unused space, by rank
};

}  // namespace graze::inline v1::detail
