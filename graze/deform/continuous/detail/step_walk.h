// The walk that finds features whose boxes overlap during a step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/budget.h"
#include "graze/deform/continuous/detail/swept_features.h"
#include "graze/tree/query_counts.h"

namespace graze::inline v1::detail {

// Pairs of features, a run at a time.
struct FeaturePair {
    std::uint32_t a, b;  // vertices and edges: their place among the features. Faces: their triangle
};

class FeatureSink {
  public:
    enum Kind : std::uint8_t { vertex_face, face_vertex, edge_edge };

    virtual ~FeatureSink() = default;

    // False ends the walk.
    bool add(Kind kind, std::uint32_t a, std::uint32_t b) {
        Run& run = runs_[kind];
        run.pairs[run.size++] = {a, b};
        return run.size < run.pairs.size() || flush(kind);
    }
    bool flush() { return flush(vertex_face) && flush(face_vertex) && flush(edge_edge); }

  protected:
    FeatureSink() = default;
    FeatureSink(const FeatureSink&) = default;
    FeatureSink& operator=(const FeatureSink&) = default;

  private:
    struct Run {
        std::array<FeaturePair, 256> pairs;
        std::size_t size = 0;
    };
    bool flush(Kind kind) {
        Run& run = runs_[kind];
        const std::size_t size = run.size;
        run.size = 0;
        return size == 0 || take(kind, {run.pairs.data(), size});
    }
    virtual bool take(Kind kind, std::span<const FeaturePair> pairs) = 0;

    std::array<Run, 3> runs_;
};

struct StepWalk {
    const SweptFeatures &a, &b;  // the same for a mesh against itself
    FeatureSink& sink;
    Meter& meter;
    QueryCounts& counts;
};

// Gives the sink each pair of the piece once; false if the sink or the meter has ended the walk. Of a mesh
// against itself, pairs that share a vertex may be among them, and vertices with faces come as vertex_face
// only.
bool walk(const StepWalk& walk, const WalkPiece& piece);

}  // namespace graze::inline v1::detail
