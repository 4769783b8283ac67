// A greedy set cover: always the ball that covers most of what is left. Gains only fall while balls are
// chosen, so that a gain from before is a bound, and few have to be counted again (Minoux 1978).
#include "graze/spheres/cover/cover.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "graze/base/error.h"
#include "graze/spheres/cover/detail/cover_cells.h"
#include "graze/spheres/packing/medial_axis.h"

namespace graze::inline v1 {
namespace {

struct CoverCandidate {
    Sphere ball;
    double depth = 0;  // of its centre
};

struct WaitingCandidate {
    std::size_t gain;
    std::size_t candidate;
    bool operator<(const WaitingCandidate& b) const {
        return gain != b.gain ? gain < b.gain : candidate > b.candidate;
    }
};

class Coverer {
  public:
    Coverer(const Shape& shape, const CoverOptions& options, bool solid)
        : shape_(shape), options_(options), solid_(solid) {
        if (!solid) return;
        for (const Sphere& ball :
             medial_axis(ShapeSurface(shape), {.cells = 20, .threads = options.threads}).balls)
            medial_.push_back({ball, ball.radius});
    }

    // None if more than `most` spheres are needed, or if nobody asked for this overreach and it needs too
    // many cells.
    std::optional<SphereCover> with(double overreach, std::size_t most) const {
        if (options_.progress != nullptr) {
            if (options_.progress->cancelled()) throw Error("cancelled");
            options_.progress->report("covering", 0, 0);
        }
        // An overreach that is only tried for few spheres is not worth minutes.
        constexpr std::size_t enough = std::size_t{1} << 18, most_ever = std::size_t{1} << 23;
        const std::size_t most_cells =
            options_.overreach ? most_ever : std::clamp(std::size_t{options_.count} << 13, enough, most_ever);
        const auto all_cells = detail::cover_cells(shape_, solid_, overreach, most_cells, options_.threads);
        if (!all_cells && options_.overreach)
            throw Error("the overreach is too small for a shape of this size", "cover", "give a larger one");
        if (!all_cells) return std::nullopt;
        detail::CellCover cells(*all_cells);
        std::vector<CoverCandidate> candidates = candidates_for(cells, overreach);
        SphereCover result;
        result.solid = solid_;
        choose(cells, candidates, most, result);
        for (std::size_t i = 0; i < cells.size() && result.spheres.size() <= most; ++i)
            if (!cells.covered(i)) add(cells, largest_around(cells.cell(i), candidates, overreach), result);
        if (result.spheres.size() > most || cells.left() > 0) return std::nullopt;
        return result;
    }

  private:
    // Sticks out by the overreach, no more: a point of the ball is at most radius - depth off the solid.
    CoverCandidate candidate_at(const detail::CoverCell& cell, double overreach) const {
        if (solid_) return {{cell.center, overreach + cell.depth}, cell.depth};
        return {{cell.nearest, overreach}, 0};
    }

    // The largest candidate that covers the cell; the cell's own if there is none.
    CoverCandidate largest_around(const detail::CoverCell& cell,
                                  const std::vector<CoverCandidate>& candidates, double overreach) const {
        CoverCandidate best = candidate_at(cell, overreach);
        for (const CoverCandidate& c : candidates)
            if (c.ball.radius > best.ball.radius &&
                length(c.ball.center - cell.center) + cell.half <= c.ball.radius * (1 - 1e-12))
                best = c;
        return best;
    }

    std::vector<CoverCandidate> candidates_for(const detail::CellCover& cells, double overreach) const {
        std::vector<CoverCandidate> candidates = medial_;
        for (CoverCandidate& c : candidates) c.ball.radius = c.depth + overreach;
        constexpr std::size_t most = 2000;
        const std::size_t step = std::max<std::size_t>(cells.size() / most, 1);
        for (std::size_t i = 0; i < cells.size(); i += step)
            candidates.push_back(candidate_at(cells.cell(i), overreach));
        return candidates;
    }

