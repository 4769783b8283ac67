// Pairs of a held shape and an obstacle that are in contact where the part is taken, or that may overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/motion.h"
#include "graze/interact/sliding/detail/constraints.h"
#include "graze/interact/sliding/slider.h"
#include "graze/query/query_options.h"

namespace graze::inline v1::detail {

enum class PairKind : std::uint8_t {
    apart,     // and must stay so
    touching,  // in contact since the start: neither passes into the other by more than the tolerance
    deep,      // they may overlap, up to a depth
    crossing,  // overlapping since the start, without a depth: they meet nowhere else than there
    ignored,
};

// The shapes of a part and what is around it, and where they are.
struct HeldShapes {
    std::vector<PlacedShape> part, obstacles;

    std::uint32_t pair(std::size_t held, std::size_t obstacle) const {
        return static_cast<std::uint32_t>(held * obstacles.size() + obstacle);
    }
    std::size_t held_of(std::uint32_t pair) const { return pair / obstacles.size(); }
    std::size_t obstacle_of(std::uint32_t pair) const { return pair % obstacles.size(); }
    std::size_t pair_count() const { return part.size() * obstacles.size(); }
    Pose pose(const Pose& world_from_part, std::size_t held) const {
        return part[held].pose == Pose() ? world_from_part : world_from_part * part[held].pose;
    }
};

class PairsInContact {
  public:
    PairsInContact() = default;
    // No pair gets deeper by more than `tolerance`, a length. `size` is that of the part.
    PairsInContact(const HeldShapes& shapes, const Pose& start, std::span<const AllowedOverlap> allowed,
                   double tolerance, double size);

    PairKind kind(std::uint32_t pair) const { return kind_[pair]; }
    std::span<const StartingContact> starting() const { return starting_; }

    // Planes that keep deep pairs from getting deeper.
    void add_planes(const HeldShapes& shapes, const Pose& part, const QueryOptions& query,
                    std::vector<SlidingPlane>& planes) const;

    // How far do these pairs let a motion of the part get, at most up to `share` of it? No point moves
    // further than `most`. What ends the motion goes to `blocking`.
    double advance(const HeldShapes& shapes, const Motion& motion, const Vec3& centre, double most,
                   double share, const QueryOptions& query, std::optional<SlidingPlane>& blocking);

    // Those that are apart by more than the tolerance at this pose must stay so from now on. Is there one?
    bool leave(const HeldShapes& shapes, const Pose& part);

  private:
    struct Exception {
        std::uint32_t pair = 0;
        double most_depth = 0;  // of deep pairs
        std::optional<std::size_t>
            started{};  // index into starting_; none: it is allowed to overlap for good
        std::vector<TrianglePair> crossing{};  // now; ascending
    };
    void judge_start(const HeldShapes& shapes, std::uint32_t pair, const Pose& start);
    double until_met(const HeldShapes& shapes, const Exception& e, const Motion& motion, const Vec3& centre,
                     double share, const QueryOptions& query, std::optional<SlidingPlane>& blocking) const;
    bool becomes_deep(const HeldShapes& shapes, Exception& e, const Pose& part, const QueryOptions& query);
    bool no_deeper(const HeldShapes& shapes, const Pose& part, const QueryOptions& query,
                   std::optional<SlidingPlane>& blocking) const;

    double tolerance_ = 0, size_ = 0;
    bool any_deep_ = false;
    std::vector<PairKind> kind_;
    std::vector<Exception> exceptions_;  // all pairs that are neither apart nor ignored
    std::vector<StartingContact> starting_;
};

}  // namespace graze::inline v1::detail
