#include "graze/mesh/closed_surface.h"

#include <charconv>

#include "graze/mesh/edges.h"

#include "graze/mesh/detail/concurrent_sets.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t points_per_task = std::size_t{1} << 14, triangles_per_task = std::size_t{1} << 16;

struct BadEdges {
    std::size_t open = 0, inconsistent = 0;
    std::optional<TriangleSide> first;
    std::uint32_t uses_of_first = 0;

    void add(std::span<const EdgeUse> uses) {
        ++(uses.size() % 2 == 0 ? inconsistent : open);
        const TriangleSide side = uses.front().side();
        if (first && *first <= side) return;
        first = side;
        uses_of_first = static_cast<std::uint32_t>(uses.size());
    }
    void add(const BadEdges& more) {
        open += more.open;
        inconsistent += more.inconsistent;
        if (!more.first || (first && *first <= *more.first)) return;
        first = more.first;
        uses_of_first = more.uses_of_first;
    }
};

// To six digits: a place to look at.
std::string to_string(const Vec3& p) {
    std::string text = "(";
    for (std::size_t k = 0; k < 3; ++k) {
        char digits[32];
        text.append(digits,
                    std::to_chars(digits, digits + sizeof digits, p[k], std::chars_format::general, 6).ptr);
        text += k < 2 ? ", " : ")";
    }
    return text;
}

std::string count_of(std::size_t n, const char* one, const char* many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

}  // namespace

ClosedSurface::ClosedSurface(const Mesh& mesh, const Threads& threads)
    : ClosedSurface(Edges(mesh, threads), threads) {}

ClosedSurface::ClosedSurface(const Edges& edges, const Threads& threads) : point_(edges.points()) {
    const std::size_t triangles = edges.mesh().triangle_count();
    detail::ConcurrentSets sets(triangles, threads);
    const BadEdges bad = parallel_reduce(
        threads, edges.point_count(), points_per_task, BadEdges{},
        [&](std::size_t first, std::size_t last) {
            BadEdges found;
            const auto look = [&](VertexId, std::span<const EdgeUse> uses) {
                std::size_t outward = 0;
                for (const EdgeUse& use : uses) {
                    sets.merge(uses.front().triangle, use.triangle);
                    outward += use.outward ? 1 : 0;
                }
                if (2 * outward != uses.size()) found.add(uses);
            };
            edges.for_each_edge(first, last, look, [&](TriangleId t) { sets.prefetch(t); });
            return found;
        },
        [](BadEdges all, const BadEdges& more) {
            all.add(more);
            return all;
        });
    open_edges_ = bad.open;
    inconsistent_edges_ = bad.inconsistent;
    if (bad.first) {
        const Triangle t = edges.mesh().triangle(bad.first->triangle);
        first_bad_edge_ = BadEdge{bad.first->triangle, t[bad.first->corner], t[(bad.first->corner + 1u) % 3],
                                  bad.uses_of_first};
    }

    component_.resize(triangles);
    parallel_for(threads, triangles, triangles_per_task, [&](std::size_t first, std::size_t last) {
        for (; first < last; ++first) {
            const auto t = static_cast<TriangleId>(first);
            component_[t] = edges.two_equal_corners(t) ? no_component : sets.find(t);
        }
    });
    number_components();
}

// Replaces the lowest triangle of each component by the component's number.
void ClosedSurface::number_components() {
    for (TriangleId t = 0; t < component_.size(); ++t) {
        const TriangleId lowest = component_[t];
        if (lowest == no_component) continue;
        if (lowest == t) {
            component_[t] = static_cast<std::uint32_t>(first_triangle_.size());
            first_triangle_.push_back(t);
        } else {
            component_[t] = component_[lowest];
        }
    }
}

std::string ClosedSurface::why_not() const {
    if (!first_bad_edge_) return {};
    std::string what;
    if (open_edges_ > 0) what = count_of(open_edges_, "open edge", "open edges");
    if (inconsistent_edges_ > 0) {
        if (!what.empty()) what += " and ";
        what += count_of(inconsistent_edges_, "edge whose triangles are not wound alike",
                         "edges whose triangles are not wound alike");
    }
    const BadEdge& e = *first_bad_edge_;
    const bool only_one = open_edges_ + inconsistent_edges_ == 1;
    // The kind of the first edge is named only if there are both kinds.
    const bool mixed = open_edges_ > 0 && inconsistent_edges_ > 0;
    const char* kind = !mixed ? "" : e.inconsistent() ? " (not wound alike)" : " (open)";
    return what + (only_one ? "," : ", the first") + kind + " at triangle " + std::to_string(e.triangle) +
           " from " + to_string(e.from) + " to " + to_string(e.to);
}

std::span<const std::uint32_t> ClosedSurface::component_of_triangle() const {
    return component_;
}

}  // namespace graze::inline v1
