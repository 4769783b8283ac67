#include "graze/query/intersect/brute_force.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <span>

namespace graze::inline v1 {
namespace {

// A mesh transformed to the world once.
class WorldTriangles {
  public:
    WorldTriangles(const Mesh& mesh, const Pose& world_from_mesh) : corners_(mesh.triangles()) {
        vertices_.reserve(mesh.vertices().size());
        for (const Vec3& v : mesh.vertices()) vertices_.push_back(world_from_mesh(v));
        for (const auto& corners : corners_)
            for (const VertexId v : corners) box_.grow(vertices_[v]);
    }

    std::size_t size() const { return corners_.size(); }
    const Box& box() const { return box_; }
    Triangle operator[](TriangleId t) const {
        const auto& v = corners_[t];
        return {vertices_[v[0]], vertices_[v[1]], vertices_[v[2]]};
    }

  private:
    std::span<const std::array<VertexId, 3>> corners_;
    std::vector<Vec3> vertices_;
    Box box_;
};

// The triangles of a mesh that overlap a region, sorted by the lower ends of their boxes along one axis.
class SortedBoxes {
  public:
    SortedBoxes(const WorldTriangles& triangles, const Box& region, std::size_t axis) : axis_(axis) {
        for (TriangleId t = 0; t < triangles.size(); ++t) {
            const Box box = bounds(triangles[t]);
            if (overlap(box, region)) items_.push_back({box, t});
        }
        std::sort(items_.begin(), items_.end(), [axis](const Item& l, const Item& r) {
            return l.box.lower[axis] != r.box.lower[axis] ? l.box.lower[axis] < r.box.lower[axis]
                                                          : l.id < r.id;
        });
        highest_.reserve(items_.size());
        double highest = -std::numeric_limits<double>::infinity();
        for (const Item& item : items_) highest_.push_back(highest = std::max(highest, item.box.upper[axis]));
    }

    // A range of items that contains all boxes that overlap `box` along the axis (and others, if boxes differ
    // much in length).
    struct Range {
        std::size_t first, last;
    };
    Range along_axis(const Box& box) const {
        const auto first = std::lower_bound(highest_.begin(), highest_.end(), box.lower[axis_]);
        const auto last =
            std::upper_bound(items_.begin(), items_.end(), box.upper[axis_],
                             [this](double v, const Item& item) { return v < item.box.lower[axis_]; });
        const auto begin = static_cast<std::size_t>(first - highest_.begin());
        const auto end = static_cast<std::size_t>(last - items_.begin());
        return {begin, std::max(begin, end)};
    }

    // The triangles whose boxes overlap `box`, in ascending order.
    void find(const Box& box, std::vector<TriangleId>& found) const {
        found.clear();
        const Range range = along_axis(box);
        for (std::size_t i = range.first; i < range.last; ++i)
            if (overlap(items_[i].box, box)) found.push_back(items_[i].id);
        std::sort(found.begin(), found.end());
    }

  private:
    struct Item {
        Box box;
        TriangleId id;
    };
    std::size_t axis_;
    std::vector<Item> items_;
    std::vector<double>
        highest_;  // the highest upper end among the items up to here: ascending, so binary search works
};

// The axis along which the fewest boxes overlap, judged by some hundred triangles of each mesh. A poor choice
// costs time and nothing else.
std::size_t best_axis(const WorldTriangles& a, const WorldTriangles& b) {
    constexpr std::size_t samples = 500;
    const auto sampled_boxes = [](const WorldTriangles& triangles) {
        std::vector<Box> boxes;
        const std::size_t step = triangles.size() / samples + 1;
        for (std::size_t t = 0; t < triangles.size(); t += step)
            boxes.push_back(bounds(triangles[static_cast<TriangleId>(t)]));
        return boxes;
    };
    std::array<std::uint64_t, 3> overlaps{};
    const std::vector<Box> boxes_b = sampled_boxes(b);
    for (const Box& box_a : sampled_boxes(a))
        for (const Box& box_b : boxes_b)
            for (std::size_t axis = 0; axis < 3; ++axis)
                if (box_a.lower[axis] <= box_b.upper[axis] && box_b.lower[axis] <= box_a.upper[axis])
                    ++overlaps[axis];
    return static_cast<std::size_t>(std::min_element(overlaps.begin(), overlaps.end()) - overlaps.begin());
}

// The pairs of a run of A's triangles, in ascending order.
struct Piece {
    std::vector<TrianglePair> pairs;
    std::uint64_t pair_count = 0;
    FilterCounts counts;
};

class PieceSearch {
  public:
    PieceSearch(const WorldTriangles& a, const WorldTriangles& b, const SortedBoxes& sorted_b,
                bool first_only, std::uint64_t room, const Progress* progress)
        : a_(a), b_(b), sorted_b_(sorted_b), first_only_(first_only), room_(room), progress_(progress) {}

