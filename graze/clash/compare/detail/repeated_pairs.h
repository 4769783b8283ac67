// Pairs of parts that differ from other pairs only in their position, as in rows of machines: compared once.
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

// The poses at which two parts are compared.
struct PairPlace {
    Pose world_from_a, world_from_b;
    Box box_a, box_b;
};

// Most parts of machines are rotated by quarter turns and translated on a grid. Transforming the vertices of
// such parts to the world does not round. Pairs of such parts are compared in the frame of the first part,
// where the answer is the same to the bit as in the world. Pairs with the same meshes, the same relative
// transform and the same terms have one answer. All other pairs are compared in the world. Reusing an answer
// does not change it, so the division of pairs between runs does not change answers either.
class RepeatedPairs {
  public:
    RepeatedPairs(const ClashPlan& plan, const Threads& threads);  // the plan must outlive this object

    using Compare = std::function<std::optional<ClashFinding>(const PairPlace&)>;
    // The finding of `compare` about a pair of the plan, in the world; `compare` is called once for equal
    // pairs. From any thread.
    std::optional<ClashFinding> once(const PlannedPair& pair, const Compare& compare);

    // Number of pairs of the plan that are the first of their kind.
    std::size_t different() const { return different_; }

  private:
    // The coordinates of a part are multiples of a power of two; and a bound on their magnitude in the world.
    struct Grid {
        bool exact = false;  // transforming the vertices to the world does not round
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
