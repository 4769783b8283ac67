// Any soup, any tolerance: stitching joins what it may, moves nothing too far, and makes nothing worse.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "graze/mesh/stitch.h"
#include "graze/mesh/topology.h"
#include "tests/fuzz/coordinates.h"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

// Three bytes for the tolerance and the numbers of points and triangles, then corners, then coordinates.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace graze;
    if (size < 3) return 0;
    constexpr std::array<double, 8> shares{0, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 2, 1e6};
    const std::size_t points = 3 + data[1] % 29, triangles = 1 + data[2] % 48;
    std::vector<std::array<VertexId, 3>> corners(triangles);
    std::size_t at = 3;
    for (auto& t : corners)
        for (VertexId& v : t) v = static_cast<VertexId>((at < size ? data[at++] : 0) % points);
    fuzz::Coordinates coordinates(data + std::min(at, size), size - std::min(at, size));
    std::vector<Vec3> vertices(points);
    for (Vec3& v : vertices) v = coordinates.point();
    const Mesh soup(vertices, corners);

    StitchOptions options;
    const Vec3 box = soup.box().size();
    const double share = shares[data[0] % shares.size()];
    if (data[0] < 128) options.tolerance = std::min(share * std::max({box.x, box.y, box.z}), 1e100);
    const Stitched done = stitched(soup, options);
    const StitchReport& r = done.report;
    require(done.mesh.vertices().size() == points);
    for (std::size_t v = 0; v < points; ++v) {
        const Vec3 d = done.mesh.vertices()[v] - soup.vertices()[v];
        // Squares of what is 2^-500 of the coordinates are 0.
        require(std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) <=
                r.largest_move * (1 + 1e-12) + 0x1p-500 * std::max({box.x, box.y, box.z}));
    }
    require(r.largest_move <= r.tolerance && r.widest_gap <= r.tolerance);
    const Topology before(soup), after(done.mesh);
    require(after.boundary_edge_count() <= before.boundary_edge_count());
    require(after.boundary_edge_count() == r.open_edges);
    require(after.non_manifold_edges().size() <= before.non_manifold_edges().size());
    require(after.inconsistent_edges().size() <= before.inconsistent_edges().size());
    require(after.duplicates().size() <= before.duplicates().size());
    require(after.cluster_count() == before.cluster_count());
    require(after.surface().closed() == r.closed);
    if (r.was_closed) require(done.mesh.vertices().data() == soup.vertices().data());
    return 0;
}
