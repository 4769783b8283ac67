#include <algorithm>
#include <limits>
#include <span>
#include <tuple>

#include "graze/render/detail/quadric.h"
#include "graze/render/detail/simple_mesh.h"

namespace graze::inline v1::detail {
namespace {

using Corners = std::array<VertexId, 3>;

constexpr double border_weight = 2;
// Among edges of equal cost (0 within a plane) the shorter one is first, so that triangles stay compact.
constexpr double length_weight = 1e-6;

struct Candidate {
    double cost = 0;
    VertexId kept = 0, gone = 0;
    Vec3 place;
};

// The triangles at every point.
class Stars {
  public:
    explicit Stars(const SimpleMesh& mesh)
        : start_(mesh.points.size() + 1), list_(3 * mesh.triangles.size()) {
        for (const Corners& t : mesh.triangles)
            for (const VertexId v : t) ++start_[v + 1];
        for (std::size_t v = 1; v < start_.size(); ++v) start_[v] += start_[v - 1];
        std::vector<std::uint64_t> next(start_.begin(), start_.end() - 1);
        for (TriangleId i = 0; i < mesh.triangles.size(); ++i)
            for (const VertexId v : mesh.triangles[i]) list_[next[v]++] = i;
    }
    std::span<const TriangleId> at(VertexId v) const {
        return std::span(list_).subspan(start_[v], start_[v + 1] - start_[v]);
    }

  private:
    std::vector<std::uint64_t> start_;
    std::vector<TriangleId> list_;
};

class Collapser {
  public:
    Collapser(SimpleMesh& mesh, std::size_t target) : mesh_(&mesh), target_(target) { find_quadrics(); }

    // Collapses edges that are far enough from one another, the cheapest first. A careful pass collapses no
    // edge if that would turn triangles over or fold them onto one another.
    std::size_t pass(bool careful);

  private:
    void find_quadrics();
    void add_border_planes(const Stars& stars);
    void find_candidates(const Stars& stars);
    Candidate candidate(VertexId a, VertexId b) const;
    bool turns_over(const Stars& stars, const Candidate& c) const;
    bool folds(const Stars& stars, const Candidate& c);
    void collapse(const Stars& stars, const Candidate& c);
    void drop_collapsed();
    std::size_t shared(const Stars& stars, VertexId a, VertexId b) const;

    SimpleMesh* mesh_;
    std::size_t target_;
    std::vector<Quadric> quadrics_;  // of each point
    std::vector<Candidate> candidates_;
    std::vector<VertexId> renamed_;
    std::vector<std::uint8_t> touched_;  // in this pass
    std::vector<VertexId> around_a_, around_b_;
    std::size_t left_ = 0;  // triangles
};

// The points that share a triangle with `a`, ascending; some more than once.
void find_neighbours(const SimpleMesh& mesh, const Stars& stars, VertexId a, std::vector<VertexId>& list) {
    list.clear();
    for (const TriangleId t : stars.at(a))
        for (const VertexId v : mesh.triangles[t])
            if (v != a) list.push_back(v);
    std::ranges::sort(list);
}

void Collapser::find_quadrics() {
    quadrics_.assign(mesh_->points.size(), {});
    for (const Corners& t : mesh_->triangles) {
        const Vec3& p = mesh_->points[t[0]];
        const Vec3 normal = cross(mesh_->points[t[1]] - p, mesh_->points[t[2]] - p);
        const double area = length(normal);
        if (!(area > 0)) continue;
        const Quadric plane = Quadric::of_plane(normal / area, p, area);
        for (const VertexId v : t) quadrics_[v] += plane;
    }
    add_border_planes(Stars(*mesh_));
}

std::size_t Collapser::shared(const Stars& stars, VertexId a, VertexId b) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        stars.at(a), [&](TriangleId t) { return std::ranges::count(mesh_->triangles[t], b) > 0; }));
}

// The plane through a border edge, perpendicular to its triangle. Its quadric keeps borders in place (Garland
// and Heckbert 1997, section 6).
void Collapser::add_border_planes(const Stars& stars) {
    for (const Corners& t : mesh_->triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const VertexId a = t[i], b = t[(i + 1) % 3];
            if (shared(stars, a, b) != 1) continue;
            const Vec3 &p = mesh_->points[a], &q = mesh_->points[b], &r = mesh_->points[t[(i + 2) % 3]];
            const Vec3 across = cross(q - p, cross(q - p, r - p));
            if (!(dot(across, across) > 0)) continue;
            const Quadric plane = Quadric::of_plane(normalized(across), p, border_weight * dot(q - p, q - p));
            quadrics_[a] += plane;
            quadrics_[b] += plane;
        }
    }
}

Candidate Collapser::candidate(VertexId a, VertexId b) const {
    const Vec3 &p = mesh_->points[a], &q = mesh_->points[b];
    const Quadric sum = quadrics_[a] + quadrics_[b];
    const Vec3 middle = (p + q) * 0.5;
    const double squared = dot(q - p, q - p);
    Vec3 best = sum.best_point(middle);
    // Where the equations are nearly singular, their solution may lie far away.
    if (!(dot(best - middle, best - middle) <= squared)) best = middle;
    Candidate result{sum.at(best), a, b, best};
    for (const Vec3& other : {p, q}) {
        const double cost = sum.at(other);
        if (cost < result.cost) result.cost = cost, result.place = other;
    }
    result.cost += length_weight * squared * (sum.xx + sum.yy + sum.zz);
    return result;
}

