// Contacts of the features of two triangles.
#pragma once

#include <optional>
#include <vector>

#include "graze/query/contact/contacts.h"
#include "graze/query/contact/detail/contact_memory.h"
#include "graze/query/contact/detail/contact_side.h"
#include "graze/query/contact/detail/inside_test.h"

namespace graze::inline v1::detail {

// Which way the normals of surfaces without an outside point.
struct NormalSigns {
    // Where both shapes were before; null: the sides on which they are.
    const PosePair* last_free = nullptr;
    bool unsure = false;  // the winding has decided
};

// Takes pairs of triangles, each at most once, and appends their contacts: each pair of features is looked at
// with the one pair of triangles that the features belong to.
class ContactSearch {
  public:
    ContactSearch(const ContactSide& a, const ContactSide& b, double margin, const NormalSigns& signs,
                  InsideTest& inside, ContactMemory& memory)
        : a_(a),
          b_(b),
          margin_(margin),
          limit_(margin + a.radius + b.radius),
          below_(margin),
          signs_(signs),
          inside_(inside),
          found_(memory.found),
          depths_(memory.depths) {}

    void look_at(TriangleId a, TriangleId b);
    // What is behind B's surface is inside, however deep.
    void have_no_bottom() { below_ = max_coordinate; }
    // Shapes whose surfaces are further apart have no contacts.
    double limit() const { return limit_; }

  private:
    struct Placed {
        const ContactSide& side;
        TriangleId id;
        Triangle corners;
        Vec3 normal;
        bool is_a;
    };
    struct Vertex {
        const Placed& of;
        unsigned corner;
        const Vec3& at() const { return of.corners[corner]; }
        FeatureId id() const { return {FeatureId::Kind::vertex, static_cast<std::uint8_t>(corner), of.id}; }
    };
    // A contact as it is computed: from a point of one shape to a point of the other.
    struct Touch {
        Vec3 point;      // of the shape with the vertex, or of A
        Vec3 direction;  // of length 1, out of the other shape, or from A to B
        double height;   // along it, from the other shape's point; below 0: inside
    };

    // In contact_of_points.cpp.
    void vertex_and_triangle(const Vertex& v, const Placed& other);
    void vertex_and_face(const Vertex& v, const Placed& face);
    void vertex_and_edge(const Vertex& v, const Placed& other, unsigned edge);
    void vertex_and_vertex(const Vertex& v, const Placed& other, unsigned corner);
    void edge_and_edge(const Placed& a, unsigned edge_a, const Placed& b, unsigned edge_b);
    double parallel_at(const Vertex& v, const Placed& other, std::optional<unsigned> edge,
                       const Vec3& out) const;
    double parallel_at(const Placed& a, unsigned edge_a, const Placed& b, unsigned edge_b,
                       const Vec3& normal) const;
    void add_point(const Vertex& v, const Placed& other, FeatureId feature, ContactKind kind,
                   const Touch& touch, double factor, bool sure);
    double apron(const Placed& face, const double (&inside)[3], const Vec3& v, double height) const;
    bool near_crease(const Placed& face, const double (&inside)[3]) const;
    int side_seen_before(const Vec3& point_a, const Vec3& point_b, const Vec3& normal) const;

    // In contact_of_faces.cpp.
    void faces(const Placed& a, const Placed& b);

    // The weight of a point with this distance, between 0 and 1. Below the surface it decreases again, so
    // that nothing jumps where surfaces further inside are no longer seen.
    double closeness(double core_distance) const {
        const double distance = core_distance - a_.radius - b_.radius;
        const double above = std::min(1.0, (margin_ - distance) / margin_);
        return std::max(0.0, core_distance < 0 ? std::min(above, 1 + core_distance / below_) : above);
    }
    // Along the direction out of a surface; one with two sides is seen from both.
    bool is_near(double height, bool two_sided) const {
        return height < limit_ && height > (two_sided ? -limit_ : -below_);
    }
    // Appends a contact between the surfaces; the radii are added here. Until contacts are numbered, the id
    // marks those on flat edges.
    void add(Contact contact, ContactKind kind, double weight, bool on_flat_edge = false);

    const ContactSide &a_, &b_;
    double margin_, limit_;
    double below_;  // how deep contacts are seen
    NormalSigns signs_;
    InsideTest& inside_;
    std::vector<ContactPoint>& found_;
    std::vector<VertexDepth>& depths_;
};

}  // namespace graze::inline v1::detail
