// Copies of a solid that share a given part of their volume.
#pragma once

#include <cmath>
#include <optional>

#include "graze/mesh/measures.h"
#include "graze/query/solid/volume.h"
#include "graze/tree/shape.h"

namespace graze::bench {

// A turned copy comes along a line.
class ApproachLine {
  public:
    explicit ApproachLine(const Shape& shape)
        : shape_(shape), size_(length(shape.mesh().box().size())), own_(volume_of(shape)) {}

    Pose at(double distance) const {
        const Vec3 middle = shape_.mesh().box().center();
        return Pose::translation(middle + direction() * (distance * size_)) *
               Pose::rotation_turns({1, 2, 3}, 0.3) * Pose::translation(-middle);
    }
    double share_at(double distance) const {
        return overlap_volume(shape_, Pose(), shape_, at(distance)).volume / own_;
    }
    // The first place where at least this much is shared; none if there is none on the line.
    std::optional<Pose> sharing(double share) const {
        constexpr int steps = 200;
        for (int i = steps; i-- > 0;) {
            if (share_at(1.0 * i / steps) < share) continue;
            double inside = 1.0 * i / steps, outside = 1.0 * (i + 1) / steps;
            for (int k = 0; k < 30; ++k) {
                const double middle = (inside + outside) / 2;
                (share_at(middle) < share ? outside : inside) = middle;
            }
            return at(inside);
        }
        return {};
    }
    double own() const { return own_; }
    double size() const { return size_; }
    // In which the copy comes: from far out along it.
    Vec3 direction() const { return normalized({3, 1, 2}); }

  private:
    static double volume_of(const Shape& shape) {
        return std::abs(solid_measures(shape.mesh(), shape.closed_surface()).volume);
    }
    const Shape& shape_;
    double size_, own_;
};

}  // namespace graze::bench
