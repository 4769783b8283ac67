#include "graze/mesh/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/detail/solid_sums.h"

namespace graze::inline v1 {
namespace {

using detail::DoubleDouble;
using detail::Frame;
using detail::Wide3;

// Decides the order of summation: must not depend on the machine.
constexpr std::size_t triangles_per_sum = 4096;

struct SurfaceSums {
    DoubleDouble twice_area;
    Wide3 moment;  // of twice the area times three

    void add(const SurfaceSums& more) {
        twice_area += more.twice_area;
        for (std::size_t i = 0; i < 3; ++i) moment[i] += more.moment[i];
    }
};

SurfaceSums surface_sums(const Mesh& mesh, const Frame& frame, std::size_t first, std::size_t last) {
    SurfaceSums sums;
    for (; first < last; ++first) {
        const Triangle t = mesh.triangle(static_cast<TriangleId>(first));
        const Wide3 a = frame.inside(t[0]), b = frame.inside(t[1]), c = frame.inside(t[2]);
        const Wide3 n = detail::cross(detail::minus(b, a), detail::minus(c, a));
        const DoubleDouble area = detail::square_root(dot(n, n));
        sums.twice_area += area;
        for (std::size_t i = 0; i < 3; ++i) sums.moment[i] += area * (a[i] + b[i] + c[i]);
    }
    return sums;
}

template <typename Sums, typename Map>
Sums summed(const Mesh& mesh, const Threads& threads, const Map& map) {
    return parallel_reduce(threads, mesh.triangle_count(), triangles_per_sum, Sums{}, map,
                           [](Sums all, const Sums& more) {
                               all.add(more);
                               return all;
                           });
}

// About the centroid instead of the frame's middle (Steiner).
Inertia inertia_about(const Wide3& centroid, const detail::SolidSums& sums, const Frame& frame) {
    const auto second = [&](std::size_t i, std::size_t j) {
        return sums.second_moment(i, j) - sums.volume() * centroid[i] * centroid[j];
    };
    const DoubleDouble xx = second(0, 0), yy = second(1, 1), zz = second(2, 2);
    const auto out = [&](const DoubleDouble& value) { return frame.outside(value, 5); };
    return {out(yy + zz),       out(zz + xx),       out(xx + yy),
            out(-second(0, 1)), out(-second(1, 2)), out(-second(2, 0))};
}

}  // namespace

SurfaceMeasures surface_measures(const Mesh& mesh, const Threads& threads) {
    SurfaceMeasures result;
    if (mesh.empty()) return result;
    const Frame frame(mesh.box());
    const auto sums = summed<SurfaceSums>(mesh, threads, [&](std::size_t first, std::size_t last) {
        return surface_sums(mesh, frame, first, last);
    });
    result.area = frame.outside(sums.twice_area * DoubleDouble(0.5), 2);
    if (sums.twice_area.high == 0) return result;
    const DoubleDouble weight = sums.twice_area * DoubleDouble(3);
    result.centroid =
        frame.outside({sums.moment[0] / weight, sums.moment[1] / weight, sums.moment[2] / weight});
    return result;
}

SolidMeasures solid_measures(const Mesh& mesh, const ClosedSurface& surface, const Threads& threads) {
    if (!surface.closed())
        throw Error("has no volume, because it is not closed: " + surface.why_not(), "mesh",
                    "close it and wind its triangles alike");
    SolidMeasures result;
    if (mesh.empty()) return result;
    const Frame frame(mesh.box());
    const auto sums = summed<detail::SolidSums>(mesh, threads, [&](std::size_t first, std::size_t last) {
        detail::SolidSums part;
        for (; first < last; ++first) part.add(frame, mesh.triangle(static_cast<TriangleId>(first)));
        return part;
    });
    const DoubleDouble volume = sums.volume();
    result.volume = frame.outside(volume, 3);
    if (volume.high == 0) return result;
    const Wide3 centroid{sums.first_moment(0) / volume, sums.first_moment(1) / volume,
                         sums.first_moment(2) / volume};
    result.centroid = frame.outside(centroid);
    result.inertia = inertia_about(centroid, sums, frame);
    return result;
}

SolidMeasures solid_measures(const Mesh& mesh, const Threads& threads) {
    return solid_measures(mesh, ClosedSurface(mesh, threads), threads);
}

}  // namespace graze::inline v1
