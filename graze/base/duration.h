// A span of time.
#pragma once

#include <cstdint>
#include <type_traits>

#include "graze/base/platform.h"

namespace graze::inline v1 {

namespace detail {

template <typename T>
concept IsDuration = requires(const T& duration) {
    duration.count();
    T::period::num;
    T::period::den;
};

}  // namespace detail

// In nanoseconds; made from any std::chrono::duration of whole nanoseconds (5ms), and convertible to those of
// nanoseconds and of floating point. A type of its own, because <chrono> is expensive to compile; those who
// use it include it.
class Duration {
  public:
    constexpr Duration() = default;
    constexpr explicit Duration(std::int64_t nanoseconds) : count_(nanoseconds) {}
    template <detail::IsDuration Chrono>
        requires std::is_integral_v<typename Chrono::rep> &&
                 (Chrono::period::num * std::int64_t{1'000'000'000} % Chrono::period::den == 0)
    constexpr Duration(const Chrono& duration)
        : count_(static_cast<std::int64_t>(duration.count()) *
                 (Chrono::period::num * std::int64_t{1'000'000'000} / Chrono::period::den)) {}

    constexpr std::int64_t count() const { return count_; }
    constexpr double seconds() const { return static_cast<double>(count_) * 1e-9; }

    template <detail::IsDuration Chrono>
        requires std::is_floating_point_v<typename Chrono::rep> ||
                 (Chrono::period::num == 1 && Chrono::period::den == 1'000'000'000)
    constexpr operator Chrono() const {
        using Number = typename Chrono::rep;
        if constexpr (std::is_floating_point_v<Number>) {
            return Chrono(static_cast<Number>(count_) * static_cast<Number>(Chrono::period::den) /
                          (static_cast<Number>(Chrono::period::num) * static_cast<Number>(1e9)));
        } else {
            return Chrono(count_);
        }
    }

    constexpr Duration& operator+=(const Duration& other) {
        count_ += other.count_;
        return *this;
    }
    friend constexpr bool operator==(const Duration& a, const Duration& b) { return a.count_ == b.count_; }
    friend constexpr bool operator<(const Duration& a, const Duration& b) { return a.count_ < b.count_; }

  private:
    std::int64_t count_ = 0;
};

}  // namespace graze::inline v1
