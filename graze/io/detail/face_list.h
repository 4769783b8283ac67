// Collects the faces of a file while it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

class FaceList {
  public:
    void reserve(std::size_t corners) { corners_.reserve(corners); }

    // Add the corners of a face one by one, then call end_face().
    void add_corner(VertexId vertex) { corners_.push_back(vertex); }
    // False if the face has fewer than three corners: it is dropped and the caller counts it.
    bool end_face() {
        const std::size_t count = corners_.size() - start_;
        if (count < 3) {
            corners_.resize(start_);
            return false;
        }
        if (count > std::numeric_limits<std::uint32_t>::max()) throw Error("a face has too many corners");
        // No counts are kept as long as all faces are triangles.
        if (count != 3 && counts_.empty()) counts_.assign(count_, 3);
        if (count != 3 || !counts_.empty()) counts_.push_back(static_cast<std::uint32_t>(count));
        start_ = corners_.size();
        ++count_;
        return true;
    }

    std::size_t count() const { return count_; }

    // Empties the list.
    void move_to(PolygonSoup& soup) {
        soup.corners = std::move(corners_);
        soup.corner_counts = std::move(counts_);
    }

  private:
    std::vector<VertexId> corners_;
    std::vector<std::uint32_t> counts_;
    std::size_t start_ = 0, count_ = 0;
};

}  // namespace graze::inline v1::detail
