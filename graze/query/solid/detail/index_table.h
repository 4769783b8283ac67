// Numbers for keys, in the order of their first use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::inline v1::detail {

// A hash table. Keys compare with ==, and scatter(key) spreads them over 64 bits, the upper bits best.
template <class Key>
class IndexTable {
  public:
    static constexpr std::uint32_t none = 0xffffffff;

    IndexTable() : slots_(64, none) {}

    std::span<const Key> keys() const { return keys_; }

    // Adds the key if it is new; the number of a new key is the count before.
    std::uint32_t number_of(const Key& key) {
        if (2 * (keys_.size() + 1) > slots_.size()) grow();
        const std::size_t at = place(key);
        if (slots_[at] == none) {
            slots_[at] = static_cast<std::uint32_t>(keys_.size());
            keys_.push_back(key);
        }
        return slots_[at];
    }
    std::uint32_t known(const Key& key) const { return slots_[place(key)]; }  // or none

  private:
    // The slot of the key, or the first slot that is free for it.
    std::size_t place(const Key& key) const {
        std::size_t at = (scatter(key) >> 32) & (slots_.size() - 1);
        while (slots_[at] != none && !(keys_[slots_[at]] == key)) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    void grow() {
        slots_.assign(4 * slots_.size(), none);
        for (std::uint32_t i = 0; i < keys_.size(); ++i) slots_[place(keys_[i])] = i;
    }

    std::vector<Key> keys_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace graze::inline v1::detail
