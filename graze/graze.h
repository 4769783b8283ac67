// What most users need: shapes, queries, files, worlds, pictures. Each header can be included alone as well,
// and those of clashes and their pages are (graze/clash/clash.h, graze/report/clash_page.h);
// docs/architecture.md says which room holds what.
#pragma once

// Before anything else, and instead of it: an older compiler gets one sentence.
#if __cplusplus <= 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG > 201703L)
#error "graze needs C++20: compile with -std=c++20"
#else

#include "graze/base/box.h"
#include "graze/base/error.h"
#include "graze/base/log.h"
#include "graze/base/motion.h"
#include "graze/base/pose.h"
#include "graze/base/threads.h"
#include "graze/base/triangle.h"
#include "graze/base/vec3.h"
#include "graze/base/version.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/mesh.h"
#include "graze/mesh/repair.h"
#include "graze/mesh/stitch.h"
#include "graze/mesh/topology.h"
#include "graze/query/answer.h"
#include "graze/query/contact.h"
#include "graze/query/contact/contacts.h"
#include "graze/query/depth/convex_depth.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/depth/penetration.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/query_cache.h"
#include "graze/query/query_options.h"
#include "graze/query/ray/ray.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/overlap_regions.h"
#include "graze/query/solid/volume.h"
#include "graze/query/sweep/least_distance.h"
#include "graze/query/sweep/linear_impact.h"
#include "graze/query/sweep/time_of_impact.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/query/triangle/triangle_pair.h"
#include "graze/tree/shape.h"

// A graze built without files (GRAZE_IO=OFF) is installed without these.
#if __has_include("graze/io/load.h")
#include "graze/io/load.h"
#include "graze/io/load_assembly.h"
#include "graze/io/save.h"
#include "graze/io/saved_shape.h"
#endif

// Nor has one built without sphere packings (GRAZE_SPHERES=OFF) these.
#if __has_include("graze/spheres/sphere_packing.h")
#include "graze/spheres/sphere.h"
#include "graze/spheres/sphere_packing.h"
#endif

// Nor has one built without deforming shapes (GRAZE_DEFORM=OFF) these.
#if __has_include("graze/deform/deformable_shape.h")
#include "graze/deform/continuous/step_contacts.h"
#include "graze/deform/deformable_shape.h"
#include "graze/deform/self_collision/self_intersections.h"
#endif

// Nor has one built without worlds (GRAZE_WORLD=OFF) these.
#if __has_include("graze/world/world.h")
#include "graze/world/world.h"
#endif

// Nor has one built without pictures (GRAZE_RENDER=OFF) these.
#if __has_include("graze/render/draw.h")
#include "graze/render/camera.h"
#include "graze/render/color.h"
#include "graze/render/draw.h"
#include "graze/render/picture.h"
#endif

#endif
