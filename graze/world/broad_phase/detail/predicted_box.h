// A moving box, and the fat box that it is expected to stay in for some steps.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/world/broad_phase/broad_phase.h"
#include "graze/world/broad_phase/float_box.h"

namespace graze::inline v1::detail {

// Lower bounds, and upper bounds with their signs changed, so that one comparison of eight numbers decides
// whether boxes overlap or contain one another. The fourth number of each half has other uses.
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

// One cache line. The flags are in the first spare number of `now`, encoded as an ordinary float which is
// positive while the predicted box is away: a comparison of eight numbers includes this flag.
struct alignas(64) PredictedBox {
    SignedBounds now, fat;

    PredictedBox() { set_flags(ordinary | here_bit | resting_bit); }

    // The lower corner when the fat box was made.
    std::array<float, 3> start() const { return {now.spare(1), fat.spare(0), fat.spare(1)}; }
    // Also clears the flags for resting and away.
    void set_start(std::uint32_t step) {
        now.spare(1) = now.at[0];
        fat.spare(0) = now.at[1];
        fat.spare(1) = now.at[2];
        set_flags(flags_at(step));
    }
    static constexpr std::uint32_t flags_at(std::uint32_t step) {
        return ordinary | here_bit | (step & (resting_bit - 1));
    }
    std::uint32_t flags() const { return std::bit_cast<std::uint32_t>(now.spare(0)); }
    // Number of steps since the fat box was made.
    std::uint32_t age(std::uint32_t step) const { return (step - flags()) & (resting_bit - 1); }
    // The fat box equals the box itself: the box leaves it with any move.
    bool resting() const { return (flags() & resting_bit) != 0; }
    void set_resting() { set_flags(flags() | resting_bit); }
    // The box has left its fat box since the last search for pairs of fat boxes.
    bool away() const { return (flags() & here_bit) == 0; }
    void set_away(bool away) { set_flags(away ? flags() & ~here_bit : flags() | here_bit); }

    static constexpr std::uint32_t here_bit = 1u << 31, resting_bit = 1u << 28;

  private:
    // An exponent that is neither the smallest nor the largest.
    static constexpr std::uint32_t ordinary = 1u << 29;
    void set_flags(std::uint32_t flags) { now.spare(0) = std::bit_cast<float>(flags); }
};

// Gives a box that was placed at step `now` a fat box for about `horizon` steps, assuming that the box moves
// on as it did since it got its last fat box. With no horizon, or for a box at rest, the fat box is the box
// itself.
void fatten(PredictedBox& predicted, std::uint32_t now, float horizon);

// Replaces empty boxes by the box that overlaps nothing in the kernels, and infinite bounds by finite ones,
// so that nothing else is beyond that box.
FloatBox in_range(const FloatBox& box);

// Slots are indexed by number. Objects that are not present have no slot in `predicted boxes`.
struct PredictedBoxTable {
    std::span<const std::uint32_t> slot_of;
    std::span<PredictedBox> predicted_boxes;
    std::uint8_t* moved;  // a bit per slot
};
// Stores boxes in their predicted boxes up to the first box without a slot, and returns its position. Counts
// the boxes that were not yet marked as moved, and appends the slots of boxes that left their fat box.
std::size_t put_boxes(const PredictedBoxTable& table, std::span<const NumberedBox> boxes,
                      std::size_t& newly_moved, std::vector<std::uint32_t>& escaped);

// How many steps ahead fat boxes should reach: balances the cost of making fat boxes against the cost of
// useless pair tests. The decision depends on counts only, so it is the same on every machine.
class Horizon {
  public:
    float steps() const { return plain_ > 0 ? 0.0f : static_cast<float>(steps_); }
    // One step with fat boxes: the number of pairs tested and found.
    void tested(std::size_t pairs, std::size_t hits) {
        ++age_;
        in_vain_ += static_cast<double>(pairs - hits);
    }
    // Uses no fat boxes for the next 64 steps.
    void give_up() { plain_ = 64; }
    // New fat boxes for `objects` objects, which took `tests` tests of eight boxes. When as many objects have
    // got one as are moving, the horizon is judged.
    void renewed(std::uint64_t tests, std::size_t objects, std::size_t moving);

  private:
    double steps_ = 4;
    double in_vain_ = 0, cost_ = 0;
    std::size_t renewed_ = 0;
    int age_ = 0, failures_ = 0;
    int plain_ = 0;  // number of steps for which fat boxes are not tried
};

}  // namespace graze::inline v1::detail