    static void add(detail::CellCover& cells, const CoverCandidate& candidate, SphereCover& result) {
        // No larger than what it is there for; and what rounding takes away is given back.
        const double radius = cells.take(candidate.ball) * (1 + 1e-12);
        if (!(radius > 0)) return;
        result.spheres.push_back({candidate.ball.center, radius});
        result.overreach = std::max(result.overreach, (radius - candidate.depth) * (1 + 1e-11));
    }

    void choose(detail::CellCover& cells, const std::vector<CoverCandidate>& candidates, std::size_t most,
                SphereCover& result) const {
        std::vector<std::size_t> gains(candidates.size());
        parallel_for(options_.threads, candidates.size(), 64, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) gains[i] = cells.gain(candidates[i].ball);
        });
        std::vector<WaitingCandidate> all;
        for (std::size_t i = 0; i < candidates.size(); ++i)
            if (gains[i] > 0) all.push_back({gains[i], i});
        std::priority_queue<WaitingCandidate> waiting({}, std::move(all));
        while (cells.left() > 0 && !waiting.empty() && result.spheres.size() <= most) {
            const WaitingCandidate next = waiting.top();
            waiting.pop();
            const std::size_t gain = cells.gain(candidates[next.candidate].ball);
            if (gain == 0) continue;
            if (gain < next.gain && !waiting.empty() && gain < waiting.top().gain) {
                waiting.push({gain, next.candidate});
                continue;
            }
            add(cells, candidates[next.candidate], result);
        }
    }

    const Shape& shape_;
    const CoverOptions& options_;
    bool solid_;
    std::vector<CoverCandidate> medial_;
};

bool is_solid_cover(const Shape& shape, const CoverOptions& options) {
    const auto refuse = [](const std::string& problem, const char* mend) {
        throw Error(problem, "cover", mend);
    };
    if (!shape.is_mesh()) refuse("the shape is not a mesh", "give a mesh");
    if (shape.empty()) refuse("the mesh has no triangles", "give a mesh with triangles");
    if (options.overreach && !(*options.overreach > 0 && *options.overreach <= max_coordinate))
        refuse("the overreach is not above 0", "give a length in units of the shape");
    if (options.count == 0) refuse("no spheres are allowed", "give a count above 0");
    const bool closed = shape.closed_surface().closed();
    if (options.what == CoverWhat::solid && !closed)
        refuse("the mesh is not closed: " + shape.closed_surface().why_not(),
               "cover its surface, or repair it");
    return options.what == CoverWhat::solid || (options.what == CoverWhat::automatic && closed);
}

}  // namespace

SphereCover cover(const Shape& shape, const CoverOptions& options) {
    const Coverer coverer(shape, options, is_solid_cover(shape, options));
    if (options.overreach)  // there is no limit that it could exceed
        return coverer.with(*options.overreach, std::size_t{1} << 40).value_or(SphereCover{});
    // One ball around everything is always possible. Then halving, in ratios, between what is too little and
    // what is enough.
    double enough = length(shape.box().size());
    if (!(enough > 0)) enough = 1e-12;
    std::optional<SphereCover> best = coverer.with(enough, options.count);
    while (!best) best = coverer.with(enough *= 2, options.count);
    enough = best->overreach;
    double little = 0;
    const double least = enough * 0x1p-10;
    for (double next = enough / 2; little == 0 && next > least;) {
        std::optional<SphereCover> found = coverer.with(next, options.count);
        if (!found) {
            little = next;
        } else {
            if (found->overreach <= best->overreach) best = std::move(found);
            enough = next;
            next /= 2;
        }
    }
    for (int i = 0; i < 4 && little > 0; ++i) {
        const double next = std::sqrt(little * enough);
        std::optional<SphereCover> found = coverer.with(next, options.count);
        if (!found) {
            little = next;
            continue;
        }
        enough = next;
        if (found->overreach <= best->overreach) best = std::move(found);
    }
    return *std::move(best);
}

}  // namespace graze::inline v1
