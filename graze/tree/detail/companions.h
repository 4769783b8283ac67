// What is made on first use and kept with a shape.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "graze/mesh/content_hash.h"
#include "graze/tree/companion.h"

namespace graze::inline v1::detail {

struct Companions {
    struct Place {
        std::once_flag once;
        std::shared_ptr<const void> owner;
        std::atomic<const void*> made = nullptr;
    };
    // Blocks of slots: the second block is made with the first companion in it, and so on.
    static constexpr std::uint32_t block_size = 16;
    struct Block {
        Block() = default;
        ~Block() { delete next.load(std::memory_order_acquire); }
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;

        std::array<Place, block_size> places;
        std::atomic<Block*> next = nullptr;
    };
    // What is in the slot; null: nothing yet.
    GRAZE_INLINE const void* made(std::uint32_t slot) const {
        const Block* block = &first;
        for (; slot >= block_size && block != nullptr; slot -= block_size)
            block = block->next.load(std::memory_order_acquire);
        return block == nullptr ? nullptr : block->places[slot].made.load(std::memory_order_acquire);
    }
    Place& place(std::uint32_t slot) {
        Block* block = &first;
        for (; slot >= block_size; slot -= block_size) block = &next_of(*block);
        return block->places[slot];
    }

    Block first;
    std::once_flag hash_known;
    ContentHash hash;

  private:
    static Block& next_of(Block& block) {
        Block* next = block.next.load(std::memory_order_acquire);
        if (next != nullptr) return *next;
        auto mine = std::make_unique<Block>();
        if (block.next.compare_exchange_strong(next, mine.get(), std::memory_order_acq_rel))
            return *mine.release();
        return *next;
    }
};

}  // namespace graze::inline v1::detail
