#include "graze/mesh/closed_surface.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <tuple>
#include <utility>

#include "graze/mesh/detail/disjoint_sets.h"
#include "graze/mesh/weld.h"

namespace graze::inline v1 {
namespace {

// One triangle's use of an edge, listed under the edge's lower point.
struct EdgeUse {
    VertexId higher_point;
    TriangleId triangle;
    std::uint8_t corner;  // of the triangle, from which it runs along the edge
    bool upwards;         // from the lower point to the higher
};

std::array<VertexId, 3> points_of(const ClosedSurface& surface, const Mesh& mesh, TriangleId t) {
    const auto& v = mesh.triangles()[t];
    return {surface.point_of(v[0]), surface.point_of(v[1]), surface.point_of(v[2])};
}

bool two_equal(const std::array<VertexId, 3>& p) {
    return p[0] == p[1] || p[1] == p[2] || p[2] == p[0];
}

// All uses of edges, those of one edge side by side: sorted into buckets by the lower point, and within these
// by the higher one.
class EdgeTable {
  public:
    EdgeTable(const ClosedSurface& surface, const Mesh& mesh) : start_(mesh.vertices().size() + 1, 0) {
        for_each_use(surface, mesh, [&](VertexId lower, const EdgeUse&) { ++start_[lower + 1]; });
        std::partial_sum(start_.begin(), start_.end(), start_.begin());
        uses_.resize(start_.back());
        std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
        for_each_use(surface, mesh, [&](VertexId lower, const EdgeUse& use) { uses_[next[lower]++] = use; });
        for (std::size_t p = 0; p + 1 < start_.size(); ++p) {
            // Stable order without std::stable_sort's memory: ties by triangle and corner.
            std::sort(at(start_[p]), at(start_[p + 1]), [](const EdgeUse& a, const EdgeUse& b) {
                return std::tie(a.higher_point, a.triangle, a.corner) <
                       std::tie(b.higher_point, b.triangle, b.corner);
            });
        }
    }

    // Calls `f` with the uses of each edge, in ascending order of triangles.
    template <class F>
    void for_each_edge(const F& f) const {
        for (std::size_t p = 0; p + 1 < start_.size(); ++p) {
            for (std::size_t first = start_[p]; first < start_[p + 1];) {
                std::size_t last = first + 1;
                while (last < start_[p + 1] && uses_[last].higher_point == uses_[first].higher_point) ++last;
                f(std::span<const EdgeUse>(uses_).subspan(first, last - first));
                first = last;
            }
        }
    }

  private:
    std::vector<EdgeUse>::iterator at(std::size_t i) {
        return uses_.begin() + static_cast<std::ptrdiff_t>(i);
    }

    template <class F>
    static void for_each_use(const ClosedSurface& surface, const Mesh& mesh, const F& f) {
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
            const std::array<VertexId, 3> p = points_of(surface, mesh, t);
            if (two_equal(p)) continue;
            for (std::uint8_t i = 0; i < 3; ++i) {
                const VertexId from = p[i], to = p[(i + 1) % 3];
                f(std::min(from, to), EdgeUse{std::max(from, to), t, i, from < to});
            }
        }
    }

    std::vector<std::size_t> start_;
    std::vector<EdgeUse> uses_;
};

std::string to_string(const Vec3& p) {
    std::string text = "(";
    for (std::size_t k = 0; k < 3; ++k) {
        char digits[32];
        text.append(digits, std::to_chars(digits, digits + sizeof digits, p[k]).ptr);
        text += k < 2 ? ", " : ")";
    }
    return text;
}

std::string count_of(std::size_t n, const char* one, const char* many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

}  // namespace

void ClosedSurface::find_points(const Mesh& mesh) {
    Welded welded = weld(mesh.vertices());
    if (welded.vertices.size() < mesh.vertices().size()) point_ = std::move(welded.index);
}

ClosedSurface::ClosedSurface(const Mesh& mesh) {
    find_points(mesh);
    detail::DisjointSets sets(mesh.triangle_count());
    const EdgeTable edges(*this, mesh);
    std::pair<std::uint64_t, std::uint8_t> lowest_bad_use{mesh.triangle_count(), 0};  // triangle and corner
    edges.for_each_edge([&](std::span<const EdgeUse> uses) {
        std::size_t upwards = 0;
        for (const EdgeUse& use : uses) {
            sets.merge(uses.front().triangle, use.triangle);
            upwards += use.upwards ? 1 : 0;
        }
        if (2 * upwards == uses.size()) return;
        ++(uses.size() % 2 == 0 ? inconsistent_edges_ : open_edges_);
        const EdgeUse& first = uses.front();
        if (std::pair<std::uint64_t, std::uint8_t>(first.triangle, first.corner) >= lowest_bad_use) return;
        lowest_bad_use = {first.triangle, first.corner};
        const Triangle t = mesh.triangle(first.triangle);
        first_bad_edge_ = BadEdge{first.triangle, t[first.corner], t[(first.corner + 1u) % 3],
                                  static_cast<std::uint32_t>(uses.size())};
    });

    component_.resize(mesh.triangle_count(), no_component);
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        if (two_equal(points_of(*this, mesh, t))) continue;
        const TriangleId lowest = sets.find(t);
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
    // Which kind the first one is goes without saying where there is only one kind.
    const bool mixed = open_edges_ > 0 && inconsistent_edges_ > 0;
    const char* kind = !mixed ? "" : e.inconsistent() ? " (not wound alike)" : " (open)";
    return what + (only_one ? "," : ", the first") + kind + " at triangle " + std::to_string(e.triangle) +
           " from " + to_string(e.from) + " to " + to_string(e.to);
}

}  // namespace graze::inline v1
