// The searches for pairs of triangles that have a point in common: what intersects(), the listing of pairs,
// volumes and depths rest on.
#pragma once

#include <vector>

#include "graze/query/intersect/intersect.h"
#include "graze/tree/traverse/pair_query.h"

namespace graze::inline v1::detail {

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
    Meter& meter;  // once it is exhausted, the rest is left out

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

// The traversals, in find_pairs.cpp. The first does what prepare() does, too; for the others, the query's
// frame is complete.
FoundPair find_pair(PairQuery& query);
// If there is none, also how far the shapes are apart at least, in coordinates of A's tree and without
// margin; 0 if leaves came close.
FoundPair find_pair_or_clearance(const PairQuery& query, float& clearance);
// Of what is below a pair of boxes.
void visit_pairs(const PairQuery& query, BoxPair from, QueryCounts& counts, Visit& visit);
void visit_near(const PairQuery& query, NearVisitor& visitor);
// Pairs of boxes that together cover all that may intersect: about as many as wanted, or fewer where there is
// less to do. The same on every machine.
std::vector<BoxPair> pieces_of(const PairQuery& query, std::size_t wanted);

}  // namespace graze::inline v1::detail
