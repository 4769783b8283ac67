// The planes of a box tree (Zachmann 2002), each known by the vertex on it, kept while vertices fly.
//
// An inner node has two planes across its axis: the upper bound of its first child, and the lower bound of
// its second one. All other sides of the children are those of the node. The root has six sides.
//
// The certificate of a plane: no candidate overtakes the vertex on it. Candidates are found below the plane's
// child: a node that is split along the same axis has a plane that stands for one of its children, and leaves
// stand for themselves.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/deform/kinetic/detail/kinetic_aabbs.h"

namespace graze::inline v1::detail {

class KineticPlanes {
  public:
    KineticPlanes(const Mesh& mesh, const PatternOptions& options);

    const BinaryPattern& pattern() const { return pattern_; }
    const FlightLines& lines() const { return lines_; }
    Tick now() const { return now_; }
    const KineticCounts& counts() const { return counts_; }

    void step_to(std::span<const Vec3> to);
    void advance(Tick now);
    void redirect(VertexId v, const Vec3& to);

    // All rounded outwards: around all positions of vertices, exact or rounded.
    Box root_box() const;
    Box first_box(std::uint32_t node, Box box) const;
    Box second_box(std::uint32_t node, Box box) const;

  private:
    // Sides 0 to 5 of the root, then both planes of each node: a plane comes after those that depend on it.
    using PlaneId = std::uint64_t;
    static PlaneId plane_id(std::uint32_t node, bool upper) { return 6 + 2ull * node + (upper ? 1 : 0); }
    struct Plane {
        std::uint32_t below;  // the vertices of this node are not beyond the plane
        std::uint8_t side;    // 0 to 2: a lower bound along x, y, z
    };
    Plane plane(PlaneId id) const;
    // The first plane above that has the vertices of `node` for candidates.
    PlaneId plane_above(std::uint32_t node, std::uint8_t side) const;
    template <class Visit>
    void visit_candidates(std::uint32_t node, std::uint8_t side, Visit&& visit) const;

    LineOfFlight line_of(VertexId v, std::size_t side) const {
        return {&lines_, v, side % 3, side < 3 ? -1 : 1};
    }
    void realise_all();
    void certify_all();
    void certify(PlaneId id, Tick from);
    void work_off();
    enum Reason : unsigned { moved_below = 1, due = 2 };
    void add_work(PlaneId id, Reason reason, VertexId old, VertexId present);

    BinaryPattern pattern_;
    FlightLines lines_;
    std::vector<VertexId> planes_;
    std::vector<Box> ends_;  // of nodes, at the end of the step
    EventQueue queue_;
    Tick now_ = step_ticks;
    struct Work {
        PlaneId id;
        unsigned reasons;
        VertexId old, present;  // on a plane below
        friend bool operator<(const Work& a, const Work& b) { return a.id < b.id; }
    };
    std::vector<Work> work_;  // a heap
    KineticCounts counts_;
};

}  // namespace graze::inline v1::detail
