#include "graze/mesh/detail/enclosures.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/base/predicates.h"
#include "graze/mesh/detail/solid_sums.h"

namespace graze::inline v1::detail {
namespace {

// All numbers are for the winding of the lowest triangle.
struct Patch {
    TriangleId first = 0;
    std::size_t triangles = 0, turned = 0;
    bool closed = true;
    DoubleDouble volume;   // times 6, in the frame of the mesh
    double magnitude = 0;  // sum of the magnitudes of its terms
    Box box;
    std::size_t first_listed = 0;  // of its triangles in listed_

    // Most triangles have the opposite winding to the lowest.
    bool reversed() const { return 2 * turned > triangles; }
    // The sign of the volume with the winding of most triangles; 0 if rounding leaves it undecided.
    int sign() const {
        if (std::abs(volume.high) <= 0x1p-90 * magnitude) return 0;
        return (volume.high > 0) != reversed() ? 1 : -1;
    }
};

// Whether the vertical line through p meets the triangle, seen from above, with p moved by an infinitesimal
// amount. Every point of the plane off the corners then belongs to one side of every edge, so that a line
// meets closed surfaces an even number of times.
bool above_or_below(const Triangle& t, const Vec3& p) {
    bool in = false;
    const Vec2 q{p.x, p.y};
    for (std::size_t i = 0; i < 3; ++i) {
        Vec2 a{t[i].x, t[i].y}, b{t[(i + 1) % 3].x, t[(i + 1) % 3].y};
        if ((a.y <= q.y) == (b.y <= q.y)) continue;
        if (a.y > b.y) std::swap(a, b);
        if (orient2d(a, b, q) > 0) in = !in;
    }
    return in;
}

enum class Place { inside, outside, on };

// Whether p is inside a closed surface: the parity of the crossings of the line from p upwards.
template <typename Triangles>
Place place_of(const Vec3& p, const Triangles& triangles, const Mesh& mesh) {
    bool inside = false;
    for (const TriangleId id : triangles) {
        const Triangle t = mesh.triangle(id);
        const Box box = bounds(t);
        if (p.z > box.upper.z || p.x < box.lower.x || p.x > box.upper.x || p.y < box.lower.y ||
            p.y > box.upper.y)
            continue;
        if (in_triangle(p, t)) return Place::on;
        if (!above_or_below(t, p)) continue;
        // The triangle is not vertical, or the line would not meet it: it turns left or right as seen from
        // above.
        const int turn = orient2d({t[0].x, t[0].y}, {t[1].x, t[1].y}, {t[2].x, t[2].y});
        if (turn * orient3d(t[0], t[1], t[2], p) < 0) inside = !inside;
    }
    return inside ? Place::inside : Place::outside;
}

class Enclosures {
  public:
    Enclosures(const Edges& edges, const Orientation& orientation)
        : mesh_(edges.mesh()), edges_(edges), orientation_(orientation) {
        list_patches();
        find_open_patches();
        work_left_ = 64 * (mesh_.triangle_count() + 1) + (std::uint64_t{1} << 24);
    }

    PatchTurns decide() {
        PatchTurns result;
        result.turn.assign(mesh_.triangle_count(), false);
        // Large patches first, so that outer patches are decided before inner ones.
        std::vector<std::size_t> closed;
        for (std::size_t i = 0; i < patches_.size(); ++i) {
            result.turn[patches_[i].first] = patches_[i].reversed();
            if (patches_[i].closed && patches_[i].sign() != 0) closed.push_back(i);
        }
        std::ranges::stable_sort(closed, std::greater<>(),
                                 [&](std::size_t i) { return extent(patches_[i].box); });
        std::vector<bool> flipped(patches_.size(), false);  // against the majority of its triangles
        for (std::size_t i = 0; i < closed.size(); ++i) {
            const Patch& patch = patches_[closed[i]];
            const std::optional<std::size_t> around = outermost_around(std::span(closed).first(i), patch);
            if (!around) {
                if (patch.sign() < 0) result.undecided.push_back(patch.first);
                continue;
            }
            const bool outside = *around == nothing;
            flipped[closed[i]] = outside ? patch.sign() < 0 : flipped[*around];
            if (flipped[closed[i]]) result.turn[patch.first] = !patch.reversed();
            if (!outside && (patch.sign() < 0) != flipped[closed[i]]) result.voids.push_back(patch.first);
        }
        std::ranges::sort(result.voids);
        std::ranges::sort(result.undecided);
        return result;
    }

  private:
    static constexpr std::size_t nothing = static_cast<std::size_t>(-1);

