// The methods behind predicted_contact. Boxes are not empty, the horizon is not negative.
#pragma once

#include "graze/world/prediction/prediction.h"

namespace graze::inline v1::detail {

std::optional<TimeSpan> predict_by_slabs(const MovingBox& a, const MovingBox& b, PredictionCounts& counts);
std::optional<TimeSpan> predict_by_spheres(const MovingBox& a, const MovingBox& b, PredictionCounts& counts);
std::optional<TimeSpan> predict_by_stepping(const MovingBox& a, const MovingBox& b, double horizon,
                                            const PredictionOptions& options, PredictionCounts& counts);
// Within `span`.
std::optional<TimeSpan> predict_by_sweep(const MovingBox& a, const MovingBox& b, const TimeSpan& span,
                                         const PredictionOptions& options, PredictionCounts& counts);

// The largest bound in magnitude, of those that are not infinite.
double largest_bound(const Box& box);
// The radius of the sphere around a box, its diagonal being the diameter; rounded up.
double sphere_radius(const Box& box);

}  // namespace graze::inline v1::detail
