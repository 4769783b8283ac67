// One query, handed to code that is compiled once per instruction set.
#pragma once

#include <vector>

#include "graze/query/detail/pair_frame.h"
#include "graze/query/intersect.h"

namespace graze::inline v1::detail {

struct IntersectJob {
    const Shape& a;
    const Pose& world_from_a;
    const Shape& b;
    const Pose& world_from_b;
    PairFrame frame;  // left open until start(), which is faster than zeros

    IntersectJob(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b)
        : a(shape_a), world_from_a(pose_a), b(shape_b), world_from_b(pose_b) {}
};

// A box of a tree: the node it is in and its place there.
class BoxRef {
  public:
    BoxRef() = default;
    constexpr BoxRef(std::uint32_t node, std::uint32_t slot) : bits_(node << 3 | slot) {}
    std::uint32_t node() const { return bits_ >> 3; }
    std::uint32_t slot() const { return bits_ & 7; }

  private:
    std::uint32_t bits_;
};

// A box of A and a box of B.
struct BoxPair {
    BoxRef a, b;
};
inline constexpr BoxPair roots{{0, 0}, {0, 0}};

struct FoundPair {
    bool found = false;
    TriangleId a = 0, b = 0;
};

// What the general traversal does with the pairs it finds, and when it stops.
struct Visit {
    const PairFilter& filter;
    const PairCollector& collect;
    Meter& meter;
    bool found = false;
    // Once a pair was found, those that touch but do not pass through each other may be left out.
    bool only_crossings = false;
};

// Told about all that comes near. Nodes and leaves that are not named lie, with the hull of their triangles,
// clear of the other shape's surface.
class NearVisitor {
  public:
    Meter& meter;  // once it is exhausted, the rest is not told

    virtual void opened_a(std::uint32_t node) = 0;
    virtual void opened_b(std::uint32_t node) = 0;
    virtual void near_a(std::uint32_t leaf) = 0;
    virtual void near_b(std::uint32_t leaf) = 0;
    // Triangles, by their places in leaves that were named, that may have a point in common; all such are.
    virtual void pair(std::uint32_t leaf_a, std::uint32_t i, std::uint32_t leaf_b, std::uint32_t j) = 0;

  protected:
    explicit NearVisitor(Meter& m) : meter(m) {}
    ~NearVisitor() = default;
};

// Before a traversal, in prepare.cpp. start() makes the first part of the frame. far_apart() tells shapes
// that do not need their trees opened; without floats that are any good, by their boxes in the world.
// prepare() does all: false if the shapes are far apart, else the frame is complete.
void start(IntersectJob& job);
bool boxes_apart(const IntersectJob& job);
bool world_boxes_apart(const IntersectJob& job);
bool far_apart(const IntersectJob& job);
bool prepare(IntersectJob& job);

// The traversals, in traverse.cpp. The first does what prepare() does, too; for the others, the job's frame
// is complete.
FoundPair find_pair(IntersectJob& job);
// If there is none, also how far the shapes are apart at least, in coordinates of A's tree and without
// margin; 0 if leaves came close.
FoundPair find_pair_or_clearance(const IntersectJob& job, float& clearance);
// Of what is below a pair of boxes.
void visit_pairs(const IntersectJob& job, BoxPair from, IntersectCounts& counts, Visit& visit);
void visit_near(const IntersectJob& job, NearVisitor& visitor);
// Pairs of boxes that together cover all that may intersect: about as many as wanted, or fewer where there is
// less to do. The same on every machine.
std::vector<BoxPair> pieces_of(const IntersectJob& job, std::size_t wanted);

}  // namespace graze::inline v1::detail
