// The walk over a hierarchy against itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/base/budget.h"
#include "graze/deform/detail/walk_pieces.h"
#include "graze/query/contact.h"
#include "graze/tree/query_counts.h"

namespace graze::inline v1::detail {

// Takes pairs of triangles whose boxes overlap, a run at a time.
class CandidateSink {
  public:
    virtual ~CandidateSink() = default;

    // False ends the walk.
    bool add(TriangleId a, TriangleId b) {
        pairs_[size_++] = a < b ? TrianglePair{a, b} : TrianglePair{b, a};
        return size_ < pairs_.size() || flush();
    }
    bool flush() {
        const std::size_t count = size_;
        size_ = 0;
        return count == 0 || take({pairs_.data(), count});
    }

  protected:
    CandidateSink() = default;
    CandidateSink(const CandidateSink&) = default;
    CandidateSink& operator=(const CandidateSink&) = default;

  private:
    virtual bool take(std::span<const TrianglePair> pairs) = 0;

    std::array<TrianglePair, 256> pairs_;
    std::size_t size_ = 0;
};

struct SelfWalk {
    BoxesTree tree;
    const TreeLeaf* leaves;
    const EightBoxes* leaf_boxes;
    CandidateSink& sink;
    Meter& meter;
    QueryCounts& counts;
};

// Gives the sink each pair of the piece once; false if the sink or the meter has ended the walk.
bool walk(const SelfWalk& walk, const WalkPiece& piece);

}  // namespace graze::inline v1::detail
