// All that it takes to make meshes and build their trees, read as one. Kernels can be read so too, for they
// are compiled for one instruction set here.
#include <cstdlib>

#include "graze/base/error.cpp"
#include "graze/base/hilbert.cpp"
#include "graze/base/threads.cpp"
#include "graze/base/trig.cpp"
#include "graze/mesh/generate.cpp"
#include "graze/mesh/mesh.cpp"
#include "graze/mesh/surface_faces.cpp"
#include "graze/tree/build.cpp"
#include "graze/tree/curve_order.cpp"
#include "graze/tree/extents.cpp"
#include "graze/tree/fit.cpp"
#include "graze/tree/split.cpp"
#include "graze/tree/split_order.cpp"
#include "graze/tree/support_table.cpp"
#include "tests/tree/compilers/tree_hashes.cpp"

namespace graze::inline v1::detail {

// Of polygons, which no mesh here has.
bool Triangulator::operator()(std::span<const Vec3>, std::vector<std::array<std::uint32_t, 3>>&) {
    std::abort();
}

}  // namespace graze::inline v1::detail
