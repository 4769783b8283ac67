// Turns fuzzer bytes into coordinates that graze accepts, in ways that make exact coincidences likely.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "graze/base/triangle.h"

namespace graze::fuzz {

// The first byte chooses how the rest is read: raw doubles, small integers, integers moved by some units in
// the last place, or integers times any power of two. Bytes beyond the end are zero.
class Coordinates {
  public:
    Coordinates(const std::uint8_t* data, std::size_t size) : data_(data), size_(size), mode_(byte() % 4) {}

    double next() {
        switch (mode_) {
            case 0:
                return raw();
            case 1:
                return static_cast<std::int8_t>(byte());
            case 2:
                return nudged(static_cast<std::int8_t>(byte()), static_cast<std::int8_t>(byte()));
            default: {
                const double mantissa = static_cast<std::int8_t>(byte());
                const int exponent = (byte() << 8 | byte()) % 1390 - 1074;
                return in_range(std::ldexp(mantissa, exponent));
            }
        }
    }
    Vec3 point() {
        const double x = next(), y = next();
        return {x, y, next()};
    }
    Triangle triangle() {
        const Vec3 a = point(), b = point();
        return {a, b, point()};
    }

  private:
    std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }
    double raw() {
        std::uint64_t bits = 0;
        for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
        return in_range(std::bit_cast<double>(bits));
    }
    static double nudged(double x, int ulps) {
        for (; ulps > 100; --ulps) x = std::nextafter(x, 1e300);
        for (; ulps < -100; ++ulps) x = std::nextafter(x, -1e300);
        return x;
    }
    static double in_range(double x) { return std::abs(x) <= max_coordinate ? x : 1; }  // NaN too

    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
    int mode_;
};

}  // namespace graze::fuzz
