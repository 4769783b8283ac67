// What a search for contacts works with, and what it remembers from call to call.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "graze/query/contact/contacts.h"

namespace graze::inline v1::detail {

// In the place of an id, before contacts are numbered: a corner that is there only because of how a face was
// cut.
inline constexpr std::uint64_t on_flat_edge_id = 1;

// A point of a patch, in the plane of the patch.
struct PatchPoint {
    double x = 0, y = 0;
    std::uint32_t contact = 0;
    bool kept_before = false;
};

// A vertex behind a face or an edge of the other shape, and how deep.
struct VertexDepth {
    bool is_a = false;
    FeatureId vertex;
    double depth = 0;

    friend bool operator<(const VertexDepth& p, const VertexDepth& q) {
        return std::tie(p.is_a, p.vertex, p.depth) < std::tie(q.is_a, q.vertex, q.depth);
    }
};

struct ContactMemory {
    ShapeId a, b;
    std::vector<ContactPoint> last;       // what the last call found, sorted by features
    std::optional<PosePair> last_free{};  // the last poses at which the surfaces did not intersect
    std::uint64_t ids = 0;                // given so far

    // Work space.
    std::vector<ContactPoint> found, reduced;
    std::vector<VertexDepth> depths;
    std::vector<std::uint32_t> patch, order, members;
    std::vector<PatchPoint> points, hull;
};

// A vertex that is inside is deepest behind the surface that is nearest to it. Contacts with others that it
// is further behind, beside an edge, count for less: for nothing where the vertex has just come in by the
// nearest one. `depths` are those of all vertices behind faces. Reorders them.
void fade_behind_others(std::vector<ContactPoint>& found, std::vector<VertexDepth>& depths, double radii,
                        double margin);

// By features, then by kind.
bool comes_before(const ContactPoint& p, const ContactPoint& q);
// A contact of the same features and kind; null if there is none.
const ContactPoint* find_same(const std::vector<ContactPoint>& sorted, const ContactPoint& contact);

// By features, by kind, then by place: so that several of the same features have an order.
void sort_contacts(std::vector<ContactPoint>& contacts);
// Adds up what is said several times about the same two features, with about the same normal. Sorts.
void merge_same(std::vector<ContactPoint>& found);
// Contacts of the same plane are replaced by a few at its extremes. In memory.found; sorts.
void reduce_contacts(ContactMemory& memory);

}  // namespace graze::inline v1::detail
