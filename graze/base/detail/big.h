// Integers large enough for any determinant of doubles: the last resort of the exact predicates, when the
// magnitudes in one call span so much that expansions would leave the range of double.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/base/platform.h"

namespace graze::inline v1::detail {

// Sign and magnitude. A double of at most 2^337 in units of 2^-1074 takes 23 limbs. Callers must choose
// `Limbs` large enough for all their results.
template <int Limbs>
class BigInteger {
  public:
    BigInteger() = default;
    // Copies only the used limbs: numbers are mostly short.
    BigInteger(const BigInteger& other) : sign_(other.sign_), size_(other.size_) { copy_limbs(other); }
    BigInteger& operator=(const BigInteger& other) {
        if (this == &other) return *this;
        sign_ = other.sign_;
        size_ = other.size_;
        copy_limbs(other);
        return *this;
    }

    // x in units of 2^-1074.
    static BigInteger from(double x) {
        BigInteger b;
        if (x == 0) return b;
        b.sign_ = x < 0 ? -1 : 1;
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
        const int biased = static_cast<int>((bits >> 52) & 0x7ff);
        const std::uint64_t mantissa = (bits & 0xfffffffffffffu) | (biased ? 1ull << 52 : 0);
        b.set_shifted(mantissa, biased ? biased - 1 : 0);
        return b;
    }

    // x in units of 2^unit, of which it must be a multiple.
    static BigInteger from(double x, int unit) {
        BigInteger b;
        if (x == 0) return b;
        b.sign_ = x < 0 ? -1 : 1;
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
        const int biased = static_cast<int>((bits >> 52) & 0x7ff);
        std::uint64_t mantissa = (bits & 0xfffffffffffffu) | (biased ? 1ull << 52 : 0);
        const int trailing = std::countr_zero(mantissa);
        mantissa >>= trailing;
        b.set_shifted(mantissa, (biased ? biased - 1 : 0) - 1074 + trailing - unit);
        return b;
    }

    int sign() const { return sign_; }
    bool even() const { return size_ == 0 || (limb_[0] & 1) == 0; }
    // Half of the number, rounded towards zero.
    BigInteger halved() const {
        BigInteger b;
        b.sign_ = sign_;
        b.size_ = size_;
        for (int i = 0; i < size_; ++i)
            b.limb_[i] = (limb_[i] >> 1) | (i + 1 < size_ ? limb_[i + 1] << 63 : 0);
        b.trim();
        return b;
    }
    BigInteger operator-() const {
        BigInteger b = *this;
        b.sign_ = -sign_;
        return b;
    }
    friend BigInteger operator+(const BigInteger& a, const BigInteger& b) {
        if (a.sign_ == 0) return b;
        if (b.sign_ == 0) return a;
        if (a.sign_ == b.sign_) return sum(a, b);
        const int order = compare(a, b);
        if (order == 0) return {};
        return order > 0 ? difference(a, b) : difference(b, a);
    }
    friend BigInteger operator-(const BigInteger& a, const BigInteger& b) { return a + -b; }
    friend BigInteger operator*(const BigInteger& a, const BigInteger& b) {
        BigInteger r;
        if (a.sign_ == 0 || b.sign_ == 0) return r;
        r.sign_ = a.sign_ * b.sign_;
        r.size_ = a.size_ + b.size_;
        for (int i = 0; i < r.size_; ++i) r.limb_[i] = 0;
        for (int i = 0; i < a.size_; ++i) {
            Wide carry = 0;
            for (int j = 0; j < b.size_; ++j) {
                // The analyzer does not see that sizes are positive here, so that all of r is zero at first.
                // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
                carry += static_cast<Wide>(a.limb_[i]) * b.limb_[j] + r.limb_[i + j];
                r.limb_[i + j] = static_cast<std::uint64_t>(carry);
                carry >>= 64;
            }
            r.limb_[i + b.size_] = static_cast<std::uint64_t>(carry);
        }
        r.trim();
        return r;
    }

    // The value is about mantissa * 2^exponent, to a relative 2^-52.
    double mantissa() const {
        if (sign_ == 0) return 0;
        const double top = static_cast<double>(limb_[size_ - 1]) * 0x1p64 +
                           static_cast<double>(size_ > 1 ? limb_[size_ - 2] : 0);
        return sign_ * top;
    }
    int exponent() const { return (size_ - 2) * 64; }

  private:
    __extension__ using Wide = unsigned __int128;

    // The digits of mantissa * 2^shift, for at most 53 bits.
    void set_shifted(std::uint64_t mantissa, int shift) {
        const int limb = shift / 64, offset = shift % 64;
        for (int i = 0; i < limb; ++i) limb_[i] = 0;
        limb_[limb] = mantissa << offset;
        limb_[limb + 1] = offset > 11 ? mantissa >> (64 - offset) : 0;
        size_ = limb + 2;
        trim();
    }
    void copy_limbs(const BigInteger& other) {
        for (int i = 0; i < size_; ++i) limb_[i] = other.limb_[i];
    }
    void trim() {
        while (size_ > 0 && limb_[size_ - 1] == 0) --size_;
        if (size_ == 0) sign_ = 0;
    }
    // Compares magnitudes.
    static int compare(const BigInteger& a, const BigInteger& b) {
        if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
        for (int i = a.size_ - 1; i >= 0; --i) {
            if (a.limb_[i] != b.limb_[i]) return a.limb_[i] < b.limb_[i] ? -1 : 1;
        }
        return 0;
    }
    static BigInteger sum(const BigInteger& a, const BigInteger& b) {
        const BigInteger &longer = a.size_ >= b.size_ ? a : b, &shorter = a.size_ >= b.size_ ? b : a;
        BigInteger r;
        r.sign_ = a.sign_;
        Wide carry = 0;
        for (int i = 0; i < longer.size_; ++i) {
            carry += longer.limb_[i];
            if (i < shorter.size_) carry += shorter.limb_[i];
            r.limb_[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        r.limb_[longer.size_] = static_cast<std::uint64_t>(carry);
        r.size_ = longer.size_ + 1;
        r.trim();
        return r;
    }
    // Requires |a| > |b|.
    static BigInteger difference(const BigInteger& a, const BigInteger& b) {
        BigInteger r;
        r.sign_ = a.sign_;
        r.size_ = a.size_;
        std::uint64_t borrow = 0;
        for (int i = 0; i < a.size_; ++i) {
            const std::uint64_t y = i < b.size_ ? b.limb_[i] : 0;
            const std::uint64_t d = a.limb_[i] - y - borrow;
            borrow = (a.limb_[i] < y || (a.limb_[i] == y && borrow)) ? 1 : 0;
            r.limb_[i] = d;
        }
        r.trim();
        return r;
    }

    int sign_ = 0, size_ = 0;
    std::uint64_t limb_[Limbs];
};

// A product of three differences takes 70 limbs.
using Big = BigInteger<76>;

}  // namespace graze::inline v1::detail
