#include "graze/query/relation/detail/contact_regions.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "graze/base/detail/disjoint_sets.h"
#include "graze/base/predicates.h"

namespace graze::inline v1::detail {
namespace {

// A free corner, as vertex and as point.
struct FreeCorner {
    VertexId point, vertex;
    std::uint32_t contact;  // its index in the list
};

struct Edge {
    VertexId lower_point, higher_point;
    std::uint32_t contact;
    bool free, free_off_plane;

    friend bool same_edge(const Edge& e, const Edge& f) {
        return e.lower_point == f.lower_point && e.higher_point == f.higher_point;
    }
};

class Connector {
  public:
    Connector(const Shape& shape, const Pose& pose, std::span<const ContactTriangle> contacts)
        : mesh_(shape.mesh()),
          pose_(pose),
          surface_(shape.closed_surface()),
          contacts_(contacts),
          sets_(contacts.size()) {
        for (std::uint32_t i = 0; i < contacts.size(); ++i) list(i);
        connect_corners();
        connect_edges();
    }

    std::vector<ContactRegion> regions() {
        constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
        std::vector<ContactRegion> regions;
        std::vector<std::uint32_t> region_of(contacts_.size(), none);
        for (std::uint32_t i = 0; i < contacts_.size(); ++i) {
            std::uint32_t& region = region_of[sets_.find(i)];
            if (region == none) {
                region = static_cast<std::uint32_t>(regions.size());
                regions.emplace_back();
            }
            regions[region].members.push_back(contacts_[i]);
        }
        for (const FreeCorner& c : corners_) {
            std::optional<VertexId>& vertex = regions[region_of[sets_.find(c.contact)]].free_vertex;
            if (!vertex) vertex = c.vertex;
        }
        return regions;
    }

  private:
    void list(std::uint32_t i) {
        const ContactTriangle& c = contacts_[i];
        const auto& v = mesh_.triangles()[c.triangle];
        for (std::size_t k = 0; k < 3; ++k) {
            if ((c.corners_on >> k & 1) == 0) corners_.push_back({surface_.point_of(v[k]), v[k], i});
            const VertexId p = surface_.point_of(v[(k + 1) % 3]), q = surface_.point_of(v[(k + 2) % 3]);
            edges_.push_back({std::min(p, q), std::max(p, q), i, (c.edges_on >> k & 1) == 0,
                              (c.edges_off_plane >> k & 1) == 0});
        }
    }

    void connect_corners() {
        std::sort(corners_.begin(), corners_.end(), [](const FreeCorner& c, const FreeCorner& d) {
            return std::tie(c.point, c.contact, c.vertex) < std::tie(d.point, d.contact, d.vertex);
        });
        for (std::size_t i = 1; i < corners_.size(); ++i) {
            if (corners_[i - 1].point == corners_[i].point)
                sets_.merge(corners_[i - 1].contact, corners_[i].contact);
        }
    }

    void connect_edges() {
        std::sort(edges_.begin(), edges_.end(), [](const Edge& e, const Edge& f) {
            return std::tie(e.lower_point, e.higher_point, e.contact) <
                   std::tie(f.lower_point, f.higher_point, f.contact);
        });
        for (std::size_t first = 0; first < edges_.size();) {
            std::size_t last = first;
            while (last < edges_.size() && same_edge(edges_[last], edges_[first])) ++last;
            connect_across(std::span<const Edge>(edges_).subspan(first, last - first));
            first = last;
        }
    }

    // `uses`: one edge, once for each triangle in contact that has it.
    void connect_across(std::span<const Edge> uses) {
        // The edge must be free for all of them: triangles without area do not show it for sure.
        const bool free = std::all_of(uses.begin(), uses.end(), [](const Edge& e) { return e.free; });
        if (!free && !(uses.size() == 2 && one_plane(uses[0], uses[1]))) return;
        for (const Edge& e : uses) sets_.merge(uses.front().contact, e.contact);
    }

    // Are the two triangles halves of one flat piece, not folded, and is everything that they meet along the
    // edge in its plane? If the other surface runs along the edge in the planes of both, these are one plane.
    bool one_plane(const Edge& e, const Edge& f) const {
        if (!e.free_off_plane || !f.free_off_plane) return false;
        const Triangle t = world(e), u = world(f);
        const int axis = projection_axis(t);
        const auto turn = [axis](const Triangle& s) {
            return orient2d(drop(s[0], axis), drop(s[1], axis), drop(s[2], axis));
        };
        return turn(t) == turn(u);
    }

    Triangle world(const Edge& e) const { return pose_(mesh_.triangle(contacts_[e.contact].triangle)); }

    const Mesh& mesh_;
    const Pose& pose_;
    const ClosedSurface& surface_;
    std::span<const ContactTriangle> contacts_;
    DisjointSets sets_;
    std::vector<FreeCorner> corners_;
    std::vector<Edge> edges_;
};

}  // namespace

std::vector<ContactRegion> contact_regions(const Shape& shape, const Pose& world_from_shape,
                                           std::span<const ContactTriangle> contacts) {
    return Connector(shape, world_from_shape, contacts).regions();
}

}  // namespace graze::inline v1::detail
