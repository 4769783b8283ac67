// When do two meshes whose vertices fly meet, or one meets itself? In order of time, by events.
//
//     graze::KineticSeparationList list(cloth, body);         // or one mesh: against itself
//     list.step_to(cloth_positions, body_positions);          // straight to where they are in the next key
//     list.advance(1, [&](const graze::KineticCollision& c) {
//         list.redirect(graze::KineticSide::a, vertex, to);   // sends a vertex elsewhere, from c.time on
//     });
//     list.intersecting_triangles();                          // as they are now
//
// Weller 2012, 3.3: of the pairs of boxes that a traversal of both hierarchies visits, those where it stops
// are kept. Which ones that are changes at few times. Departures: certificates are about all vertices of a
// box, so that another vertex on a side of it changes none; fathers have certificates of their own;
// collisions have exact times. See docs/deform.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "graze/deform/kinetic/kinetic_tree.h"
#include "graze/query/contact.h"

namespace graze::inline v1 {

namespace detail {
class SeparationList;
}  // namespace detail

enum class KineticSide : std::uint8_t { a, b };

// A vertex and a face, or two edges, that begin to meet.
struct KineticCollision {
    double time = 0;  // of the step, 0 to 1, in ticks of 2^-53: rounded down
    // One of each mesh. Of a mesh against itself: `a` is the vertex, or the edge that comes first. Vertices
    // and edges are named by the first triangle that has them.
    FeatureId a, b;

    friend bool operator==(const KineticCollision&, const KineticCollision&) = default;
};

struct KineticListCounts {
    std::uint64_t steps = 0;
    std::uint64_t overlaps_began = 0;  // of two boxes: both are replaced by their children
    std::uint64_t fathers_ended = 0;   // two boxes with children do not overlap any more: they replace them
    std::uint64_t leaves_ended = 0;    // two leaves do not overlap any more
    std::uint64_t looks = 0;           // a certificate ran out, another one took its place
    std::uint64_t collisions = 0;
    std::uint64_t redirections = 0;
    std::uint64_t pairs_reviewed = 0;   // certificates that a new step or a redirection asked for
    std::uint64_t features_tested = 0;  // pairs of a vertex and a face, or of two edges

    // Of the list's structure.
    std::uint64_t changes() const { return overlaps_began + fathers_ended + leaves_ended; }
    std::uint64_t events() const { return changes() + looks + collisions; }
};

class KineticSeparationList {
  public:
    using Respond = std::function<void(const KineticCollision&)>;

    // Throws Error for what a KineticAabbTree refuses.
    KineticSeparationList(const Mesh& a, const Mesh& b, const KineticOptions& options = {});
    explicit KineticSeparationList(const Mesh& mesh, const KineticOptions& options = {});  // against itself
    KineticSeparationList(KineticSeparationList&&) noexcept;
    KineticSeparationList& operator=(KineticSeparationList&&) noexcept;
    ~KineticSeparationList();

    bool is_of_one() const;
    const Mesh& mesh(KineticSide side) const;  // as it was at the beginning

    // A new step, from where the vertices are now; see KineticTree. Throws Error, and changes nothing, for
    // positions that a tree refuses, or if there are two meshes, and not one, or the other way round.
    void step_to(std::span<const Vec3> a, std::span<const Vec3> b);
    void step_to(std::span<const Vec3> of_one);

    // Collisions up to `time` are delivered one after the other: in order of their ticks, those of one tick
    // in order of their features. `respond` may call redirect(), not advance() or step_to(). Features that
    // meet on straight ways collide once: later meetings on the same ways are not looked for. Features that
    // meet when a way begins collide then, unless they have already met on the ways before; if they stay in
    // one plane, that is all, otherwise they collide again when they meet after that. Features that have a
    // vertex in common do not collide, nor do any twice in one tick. Throws Error for a time that is before
    // now() or above 1.
    void advance(double time, const Respond& respond = {});

    // The vertex flies from where it is now, rounded, to another place, where it is at the end of the step.
    // False, and nothing happens, at the end of a step. Throws Error for a vertex or a place that step_to()
    // would refuse.
    bool redirect(KineticSide side, VertexId vertex, const Vec3& to);

    double now() const;
    Vec3 position(KineticSide side, VertexId vertex) const;  // rounded, but where a step begins or ends
    void positions(KineticSide side, std::span<Vec3> out) const;

    // Pairs of triangles that intersect now, in ascending order: for rounded positions, and of those whose
    // boxes overlap. Of a mesh against itself: as in self_intersections(), a.triangle < b.triangle.
    std::vector<TrianglePair> intersecting_triangles() const;

    // Pairs in the list: of boxes that are apart though those above them are not, and of leaves that overlap.
    std::size_t size() const;
    std::size_t overlapping_leaves() const;
    // The list: pairs of nodes of the trees, in ascending order.
    struct Entry {
        std::uint32_t a = 0, b = 0;  // nodes
        bool overlapping = false;    // then both are leaves
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    std::vector<Entry> entries() const;
    KineticNode node(KineticSide side, std::uint32_t index) const;
    Box box(KineticSide side, std::uint32_t index) const;  // see KineticTree

    const KineticListCounts& counts() const;
    const KineticCounts& tree_counts(KineticSide side) const;

  private:
    std::unique_ptr<detail::SeparationList> data_;
};

}  // namespace graze::inline v1
