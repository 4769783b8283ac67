// Joins open sides that lie along one another within a tolerance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <unordered_map>
#include <vector>

#include "graze/mesh/detail/open_surface.h"
#include "graze/mesh/detail/segment_tree.h"

namespace graze::inline v1::detail {

// After Barequet and Kumar ("Repairing CAD models", 1997): of all pairs of open sides that run along each
// other in opposite directions, the pair with the narrowest gap for its length is joined first. Different
// from there, sides are cut where the other one ends (T-junctions), and every join is refused that would harm
// the surface (OpenSurface) or leave its limits.
class Zipper {
  public:
    using SideId = OpenSurface::SideId;

    // Lengths in the scale of the surface's points. Sides are joined within a piece only; pieces are given by
    // numbers, for each root.
    Zipper(OpenSurface& surface, std::span<const std::uint32_t> piece_of_root, double tolerance);

    void run();

    double widest_gap() const { return widest_gap_; }      // that was joined
    double largest_move() const { return largest_move_; }  // of a point
    std::uint64_t moved_points() const { return merged_into_.size(); }
    // Where a point is now: the point that it was merged with, or itself.
    VertexId place_of(VertexId point) const;

  private:
    // How two ends of sides become one point.
    enum class Way : std::uint8_t { same, merge, into_first, into_second };
    struct End {
        Way way = Way::same;
        VertexId first = 0, second = 0;  // the end of either side
        double distance = 0;
    };
    struct Join {
        End start, end;  // as seen along the first side
        double gap = 0, overlap = 0;
    };
    struct Candidate {
        double gap = 0, overlap = 0;
        SideId first = 0, second = 0;
        // What is narrowest for its length comes first: around a point that has come apart, sides in any
        // direction are near each other for a short way. Of equally narrow ones, the longest.
        friend bool operator<(const Candidate& a, const Candidate& b) {
            const double narrow_a = a.gap / a.overlap, narrow_b = b.gap / b.overlap;
            if (narrow_a != narrow_b) return narrow_a > narrow_b;
            if (a.overlap != b.overlap) return a.overlap < b.overlap;
            return a.first != b.first ? a.first > b.first : a.second > b.second;
        }
    };

    void round();
    void fill_slivers();
    void note_new_sides();
    void find_partners(SideId s);
    void consider(SideId s, SideId other);
    std::optional<Join> match(SideId first, SideId second);
    std::optional<End> match_ends(const OpenSide& e, VertexId end_of_e, const OpenSide& f, VertexId end_of_f);
    bool may_move(VertexId from, VertexId to);
    bool may_merge(VertexId a, VertexId b) { return may_move(a, b) || may_move(b, a); }
    bool may_insert(VertexId point, const OpenSide& side, double distance);
    bool join(const Candidate& candidate);
    bool can_unite(const End& end, SideId first, SideId second);
    void unite(const End& end, SideId first, SideId second);
    std::optional<VertexId> direction_of_merge(VertexId a, VertexId b);
    void merge(VertexId from, VertexId to);
    void insert(VertexId point, SideId side);
    double limit_at(VertexId point);
    double limit_along(std::uint32_t root);
    std::span<const VertexId> members_of(const VertexId& point) const;

    OpenSurface& surface_;
    std::span<const std::uint32_t> piece_of_root_;
    const double tolerance_;
    SegmentTree roots_;
    std::vector<std::vector<SideId>> pieces_of_root_;  // by root, in the order along it
    std::priority_queue<Candidate> queue_;
    SideId noted_ = 0;  // sides before have been looked at
    std::unordered_map<VertexId, double> limit_at_;
    std::unordered_map<std::uint32_t, double> limit_along_;
    std::unordered_map<VertexId, std::vector<VertexId>> members_;  // of points that others were merged with
    std::unordered_map<VertexId, VertexId> merged_into_;
    double widest_gap_ = 0, largest_move_ = 0;
};

}  // namespace graze::inline v1::detail