    static double extent(const Box& box) {
        const Vec3 s = box.size();
        return std::max({s.x, s.y, s.z});
    }

    void list_patches() {
        const std::vector<std::uint32_t>& patch = orientation_.patch;
        patch_of_.assign(patch.size(), Orientation::no_patch);
        for (TriangleId t = 0; t < patch.size(); ++t) {
            if (patch[t] == Orientation::no_patch) continue;
            if (patch[t] == t) {
                patch_of_[t] = static_cast<std::uint32_t>(patches_.size());
                patches_.push_back({});
                patches_.back().first = t;
            } else {
                patch_of_[t] = patch_of_[patch[t]];
            }
            measure(patches_[patch_of_[t]], t);
        }
        std::size_t sum = 0;
        for (Patch& p : patches_) p.first_listed = sum, sum += p.triangles;
        listed_.resize(sum);
        std::vector<std::size_t> next;
        for (const Patch& p : patches_) next.push_back(p.first_listed);
        for (TriangleId t = 0; t < patch.size(); ++t) {
            if (patch[t] != Orientation::no_patch) listed_[next[patch_of_[t]]++] = t;
        }
    }

    void measure(Patch& patch, TriangleId t) const {
        const Triangle triangle = mesh_.triangle(t);
        const Wide3 a = frame_.inside(triangle[0]), b = frame_.inside(triangle[1]),
                    c = frame_.inside(triangle[2]);
        const Wide3 n = cross(b, c);
        const DoubleDouble det = dot(a, n);
        ++patch.triangles;
        patch.turned += orientation_.turned[t] ? 1 : 0;
        patch.volume += orientation_.turned[t] ? -det : det;
        patch.magnitude += std::abs(det.high);
        patch.box.grow(bounds(triangle));
    }

    // A patch is closed if its own triangles run along every edge as often in one direction as in the other.
    void find_open_patches() {
        std::vector<std::pair<std::uint32_t, bool>> runs;
        edges_.for_each_edge(0, edges_.point_count(), [&](VertexId, std::span<const EdgeUse> uses) {
            runs.clear();
            for (const EdgeUse& use : uses)
                runs.emplace_back(patch_of_[use.triangle], use.outward != orientation_.turned[use.triangle]);
            std::ranges::sort(runs);
            for (std::size_t first = 0; first < runs.size();) {
                std::size_t last = first, outward = 0;
                for (; last < runs.size() && runs[last].first == runs[first].first; ++last)
                    outward += runs[last].second ? 1 : 0;
                if (2 * outward != last - first) patches_[runs[first].first].closed = false;
                first = last;
            }
        });
    }

    std::span<const TriangleId> triangles_of(const Patch& patch) const {
        return std::span(listed_).subspan(patch.first_listed, patch.triangles);
    }

    // The first of `larger` that contains the patch, `nothing` if none does, nullopt if that is too much
    // work.
    std::optional<std::size_t> outermost_around(std::span<const std::size_t> larger, const Patch& patch) {
        for (const std::size_t i : larger) {
            const Patch& other = patches_[i];
            if (work_left_ == 0) return std::nullopt;
            --work_left_;
            if (!other.box.contains(patch.box.lower) || !other.box.contains(patch.box.upper)) continue;
            const std::optional<bool> inside = is_inside(patch, other);
            if (!inside) return std::nullopt;
            if (*inside) return i;
        }
        return nothing;
    }

    // Decided by the first point of the patch that is not on the other's surface; false if all are.
    std::optional<bool> is_inside(const Patch& patch, const Patch& other) {
        for (const TriangleId t : triangles_of(patch)) {
            for (const Vec3& p : mesh_.triangle(t).corner) {
                if (work_left_ < other.triangles) {
                    work_left_ = 0;
                    return std::nullopt;
                }
                work_left_ -= other.triangles;
                const Place place = place_of(p, triangles_of(other), mesh_);
                if (place != Place::on) return place == Place::inside;
            }
        }
        return false;
    }

    const Mesh& mesh_;
    const Edges& edges_;
    const Orientation& orientation_;
    const Frame frame_{mesh_.box()};
    std::vector<Patch> patches_;
    std::vector<std::uint32_t> patch_of_;  // by triangle: index into patches_
    std::vector<TriangleId> listed_;       // triangles by patch
    std::uint64_t work_left_ = 0;
};

}  // namespace

PatchTurns decide_turns(const Edges& edges, const Orientation& orientation) {
    return Enclosures(edges, orientation).decide();
}

}  // namespace graze::inline v1::detail
