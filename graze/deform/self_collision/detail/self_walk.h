// The walk over a hierarchy against itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/base/budget.h"
#include "graze/deform/self_collision/detail/self_boxes.h"
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

struct FloatBox {
    float lower[3], upper[3];
};
GRAZE_INLINE FloatBox box_in(const EightBoxes& boxes, int slot) {
    return {{boxes.lower[0][slot], boxes.lower[1][slot], boxes.lower[2][slot]},
            {boxes.upper[0][slot], boxes.upper[1][slot], boxes.upper[2][slot]}};
}

// A subtree against itself (`b` is none), or two subtrees whose boxes overlap.
struct SelfPiece {
    TreeLink a, b;
    FloatBox box_a{}, box_b{};
};

struct SelfWalk {
    const WideNode* nodes;
    const TreeLeaf* leaves;
    const SelfBoxes& boxes;
    CandidateSink& sink;
    Meter& meter;
    QueryCounts& counts;
};

// Gives the sink each pair of the piece once; false if the sink or the meter has ended the walk.
bool walk(const SelfWalk& walk, const SelfPiece& piece);

// Adds the pieces that a piece consists of, one level further down. A piece of leaves alone is added as it
// is: false.
bool split(const WideTree& tree, const SelfBoxes& boxes, const SelfPiece& piece, std::vector<SelfPiece>& out);

}  // namespace graze::inline v1::detail
