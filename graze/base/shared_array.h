// An immutable array that its copies share.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "graze/base/platform.h"

namespace graze::inline v1 {

// Holds a vector, or refers to values that belong to another object (a mapped file, say), which it keeps
// alive. Copies are cheap and may be read from any thread. An array that was moved from is empty.
template <typename T>
class SharedArray {
  public:
    SharedArray() = default;
    // Not explicit: a filled vector becomes the array.
    SharedArray(std::vector<T> values) {
        if (values.empty()) return;
        auto kept = std::make_shared<const std::vector<T>>(std::move(values));
        values_ = *kept;
        owner_ = std::move(kept);
    }
    // `values` must stay at their address and valid as long as `owner` lives.
    SharedArray(std::span<const T> values, std::shared_ptr<const void> owner)
        : values_(values), owner_(std::move(owner)) {}

    SharedArray(const SharedArray&) = default;
    SharedArray(SharedArray&& other) noexcept
        : values_(std::exchange(other.values_, {})), owner_(std::move(other.owner_)) {}
    SharedArray& operator=(SharedArray other) noexcept {
        std::swap(values_, other.values_);
        std::swap(owner_, other.owner_);
        return *this;
    }
    ~SharedArray() = default;

    std::size_t size() const { return values_.size(); }
    std::size_t size_bytes() const { return values_.size_bytes(); }
    bool empty() const { return values_.empty(); }
    const T* data() const { return values_.data(); }
    const T& operator[](std::size_t i) const { return values_[i]; }
    const T& back() const { return values_.back(); }
    const T* begin() const { return values_.data(); }
    const T* end() const { return values_.data() + values_.size(); }
    // What a span converts to anyway, without the compiler checking the concepts of a range for each T.
    std::span<const T> span() const { return values_; }
    const std::shared_ptr<const void>& owner() const { return owner_; }

  private:
    std::span<const T> values_;
    std::shared_ptr<const void> owner_;
};

}  // namespace graze::inline v1
