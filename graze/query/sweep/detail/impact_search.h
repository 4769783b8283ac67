// The search for the first impact: pairs of parts of two shapes, the earliest first.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/budget.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/query_cache.h"
#include "graze/query/query_options.h"
#include "graze/query/sweep/detail/sweep_side.h"
#include "graze/query/sweep/sweep_cache.h"

namespace graze::inline v1::detail {

struct ImpactRequest {
    double begin = 0, end = 0;
    double limit = 0;
    double touch = 0;
    bool overlap = false;
    PairFilter filter{};
};

struct FoundImpact {
    Answer answer = Answer::no;
    double at_least = 0, at_most = 0;
    Contact contact;
};

class ImpactSearch {
  public:
    ImpactSearch(SweepSide& a, SweepSide& b, const ImpactRequest& request, Meter& meter, QueryCounts& counts,
                 std::vector<SweepPair>& pairs)
        : a_(a), b_(b), request_(request), meter_(meter), counts_(counts), pairs_(pairs), end_(request.end) {}

    // Nothing meets before `from`, as the caller knows.
    FoundImpact run(double from);

    // The whole shapes, as long as that goes fast: their distance says how far they may move. Cheap with a
    // cache, and few steps for shapes that approach each other. Not for overlaps.
    struct Advanced {
        double time = 0;                     // nothing meets before
        std::optional<FoundImpact> arrived;  // what happens then, if anything does
    };
    Advanced advance_whole(double from, QueryCache& cache);

  private:
    // Boxes are opened when they are closer than this share of the larger one's radius.
    static constexpr double open_below = 0.25;

    struct Separation {
        Vec3 direction;
        SweepGap gap;
    };
    struct Closest {
        double value = 0;
        Vec3 direction;  // of length 1; 0 if the two have a common point
        Contact contact;
    };
    class Directions;

    void move_to(double time);
    double reached(double time, double gap_time) const;
    void push(SweepPair pair, double time);
    SweepPair pop();

    SweepGap gap(const SweepPiece& a, const SweepPiece& b, const Vec3& direction, double limit) const;
    Separation separation(const SweepPiece& a, const SweepPiece& b, const Vec3& hint) const;
    void open(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b, const Vec3& valid);
    // For boxes that a plane nearly separates, as those of flush faces: that plane by the triangles' corners,
    // and until when it keeps the two apart.
    std::optional<Separation> held_by_plane(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b,
                                            const Separation& boxes);
    SweepGap gap_of_corners(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b,
                            const Vec3& direction, double later) const;

    void push_child(const SweepPair& parent, const SweepPiece& a, const SweepPiece& b, SweepPart part_a,
                    SweepPart part_b, const Vec3& valid);

    Closest closest(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b);
    // False: the pair meets, now.
    bool advance_leaves(SweepPair pair, const SweepPiece& a, const SweepPiece& b);
    std::optional<Separation> kept_direction(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b,
                                             const Closest& nearest);
    Vec3 back_to_back(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b);
    Vec3 first_direction(const SweepPair& pair, const SweepPiece& a, const SweepPiece& b,
                         const Directions& directions);
    void take_better_direction(const SweepPiece& a, const SweepPiece& b, const Closest& nearest,
                               Separation& best) const;
    bool is_met_at(const SweepPair& pair, double time);
    bool are_met_at(double time);
    FoundImpact arrive(const SweepPair& pair);
    double advance_roots(double from);
    std::optional<Advanced> advance_close(const SweepPair& closest, double apart, double share,
                                          const QueryOptions& options);
    double time_of_whole(double apart) const;
    double outwards(const SweepSide& side, std::optional<double>& sign) const;

    SweepSide &a_, &b_;
    const ImpactRequest& request_;
    Meter& meter_;
    QueryCounts& counts_;
    std::vector<SweepPair>& pairs_;
    double end_;  // of what is looked at now
    double now_ = 0;
    double radius_a_ = 0, radius_b_ = 0;  // of whole meshes, around the middles of their boxes
    std::uint32_t number_ = 0;
    std::uint32_t planes_tried_ = 0, planes_held_ = 0;
    Vec3 last_plane_;
    std::optional<double> outwards_a_, outwards_b_;
};

}  // namespace graze::inline v1::detail
