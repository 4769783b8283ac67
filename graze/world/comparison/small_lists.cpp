#include "graze/world/comparison/detail/small_lists.h"

#include <algorithm>
#include <bit>

namespace graze::inline v1::detail {
namespace {

constexpr std::uint32_t smallest_rank = 2;

}  // namespace

void SmallLists::reset(std::size_t lists) {
    total_ = 0;
    lists_.assign(lists, List());
    pool_.clear();
    for (auto& starts : free_) starts.clear();
}

void SmallLists::extend(std::size_t lists) {
    if (lists > lists_.size()) lists_.resize(lists);
}

std::uint32_t SmallLists::take_room(std::uint32_t rank) {
    if (!free_[rank].empty()) {
        const std::uint32_t start = free_[rank].back();
        free_[rank].pop_back();
        return start;
    }
    const auto start = static_cast<std::uint32_t>(pool_.size());
    pool_.resize(pool_.size() + (std::size_t{1} << rank));
    return start;
}

void SmallLists::grow(List& list) {
    const std::uint32_t rank = std::max(list.rank + 1, smallest_rank);
    const std::uint32_t start = take_room(rank);
    std::copy_n(pool_.begin() + list.start, list.size, pool_.begin() + start);
    if (list.rank != 0) free_[list.rank].push_back(list.start);
    list.start = start;
    list.rank = rank;
}

void SmallLists::pack() {
    std::vector<std::uint32_t> old;
    old.swap(pool_);
    for (auto& starts : free_) starts = {};
    for (List& l : lists_) {
        const std::uint32_t from = l.start;
        l.rank =
            l.size == 0 ? 0 : std::max(static_cast<std::uint32_t>(std::bit_width(l.size - 1)), smallest_rank);
        l.start = l.size == 0 ? 0 : take_room(l.rank);
        std::copy_n(old.begin() + from, l.size, pool_.begin() + l.start);
    }
}

void SmallLists::add(std::size_t list, std::uint32_t value) {
    if (pool_.size() > 8 * (total_ + lists_.size() + 64)) pack();
    List& l = lists_[list];
    if (l.rank == 0 || l.size == 1u << l.rank) grow(l);
    pool_[l.start + l.size++] = value;
    ++total_;
}

void SmallLists::remove(std::size_t list, std::uint32_t value) {
    List& l = lists_[list];
    std::uint32_t* const first = pool_.data() + l.start;
    std::uint32_t* const last = first + l.size - 1;
    *std::find(first, last, value) = *last;
    --l.size;
    --total_;
}

void SmallLists::clear(std::size_t list) {
    total_ -= lists_[list].size;
    lists_[list].size = 0;
}

double SmallLists::crowding() const {
    double squares = 0;
    for (const List& l : lists_) squares += static_cast<double>(l.size) * static_cast<double>(l.size);
    return total_ == 0 ? 0 : squares / static_cast<double>(total_);
}

std::size_t SmallLists::memory() const {
    std::size_t bytes = lists_.capacity() * sizeof(List) + pool_.capacity() * sizeof(std::uint32_t);
    for (const auto& starts : free_) bytes += starts.capacity() * sizeof(std::uint32_t);
    return bytes;
}

}  // namespace graze::inline v1::detail
