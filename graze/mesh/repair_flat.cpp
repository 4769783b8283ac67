// Removes triangles without area.
#include <algorithm>
#include <array>
#include <optional>

#include "graze/base/predicates.h"
#include "graze/mesh/detail/repair_steps.h"
#include "graze/mesh/triangulate.h"

namespace graze::inline v1::detail {
namespace {

// A triangle with three different corners on a line: `middle` lies between the ends of its longest side.
struct Flat {
    std::size_t polygon = 0;
    VertexId middle = 0;
    std::array<VertexId, 2> ends{};  // the lower first
};

std::optional<Flat> flat_at(const RepairSoup& soup, std::size_t p) {
    const std::span<const VertexId> c = soup.polygon(p);
    if (c.size() != 3) return std::nullopt;
    const Vec3 &a = soup.vertices[c[0]], &b = soup.vertices[c[1]], &d = soup.vertices[c[2]];
    if (!collinear(a, b, d)) return std::nullopt;
    for (std::size_t i = 0; i < 3; ++i) {
        const VertexId u = c[(i + 1) % 3], v = c[(i + 2) % 3];
        if (on_segment(soup.vertices[c[i]], soup.vertices[u], soup.vertices[v]))
            return Flat{p, c[i], {std::min(u, v), std::max(u, v)}};
    }
    return std::nullopt;  // not reached: one of three points on a line is between the others
}

std::uint64_t key_of(VertexId u, VertexId v) {
    return (std::uint64_t{std::min(u, v)} << 32U) | std::max(u, v);
}

// The polygon on the other side of the longest side of a flat triangle.
struct Neighbour {
    std::uint64_t key = 0;    // of the side
    std::size_t flat = 0;     // index into the list of flat triangles; the first with this side
    std::size_t polygon = 0;  // the first
    std::uint32_t uses = 0;   // without the flat triangle itself
};

// Corners to be inserted between two corners of a polygon.
struct Insertion {
    std::size_t polygon;
    std::array<VertexId, 2> ends;
    VertexId middle;
};

class FlatRemover {
  public:
    FlatRemover(RepairSoup& soup, bool keep_triangles, const RepairOptions& options, RepairReport& report)
        : soup_(soup), keep_triangles_(keep_triangles), options_(options), report_(report) {}

    // Flat triangles with a flat neighbour wait until it is removed. False if nothing could be done.
    bool one_round() {
        find_flat();
        if (flat_.empty()) return false;
        find_neighbours();
        insertions_.clear();
        std::vector<bool> dropped(soup_.size(), false);
        // Gets a corner or is dropped: only one change per round.
        std::vector<bool> busy(soup_.size(), false);
        for (std::size_t i = 0; i < flat_.size(); ++i) {
            const Flat& flat = flat_[i];
            const Neighbour& along = *neighbour_along(key_of(flat.ends[0], flat.ends[1]));
            if (along.flat != i || along.uses > 1 || busy[flat.polygon]) continue;
            if (along.uses == 1) {
                const std::size_t p = along.polygon;
                if (is_flat_[p] || busy[p] || has_corner(p, flat.middle)) continue;
                insertions_.push_back({p, flat.ends, flat.middle});
                busy[p] = true;
            }
            busy[flat.polygon] = true;
            dropped[flat.polygon] = true;
            count_place(report_.flat_polygons, options_.places, soup_.place(flat.polygon));
        }
        if (std::ranges::find(dropped, true) == dropped.end()) return false;
        rewrite(dropped);
        return true;
    }

    void note_what_is_left() {
        find_flat();
        for (const Flat& flat : flat_)
            count_place(report_.kept_flat_polygons, options_.places, soup_.place(flat.polygon));
    }

  private:
    void find_flat() {
        flat_.clear();
        is_flat_.assign(soup_.size(), false);
        for (std::size_t p = 0; p < soup_.size(); ++p) {
            const std::optional<Flat> flat = flat_at(soup_, p);
            if (!flat) continue;
            flat_.push_back(*flat);
            is_flat_[p] = true;
        }
    }