    Piece run(TriangleId first, TriangleId last) {
        for (TriangleId t = first; t < last && !done(); ++t) {
            const Triangle triangle_a = a_[t];
            sorted_b_.find(bounds(triangle_a), candidates_);
            for (const TriangleId candidate : candidates_) {
                if (batch_.full()) decide();
                if (done()) break;
                pending_[batch_.size()] = {t, candidate};
                batch_.add(triangle_a, b_[candidate]);
            }
        }
        if (!done()) decide();
        return std::move(piece_);
    }

  private:
    bool done() const {
        return (first_only_ && piece_.pair_count > 0) || (progress_ != nullptr && progress_->cancelled());
    }

    void decide() {
        if (batch_.size() == 0) return;
        for (std::uint64_t hits = batch_.decide(&piece_.counts); hits != 0; hits &= hits - 1) {
            ++piece_.pair_count;
            if (piece_.pairs.size() < room_)
                piece_.pairs.push_back(pending_[static_cast<std::size_t>(std::countr_zero(hits))]);
            if (first_only_) break;
        }
        batch_.clear();
    }

    const WorldTriangles &a_, &b_;
    const SortedBoxes& sorted_b_;
    bool first_only_;
    std::uint64_t room_;
    const Progress* progress_;
    std::vector<TriangleId> candidates_;
    TriangleBatch batch_;
    std::array<TrianglePair, TriangleBatch::capacity> pending_;
    Piece piece_;
};

void append(BruteForceResult& result, const Piece& piece, std::uint64_t max_pairs) {
    const std::uint64_t room = max_pairs - result.pairs.size();
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(room, piece.pairs.size()));
    result.pairs.insert(result.pairs.end(), piece.pairs.begin(), piece.pairs.begin() + kept);
    result.pair_count += piece.pair_count;
    result.counts += piece.counts;
}

// Threads search pieces in parallel, a round of pieces at a time; between rounds the pieces are joined in
// order. So the result is that of one thread, few pairs wait in memory, and a search for the first pair goes
// at most a round too far (pairs after the first are not counted).
constexpr std::size_t triangles_per_piece = 32;
constexpr std::size_t pieces_per_round = 64;
constexpr std::size_t triangles_per_round = triangles_per_piece * pieces_per_round;

constexpr std::uint64_t report_count = 256;

}  // namespace

BruteForceResult find_intersections_brute_force(const Mesh& mesh_a, const Pose& world_from_a,
                                                const Mesh& mesh_b, const Pose& world_from_b,
                                                const BruteForceOptions& options) {
    BruteForceResult result;
    const WorldTriangles a(mesh_a, world_from_a), b(mesh_b, world_from_b);
    if (!overlap(a.box(), b.box())) return result;
    const SortedBoxes sorted_b(b, a.box(), best_axis(a, b));

    std::vector<Piece> round(pieces_per_round);
    std::uint64_t reported = 0;
    for (std::size_t start = 0; start < a.size(); start += triangles_per_round) {
        const std::size_t n = std::min(triangles_per_round, a.size() - start);
        const std::uint64_t room = options.max_pairs - result.pairs.size();
        parallel_for(options.threads, n, triangles_per_piece, [&](std::size_t first, std::size_t last) {
            round[first / triangles_per_piece] =
                PieceSearch(a, b, sorted_b, options.first_only, room, options.progress)
                    .run(static_cast<TriangleId>(start + first), static_cast<TriangleId>(start + last));
        });
        // A cancelled round has gaps, so even a first pair found in it may not be the lowest.
        result.complete = options.progress == nullptr || !options.progress->cancelled();
        for (std::size_t p = 0; p * triangles_per_piece < n; ++p) {
            append(result, round[p], options.max_pairs);
            if (options.first_only && result.pair_count > 0) return result;
        }
        if (!result.complete) return result;
        if (options.progress == nullptr) continue;
        const std::uint64_t done = start + n;
        if (done * report_count / a.size() != reported) {
            reported = done * report_count / a.size();
            options.progress->report("comparing triangles", done, a.size());
        }
    }
    return result;
}

}  // namespace graze::inline v1
