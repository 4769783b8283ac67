#include "tessellate.h"

#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IMeshTools_Parameters.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "face_surfaces.h"

namespace graze::importers {
namespace {

constexpr std::uint32_t nobody = 0xffffffff;

double chosen_deflection(const TopoDS_Shape& shape, double most) {
    Bnd_Box box;
    BRepBndLib::Add(shape, box, Standard_False);
    if (box.IsVoid()) return most;
    const double diagonal = std::sqrt(box.SquareExtent());
    return diagonal > 0 && std::isfinite(diagonal) ? std::min(most, diagonal / 1000) : most;
}

// Every face has nodes of its own. Those along an edge that faces share are the same by the topology of the
// shape, even where rounding makes them differ: so a solid comes out closed.
class FaceJoiner {
  public:
    explicit FaceJoiner(const TopoDS_Shape& shape) {
        TopExp::MapShapes(shape, TopAbs_EDGE, edges_);
        TopExp::MapShapes(shape, TopAbs_VERTEX, vertices_);
        node_of_vertex_.assign(static_cast<std::size_t>(vertices_.Extent()), nobody);
        nodes_of_edge_.resize(static_cast<std::size_t>(edges_.Extent()));
    }

    // False if the face has no triangulation.
    bool add(const TopoDS_Face& face) {
        TopLoc_Location location;
        const Handle(Poly_Triangulation)& triangulation = BRep_Tool::Triangulation(face, location);
        if (triangulation.IsNull() || triangulation->NbTriangles() == 0) return false;
        const auto first = static_cast<std::uint32_t>(points_.size());
        for (int i = 1; i <= triangulation->NbNodes(); ++i) {
            const gp_Pnt p = triangulation->Node(i).Transformed(location.Transformation());
            points_.push_back({p.X(), p.Y(), p.Z()});
            parent_.push_back(first + static_cast<std::uint32_t>(i - 1));
        }
        const bool reversed = face.Orientation() == TopAbs_REVERSED;
        for (int i = 1; i <= triangulation->NbTriangles(); ++i) {
            int a = 0, b = 0, c = 0;
            triangulation->Triangle(i).Get(a, b, c);
            if (reversed) std::swap(b, c);
            for (const int node : {a, b, c}) corners_.push_back(first + static_cast<std::uint32_t>(node - 1));
            face_of_triangle_.push_back(static_cast<std::uint32_t>(faces_.size()));
        }
        faces_.push_back(surface_of(face, triangulation));
        for (TopExp_Explorer edge(face, TopAbs_EDGE); edge.More(); edge.Next())
            join_edge(TopoDS::Edge(edge.Current()), triangulation, location, first);
        return true;
    }

    // Triangles whose corners fell together, as at the pole of a sphere, are none.
    Mesh finish() {
        Mesh mesh;
        std::vector<std::uint32_t> number(points_.size(), nobody);
        for (std::size_t i = 0; i < corners_.size(); i += 3) {
            const std::uint32_t a = root(corners_[i]), b = root(corners_[i + 1]), c = root(corners_[i + 2]);
            if (a == b || b == c || c == a) continue;
            mesh.face_of_triangle.push_back(face_of_triangle_[i / 3]);
            for (const std::uint32_t node : {a, b, c}) {
                if (number[node] == nobody) {
                    number[node] = static_cast<std::uint32_t>(mesh.vertices.size());
                    mesh.vertices.push_back(points_[node]);
                }
                mesh.corners.push_back(number[node]);
            }
        }
        mesh.faces = std::move(faces_);
        measure_faces(mesh);
        return mesh;
    }

  private:
    void join_edge(const TopoDS_Edge& edge, const Handle(Poly_Triangulation) & triangulation,
                   const TopLoc_Location& location, std::uint32_t first) {
        // A seam lies twice on its face, once for each orientation.
        const Handle(Poly_PolygonOnTriangulation)& nodes =
            BRep_Tool::PolygonOnTriangulation(edge, triangulation, location);
        if (nodes.IsNull()) return;
        const auto at = [&](int i) { return first + static_cast<std::uint32_t>(nodes->Node(i) - 1); };
        const int count = nodes->NbNodes();
        const TopoDS_Edge forward = TopoDS::Edge(edge.Oriented(TopAbs_FORWARD));
        join_vertex(TopExp::FirstVertex(forward), at(1));
        join_vertex(TopExp::LastVertex(forward), at(count));
        if (BRep_Tool::Degenerated(edge)) {  // a point that is an edge in the face's own coordinates
            for (int i = 2; i <= count; ++i) join(at(1), at(i));
            return;
        }
        std::vector<std::uint32_t>& known =
            nodes_of_edge_[static_cast<std::size_t>(edges_.FindIndex(edge) - 1)];
        if (known.empty()) {
            for (int i = 1; i <= count; ++i) known.push_back(at(i));
        } else if (known.size() == static_cast<std::size_t>(count)) {
            for (int i = 1; i <= count; ++i) join(known[static_cast<std::size_t>(i - 1)], at(i));
        }
    }

    void join_vertex(const TopoDS_Vertex& vertex, std::uint32_t node) {
        const int index = vertex.IsNull() ? 0 : vertices_.FindIndex(vertex);
        if (index == 0) return;
        std::uint32_t& known = node_of_vertex_[static_cast<std::size_t>(index - 1)];
        if (known == nobody)
            known = node;
        else
            join(known, node);
    }

    std::uint32_t root(std::uint32_t node) {
        while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
        return node;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = root(a);
        b = root(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

    TopTools_IndexedMapOfShape edges_, vertices_;
    std::vector<std::uint32_t> node_of_vertex_;
    std::vector<std::vector<std::uint32_t>> nodes_of_edge_;
    std::vector<std::array<double, 3>> points_;
    std::vector<std::uint32_t> parent_, corners_, face_of_triangle_;
    std::vector<Face> faces_;
};

}  // namespace

Tessellated tessellate(const TopoDS_Shape& shape, double deflection, double angle,
                       double default_deflection) {
    IMeshTools_Parameters parameters;
    parameters.Deflection = deflection > 0 ? deflection : chosen_deflection(shape, default_deflection);
    parameters.Angle = angle;
    parameters.Relative = Standard_False;
    parameters.InParallel = Standard_False;
    const BRepMesh_IncrementalMesh made(shape, parameters);
    Tessellated result;
    FaceJoiner joiner(shape);
    for (TopExp_Explorer face(shape, TopAbs_FACE); face.More(); face.Next())
        if (!joiner.add(TopoDS::Face(face.Current()))) ++result.failed_faces;
    result.mesh = joiner.finish();
    return result;
}

}  // namespace graze::importers
