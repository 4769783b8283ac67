// Cuts a polygon of the plane into triangles by clipping ears.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/mesh/detail/point_tree.h"

namespace graze::inline v1::detail {

// An ear is a convex corner whose triangle with its two neighbours holds no other corner (Meisters 1975).
// Every simple polygon has two, and only reflex corners need to be tested. Differences to the textbook:
// - Signs are exact, and straight corners count as reflex, so that a simple polygon never gets stuck and gets
//   no flat triangle. Spikes and repeated points are clipped at once (as flat triangles; they have no area to
//   lose).
// - Corners are clipped in rounds, neighbours of a clipped corner only in the next round. So the triangles
//   grow evenly instead of fanning out from one corner, which keeps both triangles and searches small.
// - A corner blocked by a reflex corner waits until the reflex corner is clipped or becomes convex.
//
// Why it is enough to look at the signs of the triangles: counted with their sign, the triangles cover each
// point as often as the polygon winds round it, whatever was clipped in whatever order. If none is negative,
// none overlaps another unless the polygon does.
class EarClipper {
  public:
    // Appends n - 2 triangles for the polygon, which should turn counter-clockwise and has at least three
    // corners. True if no triangle is clockwise and not all are flat. `work` is the number of tree nodes and
    // points that may be tested; the work done is subtracted. When it runs out, the rest is cut as a fan.
    bool clip(std::span<const Vec2> polygon, std::vector<std::array<std::uint32_t, 3>>& triangles,
              std::uint64_t& work);

    // Many times the work measured for combs, holes, sharp stars and wide spirals: 20 to 80 per corner, for
    // any number of corners. Needles around a point and narrow spirals take up to 500 for 10^5 corners and
    // more for larger numbers; such polygons with many corners are not cut by ears.
    static std::uint64_t work_allowed(std::size_t corners);
    static constexpr std::size_t many_corners = 4096;

  private:
    enum class Turn : std::int8_t { right = -1, straight = 0, left = 1 };

    void start(std::span<const Vec2> polygon);
    void run_round();
    void consider(std::uint32_t corner);
    void classify(std::uint32_t corner);
    bool is_spike(std::uint32_t corner) const;
    std::uint32_t find_blocker(std::uint32_t corner);
    bool runs_into_cone(std::uint32_t other, std::uint32_t corner) const;
    void wait_for(std::uint32_t blocker, std::uint32_t corner);
    void release_those_waiting_for(std::uint32_t blocker);
    void enqueue_for_next_round(std::uint32_t corner);
    void clip_corner(std::uint32_t corner);
    void clip_spikes();
    void clip_by_force();
    void cut_rest_as_fan();
    void emit(std::uint32_t a, std::uint32_t b, std::uint32_t c, int sign);

    struct Corner {
        std::uint32_t previous, next;
        std::uint32_t first_waiting;  // into waiting_
        std::uint32_t blocker;        // the corner that this corner waits for
        std::uint32_t not_before;     // round
        Turn turn;
        bool queued, clipped;
    };
    struct Waiting {
        std::uint32_t corner, next;
    };

    std::span<const Vec2> points_;
    std::vector<std::array<std::uint32_t, 3>>* triangles_ = nullptr;
    std::uint64_t* work_ = nullptr;
    std::vector<Corner> corners_;
    std::vector<Waiting> waiting_;
    std::vector<std::uint32_t> this_round_, next_round_, blocked_, spikes_;
    PointTree reflex_;  // corners that do not turn left are switched on
    std::uint32_t round_ = 0, left_ = 0, some_corner_ = 0;
    bool any_negative_ = false, any_positive_ = false;
};

}  // namespace graze::inline v1::detail
