// The searches for pairs of triangles that have a point in common. intersects(), the listing of pairs,
// volumes and depths use them.
#pragma once

#include <vector>

#include "graze/query/intersect/intersect.h"
#include "graze/tree/traverse/pair_query.h"

namespace graze::inline v1::detail {

struct FoundPair {
    bool found = false;
    TriangleId a = 0, b = 0;
};

// What the general traversal does with the pairs that it finds, and when it stops.
struct Visit {
    const PairFilter& filter;
    const PairCollector& collect;
    Meter& meter;
    bool found = false;
    bool ended = false;  // by the collector
    // Once a pair was found, the traversal may leave out pairs that touch but do not pass through each other.
    bool only_crossings = false;
};

// Notified of all nodes, leaves and triangles that come near the other shape. For nodes and leaves that are
// not reported, the hull of their triangles is clear of the other shape's surface.
class NearVisitor {
  public:
    Meter& meter;  // once the meter is exhausted, the rest is left out

    virtual void opened_a(std::uint32_t node) = 0;
    virtual void opened_b(std::uint32_t node) = 0;
    virtual void near_a(std::uint32_t leaf) = 0;
    virtual void near_b(std::uint32_t leaf) = 0;
    // Two triangles that may have a point in common, by their places in leaves that were reported. No such
    // pair is missing.
    virtual void pair(std::uint32_t leaf_a, std::uint32_t i, std::uint32_t leaf_b, std::uint32_t j) = 0;

  protected:
    explicit NearVisitor(Meter& m) : meter(m) {}
    ~NearVisitor() = default;
};

// The traversals, in find_pairs.cpp. find_pair() includes prepare(); the others need a query with a complete
// frame.
FoundPair find_pair(PairQuery& query);
// If there is no pair, also a lower bound of the distance of the shapes, in coordinates of A's tree and
// without the margin; 0 if leaves came close.
FoundPair find_pair_or_clearance(const PairQuery& query, float& clearance);
// The same; once the meter is exhausted, neither a missing pair nor the clearance means anything.
FoundPair find_pair_or_clearance(const PairQuery& query, float& clearance, Meter& meter, QueryCounts& counts);
// Visits the pairs below a pair of boxes.
void visit_pairs(const PairQuery& query, BoxPair from, QueryCounts& counts, Visit& visit);
// The whole search, for two shapes. `undecided` if the meter ended it, and not the collector.
Answer visit_pairs(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                   const PairCollector& collect, const PairFilter& filter, QueryCounts& counts, Meter& meter);
void visit_near(const PairQuery& query, QueryCounts& counts, NearVisitor& visitor);
// Pairs of boxes that together contain all that may intersect: about `wanted` of them, or fewer where there
// is less to do. The same on every machine.
std::vector<BoxPair> pieces_of(const PairQuery& query, std::size_t wanted);

}  // namespace graze::inline v1::detail
