// Checksums and content hashes: XXH3 of xxHash (Collet), of 64 and 128 bits.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace graze::inline v1::detail {

std::uint64_t hash_64(std::span<const std::byte> bytes);

struct Hash128 {
    std::uint64_t high = 0, low = 0;
};

// Hash of everything that is added, piece after piece; the cuts between pieces do not matter.
class Hasher128 {
  public:
    Hasher128();
    ~Hasher128();
    Hasher128(const Hasher128&) = delete;
    Hasher128& operator=(const Hasher128&) = delete;

    void add(std::span<const std::byte> bytes);
    Hash128 result() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Adds numbers as their little-endian bytes, so that every machine gets the same hash. `Direct` is for tests.
template <std::unsigned_integral T, bool Direct = std::endian::native == std::endian::little>
void add_numbers(Hasher128& hasher, std::span<const T> values) {
    if constexpr (Direct) {
        hasher.add(std::as_bytes(values));
    } else {
        std::array<std::byte, sizeof(T)> bytes;
        for (const T v : values) {
            for (std::size_t i = 0; i < sizeof(T); ++i)
                bytes[i] = static_cast<std::byte>(v >> (8 * i) & 0xff);
            hasher.add(bytes);
        }
    }
}

template <std::unsigned_integral T>
void add_number(Hasher128& hasher, T value) {
    add_numbers(hasher, std::span<const T>(&value, 1));
}

}  // namespace graze::inline v1::detail
