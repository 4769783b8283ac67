// The pairs of a held shape and an obstacle: what is near, and how far a motion is certain to be free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/motion.h"
#include "graze/interact/sliding/detail/body_metric.h"
#include "graze/interact/sliding/detail/constraints.h"
#include "graze/interact/sliding/detail/pairs_in_contact.h"
#include "graze/interact/sliding/detail/separation_front.h"
#include "graze/interact/sliding/slider.h"
#include "graze/query/query_cache.h"
#include "graze/query/query_options.h"

namespace graze::inline v1::detail {

struct PairLimits {
    // No pair that is apart comes closer than its clearance and the gap or, if it is closer already, than the
    // clearance and `keep` of what was beyond it.
    double clearance = 0, gap = 0, keep = 0;
    double deeper = 0;  // no pair that overlaps gets deeper by more than this
    double size = 0;    // of the part
};

// How far a motion goes.
struct Advance {
    Pose pose;               // of the part
    double share = 0;        // of the way
    bool undecided = false;  // the budget did not suffice
    // The closest features of the pair that ends the motion; none if nothing does.
    std::optional<SlidingPlane> blocking;
};

enum class Look : std::uint8_t { complete, too_much, undecided };

class HeldPairs {
  public:
    HeldPairs() = default;
    HeldPairs(std::vector<PlacedShape> part, std::vector<PlacedShape> obstacles, const Vec3& centre,
              const Pose& start, std::span<const AllowedOverlap> allowed,
              std::span<const OwnClearance> clearances, const PairLimits& limits);

    double clearance(std::uint32_t pair) const { return clearance_[pair]; }
    double most_clearance() const { return most_clearance_; }

    // Looks at all features of the part at this pose that are no further than `limit` from an obstacle.
    // `too_much` if there are more than `most`.
    Look look(const Pose& part, double limit, std::size_t most, const QueryOptions& query);
    std::size_t seen() const { return near_.size(); }
    // Of a look at too much. There may be more within its limit.
    void keep_closest(std::size_t most);
    // Of what was seen last.
    void add_planes(const QueryOptions& query, std::vector<SlidingPlane>& planes) const;

    // From the pose of the last look, while the centre of mass moves straight and the part turns evenly, up
    // to the first place where a pair gets too close; it ends short of that place. No point of the part moves
    // further than `most`. Motions within the limit of the look are cheap: what was seen is all that counts.
    Advance advance(const Twist& twist, double most, const QueryOptions& query);

    std::span<const StartingContact> starting_contacts() const { return in_contact_.starting(); }
    std::pair<std::size_t, std::size_t> shapes(std::uint32_t pair) const {
        return {shapes_.held_of(pair), shapes_.obstacle_of(pair)};
    }

  private:
    struct Near {
        Contact contact;  // the closest points of two triangles, or of a pair with a solid
        std::uint32_t pair = 0;
    };
    bool meshes(std::uint32_t pair) const;
    TriangleLimits triangle_limits(std::uint32_t pair, double margin) const {
        return {certain_[pair], certain_[pair] + limits_.gap, limits_.keep, margin};
    }
    // No pair has to keep more.
    double most_floor() const { return most_clearance_ + limits_.gap; }
    // Do features that are close hold the part back?
    bool in_sight(std::uint32_t pair) const {
        const PairKind kind = in_contact_.kind(pair);
        return kind != PairKind::deep && kind != PairKind::ignored;
    }
    QueryCache& cache(std::uint32_t pair);
    Look list(const Pose& part, double limit, std::size_t most, const QueryOptions& query);
    Look look_at_kept(double limit, std::size_t most, const QueryOptions& query);
    Look list_pair(std::uint32_t pair, const Pose& held, double limit, std::size_t most,
                   const QueryOptions& query);
    void advance_pair(std::uint32_t pair, const Motion& motion, const QueryOptions& query, Advance& result);
    void order_closest(std::size_t most);
    void advance_seen(const StraightWay& way, std::size_t most, Advance& result);
    void advance_by_front(std::uint32_t pair, const FrontMotion& motion, const Motion& own, double warped,
                          const QueryOptions& query, Advance& result);
    void advance_all(const StraightWay& way, const Pose& end, double most, const QueryOptions& query,
                     Advance& result);

    template <typename Visit>
    void visit_near(const Box& box, std::size_t held, Visit&& visit) const;

    HeldShapes shapes_;
    PairsInContact in_contact_;
    std::vector<Box> boxes_;  // of the obstacles, in the world
    Vec3 centre_;
    PairLimits limits_;
    std::vector<double> clearance_;  // of the pairs
    std::vector<double> certain_;  // the same; of pairs that are closer at the start, half of their distance
    double most_clearance_ = 0;
    Pose looked_from_;
    double sight_ = 0;   // the limit of the last look
    double margin_ = 0;  // covers the rounding of places
    bool all_meshes_ = true;
    std::vector<Near> near_;
    std::vector<std::uint32_t> order_;  // of near_
    // What was within `kept_limit_` when the part had moved by `kept_moved_`. A limit of 0: nothing is kept.
    std::vector<Near> kept_;
    double kept_limit_ = 0, kept_moved_ = 0, looked_moved_ = 0;
    std::vector<double> closest_;  // for each pair, the least distance that was seen; infinite: none
    std::vector<std::unique_ptr<QueryCache>> caches_;
    std::vector<std::unique_ptr<SeparationFront>> fronts_;  // of the pairs
    std::vector<double> held_extent_, obstacle_extent_;     // of the shapes, for margins of rounding
    double moved_ = 0;                                      // no point of the part has moved further in all
};

}  // namespace graze::inline v1::detail
