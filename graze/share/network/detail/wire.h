// Little-endian numbers to and from bytes. Reading beyond the end gives zeros and is remembered: callers look
// at good() once, at the end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "graze/base/float_rounding.h"
#include "graze/base/quat.h"
#include "graze/base/vec3.h"
#include "graze/mesh/content_hash.h"
#include "graze/share/agreement/record.h"
#include "graze/share/peer.h"

namespace graze::inline v1::detail {

class WireWriter {
  public:
    explicit WireWriter(std::string& bytes) : bytes_(bytes) {}

    void u8(std::uint8_t v) { put(v, 1); }
    void u16(std::uint16_t v) { put(v, 2); }
    void u32(std::uint32_t v) { put(v, 4); }
    void u64(std::uint64_t v) { put(v, 8); }
    void f32(double v) { u32(std::bit_cast<std::uint32_t>(nearest_float(v))); }
    void f64(double v) { u64(std::bit_cast<std::uint64_t>(v)); }
    void vec_f32(const Vec3& v) { f32(v.x), f32(v.y), f32(v.z); }
    void vec_f64(const Vec3& v) { f64(v.x), f64(v.y), f64(v.z); }
    void peer(const PeerId& p) { u32(p.number), u32(p.session); }
    void id(const SharedId& i) { peer(i.creator), u32(i.number); }
    void ownership(const Ownership& o) { peer(o.owner), u32(o.epoch); }
    void hash(const ContentHash& h) { u64(h.high), u64(h.low); }
    void text(std::string_view t) {
        u16(static_cast<std::uint16_t>(t.size()));
        bytes_.append(t.data(), t.size());
    }

  private:
    void put(std::uint64_t v, int count) {
        for (int i = 0; i < count; ++i) bytes_ += static_cast<char>(v >> (8 * i) & 0xff);
    }
    std::string& bytes_;
};

class WireReader {
  public:
    explicit WireReader(std::span<const std::byte> bytes) : rest_(bytes) {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(get(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(get(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(get(4)); }
    std::uint64_t u64() { return get(8); }
    double f32() { return static_cast<double>(std::bit_cast<float>(u32())); }
    double f64() { return std::bit_cast<double>(u64()); }
    Vec3 vec_f32() {
        const double x = f32(), y = f32();
        return {x, y, f32()};
    }
    Vec3 vec_f64() {
        const double x = f64(), y = f64();
        return {x, y, f64()};
    }
    Quat quat_f32() {
        const double w = f32(), x = f32(), y = f32();
        return {w, x, y, f32()};
    }
    Quat quat_f64() {
        const double w = f64(), x = f64(), y = f64();
        return {w, x, y, f64()};
    }
    PeerId peer() {
        const std::uint32_t number = u32();
        return {number, u32()};
    }
    SharedId id() {
        const PeerId creator = peer();
        return {creator, u32()};
    }
    Ownership ownership() {
        const PeerId owner = peer();
        return {owner, u32()};
    }
    ContentHash hash() {
        const std::uint64_t high = u64();
        return {high, u64()};
    }
    std::span<const std::byte> bytes(std::size_t count) {
        if (count > rest_.size()) {
            good_ = false;
            rest_ = {};
            return {};
        }
        const auto taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }
    std::string text(std::size_t most) {
        const std::size_t size = u16();
        if (size > most) good_ = false;
        const auto taken = bytes(good_ ? size : 0);
        return {reinterpret_cast<const char*>(taken.data()), taken.size()};
    }
    // A count of items of at least `size` bytes each; 0 if that many cannot follow.
    std::size_t count_of(std::size_t size) {
        const std::size_t count = u16();
        if (count * size > rest_.size()) good_ = false;
        return good_ ? count : 0;
    }
    void spoil() { good_ = false; }

    std::size_t left() const { return rest_.size(); }
    bool good() const { return good_; }
    bool complete() const { return good_ && rest_.empty(); }

  private:
    std::uint64_t get(int count) {
        std::uint64_t v = 0;
        const auto taken = bytes(static_cast<std::size_t>(count));
        for (std::size_t i = 0; i < taken.size(); ++i)
            v |= std::to_integer<std::uint64_t>(taken[i]) << (8 * i);
        return v;
    }
    std::span<const std::byte> rest_;
    bool good_ = true;
};

// In message_records.cpp.
void write_record(WireWriter& out, const Record& record);
Record read_record(WireReader& in);  // spoils the reader if it is none
constexpr std::size_t smallest_record = 8 + 8 + 1 + 16;

}  // namespace graze::inline v1::detail
