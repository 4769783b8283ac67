// Where is the largest ball among a few nearly flat things?
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

// The linear program "move so that the least of the distances becomes as large as it can", where the distance
// from thing i changes by normal_i . step. By duality its value is the least mean of the distances over all
// sets of things whose normals have a mean of zero, with the same weights; four things are enough
// (Caratheodory), so all fours of the few closest things are tried.
class LocalProgram {
  public:
    static constexpr std::size_t most = 8;

    bool wants(double distance) const { return count_ < most || distance < distance_[count_ - 1]; }
    void add(double distance, const Vec3& normal);  // keeps the closest
    // None if nothing holds the ball: it could grow without end.
    std::optional<Vec3> best_step() const;

  private:
    struct Best;
    void try_pair(std::size_t a, std::size_t b, Best& best) const;
    void try_four(const std::array<std::size_t, 4>& things, Best& best) const;

    std::size_t count_ = 0;
    std::array<double, most> distance_{};  // ascending
    std::array<Vec3, most> normal_{};
};

}  // namespace graze::inline v1::detail