void Collapser::find_candidates(const Stars& stars) {
    candidates_.clear();
    std::vector<VertexId> around;
    for (VertexId a = 0; a < mesh_->points.size(); ++a) {
        find_neighbours(*mesh_, stars, a, around);
        for (std::size_t i = 0; i < around.size(); ++i)
            if (around[i] > a && (i == 0 || around[i] != around[i - 1]))
                candidates_.push_back(candidate(a, around[i]));
    }
    // Expensive edges wait for a later pass: cheaper edges may appear until then, or cheap edges that their
    // neighbours block now may become free.
    const auto cheaper = [](const Candidate& x, const Candidate& y) {
        return std::tie(x.cost, x.kept, x.gone) < std::tie(y.cost, y.kept, y.gone);
    };
    const std::size_t some = std::min(candidates_.size(), candidates_.size() / 3 + 1);
    std::nth_element(candidates_.begin(),
                     candidates_.begin() + static_cast<std::ptrdiff_t>(some - (some > 0)), candidates_.end(),
                     cheaper);
    candidates_.resize(some);
    std::ranges::sort(candidates_, cheaper);
    const double limit = candidates_.empty() ? 0 : 4 * candidates_[some / 4].cost;
    std::erase_if(candidates_, [&](const Candidate& c) { return c.cost > limit; });
}

bool Collapser::turns_over(const Stars& stars, const Candidate& c) const {
    for (const auto& [moved, other] : {std::pair{c.kept, c.gone}, std::pair{c.gone, c.kept}}) {
        for (const TriangleId t : stars.at(moved)) {
            const Corners& corners = mesh_->triangles[t];
            if (std::ranges::count(corners, other) > 0) continue;
            std::array<Vec3, 3> before, after;
            for (std::size_t i = 0; i < 3; ++i) {
                before[i] = mesh_->points[corners[i]];
                after[i] = corners[i] == moved ? c.place : before[i];
            }
            const Vec3 old_normal = cross(before[1] - before[0], before[2] - before[0]);
            const Vec3 new_normal = cross(after[1] - after[0], after[2] - after[0]);
            if (dot(old_normal, new_normal) < 0.25 * length(old_normal) * length(new_normal)) return true;
        }
    }
    return false;
}

// True if a point neighbours both ends without a triangle of all three: the collapse would flatten whatever
// lies between.
bool Collapser::folds(const Stars& stars, const Candidate& c) {
    find_neighbours(*mesh_, stars, c.kept, around_a_);
    find_neighbours(*mesh_, stars, c.gone, around_b_);
    around_a_.erase(std::unique(around_a_.begin(), around_a_.end()), around_a_.end());
    around_b_.erase(std::unique(around_b_.begin(), around_b_.end()), around_b_.end());
    std::size_t common = 0;
    auto b = around_b_.begin();
    for (const VertexId v : around_a_) {
        while (b != around_b_.end() && *b < v) ++b;
        if (b != around_b_.end() && *b == v) ++common;
    }
    return common > shared(stars, c.kept, c.gone);
}

void Collapser::collapse(const Stars& stars, const Candidate& c) {
    left_ -= shared(stars, c.kept, c.gone);
    for (const VertexId end : {c.kept, c.gone})
        for (const TriangleId t : stars.at(end))
            for (const VertexId v : mesh_->triangles[t]) touched_[v] = 1;
    mesh_->points[c.kept] = c.place;
    quadrics_[c.kept] += quadrics_[c.gone];
    renamed_[c.gone] = c.kept;
}

void Collapser::drop_collapsed() {
    for (Corners& t : mesh_->triangles)
        for (VertexId& v : t) v = renamed_[v];
    std::erase_if(mesh_->triangles, has_equal_corners);
}

std::size_t Collapser::pass(bool careful) {
    const Stars stars(*mesh_);
    find_candidates(stars);
    left_ = mesh_->triangles.size();
    touched_.assign(mesh_->points.size(), 0);
    renamed_.resize(mesh_->points.size());
    for (VertexId v = 0; v < renamed_.size(); ++v) renamed_[v] = v;
    std::size_t removed = 0;
    for (const Candidate& c : candidates_) {
        if (left_ <= target_) break;
        if (touched_[c.kept] != 0 || touched_[c.gone] != 0) continue;
        if (careful && (turns_over(stars, c) || folds(stars, c))) continue;
        collapse(stars, c);
        ++removed;
    }
    drop_collapsed();
    return removed;
}

}  // namespace

void collapse_edges(SimpleMesh& mesh, std::size_t max_triangles) {
    const std::size_t target = std::max<std::size_t>(max_triangles, 4);
    Collapser collapser(mesh, target);
    bool careful = true;
    while (mesh.triangles.size() > target) {
        const std::size_t before = mesh.triangles.size();
        const std::size_t removed = collapser.pass(careful);
        // If a careful pass finds nothing to collapse, the number of triangles matters more than folds.
        if (removed < before / 200 + 1) careful = false;
    }
    drop_unused_points(mesh);
}

}  // namespace graze::inline v1::detail
