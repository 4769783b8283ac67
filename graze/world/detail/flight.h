// A box that moves, and the room that it is expected to stay in for some steps.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/world/broad_phase.h"
#include "graze/world/float_box.h"

namespace graze::inline v1::detail {

// Lower bounds and upper bounds with their signs changed: so that one comparison of eight numbers tells
// whether boxes overlap or hold one another. The fourth numbers of each half have other uses.
struct SignedBounds {
    float at[8] = {infinity, infinity, infinity, 0, infinity, infinity, infinity, 0};  // empty
    static constexpr float infinity = std::numeric_limits<float>::infinity();

    void set(const FloatBox& box) {
        for (std::size_t k = 0; k < 3; ++k) {
            at[k] = box.lower[k];
            at[4 + k] = -box.upper[k];
        }
    }
    FloatBox box() const { return {{at[0], at[1], at[2]}, {-at[4], -at[5], -at[6]}}; }
    float& spare(std::size_t i) { return at[4 * i + 3]; }
    float spare(std::size_t i) const { return at[4 * i + 3]; }
};

// One cache line.
struct alignas(64) Flight {
    SignedBounds now, room;

    // Where the lower corner was when the room was made, and when that was.
    std::array<float, 3> start() const { return {now.spare(0), now.spare(1), room.spare(0)}; }
    void set_start(std::uint32_t step) {
        now.spare(0) = now.at[0];
        now.spare(1) = now.at[1];
        room.spare(0) = now.at[2];
        room.spare(1) = std::bit_cast<float>(step & (away_bit - 1));
    }
    std::uint32_t flags() const { return std::bit_cast<std::uint32_t>(room.spare(1)); }
    std::uint32_t started() const { return flags() & (away_bit - 1); }
    // The room is the box itself: whatever it does, it leaves it.
    bool resting() const { return (flags() & resting_bit) != 0; }
    void set_resting() { room.spare(1) = std::bit_cast<float>(flags() | resting_bit); }
    // It has left its room since pairs of rooms were looked for.
    void set_away(bool away) {
        room.spare(1) = std::bit_cast<float>(away ? flags() | away_bit : flags() & ~away_bit);
    }

    static constexpr std::uint32_t resting_bit = 1u << 31, away_bit = 1u << 30;
};

// A box that has come to its place at step `now` gets a room for about `horizon` steps if it goes on as it
// did since it got the last one; with no horizon, or standing still, none.
void make_room(Flight& flight, std::uint32_t now, float horizon);

struct SlotPair {
    std::uint32_t a, b;
};

enum class Sifting {
    found,      // pairs of rooms that were just found: those with one that flies are kept
    again,      // pairs that were kept: those with one that is away are dropped
    again_all,  // the same where none is away: nothing is written
};
// Writes the pairs of flights that overlap now to `hits`, and those to be kept to `kept`; both have room for
// all of them, and `kept` may be where they are.
struct Sifted {
    std::size_t hits, kept;
};
Sifted sift(Sifting way, const Flight* flights, const SlotPair* pairs, std::size_t count, SlotPair* hits,
            SlotPair* kept);

// Empty boxes become the one that overlaps nothing in the kernels, and bounds finite, so that nothing else is
// beyond it.
FloatBox in_range(const FloatBox& box);

// Slots are by number, and no slot of `flights` for objects that are not there.
struct FlightTable {
    std::span<const std::uint32_t> slot_of;
    std::span<Flight> flights;
    std::uint8_t* moved;  // a bit per slot
};
// Puts boxes into their flights up to the first one that has no slot, whose place it returns. Counts those
// that are marked as moved only now, and appends the slots of those that left their room.
std::size_t put_boxes(const FlightTable& table, std::span<const NumberedBox> boxes, std::size_t& newly_moved,
                      std::vector<std::uint32_t>& left_room);

// How many steps ahead rooms should reach: it weighs making rooms against pairs that are tested in vain. All
// by counting, so that it is the same everywhere.
class Horizon {
  public:
    float steps() const { return plain_ > 0 ? 0.0f : static_cast<float>(steps_); }
    // One step among rooms: pairs tested and found.
    void tested(std::size_t pairs, std::size_t hits) {
        ++age_;
        in_vain_ += static_cast<double>(pairs - hits);
    }
    // For a while.
    void give_up() { plain_ = 64; }
    // New rooms for all, which took so many tests of eight boxes for so many objects.
    void renewed(std::uint64_t tests, std::size_t objects);

  private:
    double steps_ = 4;
    double in_vain_ = 0, cost_ = 0;
    int age_ = 0, failures_ = 0;
    int plain_ = 0;  // for so many steps rooms are not tried
};

}  // namespace graze::inline v1::detail
