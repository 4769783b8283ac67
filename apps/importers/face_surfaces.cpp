#include "face_surfaces.h"

#include <BRepAdaptor_Surface.hxx>
#include <BRep_Tool.hxx>
#include <algorithm>
#include <array>
#include <cmath>
#include <gp_Cone.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Pln.hxx>
#include <gp_Sphere.hxx>
#include <vector>

#include "points.h"
#include "surface_fit.h"

namespace graze::importers {

// From the surface: positive on the side that a plane's axis points to, and outside of the others. For these
// it is a convex function of the point: of a triangle, the corners are the furthest out.
double height_over(const Face& face, const Point& p) {
    const Point d = minus(p, face.point);
    if (face.kind == FaceKind::plane) return dot(d, face.axis);
    if (face.kind == FaceKind::sphere) return std::sqrt(dot(d, d)) - face.radius;
    const double along = dot(d, face.axis);
    const Point across = cross(d, face.axis);
    return (std::sqrt(dot(across, across)) - (face.radius + face.slope * along)) /
           std::sqrt(1 + face.slope * face.slope);
}

namespace {

// The direction in which the height grows; not of length 1.
Point uphill(const Face& face, const Point& p) {
    const Point d = minus(p, face.point);
    if (face.kind == FaceKind::plane) return face.axis;
    if (face.kind == FaceKind::sphere) return d;
    const double along = dot(d, face.axis);
    return {d[0] - along * face.axis[0], d[1] - along * face.axis[1], d[2] - along * face.axis[2]};
}

// Of a convex function along an edge.
double least_along(const Face& face, const Point& a, const Point& b) {
    double low = 0, high = 1;
    constexpr int steps = 30;
    for (int i = 0; i < steps; ++i) {
        const double first = low + (high - low) / 3, second = high - (high - low) / 3;
        if (height_over(face, between(a, b, first)) < height_over(face, between(a, b, second)))
            high = second;
        else
            low = first;
    }
    return height_over(face, between(a, b, (low + high) / 2));
}

using Corners = std::array<Point, 3>;

// How far a triangle lies within the surface. Across the axis of a cylinder or cone, the deepest point is on
// an edge; of a sphere, it may be inside the triangle.
double least_height(const Face& face, const Corners& t) {
    double least = 0;
    for (std::size_t i = 0; i < 3; ++i) least = std::min(least, least_along(face, t[i], t[(i + 1) % 3]));
    if (face.kind != FaceKind::sphere) return least;
    const Point normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    const double square = dot(normal, normal);
    if (!(square > 0)) return least;
    for (std::size_t i = 0; i < 3; ++i) {  // whether the centre lies over the triangle
        const Point inwards = cross(normal, minus(t[(i + 1) % 3], t[i]));
        if (dot(inwards, minus(face.point, t[i])) < 0) return least;
    }
    const double over = std::abs(dot(normal, minus(face.point, t[0]))) / std::sqrt(square);
    return std::min(least, over - face.radius);
}

struct Heights {
    double least = 0, most = 0;
    double slant = 0;  // more than 0: the triangles' outer side is where the height grows
};

std::vector<Heights> heights_of(const Mesh& mesh) {
    std::vector<Heights> all(mesh.faces.size());
    for (std::size_t i = 0; i < mesh.face_of_triangle.size(); ++i) {
        const Face& face = mesh.faces[mesh.face_of_triangle[i]];
        if (face.kind == FaceKind::other) continue;
        Heights& heights = all[mesh.face_of_triangle[i]];
        Corners t;
        for (std::size_t k = 0; k < 3; ++k) t[k] = mesh.vertices[mesh.corners[3 * i + k]];
        for (const Point& corner : t) {
            const double h = height_over(face, corner);
            heights.least = std::min(heights.least, h);
            heights.most = std::max(heights.most, h);
        }
        if (face.kind != FaceKind::plane) heights.least = std::min(heights.least, least_height(face, t));
        const Point middle = between(between(t[0], t[1], 0.5), t[2], 1.0 / 3);
        heights.slant += dot(cross(minus(t[1], t[0]), minus(t[2], t[0])), uphill(face, middle));
    }
    return all;
}

// Negative for a solid that is inside out.
double six_volumes(const Mesh& mesh) {
    double sum = 0;
    const Point origin = mesh.vertices.empty() ? Point{} : mesh.vertices.front();
    for (std::size_t i = 0; i + 2 < mesh.corners.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return minus(mesh.vertices[mesh.corners[i + k]], origin); };
        sum += dot(corner(0), cross(corner(1), corner(2)));
    }
    return sum;
}

bool is_sound(const Face& face) {
    constexpr double most = 1e100;
    const auto fits = [](double v) { return std::abs(v) <= most; };  // false for NaN
    return fits(face.outward) && fits(face.inward) && fits(face.tolerance) && fits(face.radius) &&
           fits(face.slope) && std::ranges::all_of(face.point, fits) &&
           std::ranges::all_of(face.axis, fits) && face.tolerance >= 0 && face.radius >= 0;
}

gp_Pnt value_at(const BRepAdaptor_Surface& surface, const gp_Pnt2d& uv) {
    return surface.Value(uv.X(), uv.Y());
}

// Between triangles and a surface of any kind, measured at some points.
double measured_deviation(const TopoDS_Face& face, const BRepAdaptor_Surface& surface,
                          const Handle(Poly_Triangulation) & triangulation) {
    if (!triangulation->HasUVNodes()) return triangulation->Deflection();
    TopLoc_Location location;
    BRep_Tool::Triangulation(face, location);
    const gp_Trsf placed = location.Transformation();
    double most = 0;
    for (int i = 1; i <= triangulation->NbTriangles(); ++i) {
        std::array<int, 3> node{};
        triangulation->Triangle(i).Get(node[0], node[1], node[2]);
        Corners t;
        std::array<gp_Pnt2d, 3> uv;
        for (std::size_t k = 0; k < 3; ++k) {
            t[k] = point_of(triangulation->Node(node[k]).Transformed(placed));
            uv[k] = triangulation->UVNode(node[k]);
        }
        const Point normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
        const double size = std::sqrt(dot(normal, normal));
        if (!(size > 0)) continue;
        const auto look_at = [&](double x, double y) {
            const gp_Pnt2d at((uv[0].X() + uv[1].X() + uv[2].X()) / 3 + x,
                              (uv[0].Y() + uv[1].Y() + uv[2].Y()) / 3 + y);
            most = std::max(most, std::abs(dot(normal, minus(point_of(value_at(surface, at)), t[0]))) / size);
        };
        look_at(0, 0);
        for (std::size_t k = 0; k < 3; ++k) {  // the middles of the edges
            const gp_Pnt2d &a = uv[k], &b = uv[(k + 1) % 3], &c = uv[(k + 2) % 3];
            look_at((a.X() + b.X() - 2 * c.X()) / 6, (a.Y() + b.Y() - 2 * c.Y()) / 6);
        }
    }
    return most;
}

}  // namespace

