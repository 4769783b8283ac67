#include "surface_fit.h"

#include <BRepAdaptor_Surface.hxx>
#include <Standard_Failure.hxx>
#include <Standard_OutOfMemory.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <algorithm>
#include <cmath>
#include <gp_Vec.hxx>
#include <math_Jacobi.hxx>
#include <math_Matrix.hxx>
#include <math_Vector.hxx>
#include <vector>

#include "face_surfaces.h"
#include "points.h"

namespace graze::importers {
namespace {

struct Sample {
    Point at, normal;  // the normal has length 1 and points to either side
};

Point plus(const Point& a, const Point& b, double times) {
    return {a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times};
}

// All over the face, apart from places without a normal, as the pole of a sphere.
std::vector<Sample> samples_of(const BRepAdaptor_Surface& surface) {
    constexpr int steps = 8;
    const double u = surface.FirstUParameter(), v = surface.FirstVParameter();
    const double width = surface.LastUParameter() - u, height = surface.LastVParameter() - v;
    std::vector<Sample> samples;
    std::vector<double> areas;
    for (int i = 0; i <= steps; ++i) {
        for (int j = 0; j <= steps; ++j) {
            gp_Pnt p;
            gp_Vec along_u, along_v;
            surface.D1(u + width * i / steps, v + height * j / steps, p, along_u, along_v);
            const gp_Vec normal = along_u.Crossed(along_v);
            areas.push_back(normal.Magnitude());
            const double factor = areas.back() > 0 ? 1 / areas.back() : 0;
            samples.push_back({point_of(p), {normal.X() * factor, normal.Y() * factor, normal.Z() * factor}});
        }
    }
    const double least = 1e-6 * *std::ranges::max_element(areas);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (areas[i] > least && std::isfinite(areas[i])) samples[kept++] = samples[i];
    samples.resize(kept);
    return samples;
}

Point mean_of(const std::vector<Sample>& samples, Point Sample::* member) {
    Point sum{};
    for (const Sample& s : samples) sum = plus(sum, s.*member, 1);
    for (double& c : sum) c /= static_cast<double>(samples.size());
    return sum;
}

// The least squares of at = center + factor * normal.
struct CommonCenter {
    Point center{};
    double factor = 0;
};

CommonCenter common_center(const std::vector<Sample>& samples) {
    const Point at = mean_of(samples, &Sample::at), normal = mean_of(samples, &Sample::normal);
    double products = 0, squares = 0;
    for (const Sample& s : samples) {
        const Point d = minus(s.normal, normal);
        products += dot(minus(s.at, at), d);
        squares += dot(d, d);
    }
    const double factor = squares > 0 ? products / squares : 0;
    return {plus(at, normal, -factor), factor};
}

Face plane_through(const std::vector<Sample>& samples) {
    Face face;
    face.kind = FaceKind::plane;
    face.point = mean_of(samples, &Sample::at);
    face.axis = samples.front().normal;
    return face;
}

Face sphere_through(const std::vector<Sample>& samples) {
    const CommonCenter found = common_center(samples);
    Face face;
    face.kind = FaceKind::sphere;
    face.point = found.center;
    face.radius = std::abs(found.factor);
    return face;
}

// The normals of a cylinder or a cone have the same angle to its axis: along it, they vary least.
std::optional<Point> direction_of_least_variance(const std::vector<Sample>& samples) {
    const Point mean = mean_of(samples, &Sample::normal);
    math_Matrix sums(1, 3, 1, 3, 0.0);
    for (const Sample& s : samples) {
        const Point d = minus(s.normal, mean);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                sums(i + 1, j + 1) += d[static_cast<std::size_t>(i)] * d[static_cast<std::size_t>(j)];
    }
    math_Jacobi solved(sums);
    if (!solved.IsDone()) return std::nullopt;
    int least = 1;
    for (const int i : {2, 3})
        if (solved.Value(i) < solved.Value(least)) least = i;
    math_Vector axis(1, 3);
    solved.Vector(least, axis);
    return Point{axis(1), axis(2), axis(3)};
}

// Across the axis, the points of a cone are radius(z) times the direction of the normal from the axis.
Face round_through(const std::vector<Sample>& samples, const Point& axis, bool cone) {
    const Point origin = mean_of(samples, &Sample::at);
    const double steep = cone ? dot(mean_of(samples, &Sample::normal), axis) : 0;
    const double slope = steep / std::sqrt(std::max(1e-12, 1 - steep * steep));
    std::vector<Sample> across;
    for (const Sample& s : samples) {
        const Point d = minus(s.at, origin);
        const double z = dot(d, axis);
        Point outwards = plus(s.normal, axis, -dot(s.normal, axis));
        const double size = std::sqrt(dot(outwards, outwards));
        if (!(size > 1e-6)) continue;
        for (double& c : outwards) c /= size;
        across.push_back({plus(plus(d, axis, -z), outwards, slope * z), outwards});
    }
    Face face;
    face.kind = cone ? FaceKind::cone : FaceKind::cylinder;
    face.axis = axis;
    if (across.empty()) return face;
    const CommonCenter found = common_center(across);
    face.point = plus(origin, found.center, 1);
    face.radius = std::abs(found.factor);
    face.slope = found.factor < 0 ? slope : -slope;
    return face;
}

double deviation_at_samples(const Face& face, const std::vector<Sample>& samples) {
    double most = 0;
    for (const Sample& s : samples) most = std::max(most, std::abs(height_over(face, s.at)));
    return most;
}

// Parameters at which to look, for both directions of a surface. A polynomial is 0 everywhere if it is 0 at
// more places than its degree. The square of a distance from an axis, or from a centre, has twice the degree
// of the surface.
std::vector<double> parameters(const TColStd_Array1OfReal& ends, int degree) {
    const int per_interval = 2 * degree + 2;
    std::vector<double> result;
    for (int i = ends.Lower(); i < ends.Upper(); ++i)
        for (int k = 0; k <= per_interval; ++k)
            result.push_back(ends(i) + (ends(i + 1) - ends(i)) * k / per_interval);
    return result;
}

std::optional<double> deviation_everywhere(const Face& face, const BRepAdaptor_Surface& surface,
                                           double most) {
    constexpr int other_degree = 12;  // in place of that of surfaces that are no polynomials
    constexpr std::size_t most_points = 1000000;
    const bool polynomial =
        surface.GetType() == GeomAbs_BSplineSurface || surface.GetType() == GeomAbs_BezierSurface;
    TColStd_Array1OfReal u(1, surface.NbUIntervals(GeomAbs_CN) + 1);
    TColStd_Array1OfReal v(1, surface.NbVIntervals(GeomAbs_CN) + 1);
    surface.UIntervals(u, GeomAbs_CN);
    surface.VIntervals(v, GeomAbs_CN);
    const std::vector<double> at_u = parameters(u, polynomial ? surface.UDegree() : other_degree);
    const std::vector<double> at_v = parameters(v, polynomial ? surface.VDegree() : other_degree);
    if (at_u.size() > most_points / at_v.size()) return std::nullopt;
    double deviation = 0;
    for (const double x : at_u) {
        for (const double y : at_v) {
            deviation = std::max(deviation, std::abs(height_over(face, point_of(surface.Value(x, y)))));
            if (!(deviation <= most)) return std::nullopt;
        }
    }
    return deviation;
}

// Radii that are much larger than the face say that it is nearly flat, and no more.
bool is_telling(const Face& face, const std::vector<Sample>& samples) {
    if (face.kind == FaceKind::plane) return true;
    double size = 0;
    for (const Sample& s : samples)
        for (std::size_t k = 0; k < 3; ++k) size = std::max(size, std::abs(s.at[k] - samples.front().at[k]));
    return face.radius > 0 && face.radius < 1000 * size && std::abs(face.slope) < 1000;
}

std::optional<Face> recognized(const TopoDS_Face& face, double tolerance) {
    const BRepAdaptor_Surface surface(face, Standard_True);
    const auto bounded = [](double parameter) { return std::abs(parameter) < 1e50; };  // false for NaN
    if (!bounded(surface.FirstUParameter()) || !bounded(surface.LastUParameter()) ||
        !bounded(surface.FirstVParameter()) || !bounded(surface.LastVParameter()))
        return std::nullopt;
    const std::vector<Sample> samples = samples_of(surface);
    if (samples.size() < 16) return std::nullopt;
    std::vector<Face> guesses{plane_through(samples), sphere_through(samples)};
    if (const auto axis = direction_of_least_variance(samples))
        for (const bool cone : {false, true}) guesses.push_back(round_through(samples, *axis, cone));
    for (Face& guess : guesses) {
        if (!is_telling(guess, samples) || !(deviation_at_samples(guess, samples) <= tolerance)) continue;
        const auto deviation = deviation_everywhere(guess, surface, tolerance);
        if (!deviation) continue;
        guess.tolerance = tolerance + *deviation;
        return guess;
    }
    return std::nullopt;
}

}  // namespace

// Open CASCADE throws where a surface has no derivatives.
std::optional<Face> recognized_surface(const TopoDS_Face& face, double tolerance) {
    try {
        return recognized(face, tolerance);
    } catch (const Standard_OutOfMemory&) {
        throw;
    } catch (const Standard_Failure&) {
        return std::nullopt;
    }
}

}  // namespace graze::importers