    void find_neighbours() {
        neighbours_.clear();
        for (std::size_t i = 0; i < flat_.size(); ++i)
            neighbours_.push_back({key_of(flat_[i].ends[0], flat_[i].ends[1]), i});
        std::ranges::stable_sort(neighbours_, {}, &Neighbour::key);
        const auto again = std::ranges::unique(neighbours_, {}, &Neighbour::key);
        neighbours_.erase(again.begin(), again.end());
        for (std::size_t p = 0; p < soup_.size(); ++p) {
            const std::span<const VertexId> c = soup_.polygon(p);
            for (std::size_t i = 0; i < c.size(); ++i) {
                Neighbour* const found = neighbour_along(key_of(c[i], c[(i + 1) % c.size()]));
                if (found == nullptr || flat_[found->flat].polygon == p) continue;
                if (found->uses++ == 0) found->polygon = p;
            }
        }
    }
    Neighbour* neighbour_along(std::uint64_t key) {
        const auto found = std::ranges::lower_bound(neighbours_, key, {}, &Neighbour::key);
        return found != neighbours_.end() && found->key == key ? &*found : nullptr;
    }

    bool has_corner(std::size_t p, VertexId v) const {
        return std::ranges::find(soup_.polygon(p), v) != soup_.polygon(p).end();
    }

    void rewrite(const std::vector<bool>& dropped) {
        std::ranges::sort(insertions_, {}, &Insertion::polygon);
        RepairSoup edited;
        auto insertion = insertions_.begin();
        for (std::size_t p = 0; p < soup_.size(); ++p) {
            if (dropped[p]) continue;
            if (insertion == insertions_.end() || insertion->polygon != p) {
                edited.add(soup_.polygon(p), soup_.source(p), soup_.part(p));
                continue;
            }
            add_with(*insertion, edited);
            ++insertion;
        }
        soup_.take_polygons(std::move(edited));
    }

    void add_with(const Insertion& insertion, RepairSoup& edited) {
        const std::span<const VertexId> old = soup_.polygon(insertion.polygon);
        std::vector<VertexId> corners;
        bool inserted = false;  // a polygon may run along an edge twice, as along a bridge to a hole
        for (std::size_t i = 0; i < old.size(); ++i) {
            const VertexId u = old[i], v = old[(i + 1) % old.size()];
            corners.push_back(u);
            if (inserted || key_of(u, v) != key_of(insertion.ends[0], insertion.ends[1])) continue;
            corners.push_back(insertion.middle);
            inserted = true;
        }
        const PolygonId source = soup_.source(insertion.polygon);
        const std::uint32_t part = soup_.part(insertion.polygon);
        if (!keep_triangles_) {
            edited.add(corners, source, part);
            return;
        }
        std::vector<Vec3> points;
        for (const VertexId v : corners) points.push_back(soup_.vertices[v]);
        std::vector<std::array<std::uint32_t, 3>> cut;
        triangulate(points, cut);
        for (const auto& [a, b, c] : cut)
            edited.add(std::array{corners[a], corners[b], corners[c]}, source, part);
    }

    RepairSoup& soup_;
    const bool keep_triangles_;
    const RepairOptions& options_;
    RepairReport& report_;
    std::vector<Flat> flat_;
    std::vector<bool> is_flat_;
    std::vector<Neighbour> neighbours_;  // by key
    std::vector<Insertion> insertions_;
};

}  // namespace

bool drop_flat(RepairSoup& soup, bool keep_triangles, const RepairOptions& options, RepairReport& report) {
    constexpr int most_rounds = 64;  // each round scans the whole mesh; rows of flat triangles are short
    FlatRemover remover(soup, keep_triangles, options, report);
    int rounds = 0;
    while (rounds < most_rounds && remover.one_round()) ++rounds;
    remover.note_what_is_left();
    return rounds > 0;
}

}  // namespace graze::inline v1::detail
