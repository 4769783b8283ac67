// What flight plans may be. Each check throws Error.
#pragma once

#include <cstddef>
#include <span>

#include "graze/deform/kinetic/kinetic_tree.h"

namespace graze::inline v1::detail {

void check_kinetic_mesh(const Mesh& mesh, const KineticOptions& options);
void check_step(std::span<const Vec3> positions, std::size_t vertices);
void check_time(double time, double now);
void check_redirection(VertexId vertex, const Vec3& to, std::size_t vertices, double now);

}  // namespace graze::inline v1::detail
