// The boxes of a hierarchy, each known by the vertices on its sides, kept while vertices fly.
//
// Sides 0 to 2 are the lower ones along x, y, z; 3 to 5 the upper ones. A certificate belongs to each side of
// each node: "the vertex on this side is not overtaken". By whom is a question of the children's vertices on
// the same side, or of all vertices of a leaf. It fails after a tick; then the node belongs to the event
// queue.
//
// The state is that of a tick `now`: each side is realised by a vertex that no vertex of the node is beyond.
// Where several are level, it is one that will not be overtaken by the others: with the furthest end.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/deform/kinetic/detail/binary_pattern.h"
#include "graze/deform/kinetic/detail/event_queue.h"
#include "graze/deform/kinetic/detail/flight_lines.h"
#include "graze/deform/kinetic/kinetic_counts.h"

namespace graze::inline v1::detail {

using NodeSides = std::array<VertexId, 6>;

struct NodeSide {
    std::uint32_t node;
    std::uint8_t side;
};

class KineticAabbs {
  public:
    KineticAabbs(const Mesh& mesh, const PatternOptions& options);

    const BinaryPattern& pattern() const { return pattern_; }
    const FlightLines& lines() const { return lines_; }
    const NodeSides& sides(std::uint32_t node) const { return sides_[node]; }
    Tick now() const { return now_; }
    KineticCounts& counts() { return counts_; }
    const KineticCounts& counts() const { return counts_; }

    void step_to(std::span<const Vec3> to);
    // Of the first certificates to fail.
    Tick next() const { return queue_.next(); }
    // Repairs what fails after the tick `next()`; then it is the tick after that.
    void take_next();
    // Repairs all that fails before `now`.
    void advance(Tick now);
    // `since` is not after now(), and not before any event that was taken, but for the last ones.
    void redirect(VertexId v, const Vec3& to, Tick since);

    LineOfFlight line(std::uint32_t node, std::size_t side) const {
        return line_of(sides_[node][side], side);
    }
    LineOfFlight line_of(VertexId v, std::size_t side) const {
        return {&lines_, v, side % 3, side < 3 ? -1 : 1};
    }
    // Rounded outwards: around all positions of the node's vertices, exact or rounded.
    Box box(std::uint32_t node) const;

    // Where to note which sides are realised by another vertex; null: nowhere.
    void note_changes(std::vector<NodeSide>* changes) { changes_ = changes; }

  private:
    bool beyond(VertexId a, VertexId b, std::size_t side) const {
        return is_beyond(line_of(a, side), line_of(b, side), now_);
    }
    VertexId best_of(std::uint32_t node, std::size_t side) const;
    void realise_all();
    // When is the vertex on a side overtaken, at `from` or later?
    Tick failure(std::uint32_t node, std::size_t side, Tick from);
    void certify_all();
    void work_off();
    void add_work(std::uint32_t node, std::size_t side, bool again);

    BinaryPattern pattern_;
    FlightLines lines_;
    std::vector<NodeSides> sides_;
    EventQueue queue_;
    Tick now_ = step_ticks;
    // Sides to be looked at again, a heap: 2 * (6 * node + side), + 1 if what they depend on has changed.
    std::vector<std::uint64_t> work_;
    std::vector<NodeSide>* changes_ = nullptr;
    KineticCounts counts_;
};

}  // namespace graze::inline v1::detail
