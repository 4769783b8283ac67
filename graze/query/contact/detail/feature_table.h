// The features of a mesh, each with one name, and how its faces meet: what contacts need beside the
// hierarchy.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/mesh/edges.h"
#include "graze/mesh/mesh.h"
#include "graze/query/contact.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Vertices with equal coordinates are one. Each vertex and each edge belongs to the lowest triangle that has
// it. Where two triangles meet in an edge and are in one plane but for `flat_angle`, the edge is flat: it is
// no feature of the surface, only of its triangulation.
class FeatureTable {
  public:
    static constexpr double flat_angle = 1e-4;

    explicit FeatureTable(const Shape& shape);

    const Edges& edges() const { return edges_; }
    bool owns_vertex(TriangleId t, unsigned corner) const { return (bits_[t] >> corner & 1) != 0; }
    bool owns_edge(TriangleId t, unsigned edge) const { return (bits_[t] >> (3 + edge) & 1) != 0; }
    bool is_flat(TriangleId t, unsigned edge) const { return (flat_[t] >> edge & 1) != 0; }
    // Of length 1, by the winding, in the frame of the mesh; zeros without area.
    const Vec3& normal(TriangleId t) const { return normal_[t]; }

    // One triangle's use of an edge.
    struct Use {
        TriangleId triangle = 0;
        unsigned edge = 0;
        friend bool operator==(const Use&, const Use&) = default;
    };
    // All uses of an edge form a ring.
    Use next(const Use& use) const {
        const std::uint32_t n = next_[std::size_t{3} * use.triangle + use.edge];
        return {n / 3, n % 3};
    }
    // Triangles that flat edges join are one face, named by the lowest of them.
    FeatureId face_of(TriangleId t) const { return FeatureId::face(face_[t]); }
    FeatureId owner_of_vertex(TriangleId t, unsigned corner) const;
    FeatureId owner_of_edge(TriangleId t, unsigned edge) const;

    // 1: the mesh is closed, with normals that point outwards; -1: inwards; 0: it encloses nothing.
    int outward() const { return outward_; }

  private:
    void find_flat_edges();
    void join_faces();

    Mesh mesh_;  // shared with the shape
    Edges edges_;
    std::vector<Vec3> normal_;
    std::vector<std::uint8_t> bits_, flat_;
    std::vector<std::uint32_t> next_;
    std::vector<TriangleId> face_;
    int outward_ = 0;
};

const FeatureTable& feature_table(const Shape& mesh);

}  // namespace graze::inline v1::detail
