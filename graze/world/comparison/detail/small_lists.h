// Many short lists of numbers in one piece of memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::inline v1::detail {

// A list keeps the room it once needed, so that one that shrinks and grows again costs no search for room
// (the hysteresis of Zachmann 2000, 3.8.4); what it outgrew is used by others. Where most room is unused, all
// lists are packed anew, so that a crowd that wanders through all lists does not leave its room in each.
class SmallLists {
  public:
    void reset(std::size_t lists);   // empty ones
    void extend(std::size_t lists);  // to so many, if they are fewer
    std::size_t size() const { return lists_.size(); }

    std::span<const std::uint32_t> operator[](std::size_t list) const {
        return {pool_.data() + lists_[list].start, lists_[list].size};
    }
    void add(std::size_t list, std::uint32_t value);
    void remove(std::size_t list, std::uint32_t value);  // one that is in it; the last one takes its place
    void clear(std::size_t list);
    std::size_t total() const { return total_; }  // of the lengths of all lists
    double crowding() const;  // how long the list of an entry is, on average over all entries
    std::size_t memory() const;

  private:
    struct List {
        std::uint32_t start = 0, size = 0;
        std::uint32_t rank = 0;  // room for 2^rank, or none where 0
    };

    std::uint32_t take_room(std::uint32_t rank);
    void grow(List& list);
    void pack();

    std::vector<List> lists_;
    std::vector<std::uint32_t> pool_;
    std::size_t total_ = 0;
    std::array<std::vector<std::uint32_t>, 32> free_;  // starts of unused room, by rank
};

}  // namespace graze::inline v1::detail
