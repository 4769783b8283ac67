#include "graze/mesh/weld.h"

#include <algorithm>
#include <bit>
#include <chrono>

#include "graze/base/error.h"
#include "graze/mesh/detail/welder.h"

namespace graze::inline v1 {

Welded weld(std::span<const Vec3> points) {
    detail::Welder welder;
    Welded result;
    result.index.resize(points.size());
    welder.add(points, result.index.data());
    result.vertices = welder.take_vertices();
    return result;
}

namespace detail {
namespace {

constexpr std::size_t batch_size = 64;

__extension__ using Wide = unsigned __int128;

// Both halves of the full product, folded: every bit of the factors reaches every bit of the result (as in
// wyhash).
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

bool same_bits(const Vec3& a, const Vec3& b) {
    const auto differ = [](double u, double v) {
        return std::bit_cast<std::uint64_t>(u) ^ std::bit_cast<std::uint64_t>(v);
    };
    return (differ(a.x, b.x) | differ(a.y, b.y) | differ(a.z, b.z)) == 0;
}

}  // namespace

Welder::Welder(std::size_t expected_vertices) : shift_(32 - 8) {
    vertices_.reserve(expected_vertices);
    while (shift_ > 0 && too_many_for(expected_vertices)) --shift_;
    slots_.resize(std::size_t{1} << (32 - shift_));
    // Unpredictable enough from outside: the address of this object, and the time.
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    const auto here = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(this));
    seed_[0] = mix(now ^ 0x9e3779b97f4a7c15, here ^ 0xbf58476d1ce4e5b9);
    seed_[1] = mix(seed_[0] ^ 0x94d049bb133111eb, now ^ 0xd6e8feb86659fd93);
    seed_[2] = mix(seed_[1] ^ 0xa0761d6478bd642f, here ^ 0xe7037ed1a0b428db);
}

std::uint32_t Welder::tag_of(const Vec3& p) const {
    const auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
    const std::uint64_t h = mix(bits(p.x) ^ seed_[0], bits(p.y) ^ seed_[1]);
    return static_cast<std::uint32_t>(mix(h ^ seed_[2], bits(p.z) ^ 0x8ebc6af09c88c6e3) >> 32);
}

void Welder::add(std::span<const Vec3> points, std::uint32_t* index) {
    for (std::size_t i = 0; i < points.size(); i += batch_size) {
        const std::size_t n = std::min(batch_size, points.size() - i);
        make_room(n);
        add_batch(points.subspan(i, n), index + i);
    }
}

void Welder::add_batch(std::span<const Vec3> points, std::uint32_t* index) {
    std::array<Vec3, batch_size> p;
    std::array<std::uint32_t, batch_size> tag;
    for (std::size_t i = 0; i < points.size(); ++i) {
        p[i] = {points[i].x + 0.0, points[i].y + 0.0, points[i].z + 0.0};  // -0 becomes 0
        tag[i] = tag_of(p[i]);
        __builtin_prefetch(&slots_[slot_of(tag[i])]);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Slot slot = slots_[slot_of(tag[i])];
        if (slot.tag == tag[i] && slot.vertex != no_vertex) __builtin_prefetch(&vertices_[slot.vertex]);
    }
    for (std::size_t i = 0; i < points.size(); ++i) index[i] = find_or_insert(p[i], tag[i]);
}

std::uint32_t Welder::find_or_insert(const Vec3& p, std::uint32_t tag) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t s = slot_of(tag);; s = (s + 1) & mask) {
        Slot& slot = slots_[s];
        if (slot.vertex == no_vertex) {
            slot = {tag, static_cast<std::uint32_t>(vertices_.size())};
            vertices_.push_back(p);
            return slot.vertex;
        }
        if (slot.tag == tag && same_bits(vertices_[slot.vertex], p)) return slot.vertex;
    }
}

// At most three of four slots are taken, so that probing stays short (except for more than 3 * 2^30
// vertices).
bool Welder::too_many_for(std::size_t vertices) const {
    return vertices / 3 >= (std::size_t{1} << (32 - shift_)) / 4;
}

void Welder::make_room(std::size_t more) {
    const std::size_t needed = vertices_.size() + more;
    if (needed >= no_vertex) throw Error("a mesh holds at most 4294967295 vertices", {}, "split it");
    make_slots_for(needed);
}

void Welder::reserve(std::size_t vertices) {
    vertices_.reserve(vertices);
    make_slots_for(vertices);
}

void Welder::make_slots_for(std::size_t vertices) {
    if (!too_many_for(vertices) || shift_ == 0) return;
    while (shift_ > 0 && too_many_for(vertices)) --shift_;
    // Frees the old slots before allocating the new ones; their contents are computed again from the
    // vertices.
    slots_ = std::vector<Slot>();
    slots_.resize(std::size_t{1} << (32 - shift_));
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t first = 0; first < vertices_.size(); first += batch_size) {
        const std::size_t n = std::min(batch_size, vertices_.size() - first);
        std::array<std::uint32_t, batch_size> tag;
        for (std::size_t i = 0; i < n; ++i) {
            tag[i] = tag_of(vertices_[first + i]);
            __builtin_prefetch(&slots_[slot_of(tag[i])], 1);
        }
        for (std::size_t i = 0; i < n; ++i) {
            std::size_t s = slot_of(tag[i]);
            while (slots_[s].vertex != no_vertex) s = (s + 1) & mask;
            slots_[s] = {tag[i], static_cast<std::uint32_t>(first + i)};
        }
    }
}

}  // namespace detail
}  // namespace graze::inline v1
