#include "graze/mesh/edges.h"

#include <tuple>
#include <utility>

#include "graze/mesh/weld.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t grain = std::size_t{1} << 16;

void sort_by_other_point(std::vector<EdgeUse>& uses) {
    constexpr std::size_t few = 32;
    if (uses.size() > few) {
        std::ranges::sort(uses, [](const EdgeUse& a, const EdgeUse& b) {
            return std::tie(a.other, a.triangle) < std::tie(b.other, b.triangle);
        });
        return;
    }
    // Uses come in the order of their triangles, and insertion keeps this order.
    for (std::size_t i = 1; i < uses.size(); ++i) {
        const EdgeUse use = uses[i];
        std::size_t j = i;
        for (; j > 0 && uses[j - 1].other > use.other; --j) uses[j] = uses[j - 1];
        uses[j] = use;
    }
}

// How the triangles are divided into runs for counting. Each run has a count for every point, so there are
// few runs.
struct Runs {
    std::size_t count, size;
    Runs(std::size_t n, const Threads& threads)
        : count(std::clamp<std::size_t>(threads.count(), 1, 8)), size(n / count + 1) {}
};

}  // namespace

Edges::Edges(const Mesh& mesh, const Threads& threads) : mesh_(&mesh) {
    find_points();
    if (!point_.empty()) {
        point_triangles_.resize(mesh.triangle_count());
        parallel_for(threads, mesh.triangle_count(), grain, [&](std::size_t first, std::size_t last) {
            for (; first < last; ++first) {
                const auto& [a, b, c] = mesh.triangles()[first];
                point_triangles_[first] = {point_[a], point_[b], point_[c]};
            }
        });
    }
    list_triangles(threads);
}

void Edges::find_points() {
    Welded welded = weld(mesh_->vertices());
    start_.resize(welded.vertices.size() + 1);
    if (welded.vertices.size() < mesh_->vertices().size()) point_ = std::move(welded.index);
}

// A counting sort by points, which keeps the order of the triangles for any number of runs.
void Edges::list_triangles(const Threads& threads) {
    const std::size_t points = point_count(), triangles = mesh_->triangle_count();
    const Runs of_triangles(triangles, threads), of_points(points, threads);
    const auto for_each_corner = [&](std::size_t run, auto&& f) {
        const std::size_t last = std::min(triangles, (run + 1) * of_triangles.size);
        for (std::size_t t = run * of_triangles.size; t < last; ++t) {
            if (two_equal_corners(static_cast<TriangleId>(t))) continue;
            for (const VertexId p : points_of(static_cast<TriangleId>(t))) f(static_cast<TriangleId>(t), p);
        }
    };
    const auto each_run = [&](const Runs& runs, auto&& f) {
        parallel_for(threads, runs.count, 1, [&](std::size_t run, std::size_t) { f(run); });
    };

    std::vector<std::vector<std::uint64_t>> next(of_triangles.count);  // at first, counts
    each_run(of_triangles, [&](std::size_t run) {
        next[run].resize(points);
        for_each_corner(run, [&](TriangleId, VertexId p) { ++next[run][p]; });
    });
    std::vector<std::uint64_t> first_of_run(of_points.count + 1);
    each_run(of_points, [&](std::size_t run) {
        std::uint64_t sum = 0;
        for (std::size_t p = run * of_points.size; p < std::min(points, (run + 1) * of_points.size); ++p) {
            for (const auto& counts : next) sum += counts[p];
        }
        first_of_run[run + 1] = sum;
    });
    for (std::size_t run = 0; run < of_points.count; ++run) first_of_run[run + 1] += first_of_run[run];
    each_run(of_points, [&](std::size_t run) {
        std::uint64_t sum = first_of_run[run];
        for (std::size_t p = run * of_points.size; p < std::min(points, (run + 1) * of_points.size); ++p) {
            start_[p] = sum;
            for (auto& counts : next) sum += std::exchange(counts[p], sum);
        }
    });
    start_[points] = first_of_run.back();
    triangles_at_.resize(start_[points]);
    each_run(of_triangles, [&](std::size_t run) {
        for_each_corner(run, [&](TriangleId t, VertexId p) { triangles_at_[next[run][p]++] = t; });
    });
}

template <bool only_above>
void Edges::collect_uses(VertexId point, std::vector<EdgeUse>& uses) const {
    uses.clear();
    for (const TriangleId t : triangles_at(point)) {
        const auto& p = points_of(t);
        const std::uint8_t here = p[0] == point ? 0 : p[1] == point ? 1 : 2;
        const std::uint8_t after = here == 2 ? 0 : here + 1, before = here == 0 ? 2 : here - 1;
        if (!only_above || p[after] > point) uses.push_back({p[after], t, here, true});
        if (!only_above || p[before] > point) uses.push_back({p[before], t, before, false});
    }
    sort_by_other_point(uses);
}

void Edges::uses_at(VertexId point, std::vector<EdgeUse>& uses) const {
    collect_uses<false>(point, uses);
}

void Edges::uses_above(VertexId point, std::vector<EdgeUse>& uses) const {
    collect_uses<true>(point, uses);
}

}  // namespace graze::inline v1