Face surface_of(const TopoDS_Face& face, const Handle(Poly_Triangulation) & triangulation) {
    Face result;
    result.tolerance = BRep_Tool::Tolerance(face);
    const BRepAdaptor_Surface surface(face, Standard_False);
    switch (surface.GetType()) {
        case GeomAbs_Plane:
            result.kind = FaceKind::plane;
            result.point = point_of(surface.Plane().Location());
            result.axis = axis_of(surface.Plane().Axis());
            return result;
        case GeomAbs_Cylinder:
            result.kind = FaceKind::cylinder;
            result.point = point_of(surface.Cylinder().Location());
            result.axis = axis_of(surface.Cylinder().Axis());
            result.radius = surface.Cylinder().Radius();
            return result;
        case GeomAbs_Cone: {
            const gp_Cone cone = surface.Cone();
            result.kind = FaceKind::cone;
            result.point = point_of(cone.Location());
            result.axis = axis_of(cone.Axis());
            result.radius = cone.RefRadius();
            result.slope = std::tan(cone.SemiAngle());
            return result;
        }
        case GeomAbs_Sphere:
            result.kind = FaceKind::sphere;
            result.point = point_of(surface.Sphere().Location());
            result.radius = surface.Sphere().Radius();
            return result;
        default: {
            if (const auto found = recognized_surface(face, result.tolerance)) return *found;
            // What lies between the points that were looked at may be further away.
            constexpr double unseen = 1.5;
            result.outward = result.inward =
                result.tolerance + unseen * measured_deviation(face, surface, triangulation);
            return result;
        }
    }
}

void measure_faces(Mesh& mesh) {
    const std::vector<Heights> heights = heights_of(mesh);
    const bool inside_out = six_volumes(mesh) < 0;
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        Face& face = mesh.faces[i];
        if (face.kind == FaceKind::other) continue;
        const bool solid_is_below = (heights[i].slant > 0) != inside_out;
        if (face.kind == FaceKind::plane && !solid_is_below)
            for (double& c : face.axis) c = -c;
        if (face.kind != FaceKind::plane) face.concave = !solid_is_below;
        face.outward = face.tolerance + (solid_is_below ? heights[i].most : -heights[i].least);
        face.inward = face.tolerance + (solid_is_below ? -heights[i].least : heights[i].most);
    }
    // Surfaces that are broken in the file: then nothing is known.
    if (!std::ranges::all_of(mesh.faces, is_sound)) {
        mesh.faces.clear();
        mesh.face_of_triangle.clear();
    }
}

}  // namespace graze::importers
