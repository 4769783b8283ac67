#include "graze/mesh/detail/boundary_loops.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

// A side of a chain and the direction in which the chain runs along it.
struct Step {
    std::size_t side = none;
    bool forward = true;
};

// Without intermediate overflow or underflow.
double distance(const Vec3& a, const Vec3& b) {
    const Vec3 d = b - a;
    const double largest = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
    if (largest == 0) return 0;
    const int exponent = std::ilogb(largest);
    const auto scaled = [&](double x) { return std::scalbn(x, -exponent); };
    return std::scalbn(length({scaled(d.x), scaled(d.y), scaled(d.z)}), exponent);
}

class LoopFinder {
  public:
    LoopFinder(const Edges& edges, std::span<const TriangleSide> sides, std::span<const Joint> joints)
        : edges_(edges),
          sides_(sides),
          next_(sides.size(), {none, none}),
          seen_(sides.size(), false),
          place_(sides.empty() ? 0 : edges.point_count(), none) {
        for (const Joint& joint : joints) {
            const std::size_t a = index_of(joint.a), b = index_of(joint.b);
            next_[a][joint.a_at_start ? 0 : 1] = b;
            next_[b][joint.b_at_start ? 0 : 1] = a;
        }
    }

    BoundaryLoops find() {
        for (std::size_t s = 0; s < sides_.size(); ++s) {
            if (seen_[s]) continue;
            follow(s);
            cut_at_repeated_points();
        }
        std::ranges::sort(found_, {}, [](const Found& f) { return f.lowest; });
        BoundaryLoops result;
        result.sides.reserve(sides_.size());
        for (const Found& f : found_) add(f, result);
        return result;
    }

  private:
    struct Found {
        std::size_t first = 0, count = 0;  // of steps_
        bool closed = true;
        std::size_t lowest = 0;  // side
    };

    std::size_t index_of(const TriangleSide& side) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(sides_, side) - sides_.begin());
    }
    VertexId start_of(const Step& step) const {
        const TriangleSide& s = sides_[step.side];
        return edges_.points_of(s.triangle)[(s.corner + (step.forward ? 0u : 1u)) % 3];
    }
    VertexId end_of(const Step& step) const { return start_of({step.side, !step.forward}); }
    // Different sides of the boundary never have both ends in common.
    Step after(const Step& step) const {
        const std::size_t side = next_[step.side][step.forward ? 1 : 0];
        return {side, side != none && start_of({side, true}) == end_of(step)};
    }

    // Fills `chain_` with the whole chain of side `s`.
    void follow(std::size_t s) {
        chain_.clear();
        Step step{s, true};
        for (; step.side != none && !seen_[step.side]; step = after(step)) {
            seen_[step.side] = true;
            chain_.push_back(step);
        }
        if (step.side != none) return;  // back at the start
        // The chain has ends: the rest is on the other side of the first step.
        std::vector<Step> before;
        for (step = after({s, false}); step.side != none; step = after(step)) {
            seen_[step.side] = true;
            before.push_back({step.side, !step.forward});
        }
        chain_.insert(chain_.begin(), before.rbegin(), before.rend());
    }

    // Wherever the chain reaches a point for the second time, the steps in between are a separate loop.
    void cut_at_repeated_points() {
        std::vector<Step>& kept = kept_;
        kept.clear();
        for (const Step& step : chain_) {
            place_[start_of(step)] = kept.size();
            kept.push_back(step);
            const std::size_t again = place_[end_of(step)];
            if (again == none) continue;
            for (std::size_t i = again; i < kept.size(); ++i) place_[start_of(kept[i])] = none;
            take_from(kept, again, true);
        }
        for (const Step& step : kept) place_[start_of(step)] = none;
        if (!kept.empty()) take_from(kept, 0, false);
    }

    // The steps from `first` on are a loop or chain. It runs along its lowest side in the direction of that
    // side's triangle; a loop starts there.
    void take_from(std::vector<Step>& kept, std::size_t first, bool closed) {
        const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(first);
        const auto lowest = [&] { return std::ranges::min_element(begin, kept.end(), {}, &Step::side); };
        if (!lowest()->forward) {
            std::reverse(begin, kept.end());
            std::for_each(begin, kept.end(), [](Step& step) { step.forward = !step.forward; });
        }
        const std::size_t lowest_side = lowest()->side;
        if (closed) std::rotate(begin, lowest(), kept.end());
        found_.push_back({steps_.size(), kept.size() - first, closed, lowest_side});
        steps_.insert(steps_.end(), begin, kept.end());
        kept.resize(first);
    }

    void add(const Found& f, BoundaryLoops& result) const {
        BoundaryLoop loop;
        loop.first_side = result.sides.size();
        loop.side_count = f.count;
        loop.closed = f.closed;
        for (const Step& step : std::span(steps_).subspan(f.first, f.count)) {
            const TriangleSide& side = sides_[step.side];
            const Triangle t = edges_.mesh().triangle(side.triangle);
            const Vec3 &from = t[side.corner], &to = t[(side.corner + 1u) % 3];
            loop.wound_alike &= step.forward;
            loop.length += distance(from, to);
            loop.box.grow(from);
            loop.box.grow(to);
            result.sides.push_back(side);
        }
        result.loops.push_back(loop);
    }

    const Edges& edges_;
    std::span<const TriangleSide> sides_;
    std::vector<std::array<std::size_t, 2>> next_;  // at the start of the side and at its end
    std::vector<bool> seen_;
    std::vector<std::size_t> place_;  // by point: the kept step that starts there
    std::vector<Step> chain_, kept_;
    std::vector<Step> steps_;  // of all that was found
    std::vector<Found> found_;
};

}  // namespace

BoundaryLoops find_loops(const Edges& edges, std::span<const TriangleSide> sides,
                         std::span<const Joint> joints) {
    return LoopFinder(edges, sides, joints).find();
}

}  // namespace graze::inline v1::detail
