// The latest value of something that one thread writes and another one reads; neither ever waits.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace graze::inline v1 {

// Three places: one is the writer's, one the reader's, and the third holds the latest value. Each side swaps
// its place for the third. One thread at a time may write, and one may read.
template <class T>
class LatestValue {
  public:
    explicit LatestValue(const T& first = {}) : place_{first, first, first} {}
    LatestValue(const LatestValue&) = delete;
    LatestValue& operator=(const LatestValue&) = delete;

    void write(const T& value) {
        place_[writers_] = value;
        writers_ =
            third_.exchange(static_cast<std::uint8_t>(writers_ | fresh), std::memory_order_acq_rel) & ~fresh;
    }

    // Takes over what was written last. False if that is what the reader has already.
    bool update() {
        if ((third_.load(std::memory_order_relaxed) & fresh) == 0) return false;
        readers_ = third_.exchange(readers_, std::memory_order_acq_rel) & ~fresh;
        return true;
    }
    // As of the last update().
    const T& value() const { return place_[readers_]; }

  private:
    static constexpr std::uint8_t fresh = 4;  // the third place was written after the reader took one

    std::array<T, 3> place_;
    std::uint8_t writers_ = 0, readers_ = 1;
    std::atomic<std::uint8_t> third_{2};
};

}  // namespace graze::inline v1
