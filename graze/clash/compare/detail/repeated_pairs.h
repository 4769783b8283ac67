// Pairs of parts that are the same as others but for where they are, as in rows of machines: compared once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "graze/clash/distribute/plan.h"
#include "graze/clash/finding.h"

namespace graze::inline v1::detail {

// Where two parts are compared.
struct PairPlace {
    Pose world_from_a, world_from_b;
    Box box_a, box_b;
};

// Most parts of machines are turned by quarters and shifted on a grid, and then carrying their vertices to
// the world does not round. Pairs of such parts are compared in the frame of the first, where the world's
// answer is the same to the bit, and pairs with the same meshes, the same place in that frame and the same
// terms have one answer. All others are compared where they are. Whether a pair is repeated does not change
// its answer, so neither does who compares which pairs.
class RepeatedPairs {
  public:
    RepeatedPairs(const ClashPlan& plan, const Threads& threads);  // the plan must outlive it

    using Compare = std::function<std::optional<ClashFinding>(const PairPlace&)>;
    // What `compare` finds about a pair of the plan, in the world; asked once for equal ones. From any
    // thread.
    std::optional<ClashFinding> compare(const PlannedPair& pair, const Compare& compare);

    // How many pairs of the plan are the first of their kind.
    std::size_t different() const { return different_; }

  private:
    // What the coordinates of a part are multiples of, and how large they are in the world at most.
    struct Grid {
        bool exact = false;  // carrying its vertices to the world does not round
        int exponent = 0;
        double largest = 0;
    };
    struct Slot {
        std::once_flag asked;
        std::optional<ClashFinding> finding;
    };
    static constexpr std::uint32_t alone = 0xffffffff;

    void find_grids(const Threads& threads);
    void find_repeated();
    bool exact(const PlannedPair& pair) const;
    Pose a_from_b(const PlannedPair& pair) const;
    PairPlace at_home(const PlannedPair& pair) const;
    Slot* slot_of(const PlannedPair& pair);

    const ClashPlan& plan_;
    std::vector<Grid> grids_;  // of parts
    std::vector<std::uint32_t> slot_of_pair_;
    std::unique_ptr<Slot[]> slots_;
    std::size_t different_ = 0;
};

}  // namespace graze::inline v1::detail
