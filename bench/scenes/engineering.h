// Parts as they come from CAD: flat faces, holes, ribs, threads and long thin triangles.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "bench/scenes/mesh_objects.h"
#include "graze/base/pose.h"

namespace graze::bench {

// "cad-tray": walls and ribs on a plate. The others are parts of make_gearbox: half a housing, a cover with
// its pattern of holes, a threaded screw and bolt, a turned shaft, a ring of a bearing. `folder` is searched
// for STL, STEP and glTF files, in its subfolders, too; of assemblies, the three parts with the most
// triangles are taken. Empty: none.
std::vector<MeshObject> engineering_objects(const std::filesystem::path& folder);

// Gaps between the faces of a stack, relative to the diagonal of the part.
inline constexpr double stack_gaps[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10, 1e-12};

// Generated parts to be stacked on copies of themselves along z: as they are, and turned in their files so
// that the faces are along no axis.
struct StackedObject {
    MeshObject object;
    Pose turned;  // what the file turned it by
};
std::vector<StackedObject> stacked_objects();
// Of the second copy: on top of the first one, with a gap, and moved sideways by a few hundredths of its
// size.
std::vector<Pose> stack_poses(const Mesh& mesh, const Pose& turned, double gap);

}  // namespace graze::bench
